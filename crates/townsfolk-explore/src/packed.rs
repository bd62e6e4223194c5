//! Situations in the queue, stored compactly: there can be hundreds of thousands.

use crate::situation::Situation;

/// A situation as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Packed(Box<[u8]>);

impl Packed {
    /// `None` if it cannot be serialized, which does not happen.
    pub(crate) fn of(situation: &Situation) -> Option<Packed> {
        // `stirred` is not part of a saved scene.
        let whole = (situation, situation.scene.stirred);
        let bytes = postcard::to_allocvec(&whole).ok()?;
        Some(Packed(bytes.into()))
    }

    /// Restores the situation.
    pub(crate) fn unpack(&self) -> Option<Situation> {
        let (mut situation, stirred): (Situation, bool) = postcard::from_bytes(&self.0).ok()?;
        situation.scene.stirred = stirred;
        Some(situation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clocks, NOW, Span};
    use crate::situation::Allowance;
    use townsfolk_core::{Atom, CharacterId, FactId, RoleId, SceneId, Value};
    use townsfolk_lang::project::Project;
    use townsfolk_scene::reference::Scene;

    #[test]
    fn what_was_packed_comes_out_again() {
        let text = "role guest\nscript alone\n  cast\n    guest 1..1\n  fact tired(guest) for 9 s\n  rule go\n    when tired(.me)\n    leave\n";
        let mut project = Project::of_files([("alone.folk", text)]);
        let checked = project.check();
        let script = &checked.scripts[0].script;
        let tired = Atom {
            fact: FactId::named("tired"),
            arguments: vec![Value::Character(CharacterId(1))],
        };
        let known = [tired.clone()];
        let cast = [(CharacterId(1), RoleId::named("guest"))];
        let mut situation = Situation {
            scene: Scene::begin(SceneId(0), script, NOW, &known, &cast),
            clocks: Clocks::default(),
            open: true,
            left: Allowance {
                failures: 3,
                disappearances: 1,
                arrivals: 0,
            },
        };
        let waits = Span::new(3, 540);
        situation.clocks.lifetimes.push((tired, waits));
        for stirred in [false, true] {
            situation.scene.stirred = stirred;
            let packed = Packed::of(&situation);
            assert_eq!(packed.and_then(|p| p.unpack()), Some(situation.clone()));
        }
    }
}
