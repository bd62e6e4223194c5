//! A feed that shows a critic whatever a test likes, with names.

use townsfolk::{ActionRef, LocationId, Place};
use townsfolk_core::{
    ActionId, AreaId, Channel, CharacterId, Duration, LocationKindId, NeedId, NodeId, Outcome,
    PropId, RoleId, SceneId, StartId, TICKS_PER_SECOND, Tick,
};
use townsfolk_critic::{Act, Critic, Glance, Names, Now, Sight};
use townsfolk_mind::Moment;
use townsfolk_module::mind::Deed;
use townsfolk_module::{Category, Symbols};

pub(crate) const ANN: CharacterId = CharacterId(1);
pub(crate) const BOB: CharacterId = CharacterId(2);
pub(crate) const CY: CharacterId = CharacterId(3);
pub(crate) const SCENE: SceneId = SceneId(7);
pub(crate) const HERE: LocationId = LocationId(4);

/// A critic who is shown things, at sixty calendar seconds to a second of the stage.
pub(crate) struct Feed {
    critic: Critic,
    tick: i64,
    next_start: u64,
}

impl Feed {
    /// Ann, Bob and Cy stand two metres apart.
    pub(crate) fn new() -> Feed {
        let mut feed = Feed {
            critic: Critic::default(),
            tick: 6 * 3600,
            next_start: 0,
        };
        for (who, x) in [(ANN, 0), (BOB, 2), (CY, 4)] {
            feed.shows(Sight::Appears(who));
            feed.shows(Sight::At(who, Place::metres(x, 0)));
        }
        feed
    }

    #[allow(clippy::needless_pass_by_value, reason = "stories read better")]
    pub(crate) fn shows(&mut self, sight: Sight) -> &mut Feed {
        let now = Now {
            tick: Tick(self.tick),
            at: Moment(self.tick),
        };
        self.critic.see(now, &sight);
        self
    }

    /// So many seconds of the stage go by.
    pub(crate) fn waits(&mut self, seconds: i64) -> &mut Feed {
        self.tick += seconds * TICKS_PER_SECOND;
        self
    }

    /// Somebody begins an action of a scene, or of their own mind; gives its name.
    pub(crate) fn begins(&mut self, act: Act) -> ActionRef {
        let action = act.action;
        self.shows(Sight::Begins(act));
        action
    }

    pub(crate) fn act(&mut self, who: CharacterId, what: &str) -> Act {
        self.next_start += 1;
        Act {
            action: ActionRef::of_decider(who, StartId(self.next_start)),
            who,
            partner: None,
            what: ActionId::named(what),
            channel: Channel::Body,
            to: None,
            held_by_other: None,
            sleep: what == "sleep",
            walk: None,
            astray: None,
            limit: Duration::minutes(10),
        }
    }

    pub(crate) fn act_in_scene(&mut self, who: CharacterId, what: &str) -> Act {
        let act = self.act(who, what);
        Act {
            action: ActionRef::of_scene(SCENE, StartId(self.next_start)),
            ..act
        }
    }

    pub(crate) fn says(&mut self, who: CharacterId, what: &str, to: CharacterId) -> ActionRef {
        let act = Act {
            channel: Channel::Voice,
            to: Some(to),
            ..self.act(who, what)
        };
        self.begins(act)
    }

    pub(crate) fn walks(&mut self, who: CharacterId, to: Place) -> ActionRef {
        let act = Act {
            walk: Some(to),
            ..self.act(who, "walk_to")
        };
        self.begins(act)
    }

    pub(crate) fn ends(&mut self, action: ActionRef, outcome: Outcome) -> &mut Feed {
        self.shows(Sight::Ends(action, outcome))
    }

    pub(crate) fn joins(&mut self, who: CharacterId, role: &str, serves: bool) -> &mut Feed {
        self.shows(Sight::Joins {
            who,
            scene: SCENE,
            location: HERE,
            kind: LocationKindId::named("counter"),
            role: RoleId::named(role),
            serves,
        })
    }

    pub(crate) fn wishes(&mut self, who: CharacterId, node: &str, deed: Deed) -> &mut Feed {
        self.shows(Sight::Wishes {
            who,
            node: NodeId::named(node),
            deed,
            out_of_role: false,
            needless: None,
        })
    }

    /// Glances at somebody every two seconds for so many seconds of the stage.
    pub(crate) fn glances(&mut self, glance: &Glance, seconds: i64) -> &mut Feed {
        for _ in 0..=seconds / 2 {
            self.shows(Sight::Glance(glance.clone()));
            self.waits(2);
        }
        self
    }

    /// What was found, in sentences.
    pub(crate) fn found(&self) -> Vec<String> {
        let symbols = symbols();
        let person = |who: CharacterId| match who {
            ANN => "Ann".to_string(),
            BOB => "Bob".to_string(),
            CY => "Cy".to_string(),
            CharacterId(other) => format!("nobody{other}"),
        };
        let names = Names {
            symbols: &symbols,
            person: &person,
        };
        let all = self.critic.findings().iter();
        all.map(|silliness| silliness.told(&names)).collect()
    }

    pub(crate) fn finds(&self, sentence: &str) {
        assert_eq!(self.found(), [sentence]);
    }

    pub(crate) fn finds_nothing(&self) {
        assert_eq!(self.found(), Vec::<String>::new());
    }
}

/// At home, awake, with nothing the matter.
pub(crate) fn at_ease(who: CharacterId) -> Glance {
    Glance {
        who,
        role: Some(RoleId::named("resident")),
        due: Some((RoleId::named("resident"), 1800)),
        idle: false,
        held: false,
        starves: None,
        lacks: None,
        elsewhere: None,
    }
}

fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    let mut add = |category, names: &[(&str, u32)]| {
        for (name, id) in names {
            symbols.names.insert((category, *id), (*name).to_string());
        }
    };
    let named = |names: &[&'static str], id: fn(&str) -> u32| -> Vec<(&'static str, u32)> {
        names.iter().map(|name| (*name, id(name))).collect()
    };
    let actions = ["chat", "sleep", "saw", "pour", "walk_to", "greet", "sit"];
    add(Category::Action, &named(&actions, |n| ActionId::named(n).0));
    let roles = ["resident", "barkeeper", "carpenter"];
    add(Category::Role, &named(&roles, |n| RoleId::named(n).0));
    let nodes = ["saw", "eat", "serve"];
    add(Category::Node, &named(&nodes, |n| NodeId::named(n).0));
    add(Category::Prop, &named(&["left"], |n| PropId::named(n).0));
    add(Category::Need, &named(&["hunger"], |n| NeedId::named(n).0));
    add(Category::Area, &named(&["inn"], |n| AreaId::named(n).0));
    let places = ["counter", "table"];
    add(
        Category::Location,
        &named(&places, |n| LocationKindId::named(n).0),
    );
    symbols
}
