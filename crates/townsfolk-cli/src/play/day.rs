//! What people with minds do with a day, in words: where they go, what they are there, what they do
//! and for which need, and what they say to whom.

use super::moment::{by_the_clock, clock};
use super::story::{Lines, Narrator, span};
use townsfolk::prelude::*;
use townsfolk::{MindEvent, MindFault};
use townsfolk_core::{AreaId, NodeId, ScriptId, SymbolId};
use townsfolk_mind::map::Why;
use townsfolk_mind::memory::News;
use townsfolk_module::mind::{Deed, Degree, Interaction, NodeKind, Sources};
use townsfolk_module::{Category, Channel};

impl Narrator {
    /// What somebody is by schedule now.
    pub(super) fn held_role(folk: &Folk, who: CharacterId) -> Option<RoleId> {
        let member = folk.mind(who)?.member;
        let people = &folk.module().minds.people;
        let always = people.iter().find(|person| person.id == member);
        let always = always.map_or(&[][..], |person| &person.roles);
        let mut roles = folk.character(who)?.roles.iter().copied();
        roles.find(|role| !always.contains(role))
    }

    /// Somebody is introduced by their schedule's role again.
    pub(super) fn note_held_role(&mut self, folk: &Folk, who: CharacterId) {
        if folk.mind(who).is_some()
            && let Some(known) = self.known.get_mut(&who)
        {
            known.role = Narrator::held_role(folk, who);
        }
    }

    pub(super) fn tell_of_mind(
        &mut self,
        folk: &Folk,
        who: CharacterId,
        what: &MindEvent,
        lines: &mut Lines,
    ) {
        let name = self.name(who);
        match what {
            MindEvent::RoleDue(role) => {
                self.due.insert(who, folk.now());
                if self.verbose {
                    lines.add(&format!("{name} should be {} now", self.role(*role)), "");
                }
            }
            MindEvent::RoleCalledOff => {
                self.due.remove(&who);
                if self.verbose {
                    lines.add(&format!("{name} stays after all"), "");
                }
            }
            MindEvent::RoleLaidDown { role, unready } => {
                let late = self.due.remove(&who);
                let late = late.map_or(Duration::ZERO, |due| folk.now().since(due));
                let late = by_the_clock(folk, late);
                let reason = match (late >= Duration::minutes(1), unready) {
                    (_, true) => format!("not ready, but {} late", span(late)),
                    (true, false) => format!("was not ready for {}", span(late)),
                    (false, false) => String::new(),
                };
                self.note_held_role(folk, who);
                self.begun.remove(&who);
                let what = format!("{name} is no longer {}", self.role(*role));
                lines.add(&what, &reason);
            }
            // Who begins a day where it begins goes nowhere.
            MindEvent::SetOut(area) if folk.area_of(who) == Some(*area) => {}
            // Who stopped on the way goes on without a word.
            MindEvent::SetOut(area)
                if self.bound_for.insert(who, *area) == Some(*area) && !self.verbose => {}
            MindEvent::SetOut(area) => {
                let area = self.area(*area);
                lines.add(&format!("{name} sets out for {area}"), "");
            }
            MindEvent::RoleTaken(role) => {
                self.bound_for.remove(&who);
                self.note_held_role(folk, who);
                self.begun.remove(&who);
                // Who has just come has been introduced as that.
                if self
                    .known
                    .get(&who)
                    .is_none_or(|known| known.came != folk.now())
                {
                    lines.add(&format!("{name} is now {}", self.role(*role)), "");
                }
            }
            MindEvent::Begins(node) => self.tell_of_wish(folk, who, *node, lines),
            MindEvent::Did(node) if self.verbose => {
                lines.add(&format!("{name} has done {}", self.node(*node)), "");
            }
            MindEvent::Did(_) | MindEvent::Interacted(..) => {}
            MindEvent::BrokeOff(node) => {
                // What one does to pass the time is left without a word, and so is what one has
                // got to: that is no giving up.
                let got_to = self.did.contains_key(&who);
                let told =
                    self.begun.get(&who) == Some(node) && takes_others(folk, *node) && !got_to;
                if self.verbose || (told && self.broken_off.insert(who, *node) != Some(*node)) {
                    lines.add(&format!("{name} gives up: {}", self.node(*node)), "");
                }
            }
            MindEvent::Told(other, news) => {
                let news = self.news(folk, *news);
                lines.add(&format!("{name} tells {} {news}", self.name(*other)), "");
            }
            MindEvent::Restless(nodes) => {
                let nodes: Vec<String> = nodes.iter().map(|node| self.node(*node)).collect();
                let what = format!("{name} cannot decide: {} go in a circle", nodes.join(", "));
                self.counts.faults += 1;
                lines.fault(&what, "");
            }
            MindEvent::Fault(fault) => {
                self.counts.faults += 1;
                lines.fault(&format!("{name} is stuck: {}", self.mind_fault(*fault)), "");
            }
        }
    }

