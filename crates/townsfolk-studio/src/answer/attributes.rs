//! Attributes with their values, and what each can be set to.

use super::Answerer;
use serde::Serialize;
use townsfolk_core::{CharacterId, HostId, Kind, Number, Pushed, Value};
use townsfolk_module::{Category, HostForm, HostName};

/// Maximum number of things that an attribute can be set to by a list.
const OPTIONS_MAX: usize = 60;

#[derive(Serialize)]
pub(super) struct AttributeShown {
    /// The name in scripts.
    written: String,
    name: String,
    value: String,
    /// Possible values. Empty for numbers and for what a list cannot say.
    options: Vec<OptionShown>,
    /// Least and greatest value of a number.
    range: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct OptionShown {
    label: String,
    /// The value as the page sends it back: `symbol idle`, `character 3`, `prop door`, `yes`, `no`.
    set: String,
}

impl Answerer<'_> {
    /// Attributes and properties of the world, or of a character.
    pub(super) fn attributes(&self, who: Option<CharacterId>) -> Vec<AttributeShown> {
        let module = self.town.folk.module();
        let arguments = usize::from(who.is_some());
        let names = module.host.iter();
        let names = names.filter(|name| name.form == HostForm::Property);
        let mut shown: Vec<AttributeShown> = names
            .filter(|name| name.parameters.len() == arguments)
            .map(|name| self.attribute(name, who))
            .collect();
        shown.sort_by(|a, b| a.name.cmp(&b.name));
        shown
    }

    fn attribute(&self, name: &HostName, who: Option<CharacterId>) -> AttributeShown {
        let folk = &self.town.folk;
        let of: Vec<Value> = who.into_iter().map(Value::Character).collect();
        let symbols = &self.chronicle.symbols;
        let bounds = folk.module().attribute(name.id).and_then(|a| a.bounds);
        let number = |number: Number| number.0 as f64 / 1000.0;
        AttributeShown {
            written: symbols.name(Category::Host, name.id.0),
            name: self.plain(Category::Host, name.id.0),
            value: self.value_shown(folk.attribute(name.id, &of)),
            options: self.options(name.result),
            range: match name.result {
                Some(Kind::Number) => {
                    let usual = (Number::whole(-1000), Number::whole(1000));
                    let (low, high) = bounds.unwrap_or(usual);
                    Some([number(low), number(high)])
                }
                _ => None,
            },
        }
    }

    fn value_shown(&self, value: Pushed) -> String {
        match value {
            Pushed::Holds => "yes".to_owned(),
            Pushed::HoldsNot => "no".to_owned(),
            Pushed::Is(Value::Symbol(symbol)) => self.plain(Category::Symbol, symbol.0),
            Pushed::Is(Value::Number(number)) => number.to_string(),
            Pushed::Is(Value::Character(who)) => self.words().name(who),
            Pushed::Is(Value::Prop(prop)) => self.plain(Category::Prop, prop.0),
            Pushed::Is(other) => self.saying(townsfolk_core::ScriptId(0)).value(other),
        }
    }

    fn options(&self, kind: Option<Kind>) -> Vec<OptionShown> {
        let option = |label: String, set: String| OptionShown { label, set };
        let nothing = option("nothing".into(), "no".into());
        let Some(kind) = kind else {
            return vec![
                option("yes".into(), "yes".into()),
                option("no".into(), "no".into()),
            ];
        };
        let mut options = match kind {
            Kind::SymbolOf(set) => {
                let set = self.town.folk.module().symbol_set(set);
                let members = set.into_iter().flat_map(|set| &set.members);
                let symbols = &self.chronicle.symbols;
                let members = members.map(|symbol| {
                    let written = symbols.name(Category::Symbol, symbol.0);
                    option(
                        self.plain(Category::Symbol, symbol.0),
                        format!("symbol {written}"),
                    )
                });
                return members.collect();
            }
            Kind::Character | Kind::CharacterIn(_) => self.people_options(),
            Kind::Prop | Kind::PropOf(_) => self.prop_options(),
            Kind::Thing => {
                let mut all = self.people_options();
                all.extend(self.prop_options());
                all
            }
            _ => return vec![],
        };
        options.truncate(OPTIONS_MAX);
        options.push(nothing);
        options
    }

    fn people_options(&self) -> Vec<OptionShown> {
        let people = self.town.folk.characters().take(OPTIONS_MAX);
        let people = people.map(|person| OptionShown {
            label: self.words().name(person.id),
            set: format!("character {}", person.id.0),
        });
        people.collect()
    }

    fn prop_options(&self) -> Vec<OptionShown> {
        let kinds = self.town.folk.module().locations.iter();
        let props = kinds.flat_map(|kind| &kind.props).take(OPTIONS_MAX);
        let props = props.map(|prop| OptionShown {
            label: self.plain(Category::Prop, prop.id.0),
            set: format!(
                "prop {}",
                self.chronicle.symbols.name(Category::Prop, prop.id.0)
            ),
        });
        props.collect()
    }
}

/// A value as the page sends it.
pub(crate) fn read_value(text: &str) -> Option<Pushed> {
    use townsfolk_core::{PropId, SymbolId};
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(match kind {
        "yes" => Pushed::Holds,
        "no" => Pushed::HoldsNot,
        "symbol" => Pushed::Is(Value::Symbol(SymbolId::named(rest))),
        "prop" => Pushed::Is(Value::Prop(PropId::named(rest))),
        "character" => Pushed::Is(Value::Character(CharacterId(rest.parse().ok()?))),
        "number" => {
            let number: f64 = rest.parse().ok()?;
            let thousandths = (number * 1000.0).round().clamp(-1e15, 1e15) as i64;
            Pushed::Is(Value::Number(Number(thousandths)))
        }
        _ => return None,
    })
}

/// The id of an attribute by its name in scripts.
pub(crate) fn attribute_id(name: &str) -> HostId {
    HostId::named(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use townsfolk_core::SymbolId;

    #[test]
    fn values_of_the_page_are_read_and_garbage_is_not() {
        assert_eq!(read_value("yes"), Some(Pushed::Holds));
        let idle = Value::Symbol(SymbolId::named("idle"));
        assert_eq!(read_value("symbol idle"), Some(Pushed::Is(idle)));
        let number = Value::Number(Number(1500));
        assert_eq!(read_value("number 1.5"), Some(Pushed::Is(number)));
        for garbage in [
            "",
            "character",
            "character x",
            "number",
            "number x",
            "text hello",
        ] {
            assert_eq!(read_value(garbage), None, "{garbage}");
        }
    }
}
