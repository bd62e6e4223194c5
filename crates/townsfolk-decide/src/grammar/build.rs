//! Grammars put together in code: by the language, by a game, by tests.

use super::{
    ChoicePoint, Grammar, GrammarRule, GrammarSymbol, Node, RepeatPoint, Start, UNBOUNDED,
};
use townsfolk_core::SymbolId;

/// A body of a rule, before it is compiled.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// Nothing.
    Nothing,
    /// A rule of this name, or a terminal if there is no such rule.
    Word(String),
    /// A terminal, even if a rule has its name.
    Terminal(String),
    /// Parts in order.
    Sequence(Vec<Body>),
    /// Alternatives, each with its weight in thousandths.
    Choice(Vec<(i64, Body)>),
    /// A part that is repeated.
    Repeat {
        /// The part.
        of: Box<Body>,
        /// Least number of times.
        min: u16,
        /// Greatest number of times, if there is one.
        max: Option<u16>,
        /// The chance of another time, in thousandths.
        chance: i64,
    },
}

impl Body {
    /// A rule or terminal.
    pub fn word(name: &str) -> Body {
        Body::Word(name.to_string())
    }

    /// Zero or more times, each further time with a chance in thousandths.
    pub fn any(self, chance: i64) -> Body {
        self.times(0, None, chance)
    }

    /// One or more times, each further time with a chance in thousandths.
    pub fn some(self, chance: i64) -> Body {
        self.times(1, None, chance)
    }

    /// Within bounds.
    pub fn times(self, min: u16, max: Option<u16>, chance: i64) -> Body {
        Body::Repeat {
            of: Box::new(self),
            min,
            max,
            chance,
        }
    }
}

/// Parts in order, by name.
pub fn sequence(parts: impl IntoIterator<Item = Body>) -> Body {
    Body::Sequence(parts.into_iter().collect())
}

/// Alternatives by name, each with its weight in thousandths.
pub fn choice<'a>(parts: impl IntoIterator<Item = (i64, &'a str)>) -> Body {
    let parts = parts.into_iter();
    Body::Choice(
        parts
            .map(|(weight, name)| (weight, Body::word(name)))
            .collect(),
    )
}

/// A fault that keeps a grammar from being compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// No rule is a start.
    NoStart,
    /// A start names a rule that there is not.
    UnknownRule(String),
    /// Two rules have one name.
    Twice(String),
    /// A weight or chance in this rule is negative, or too large.
    BadWeight(String),
    /// All weights of a choice in this rule are zero, or those of all starts.
    AllZero(String),
    /// No sentence of this rule ends.
    NeverEnds(String),
    /// More nodes, rules, choices or symbols than a grammar can have.
    TooLarge,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::NoStart => write!(f, "no rule is a start"),
            Fault::UnknownRule(name) => write!(f, "there is no rule `{name}`"),
            Fault::Twice(name) => write!(f, "two rules are named `{name}`"),
            Fault::BadWeight(name) => write!(f, "a weight or chance in `{name}` is out of range"),
            Fault::AllZero(name) => write!(f, "all weights of a choice in `{name}` are zero"),
            Fault::NeverEnds(name) => write!(f, "no sentence of `{name}` ends"),
            Fault::TooLarge => write!(f, "the grammar is too large"),
        }
    }
}

/// The greatest weight, in thousandths.
pub const WEIGHT_MAX: i64 = 1_000_000;

/// Rules on their way to a grammar.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    endless: bool,
    rules: Vec<(String, Body)>,
    starts: Vec<(String, i64)>,
    grammar: Grammar,
    terminals: Vec<String>,
}

impl Builder {
    /// A grammar without rules.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Sentences need not end.
    pub fn endless(mut self) -> Builder {
        self.endless = true;
        self
    }

    /// Adds a rule.
    pub fn rule(mut self, name: &str, body: Body) -> Builder {
        self.rules.push((name.to_string(), body));
        self
    }

    /// Adds a rule with which a sentence may start.
    pub fn start(mut self, name: &str, body: Body) -> Builder {
        self.starts.push((name.to_string(), 1000));
        self.rule(name, body)
    }