    /// Whether a script is one that people with minds play alone, such as going to bed: then what they
    /// do is told, and not that it is a scene.
    pub(super) fn is_solitary(&self, folk: &Folk, script: ScriptId) -> bool {
        let script = folk.module().script(script);
        !self.verbose
            && folk.minds().next().is_some()
            && script.is_some_and(|script| script.cast.len() == 1)
    }

    /// Somebody begins something. Told once, however often it is begun again.
    fn tell_of_wish(&mut self, folk: &Folk, who: CharacterId, node: NodeId, lines: &mut Lines) {
        let pursuit = folk.mind(who).and_then(|mind| mind.pursuit());
        let deed = pursuit.map(|pursuit| pursuit.deed);
        if deed == Some(Deed::FollowSchedule) {
            return;
        }
        if self.begun.insert(who, node) == Some(node) && !self.verbose {
            return;
        }
        self.broken_off.remove(&who);
        self.did.remove(&who);
        let wish = self.node(node);
        let what = match deed {
            Some(Deed::Act(action)) => {
                let action = self.symbols.name(Category::Action, action.0);
                match action.replace('_', " ") == wish {
                    true => wish,
                    false => format!("{wish}, {action}"),
                }
            }
            Some(Deed::GoTo(area)) => {
                format!("{wish}, to {}", self.area(area))
            }
            _ => wish,
        };
        let reasons = folk.why_mind(who);
        let settled = |why: &Why| why.chosen.is_some_and(|(chosen, _)| chosen == node);
        let reasons = reasons.filter(|reasons| settled(&reasons.map));
        let reason = reasons.and_then(|reasons| self.root(&reasons.map));
        lines.add(
            &format!("{}: {what}", self.introduced(who)),
            &reason.unwrap_or_default(),
        );
    }

    /// What somebody says, when a mind lets them say it. The same to the same person is told once.
    pub(super) fn tell_of_talk(&mut self, command: &Command, lines: &mut Lines) {
        let Command::Start {
            action,
            who,
            what,
            channel: Channel::Voice,
            arguments,
            ..
        } = command
        else {
            return;
        };
        let Some(Value::Character(to)) = arguments.first().copied() else {
            return;
        };
        let mut all = Interaction::ALL.into_iter();
        let Some(said) = all.find(|i| townsfolk_core::ActionId::named(i.name()) == *what) else {
            return;
        };
        if action.mind().is_some() {
            let subject = arguments.iter().find_map(|argument| match argument {
                Value::Symbol(subject) => Some(*subject),
                _ => None,
            });
            let (name, other) = (self.introduced(*who), self.name(to));
            if self.said.insert(*who, (said, to)) == Some((said, to)) && !self.verbose {
                return;
            }
            let about = subject.map(|subject| self.symbol(subject));
            let about = about.map_or(String::new(), |subject| format!(" about {subject}"));
            lines.add(&format!("{name} {} {other}{about}", verb(said)), "");
        }
    }

    fn news(&self, folk: &Folk, news: News) -> String {
        match news {
            News::Fact { text, .. } => match folk.module().text(text) {
                Some(text) => format!("\"{text}\""),
                None => "something".into(),
            },
            News::WasAt {
                who,
                area,
                from,
                to,
            } => {
                let time = |moment: townsfolk_mind::Moment| moment.daytime().to_string();
                let area = self.area(area);
                let (who, from, to) = (self.name(who), time(from), time(to));
                match from == to {
                    true => format!("that {who} was in {area} at {from}"),
                    false => format!("that {who} was in {area} from {from} to {to}"),
                }
            }
            News::Did {
                who,
                interaction,
                to,
                at,
            } => {
                let (who, to) = (self.name(who), self.name(to));
                let at = at.daytime();
                format!("that at {at} {who} {} {to}", verb(interaction))
            }
        }
    }

