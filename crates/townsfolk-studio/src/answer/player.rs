//! The player: position, options, and characters within earshot.

use super::Answerer;
use crate::outside_change::choice_key;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, ScriptId, Value};
use townsfolk_mind::Moment;
use townsfolk_module::Category;
use townsfolk_town::player::{EARSHOT_MM, Reply};

/// A question of the player to a character.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct PlayerQuestion {
    /// The character that is asked.
    who: u32,
    /// The character it is about.
    about: u32,
    /// Asks for its place this many minutes ago; without it, what is known about it.
    ago: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct PlayerShown {
    id: u32,
    place: String,
    /// The player's scene.
    scene: Option<String>,
    doing: Option<String>,
    icons: Vec<IconShown>,
    /// The options in the scene.
    choices: Vec<ChoiceShown>,
    /// Characters within earshot.
    near: Vec<PersonInEarshot>,
}

#[derive(Serialize)]
struct IconShown {
    location: u32,
    place: String,
    icon: String,
}

#[derive(Serialize)]
struct ChoiceShown {
    key: String,
    text: String,
}

#[derive(Serialize)]
struct PersonInEarshot {
    id: u32,
    name: String,
    takes_orders: bool,
}

#[derive(Serialize)]
pub(super) struct PlayerAnswer {
    text: String,
}

impl Answerer<'_> {
    pub(super) fn player(&self) -> Option<PlayerShown> {
        let town = self.town;
        let player = town.players().next()?;
        let icons = town.icons(player).into_iter().map(|icon| IconShown {
            location: icon.location.0,
            place: self.location_name(icon.location),
            icon: self.words().symbol(icon.icon),
        });
        let scene = town
            .scene_of(player)
            .and_then(|(scene, _)| town.folk.scene(scene));
        let at = self.body(player)?.at;
        let bodies = town.stage.bodies_at(town.folk.now());
        let near = bodies
            .filter(|body| body.who != player && body.at.distance_mm(at) <= i64::from(EARSHOT_MM));
        Some(PlayerShown {
            id: player.0,
            place: self.place_of(player),
            choices: scene
                .as_ref()
                .map_or_else(Vec::new, |scene| self.choices(player, scene.script)),
            scene: scene.map(|scene| self.plain(Category::Script, scene.script.0)),
            doing: self.body(player).map(|body| self.activity(&body)),
            icons: icons.collect(),
            near: near
                .map(|body| PersonInEarshot {
                    id: body.who.0,
                    name: self.words().name(body.who),
                    takes_orders: town.takes_orders(body.who),
                })
                .collect(),
        })
    }

    fn choices(&self, player: CharacterId, script: ScriptId) -> Vec<ChoiceShown> {
        let saying = self.saying(script);
        let choices = self.town.choices(player).into_iter();
        let choices = choices.map(|choice| {
            let fact = self.plain(Category::Fact, choice.fact.0);
            let about = choice.arguments.iter();
            let about = about.filter(|value| **value != Value::Character(player));
            let about: Vec<String> = about.map(|value| saying.value(*value)).collect();
            ChoiceShown {
                key: format!("{:x}", choice_key(&choice)),
                text: format!("{fact} {}", about.join(", "))
                    .trim_end()
                    .replace('_', " "),
            }
        });
        choices.collect()
    }

    /// The character's answer.
    pub(super) fn said(&self, asking: &PlayerQuestion) -> Option<PlayerAnswer> {
        let town = self.town;
        let player = town.players().next()?;
        let (who, about) = (CharacterId(asking.who), CharacterId(asking.about));
        let (name, other) = (self.words().name(who), self.words().name(about));
        let deaf = || format!("{name} does not hear you.");
        let text = match asking.ago {
            None => match town.ask_about(player, who, about) {
                None => deaf(),
                Some(texts) if texts.is_empty() => {
                    format!("{name} has nothing to say about {other}.")
                }
                Some(texts) => {
                    let texts = texts.iter().filter_map(|id| town.folk.module().text(*id));
                    let texts: Vec<String> = texts.map(|text| format!("“{text}”")).collect();
                    texts.join(" ")
                }
            },
            Some(ago) => {
                let now = town.folk.moment();
                let when = Moment(now.0.saturating_sub(ago.clamp(0, 100_000) * 60));
                match town.ask_where(player, who, about, when) {
                    Reply::DoesNotHear => deaf(),
                    Reply::DoesNotKnow => {
                        format!(
                            "{name} does not know where {other} was at {}.",
                            when.daytime()
                        )
                    }
                    Reply::Knows(answer) => {
                        let area = self.words().area(answer.area);
                        format!("“{other} was in {area} at {}.”", when.daytime())
                    }
                }
            }
        };
        Some(PlayerAnswer { text })
    }
}
