//! The declarations of a script and its bases, read from the trees.

use super::reader::{Located, Reader};
use crate::names::Namespace;
use crate::source::{FileId, Place};
use crate::syntax::{Node, SyntaxKind, TreeExt, *};

/// Maximum length of a chain of bases.
const BASES_MAX: usize = 16;

/// The kind of an item of a script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum What {
    Fact,
    Define,
    State,
    Rule,
    Property,
    Test,
}

impl What {
    pub(super) fn of(node: SyntaxKind) -> Option<What> {
        Some(match node {
            FACT_DECL => What::Fact,
            DEFINE_DECL => What::Define,
            STATE => What::State,
            RULE => What::Rule,
            PROPERTY_DECL => What::Property,
            TEST_DECL => What::Test,
            _ => return None,
        })
    }
}

/// A declaration inside a script.
#[derive(Clone, Debug)]
pub(super) struct ScriptItem {
    pub(super) what: What,
    pub(super) name: String,
    /// The place of its name.
    pub(super) place: Place,
    pub(super) declared: Located,
}

/// One script of a chain of bases.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) script: Located,
    pub(super) items: Vec<ScriptItem>,
}

/// A script with its bases.
#[derive(Clone, Debug)]
pub(super) struct ScriptNames {
    /// The script first, then its bases.
    pub(super) layers: Vec<Layer>,
}

impl ScriptNames {
    pub(super) fn read(reader: &Reader<'_>, script: &Located) -> ScriptNames {
        let mut layers = vec![Layer::read(script)];
        while let Some(base) = layers.last().and_then(|last| {
            let name = last.script.node.child(BASED_ON)?.child(NAME_REF)?.word()?;
            reader.global(Namespace::Script, &name, last.script.file)
        }) {
            let place = base.place();
            let circle = layers.iter().any(|layer| layer.script.place() == place);
            if circle || layers.len() > BASES_MAX {
                break;
            }
            layers.push(Layer::read(&base));
        }
        ScriptNames { layers }
    }

    /// All items of a kind, those of the innermost base first.
    pub(super) fn all(&self, what: What) -> impl Iterator<Item = &ScriptItem> {
        self.layers
            .iter()
            .rev()
            .flat_map(|layer| &layer.items)
            .filter(move |item| item.what == what)
    }

    /// All declarations of a name, that of the innermost base first.
    pub(super) fn find(&self, what: What, name: &str) -> Vec<&ScriptItem> {
        self.all(what).filter(|item| item.name == name).collect()
    }

    /// The script that first declares a name; it identifies uses in several scripts.
    pub(super) fn owner(&self, what: What, name: &str) -> Option<Place> {
        let declares = |layer: &&Layer| {
            let mut items = layer.items.iter();
            items.any(|item| item.what == what && item.name == name)
        };
        let layer = match what {
            // Properties and tests are not inherited.
            What::Property | What::Test => self.layers.first().filter(declares),
            _ => self.layers.iter().rev().find(declares),
        };
        layer.map(|layer| layer.script.place())
    }

    /// The place of the script itself.
    pub(super) fn place(&self) -> Option<Place> {
        self.layers.first().map(|layer| layer.script.place())
    }

    /// The roles of the cast, each with its line.
    pub(super) fn cast(&self) -> Vec<(String, Located)> {
        let mut cast: Vec<(String, Located)> = vec![];
        for layer in &self.layers {
            let file = layer.script.file;
            let lines = layer.script.node.children_of(CAST);
            for node in lines.flat_map(|cast| cast.children_of(CAST_LINE).collect::<Vec<_>>()) {
                let role = node.child(NAME_REF).and_then(|name| name.word());
                if let Some(role) = role.filter(|role| !cast.iter().any(|(other, _)| other == role))
                {
                    cast.push((role, Located { file, node }));
                }
            }
        }
        cast
    }
}

impl Layer {
    fn read(script: &Located) -> Layer {
        let file = script.file;
        let mut items = vec![];
        for node in script.node.children() {
            if node.kind() == STATE {
                let inner: Vec<Node> = node.children_of(RULE).collect();
                add(&mut items, file, node);
                for rule in inner {
                    add(&mut items, file, rule);
                }
            } else {
                add(&mut items, file, node);
            }
        }
        let name = script.node.name(file).map(|(name, _)| name);
        Layer {
            name: name.unwrap_or_default(),
            script: script.clone(),
            items,
        }
    }

    /// The template's parameters, each with its name.
    pub(super) fn parameters(&self) -> Vec<(String, Node)> {
        let list = self.script.node.child(TEMPLATE_PARAMETERS);
        list.iter()
            .flat_map(|list| list.children_of(TEMPLATE_PARAMETER))
            .filter_map(|parameter| Some((parameter.word()?, parameter)))
            .collect()
    }
}

fn add(items: &mut Vec<ScriptItem>, file: FileId, node: Node) {
    if let (Some(what), Some(name)) = (What::of(node.kind()), node.child(NAME))
        && let Some(text) = name.word()
    {
        items.push(ScriptItem {
            what,
            name: text,
            place: name.place(file),
            declared: Located { file, node },
        });
    }
}
