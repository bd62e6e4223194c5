//! What an intruder can use.

use townsfolk_core::{HostId, StimulusId};

/// A tool. Content declares how many an intruder has, by an attribute of the tool's name:
/// `attribute bottles(character): number 0..9 = 3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tool {
    /// The name of its attribute.
    pub name: &'static str,
    /// What is seen in the air; nothing flies from a gun.
    pub flies_as: &'static str,
    /// The stimulus where it lands, or where it is fired.
    pub sounds: &'static str,
    /// What it does.
    pub does: Does,
}

/// What a tool does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// It breaks, and is heard.
    Noise,
    /// It is heard, and burns.
    Fire,
    /// It is heard, and smokes.
    Smoke,
    /// It hits whoever is in the line.
    Shot,
}

/// All tools, in the order in which a page lists them.
pub const KIT: [Tool; 4] = [
    Tool {
        name: "bottles",
        flies_as: "bottle",
        sounds: "glass",
        does: Does::Noise,
    },
    Tool {
        name: "fires",
        flies_as: "fire",
        sounds: "blaze",
        does: Does::Fire,
    },
    Tool {
        name: "smokes",
        flies_as: "smoke",
        sounds: "hiss",
        does: Does::Smoke,
    },
    Tool {
        name: "rounds",
        flies_as: "",
        sounds: "gunshot",
        does: Does::Shot,
    },
];

impl Tool {
    /// The tool with this name.
    pub fn named(name: &str) -> Option<&'static Tool> {
        KIT.iter().find(|tool| tool.name == name)
    }

    /// The attribute that counts it.
    pub fn attribute(&self) -> HostId {
        HostId::named(self.name)
    }

    /// The stimulus it makes.
    pub fn stimulus(&self) -> StimulusId {
        StimulusId::named(self.sounds)
    }
}
