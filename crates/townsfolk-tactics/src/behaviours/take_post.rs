//! Taking a post: walking there, and turning as it is meant.

use super::move_to::{Goal, MoveTo};
use super::{Behaviour, Status};
use crate::intent::{BodyOrder, BodyState, Intent};
use crate::moment::Moment;
use crate::world::{Post, WayStyle};
use serde::{Deserialize, Serialize};

/// A post is reached within this distance.
const AT_POST_MM: u32 = 250;

/// Walks to a post, holds it, and turns to its protected side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakePost {
    /// The post.
    pub post: Post,
    /// How fast.
    pub pace: u32,
    /// What the way avoids.
    pub style: WayStyle,
    /// What it does now.
    pub stage: PostStage,
}

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PostStage {
    /// It begins.
    #[default]
    Begins,
    /// It walks.
    Walks,
    /// It turns.
    Turns,
}

impl TakePost {
    fn give_back(at: &mut Moment<'_>) {
        at.shared.post = None;
        at.ask(Intent::Release);
    }
}

impl Behaviour for TakePost {
    fn start(&mut self, at: &mut Moment<'_>) {
        at.release_body();
        at.shared.post = Some(self.post);
        at.ask(Intent::Reserve(self.post.id));
    }

    fn tick(&mut self, at: &mut Moment<'_>) -> Status {
        match self.stage {
            PostStage::Begins => {
                self.stage = PostStage::Walks;
                let goal = Goal::Point(self.post.at);
                at.push(MoveTo::new(goal, AT_POST_MM, self.pace).with_style(self.style));
                Status::Running
            }
            PostStage::Walks => match at.take_result() {
                Some(Status::Failure(cause)) => {
                    TakePost::give_back(at);
                    Status::Failure(cause)
                }
                _ => {
                    self.stage = PostStage::Turns;
                    at.order(BodyOrder::Turn(self.post.facing));
                    Status::Running
                }
            },
            PostStage::Turns => match at.body() {
                BodyState::Busy => Status::Running,
                _ => Status::Success,
            },
        }
    }

    fn abort(&mut self, at: &mut Moment<'_>) {
        TakePost::give_back(at);
    }

    fn name(&self) -> &'static str {
        "take post"
    }
}