    fn mind_fault(&self, fault: MindFault) -> String {
        match fault {
            MindFault::CannotWalk => "there is no action `walk_to`, so nobody can walk".into(),
            MindFault::NoSuchAction(action) => {
                let action = self.symbols.name(Category::Action, action.0);
                format!("there is no action `{action}`")
            }
            MindFault::NoSuchArea(area) => {
                let area = self.symbols.name(Category::Area, area.0);
                format!("nobody knows where {area} is")
            }
            MindFault::NoSuchProp(prop) => {
                let prop = self.symbols.name(Category::Prop, prop.0);
                format!("there is no location that goes by the name {prop}")
            }
        }
    }

    pub(super) fn role(&self, role: RoleId) -> String {
        self.symbols.name(Category::Role, role.0).replace('_', " ")
    }

    fn area(&self, area: AreaId) -> String {
        self.symbols.name(Category::Area, area.0).replace('_', " ")
    }

    fn symbol(&self, symbol: SymbolId) -> String {
        self.symbols
            .name(Category::Symbol, symbol.0)
            .replace('_', " ")
    }

    /// A node as its author calls it, without layer and kind.
    pub(super) fn node(&self, node: NodeId) -> String {
        let full = self.symbols.name(Category::Node, node.0);
        let own = without_layer(&full);
        let kinds = ["action ", "need ", "flag ", "test ", "feeling "];
        let bare = kinds.iter().find_map(|kind| own.strip_prefix(kind));
        bare.unwrap_or(own).replace('_', " ")
    }

    /// Where a link begins, with its kind and what it carries: `need hunger 0.7`.
    fn sources(&self, sources: &Sources, activation: Degree) -> String {
        let full = |node: &NodeId| self.symbols.name(Category::Node, node.0);
        let names = sources.nodes().iter().map(full);
        let names = names.map(|full| without_layer(&full).replace('_', " "));
        let names: Vec<String> = names.collect();
        let names = match sources {
            Sources::Any(_) => names.join(" or "),
            _ => names.join(" and "),
        };
        format!("{names} {}", short(activation))
    }

    /// The input that spoke loudest for what was chosen, through all concepts between.
    fn root(&self, why: &Why) -> Option<String> {
        let mut at = why.chosen?.0;
        let mut found = None;
        // Concepts may feed each other in a circle.
        for _ in 0..why.fed_by.len() {
            let into = why.fed_by.iter().filter(|fed| fed.wire.link.to == at);
            let Some(fed) = into.max_by_key(|fed| fed.amount) else {
                break;
            };
            let names = fed.wire.link.from.nodes().iter().map(|n| self.node(*n));
            let names: Vec<String> = names.collect();
            found = Some(format!("{} {}", names.join(" and "), short(fed.activation)));
            let [from] = fed.wire.link.from.nodes() else {
                break;
            };
            at = *from;
        }
        found
    }
}

/// Whether an action of a mind is one that needs a place and others, and not a mere pastime.
fn takes_others(folk: &Folk, node: NodeId) -> bool {
    let layers = folk.module().minds.layers.iter();
    let mut nodes = layers.flat_map(|layer| &layer.nodes);
    nodes.any(|known| {
        let NodeKind::Action { deed, .. } = known.kind else {
            return false;
        };
        let placed = matches!(
            deed,
            Deed::Satisfy(..) | Deed::UseKind(..) | Deed::UseProp(..) | Deed::PickUp(..)
        );
        known.id == node && placed
    })
}

/// A node's name without the layer it belongs to.
fn without_layer(full: &str) -> &str {
    full.rsplit('/').next().unwrap_or(full)
}