    /// Lets sentences start with a rule that is added elsewhere, with a weight in thousandths.
    pub fn start_with(mut self, name: &str, weight: i64) -> Builder {
        self.starts.push((name.to_string(), weight));
        self
    }

    /// The names of the terminals, in the order of [`Grammar::symbols`] after [`build`](Builder::build).
    pub fn terminals(&self) -> &[String] {
        &self.terminals
    }

    /// Compiles without looking whether sentences end.
    pub fn compile(&mut self) -> Result<Grammar, Fault> {
        self.grammar = Grammar {
            endless: self.endless,
            ..Grammar::default()
        };
        self.terminals.clear();
        let rules = std::mem::take(&mut self.rules);
        for (at, (name, _)) in rules.iter().enumerate() {
            if rules.iter().take(at).any(|(other, _)| other == name) {
                return Err(Fault::Twice(name.clone()));
            }
            let name = SymbolId::named(name);
            self.grammar.rules.push(GrammarRule { name, body: 0 });
        }
        for (at, (name, body)) in rules.iter().enumerate() {
            let at16 = u16::try_from(at).map_err(|_| Fault::TooLarge)?;
            let body = self.node(at16, name, body, &rules)?;
            if let Some(rule) = self.grammar.rules.get_mut(at) {
                rule.body = body;
            }
        }
        self.add_starts(&rules)?;
        self.rules = rules;
        let symbols = self.terminals.iter().map(|name| SymbolId::named(name));
        self.grammar.symbols = symbols.map(GrammarSymbol::plain).collect();
        Ok(std::mem::take(&mut self.grammar))
    }

    /// Compiles, and refuses a grammar with a fault.
    pub fn build(mut self) -> Result<Grammar, Fault> {
        let grammar = self.compile()?;
        let name = |rule: u16| {
            self.rules
                .get(usize::from(rule))
                .map(|(name, _)| name.clone())
        };
        match super::ending::rule_that_never_ends(&grammar) {
            Some(rule) if !self.endless => Err(Fault::NeverEnds(name(rule).unwrap_or_default())),
            _ => Ok(grammar),
        }
    }

    fn add_starts(&mut self, rules: &[(String, Body)]) -> Result<(), Fault> {
        for (name, weight) in &self.starts {
            let rule = rules.iter().position(|(other, _)| other == name);
            let rule = rule.ok_or_else(|| Fault::UnknownRule(name.clone()))?;
            self.grammar.starts.push(Start {
                rule: u16::try_from(rule).map_err(|_| Fault::TooLarge)?,
                weight: weight_of(*weight, name)?,
            });
        }
        match self.starts.first() {
            None => Err(Fault::NoStart),
            Some((name, _)) if self.grammar.starts.iter().all(|start| start.weight == 0) => {
                Err(Fault::AllZero(name.clone()))
            }
            _ => Ok(()),
        }
    }

    fn node(
        &mut self,
        rule: u16,
        of: &str,
        body: &Body,
        rules: &[(String, Body)],
    ) -> Result<u32, Fault> {
        let node = match body {
            Body::Nothing => Node::Empty,
            Body::Terminal(name) => self.terminal(name)?,
            Body::Word(name) => match rules.iter().position(|(other, _)| other == name) {
                Some(rule) => Node::Rule(u16::try_from(rule).map_err(|_| Fault::TooLarge)?),
                None => self.terminal(name)?,
            },
            Body::Sequence(parts) => {
                let kids = self.nodes(rule, of, parts.iter(), rules)?;
                let (first, count) = self.add_kids(&kids)?;
                Node::Sequence { first, count }
            }
            Body::Choice(parts) => self.choice(rule, of, parts, rules)?,
            Body::Repeat {
                of: part,
                min,
                max,
                chance,
            } => {
                if !(0..=1000).contains(chance) || max.is_some_and(|max| max < *min) {
                    return Err(Fault::BadWeight(of.to_string()));
                }
                let kid = self.node(rule, of, part, rules)?;
                let repeat =
                    u16::try_from(self.grammar.repeats.len()).map_err(|_| Fault::TooLarge)?;
                let chance = *chance as u32;
                self.grammar.repeats.push(RepeatPoint { rule, chance });
                let max = max.map_or(UNBOUNDED, |max| max.min(UNBOUNDED - 1));
                Node::Repeat {
                    repeat,
                    kid,
                    min: *min,
                    max,
                }
            }
        };
        let index = u32::try_from(self.grammar.nodes.len()).map_err(|_| Fault::TooLarge)?;
        self.grammar.nodes.push(node);
        Ok(index)
    }

