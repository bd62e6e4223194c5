//! All layers of a module, the layer of each role, and the programs compiled from them.

use crate::map::Program;
use std::collections::BTreeMap;
use std::sync::Arc;
use townsfolk_core::{LayerId, RoleId};
use townsfolk_module::mind::Layer;

/// All layers of a module. Shared by every mind.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    layers: BTreeMap<LayerId, Layer>,
    roles: BTreeMap<RoleId, LayerId>,
    programs: BTreeMap<(LayerId, Option<LayerId>), Arc<Program>>,
}

impl Layers {
    /// Takes all layers, and which role carries which of them.
    pub fn new(layers: Vec<Layer>, roles: &[(RoleId, LayerId)]) -> Layers {
        Layers {
            layers: layers.into_iter().map(|layer| (layer.id, layer)).collect(),
            roles: roles.iter().copied().collect(),
            programs: BTreeMap::new(),
        }
    }

    /// The layer with this id.
    pub fn layer(&self, id: LayerId) -> Option<&Layer> {
        self.layers.get(&id)
    }

    /// The layer that a role carries.
    pub fn of_role(&self, role: RoleId) -> Option<LayerId> {
        self.roles.get(&role).copied()
    }

    /// Compiles a basic layer with another on top ahead of time, so that all minds share the
    /// program.
    pub fn prepare(&mut self, basic: LayerId, over: Option<LayerId>) {
        if let Some(program) = self.program(basic, over) {
            self.programs.insert((basic, over), program);
        }
    }

    /// The program of a basic layer with another on top. Compiles it now if it was not prepared. A
    /// missing upper layer is left out; without the basic layer there is no program.
    pub fn program(&self, basic: LayerId, over: Option<LayerId>) -> Option<Arc<Program>> {
        if let Some(program) = self.programs.get(&(basic, over)) {
            return Some(program.clone());
        }
        let mut layers = vec![self.layer(basic)?];
        layers.extend(over.and_then(|over| self.layer(over)));
        Program::compile(&layers).map(Arc::new)
    }
}
