//! Needs: what a character comes to want as time goes by.

use super::degree::Degree;
use serde::{Deserialize, Serialize};
use townsfolk_core::NeedId;

/// A need, with its two response curves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Need {
    /// Its id.
    pub id: NeedId,
    /// How it rises: levels that never fall.
    pub rise: Curve,
    /// How it falls: levels that never rise.
    pub fall: Curve,
    /// Its course while no action changes it.
    pub drift: Drift,
    /// Its level at the start, if that is not drawn.
    pub start: Degree,
    /// Whether the level at the start is drawn, so that people do not move in step.
    pub random_start: bool,
}

/// The course of a need while no action changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Drift {
    /// It rises by itself, like hunger.
    #[default]
    Rises,
    /// It falls by itself, like fear: only what happens can raise it.
    Falls,
    /// It stays as it is.
    Stays,
}

/// A level as a function of calendar time: straight lines between points.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Curve {
    /// Seconds since the curve began, ascending, and the level then. Before the first point and
    /// after the last the level stays.
    pub points: Vec<(u32, Degree)>,
}

impl Curve {
    /// From one level to another in a straight line.
    pub fn straight(from: Degree, to: Degree, seconds: u32) -> Curve {
        Curve {
            points: vec![(0, from), (seconds, to)],
        }
    }
}