    fn nodes<'b>(
        &mut self,
        rule: u16,
        of: &str,
        parts: impl Iterator<Item = &'b Body>,
        rules: &[(String, Body)],
    ) -> Result<Vec<u32>, Fault> {
        parts.map(|part| self.node(rule, of, part, rules)).collect()
    }

    fn choice(
        &mut self,
        rule: u16,
        of: &str,
        parts: &[(i64, Body)],
        rules: &[(String, Body)],
    ) -> Result<Node, Fault> {
        let weights: Result<Vec<u32>, Fault> = parts
            .iter()
            .map(|(weight, _)| weight_of(*weight, of))
            .collect();
        let weights = weights?;
        if weights.iter().all(|weight| *weight == 0) {
            return Err(Fault::AllZero(of.to_string()));
        }
        // The place is taken first, so that choices are numbered as a reader meets them.
        let choice = u16::try_from(self.grammar.choices.len()).map_err(|_| Fault::TooLarge)?;
        let at = u32::try_from(self.grammar.alternatives.len()).map_err(|_| Fault::TooLarge)?;
        let count = u16::try_from(parts.len()).map_err(|_| Fault::TooLarge)?;
        self.grammar.choices.push(ChoicePoint {
            rule,
            first: at,
            count,
        });
        self.grammar.alternatives.extend(weights);
        let kids = self.nodes(rule, of, parts.iter().map(|(_, part)| part), rules)?;
        let (first, count) = self.add_kids(&kids)?;
        Ok(Node::Choice {
            choice,
            first,
            count,
            weights: at,
        })
    }

    fn add_kids(&mut self, kids: &[u32]) -> Result<(u32, u16), Fault> {
        let first = u32::try_from(self.grammar.kids.len()).map_err(|_| Fault::TooLarge)?;
        self.grammar.kids.extend_from_slice(kids);
        let count = u16::try_from(kids.len()).map_err(|_| Fault::TooLarge)?;
        Ok((first, count))
    }

    fn terminal(&mut self, name: &str) -> Result<Node, Fault> {
        let known = self.terminals.iter().position(|other| other == name);
        let at = known.unwrap_or(self.terminals.len());
        if known.is_none() {
            self.terminals.push(name.to_string());
        }
        u16::try_from(at)
            .map(Node::Terminal)
            .map_err(|_| Fault::TooLarge)
    }
}

fn weight_of(weight: i64, rule: &str) -> Result<u32, Fault> {
    match weight {
        0..=WEIGHT_MAX => Ok(weight as u32),
        _ => Err(Fault::BadWeight(rule.to_string())),
    }
}

/// The grammar of a finite state machine: one rule for each state, whose alternatives are its
/// transitions, and nothing where it accepts. Weights are in thousandths.
pub fn from_fsm(
    start: &str,
    transitions: &[(&str, &str, &str, i64)],
    accepting: &[(&str, i64)],
) -> Result<Grammar, Fault> {
    let mut states: Vec<&str> = vec![start];
    let named = transitions.iter().flat_map(|(from, _, to, _)| [*from, *to]);
    for state in named.chain(accepting.iter().map(|(state, _)| *state)) {
        if !states.contains(&state) {
            states.push(state);
        }
    }
    let mut builder = Builder::new().start_with(start, 1000);
    for state in states {
        let leaving = transitions.iter().filter(|(from, ..)| *from == state);
        let mut body: Vec<(i64, Body)> = leaving
            .map(|(_, symbol, to, weight)| {
                let symbol = Body::Terminal((*symbol).to_string());
                (*weight, sequence([symbol, Body::word(to)]))
            })
            .collect();
        let accepts = accepting.iter().filter(|(other, _)| *other == state);
        body.extend(accepts.map(|(_, weight)| (*weight, Body::Nothing)));
        builder = builder.rule(state, Body::Choice(body));
    }
    builder.build()
}