/// A degree to two places: `0.72`.
pub(super) fn short(degree: Degree) -> String {
    let hundredths = (i64::from(degree.0) * 100 + (1 << 15)) >> 16;
    Degree::percent(i32::try_from(hundredths).unwrap_or(0)).to_string()
}

/// How one speaks of what somebody does to another.
pub fn verb(interaction: Interaction) -> &'static str {
    match interaction {
        Interaction::Kiss => "kisses",
        Interaction::Flirt => "flirts with",
        Interaction::Joke => "jokes with",
        Interaction::Compliment => "compliments",
        Interaction::Chat => "chats with",
        Interaction::Insult => "insults",
        Interaction::Assault => "shouts at",
        Interaction::Nothing => "leaves alone",
    }
}

/// Why a mind wants what it wants, for people to read.
pub fn reasons(folk: &Folk, narrator: &Narrator, who: CharacterId) -> Vec<String> {
    let Some(reasons) = folk.why_mind(who) else {
        return vec![];
    };
    let mut lines = vec![];
    let name = narrator.name(who);
    let role = Narrator::held_role(folk, who).map(|role| narrator.role(role));
    lines.push(match role {
        Some(role) => format!("{name} is {role} at {}.", clock(folk.daytime())),
        None => format!("{name} is between two roles at {}.", clock(folk.daytime())),
    });
    let needs = reasons.needs.iter().map(|(need, level)| {
        let need = narrator.symbols.name(Category::Need, need.0);
        format!("{need} {}", short(*level))
    });
    let needs: Vec<String> = needs.collect();
    if !needs.is_empty() {
        lines.push(format!("Needs: {}.", needs.join(", ")));
    }
    lines.push(String::new());
    match reasons.map.chosen {
        Some((node, degree)) => {
            let doing = reasons.pursuit.as_ref().map(|p| p.action) == Some(node);
            let since = reasons.pursuit.as_ref().filter(|_| doing);
            let since = since.map(|p| format!(" since {}", clock(folk.daytime_at(p.since))));
            lines.push(format!(
                "{name} wants most to {} ({}){}:",
                narrator.node(node),
                short(degree),
                since.unwrap_or_default()
            ));
            links(narrator, &reasons.map.fed_by, &mut lines);
        }
        None => lines.push(format!("{name} wants nothing in particular.")),
    }
    if let Some((node, degree)) = reasons.map.runner_up {
        let node = narrator.node(node);
        lines.push(format!("The next would be {node} ({}):", short(degree)));
        match reasons.map.held_down_by.is_empty() {
            true => lines.push("  nothing holds it down".into()),
            false => links(narrator, &reasons.map.held_down_by, &mut lines),
        }
    }
    if let Some(holds) = &reasons.holds_on {
        lines.push(format!(
            "Another role is due since {}, but {name} is not ready to stop being {}:",
            holds.since.daytime(),
            narrator.role(holds.role)
        ));
        links(narrator, &holds.not_ready, &mut lines);
    }
    if let Some(company) = &reasons.company {
        let declared = townsfolk_core::ActionId::named(company.interaction.name());
        let but = match folk.module().action(declared) {
            Some(_) => String::new(),
            None => format!(", but there is no action `{}`", company.interaction.name()),
        };
        lines.push(format!(
            "Of company: {} for {} {}, next {} {}{but}.",
            company.interaction.name(),
            narrator.name(company.with),
            short(company.degree),
            company.next.0.name(),
            short(company.next.1)
        ));
    }
    lines
}

fn links(
    narrator: &Narrator,
    links: &[townsfolk_mind::map::Contribution],
    lines: &mut Vec<String>,
) {
    for link in links {
        let from = narrator.sources(&link.wire.link.from, link.activation);
        let to = narrator.node(link.wire.link.to);
        let passes = match link.passes() {
            true if link.amount < Degree::ZERO => format!("takes {}", short(negative(link.amount))),
            true => format!("adds {}", short(link.amount)),
            false => format!("is below {}", short(link.wire.link.threshold)),
        };
        let how = match link.wire.automatic {
            true => " (needs go before duties)",
            false => "",
        };
        lines.push(format!("  {from} -> {to}: {passes}{how}"));
    }
}

fn negative(degree: Degree) -> Degree {
    Degree::ZERO.minus(degree)
}
