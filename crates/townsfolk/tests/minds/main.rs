//! People with minds of their own, from outside.
#![allow(clippy::unwrap_used, reason = "tests")]

mod around;
mod company;
mod days;
#[path = "../support/mod.rs"]
mod support;

use expect_test::expect;
use std::sync::Arc;
use support::hamlet::{Draft, Hamlet, content};
use townsfolk::prelude::*;
use townsfolk::{AreaAccess, Driver, MindEvent, mind_system};
use townsfolk_core::Pushed;
use townsfolk_core::{
    ActionId, AreaId, Channel, HostId, LayerId, NeedId, NodeId, SymbolId, TextId, Urgency,
};
use townsfolk_knowledge::{Evidence, News, Source};
use townsfolk_module::mind::*;
