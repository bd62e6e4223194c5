//! Random programs as text: every form of the grammar, with random white space and comments.
//!
//! Use it from any test with `#[path = "…/support/generate.rs"] mod generate;`. A program is made
//! from a list of bytes, its choices; a shorter list or smaller bytes give a simpler program, so
//! that `proptest` shrinks it well. Programs parse without problems; names are not resolved.

use proptest::prelude::*;

/// Programs with white space and comments anywhere.
pub(crate) fn programs() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<u8>(), 0..900).prop_map(|bytes| program(&bytes))
}

/// Programs in which some words are missing, doubled or swapped. Many do not parse.
#[allow(dead_code)]
pub(crate) fn shaken_programs() -> impl Strategy<Value = String> {
    let bytes = proptest::collection::vec(any::<u8>(), 0..120);
    let shakes = proptest::collection::vec((any::<u16>(), any::<u8>()), 1..6);
    (bytes, shakes).prop_map(|(bytes, shakes)| shake(&program(&bytes), &shakes))
}

/// Words that mean something in some places and are names in others.
const SMALL_WORDS: &[&str] = &[
    "for",
    "before",
    "after",
    "up",
    "to",
    "s",
    "m",
    "people",
    "seed",
    "scene",
    "tell",
    "first",
    "any",
    "takes",
    "may",
    "joins",
    "player",
    "knows",
    "emits",
    "tags",
    "slots",
    "failure",
    "stop",
    "at",
    "need",
    "person",
    "drives",
    "by",
    "set",
    "step",
    "branch",
    "resumes",
    "go",
    "or",
    "if",
    "as",
    "of",
    "from",
    "start",
    "keep",
    "near",
    "weights",
    "subset",
    "priority",
    "among",
    "score",
    "unless",
    "rated",
    "tether",
    "cost",
    "makes",
    "needs",
    "otherwise",
    "wait",
    "jitter",
    "sense",
    "notice",
    "bind",
    "share",
    "want",
    "achieve",
    "know",
    "known",
    "situation",
    "until",
    "within",
    "thinks",
    "endless",
    "passive",
    "class",
];

fn shake(text: &str, shakes: &[(u16, u8)]) -> String {
    let tokens = townsfolk_lang::syntax::lex(text);
    let slices = tokens
        .iter()
        .map(|t| &text[t.start as usize..t.end as usize]);
    let mut words: Vec<&str> = slices.collect();
    for (at, kind) in shakes {
        if words.len() < 2 {
            break;
        }
        let at = usize::from(*at) % (words.len() - 1);
        match kind % 4 {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, words[at]),
            2 => words.swap(at, at + 1),
            _ if words[at].starts_with(char::is_lowercase) => {
                words[at] = SMALL_WORDS[usize::from(kind / 4) % SMALL_WORDS.len()];
            }
            _ => {}
        }
    }
    words.concat()
}

/// The program that a list of choices stands for.
pub(crate) fn program(bytes: &[u8]) -> String {
    let mut writer = Writer {
        bytes,
        at: 0,
        words: vec![],
    };
    while writer.at < bytes.len() {
        writer.declaration();
    }
    writer.text()
}

struct Writer<'b> {
    bytes: &'b [u8],
    at: usize,
    words: Vec<String>,
}

const NAMES: &[&str] = &[
    "seat",
    "elder",
    "talk",
    "été",
    "a_b",
    "left",
    "x1",
    "standing",
    "waiter_of_the_long_name",
];
const VARIABLES: &[&str] = &["X", "Place", "_Other", "Émile", "Guest2"];
const SPACES: &[&str] = &[
    " ",
    " ",
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n  ",
    "\t",
    "\r\n",
    "\n\n",
    " \n \n\n\n ",
];
const COMMENTS: &[&str] = &[
    "# why",
    "#tight",
    "#",
    "# \"quoted",
    "# rule x when y",
    "#  two  spaces ",
    "# été # again",
];

impl Writer<'_> {
    // Choices.

    fn choice(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % count
    }

    fn maybe(&mut self) -> bool {
        self.choice(2) == 1
    }

    fn pick<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.choice(list.len())]
    }

    // Words.

    fn put(&mut self, words: &str) {
        self.words.extend(words.split(' ').map(str::to_string));
    }

    fn name(&mut self) {
        let name = self.pick(NAMES);
        self.put(name);
    }

    fn variable(&mut self) {
        let variable = self.pick(VARIABLES);
        self.put(variable);
    }

    fn list(&mut self, most: usize, item: impl Fn(&mut Self)) {
        item(self);
        for _ in 0..self.choice(most) {
            self.put(",");
            item(self);
        }
    }

    /// Puts white space and comments between the words.
    fn text(mut self) -> String {
        let words = std::mem::take(&mut self.words);
        // The choices are used up; they serve once more for the spaces.
        self.at = 0;
        let calm = self.maybe();
        let mut text = String::new();
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                self.space(&mut text, calm, &words[at - 1], word);
            }
            text.push_str(word);
            if self.at >= self.bytes.len() {
                self.at = 1;
            }
        }
        if self.maybe() {
            text.push_str("\n# the end");
        }
        text
    }

    fn space(&mut self, text: &mut String, calm: bool, before: &str, after: &str) {
        let tight = [before, after]
            .iter()
            .any(|word| ["(", ")", ","].contains(word));
        match self.choice(if calm { 60 } else { 12 }) {
            1 if tight => {}
            2 => {
                let comment = self.pick(COMMENTS);
                let lead = self.pick(&[" ", "\n", "\n\n  ", ""]);
                let end = self.pick(&["\n", "\n\n", "\r\n", "\r"]);
                text.push_str(lead);
                text.push_str(comment);
                text.push_str(end);
            }
            _ => {
                let space = self.pick(SPACES);
                text.push_str(space);
            }
        }
    }

    // Values.

    fn number(&mut self) {
        let number = self.pick(&["3", "0.5", "30 %", "2 s", "1.5 min", "8 m", "200 ms", "1 h"]);
        self.put(number);
    }

    fn range(&mut self) {
        let range = self.pick(&[
            "2 .. 3 s",
            "5 min",
            "0 .. 2",
            "$Stay",
            "1 .. $Most",
            "1 s .. 1 min",
        ]);
        self.put(range);
    }

    fn expression(&mut self, depth: usize) {
        match self.choice(if depth > 2 { 6 } else { 12 }) {
            0 => self.variable(),
            1 => self.name(),
            2 => self.put("_"),
            3 => self.number(),
            4 => {
                let word = self.pick(&[".me", ".now", "$Seat", "18:30", "\"a#(\\\"b\"", "\"\""]);
                self.put(word);
            }
            5 => self.put(".minute"),
            6 | 7 => self.call(depth),
            8 => {
                self.put("- ");
                self.words.pop();
                self.expression(depth + 1);
            }
            9 => {
                self.put("(");
                self.expression(depth + 1);
                self.put(")");
            }
            _ => {
                self.expression(depth + 1);
                let operator = self.pick(&["+", "-", "*", "/"]);
                self.put(operator);
                self.expression(depth + 1);
            }
        }
    }

    fn call(&mut self, depth: usize) {
        match self.choice(4) {
            0 => self.put(".sees"),
            1 => self.put("$Sit"),
            _ => self.name(),
        }
        self.put("(");
        if self.maybe() {
            self.list(3, |w| w.expression(depth + 1));
            if self.choice(8) == 7 {
                self.put(",");
            }
        }
        self.put(")");
    }

    fn literals(&mut self) {
        self.list(5, |w| {
            if w.choice(4) == 3 {
                w.put("not");
            }
            match w.choice(3) {
                0 => w.call(1),
                1 => w.expression(1),
                _ => {
                    w.expression(1);
                    let comparison = w.pick(&["=", "!=", "<", "<=", ">", ">="]);
                    w.put(comparison);
                    w.expression(1);
                }
            }
        });
    }

    fn facts(&mut self) {
        self.list(4, |w| w.call(1));
    }

    fn kinds(&mut self) {
        if self.maybe() {
            self.put("(");
            self.list(3, |w| {
                let kind = w.pick(&["prop", "character", "number", "thing", "elder"]);
                w.put(kind);
            });
            self.put(")");
        }
    }

    // Declarations.

    fn declaration(&mut self) {
        match self.choice(21) {
            0 => {
                let word = self.pick(&["role", "proxy"]);
                self.put(word);
                self.name();
                self.parents();
                if self.choice(3) == 2 {
                    self.put("thinks with");
                    self.list(3, Self::name);
                }
            }
            1 => self.prop(),
            2 => {
                self.put("symbols");
                self.name();
                self.put(":");
                self.list(5, Self::name);
            }
            3 => self.action(),
            4 => self.host(),
            5 => {
                self.put("id action");
                self.name();
                self.put("12");
            }
            6 => self.location(),
            7 => self.test(),
            8 => self.mind(),
            9 => self.attribute(),
            10 => self.course(),
            11 => self.facet(),
            12 => self.knowledge(),
            14 => self.rules(),
            15 => self.referents(),
            16 => self.daily_life(),
            17 => self.plan_for_a_goal(),
            18 => self.grammar(),
            19 => self.snippets(),
            20 => self.senses(),
            _ => self.script(),
        }
    }

    // Minds.

    /// A word that opens a declaration only at the beginning of a line, with its name.
    fn opener(&mut self, word: &str) {
        let name = self.pick(NAMES);
        self.words.push(format!("\n{word} {name}"));
    }

    fn mind(&mut self) {
        match self.choice(6) {
            0 => {
                self.opener("area");
                if self.maybe() {
                    self.put("in");
                    self.name();
                }
            }
            1 => self.need(),
            2 => self.layer(),
            3 => self.schedule(),
            4 => {
                self.opener("area");
                self.opener("persona");
                self.put("neurotic 0.3 , extrovert 80 %");
            }
            _ => self.person(),
        }
    }

    fn need(&mut self) {
        self.opener("need");
        for _ in 0..self.choice(5) {
            let part = self.pick(&[
                "rises 0 to 1 in 6 h",
                "rises by itself , 0 , 0.2 at 2 h , 1 at 6 h",
                "falls by itself",
                "falls 1 , 0.5 at 10 min , 0.2 at 20 min , 0.1 at 30 min , 0.05 at 40 min , 0 at 50 min",
                "stays",
                "starts anywhere",
                "starts at 0.3",
                "excited by seat 0.8 within 20 m",
                "calmed by talk 0.2",
            ]);
            self.put(part);
        }
    }

    fn layer(&mut self) {
        self.opener("layer");
        for _ in 0..self.choice(9) {
            match self.choice(10) {
                0 => {
                    self.put("needs");
                    self.list(6, Self::name);
                }
                1 => {
                    self.put("concept");
                    self.list(6, Self::name);
                }
                2 => {
                    self.put("flag");
                    self.name();
                    if self.maybe() {
                        self.put("on");
                    }
                }
                3 => {
                    self.put("test");
                    self.name();
                    self.put(":");
                    let test = self.pick(&[
                        "carries seat",
                        "free seat",
                        "present elder",
                        "not in left",
                        "elder waits at seat",
                        ".raining",
                    ]);
                    self.put(test);
                }
                4 => self.layer_action(),
                5 => {
                    let part = self.pick(&[
                        "ignores seat",
                        "ignores seat below 0.9",
                        "ignores seat below 90 % in action talk",
                        "inhibited by needs 0.3",
                        "inhibited by needs 0.3 gated",
                        "inhibited by needs 0.1 always",
                    ]);
                    self.put(part);
                }
                _ => self.link(),
            }
        }
    }

    fn layer_action(&mut self) {
        self.put("action");
        self.name();
        self.put(":");
        let deed = self.pick(&[
            "do talk",
            "satisfy seat by company",
            "use my seat as elder",
            "use seat as elder by company",
            "take seat",
            "go to left",
            "go to work",
            "mingle",
            "mingle here",
        ]);
        self.put(deed);
        for _ in 0..self.choice(3) {
            let option = self.pick(&[
                ", begun sets seat",
                ", done clears flag seat",
                ", done sets seat with prop",
                ", at test seat",
            ]);
            self.put(option);
        }
    }

    fn link(&mut self) {
        let sources = self.pick(&["", "all of", "any of"]);
        if !sources.is_empty() {
            self.put(sources);
        }
        let node = |w: &mut Self| {
            let kind = w.pick(&["", "", "concept", "flag", "test", "action"]);
            if !kind.is_empty() {
                w.put(kind);
            }
            w.name();
        };
        self.list(5, node);
        let verb = self.pick(&["drives", "drive", "inhibits", "inhibit"]);
        self.put(verb);
        self.list(5, node);
        let weight = self.pick(&["", "by 0.5", "by 50 %", "usually", "always", "by a_little"]);
        if !weight.is_empty() {
            self.put(weight);
        }
        if self.maybe() {
            self.put("above 0.6");
        }
    }

    fn schedule(&mut self) {
        self.opener("schedule");
        if self.choice(4) == 3 {
            self.put("counts 100 from 4:00");
        }
        for _ in 0..self.choice(4) {
            let period = self.pick(&["8:00 .. 17:00", "22:00 .. 6:00", "1 .. 40"]);
            self.put(period);
            self.put("at left as elder");
            if self.maybe() {
                self.put("waits up to 30 min");
                if self.maybe() {
                    self.put(", urgent from 20 min leaving at 0.7");
                }
            }
        }
    }

    fn person(&mut self) {
        // A trailing comma before it would make it one of the people of a list.
        self.opener("area");
        self.opener("person");
        for _ in 0..self.choice(7) {
            let part = self.pick(&[
                "is elder , talk",
                "has .mood = busy , not .ring",
                "mind seat travels with left",
                "mind seat",
                "follows standing",
                "persona neurotic 0.7 , extrovert 0.85",
                "persona standing",
                "mood valence 0.5 , arousal 0.5",
                "attractive 1",
                "talks of seat , talk",
                "knows about elder \"Text.\"",
                "feels for elder like 0.8 , intimacy 0.4 , interest 0.1 , dominance 0.2 , attraction 0.4",
                "remembers 64 events , 48 sightings",
                "gossips chance 0.5 , hops 6",
            ]);
            self.put(part);
        }
    }

    fn parents(&mut self) {
        if self.maybe() {
            self.put("is");
            self.list(3, Self::name);
        }
    }

    fn prop(&mut self) {
        self.put("prop");
        self.name();
        self.parents();
        if self.maybe() {
            self.put("slots 2");
        }
        if self.maybe() {
            self.put("approach");
            self.list(3, Self::name);
        }
    }

    fn action(&mut self) {
        self.put("action");
        self.name();
        self.kinds();
        if self.maybe() {
            self.put("with");
            self.list(3, |w| {
                w.name();
                w.put(": number");
                if w.maybe() {
                    w.put("=");
                    w.expression(2);
                }
            });
            if self.choice(4) == 3 {
                self.put(",");
            }
        }
        for at in 0..self.choice(4) {
            if at > 0 && self.choice(4) != 3 {
                self.put(",");
            }
            match self.choice(5) {
                0 => {
                    self.put("takes");
                    self.range();
                }
                1 => self.put("may fail"),
                2 => self.put("uses voice"),
                3 => self.put("pose sitting"),
                _ => self.put("cannot be stopped"),
            }
        }
    }

    fn host(&mut self) {
        let word = self.pick(&["property", "function", "predicate"]);
        self.put(word);
        self.name();
        self.kinds();
        if self.maybe() {
            self.put(": number");
        }
        if self.maybe() {
            self.put("every 0.5 s");
        }
    }

    fn attribute(&mut self) {
        self.opener("attribute");
        self.kinds();
        let kind = self.pick(&[
            "",
            ": number",
            ": number 0 .. 100 = 100",
            ": number -5 .. 5.5 = -1",
            ": symbol idle , busy , at_work = busy",
            ": symbol",
            ": text = \"a\"",
        ]);
        if !kind.is_empty() {
            self.put(kind);
        }
        if self.maybe() {
            self.put("set by host");
        }
    }

    /// Each line of a facet begins a line: the word before it may be a symbol.
    fn facet(&mut self) {
        self.opener("facet");
        let head = self.pick(&[
            "( character ) : symbol black , brown",
            "( elder ) : symbol",
            "( area ) : number 1 .. 99 = 3",
            "( character ) : area set by host",
        ]);
        self.put(head);
        for _ in 0..self.choice(6) {
            let part = self.pick(&[
                "\nevidence 1 , implanted 0.2 , told 8% , fades 0.25%",
                "\ntold 0.5",
                "\nrecalled 0.85 within 0.5 .. 0.95",
                "\nseen always",
                "\nseen at work",
                "\nseen while .ring",
                "\ncommon black 40% , brown 60% / 30%",
                "\ninherited 75%",
                "\nmistaken black : brown 80% , black 5%",
                "\nmistaken for another",
                "\nmistaken for a number within 3",
                "\nmistaken never",
            ]);
            self.words.push(part.to_string());
        }
    }

    fn knowledge(&mut self) {
        self.words.push("\nknowledge talktown".to_string());
        for _ in 0..self.choice(5) {
            let part = self.pick(&[
                "observation 20",
                "keeps 95% a day",
                "recalls everything",
                "eyes win never",
                "overhears 5%",
                "lies 2% .. 20%",
                "topics up to 8",
                "implants chapter",
            ]);
            self.put(part);
        }
    }

    fn senses(&mut self) {
        match self.choice(6) {
            0 => {
                self.opener("stimulus");
                self.put("reach 2.5 m , loud 35 % , gives away , soft , silent");
                let source = self.pick(&[
                    "from steps at 5 m per s , every 0.4 s , power 1.5",
                    "from breath every 1 s",
                    "by talk",
                    "by talk at me",
                    ", told",
                ]);
                self.put(source);
            }
            1 => {
                self.opener("senses");
                for _ in 0..self.choice(6) {
                    let part = self.pick(&[
                        "hears asleep 0.8 , seat of elder 2",
                        "hears at most 60 m",
                        "deaf to seat , talk of elder",
                        "sees 12 m , wide 100 deg , spread 3 m , takes 0.8 s",
                        "takes 1 s , 0.3 s in combat",
                        "answers on hard agitate 0.1 , react 0.25",
                        "infers causes",
                        "falls 1 to 0 in 4 s",
                        "startles at 1",
                        "loses after 3 s",
                    ]);
                    self.put(part);
                }
            }
            2 => {
                self.opener("motions");
                for _ in 0..self.choice(3) {
                    self.put("motion");
                    self.name();
                    let options = self.pick(&[
                        "2 m ahead , 0.5 m left , turned 40 deg right , takes 0.7 s , far",
                        "turned 180 deg left , takes 0.5 s",
                    ]);
                    self.put(options);
                }
            }
            3 => self.skills(),
            4 => {
                self.opener("query");
                self.put("from cover or open within 25 m , even without a shot");
                for _ in 0..self.choice(3) {
                    self.put("rate");
                    self.list(3, |w| {
                        let criterion = w.pick(&[
                            "available",
                            "close_in 15 m",
                            "distance 3 m : 0 , 5 m : 1 power 2",
                            "flank_angle -40 deg : 0 , 60 deg : 1",
                        ]);
                        w.put(criterion);
                    });
                }
            }
            _ => {
                self.opener("token");
                let options = self.pick(&["holds 1 , best , rests 0.5 s", "holds 2 , first come"]);
                self.put(options);
            }
        }
    }

    /// A skill and its settings stand on one line.
    fn skills(&mut self) {
        self.opener("skills");
        self.put("until done , senses seat , squad left , hunts elder , talk");
        for _ in 0..self.choice(6) {
            let part = self.pick(&[
                "\nbark spotted \"There!\", \"You!\"",
                "\nevery skill pace 2 m per s",
                "\nchase pace 4 m per s, with talk, reorients 4..8 s",
                "\nwander random, in left",
                "\nsleep",
            ]);
            self.words.push(part.to_string());
            let begins_skill = !part.contains("bark") && !part.contains("every");
            if begins_skill && self.maybe() {
                self.put("when");
                self.literals();
            }
            if begins_skill && self.maybe() {
                self.act();
            }
        }
    }

    fn course(&mut self) {
        self.opener("course");
        if self.maybe() {
            self.put("( Door : prop , Other : character )");
        }
        for _ in 0..self.choice(6) {
            match self.choice(8) {
                0 => {
                    self.put("branch");
                    self.name();
                }
                1 => self.put("otherwise"),
                2 => self.put("resumes"),
                _ => self.course_step(),
            }
        }
    }

    fn course_step(&mut self) {
        self.put("step");
        self.list(3, |w| match w.maybe() {
            true => w.act(),
            false => w.writes(""),
        });
        match self.choice(4) {
            0 => {
                self.put("on failure goto");
                self.name();
            }
            1 => self.put("on failure go on"),
            _ => {}
        }
    }

    /// `set` and what it changes. The word is a keyword only with the attribute on its line.
    fn writes(&mut self, moment: &str) {
        if !moment.is_empty() {
            self.put(moment);
        }
        let first = self.pick(&["set .mood", "set not .mood"]);
        self.words.push(first.to_string());
        for _ in 0..self.choice(3) {
            if self.maybe() {
                self.put("( .me )");
            }
            let value = self.pick(&["", "= busy", "= 3 + X", "= random ( 1 , 2 )"]);
            if !value.is_empty() {
                self.put(value);
            }
            let next = self.pick(&[", .hit_points", ", not .selected"]);
            self.put(next);
        }
    }

    fn location(&mut self) {
        self.put("location");
        self.name();
        for _ in 0..self.choice(6) {
            match self.choice(7) {
                0 => self.put("prop left : chair at 0.6 m , 0 m"),
                5 => self.put("open 8:00 .. 18:00"),
                6 => self.put("serves seat as elder"),
                1 => {
                    self.put("knows");
                    self.facts();
                }
                2 => {
                    self.put("tags");
                    self.list(3, Self::name);
                }
                3 => self.put("prefers talk 3 , nap"),
                _ => self.emits(),
            }
        }
    }

    fn emits(&mut self) {
        self.put("emits");
        match self.choice(3) {
            0 => self.put("script within 8 m , every 2 s , rests per character 2 min"),
            1 => self.put("spawn elder 1 at door , then withdraw , extras"),
            _ => self
                .put("player within 3 m , icon talk , from 8:00 to 22:00 , at most 2 within 5 m"),
        }
    }

    // Scripts.

    fn script(&mut self) {
        if self.choice(4) == 3 {
            self.put("template");
            self.name();
            self.put("( Seat : role , Stay : duration = 3 min )");
        } else {
            self.put("script");
            self.name();
            if self.choice(4) == 3 {
                self.put("based on");
                self.name();
                self.put("( Seat = elder , Stay = 20 min )");
            }
        }
        for _ in 0..self.choice(12) {
            self.script_item();
        }
    }

    fn script_item(&mut self) {
        match self.choice(14) {
            0 => self.cast(),
            1 | 2 => {
                let word = self.pick(&["fact", "claim"]);
                self.put(word);
                self.name();
                self.kinds();
                match self.choice(6) {
                    3 => self.put("for 10 s"),
                    4 => self.put("told"),
                    5 => self.put("told, for 10 s"),
                    _ => {}
                }
            }
            3 => self.define(),
            4..=7 => self.state(),
            8 => self.rule(),
            9 => {
                self.put("drop rule");
                self.name();
            }
            10 => self.hold(),
            11 | 12 => self.property(),
            _ => self.test(),
        }
    }

    fn cast(&mut self) {
        self.put("cast");
        for _ in 0..self.choice(4) {
            if self.choice(4) == 3 {
                self.put("$Seat");
            } else {
                self.name();
            }
            self.range();
            if self.maybe() {
                self.list(4, |w| {
                    let flag = w.pick(&[
                        "joins as wish",
                        "joins late",
                        "away up to 3 min",
                        "vacant up to 2 min",
                        "on leaving walk ( X )",
                        "player",
                        "starts in seated",
                    ]);
                    w.put(flag);
                });
            }
        }
    }

    fn define(&mut self) {
        self.put("define");
        self.name();
        if self.maybe() {
            self.put("(");
            self.list(3, Self::variable);
            self.put(")");
        }
        self.put("when");
        self.literals();
    }

    fn state(&mut self) {
        if self.choice(4) == 3 {
            self.put("every state");
        } else {
            self.put("state");
            self.name();
        }
        for _ in 0..self.choice(5) {
            if self.choice(6) == 5 {
                self.put("drop rule");
                self.name();
            } else {
                self.rule();
            }
        }
    }

    fn rule(&mut self) {
        if self.choice(6) == 5 {
            self.put("override");
        }
        self.put("rule");
        self.name();
        let placed_first = self.maybe();
        if placed_first {
            self.placement();
        }
        if self.choice(3) == 2 {
            self.put("for");
            self.list(3, Self::name);
        }
        if !placed_first {
            self.placement();
        }
        for _ in 0..self.choice(9) {
            self.part();
        }
    }

    fn placement(&mut self) {
        if self.choice(5) == 4 {
            let word = self.pick(&["before", "after"]);
            self.put(word);
            self.name();
        }
    }

    fn part(&mut self) {
        match self.choice(15) {
            0 => {
                self.put("when");
                self.literals();
            }
            1 => {
                let words = self.pick(&["first", "any", "any X", "nearest X"]);
                self.put("choose");
                self.put(words);
            }
            2 => {
                self.put("choose most");
                self.expression(1);
            }
            3 => {
                self.put("do");
                self.name();
            }
            4 => self.act(),
            5 => self.put("together with Other"),
            6 => {
                self.put("while");
                self.literals();
            }
            7 | 8 => {
                let words = self.pick(&["add", "remove", "then add", "then remove"]);
                self.put(words);
                self.facts();
            }
            9 => {
                let when = self.pick(&["on failure", "on stop"]);
                let what = self.pick(&["add", "remove"]);
                self.put(when);
                self.put(what);
                self.facts();
            }
            10 => {
                self.put("goto");
                self.name();
            }
            11 => {
                let word = self.pick(&["leave", "end"]);
                self.put(word);
            }
            13 => {
                let moment = self.pick(&["", "then", "on failure", "on stop"]);
                self.writes(moment);
            }
            12 => {
                let word = self.pick(&["urgent", "once"]);
                self.put(word);
            }
            _ => {
                self.put("again after");
                self.range();
            }
        }
    }

    fn act(&mut self) {
        self.put("do");
        self.name();
        self.put("(");
        self.list(2, |w| w.expression(1));
        self.put(")");
        if self.maybe() {
            self.put("with");
            self.list(2, |w| {
                w.name();
                w.put("=");
                w.expression(2);
            });
        }
    }

    fn hold(&mut self) {
        self.put("hold");
        if self.maybe() {
            self.put("for");
            self.list(2, Self::name);
        }
        self.put("while");
        self.literals();
        if self.maybe() {
            self.put("up to 30 s");
        }
    }

    fn property(&mut self) {
        let word = self.pick(&["never", "always", "eventually"]);
        self.put(word);
        self.name();
        if word == "never" || self.maybe() {
            self.put("when");
            self.literals();
        }
        if word != "never" || self.maybe() {
            self.put("expect");
            self.literals();
        }
    }

    fn test(&mut self) {
        self.put("test");
        self.name();
        if self.choice(4) == 3 {
            self.put("of bench_chat");
        }
        for _ in 0..self.choice(7) {
            self.step();
        }
    }

    fn step(&mut self) {
        match self.choice(8) {
            0 => {
                self.put("given");
                self.facts();
            }
            1 => self.put("people ann elder , bob tourist"),
            2 => self.put("seed 3"),
            3 => self.put("ann does take_a_seat with Place = left , Other = bob"),
            4 => {
                self.put("expect");
                self.literals();
            }
            5 => {
                let step = self.pick(&[
                    "ann is out",
                    "ann is recalled for 2 min",
                    "ann arrives as tourist",
                    "prop left vanishes",
                    "bob fails",
                    ".raining holds",
                    ".raining no longer holds",
                    ".hunger ( ann ) is 7",
                    "distance ( ann , left ) is 2 m",
                ]);
                self.put(step);
            }
            6 => self.put("after 6 min"),
            _ => {
                let step = self.pick(&["scene ends", "scene goes on", "tell asked ( ann )"]);
                self.put(step);
            }
        }
    }

    // Ways to decide.

    /// `as duty` and other words behind the name of a decider.
    fn urgency(&mut self) {
        let word = self.pick(&["", "", "as duty", "as danger"]);
        if !word.is_empty() {
            self.put(word);
        }
    }

    fn condition(&mut self, word: &str) {
        self.put(word);
        self.literals();
    }

    fn rules(&mut self) {
        self.opener("rules");
        if self.choice(4) == 3 {
            self.put("of world");
        }
        self.urgency();
        for _ in 0..self.choice(6) {
            match self.choice(4) {
                0 => {
                    self.put("subset");
                    self.name();
                }
                _ => self.hot_rule(),
            }
        }
    }

    fn hot_rule(&mut self) {
        self.put("rule");
        self.name();
        let priority = self.pick(&["", "", "priority 2", "priority - 1.5"]);
        if !priority.is_empty() {
            self.put(priority);
        }
        for _ in 0..self.choice(4) {
            match self.choice(4) {
                0 => self.put("again after 20 .. 30 s"),
                1 => self.condition("when"),
                _ => self.alternatives(),
            }
        }
    }

    fn alternatives(&mut self) {
        self.put("do");
        for at in 0..=self.choice(4) {
            if at > 0 {
                self.put("or");
            }
            let weight = self.pick(&["", "", "2", "0.5"]);
            if !weight.is_empty() {
                self.put(weight);
            }
            self.deed();
        }
    }

    /// An action or a course with its arguments.
    fn deed(&mut self) {
        self.name();
        if self.maybe() {
            self.put("(");
            self.list(2, |w| w.expression(1));
            self.put(")");
        }
        if self.choice(4) == 3 {
            self.put("with");
            self.list(2, |w| {
                w.name();
                w.put("=");
                w.expression(2);
            });
        }
    }

    fn referents(&mut self) {
        self.opener("referents");
        self.parents();
        if self.maybe() {
            self.put(":");
            self.list(4, Self::name);
        }
        for _ in 0..self.choice(10) {
            match self.choice(8) {
                0 => self.situation(),
                1 => self.put("plain"),
                2 => {
                    let limit = self.pick(&[
                        "sight 20 m",
                        "attention 3",
                        "notices moving 60 %",
                        "notices still 20 %",
                        "distracted 50 %",
                        "remembers 30 s",
                        "every 0.5 s",
                    ]);
                    self.put(limit);
                    if limit == "sight 20 m" && self.maybe() {
                        self.condition("when");
                    }
                }
                3 => self.sense(),
                4 => self.binding(),
                5 | 6 => self.inference_goal(),
                _ => {
                    self.predicate();
                    self.put("if");
                    self.list(4, Self::term);
                }
            }
        }
    }

    fn situation(&mut self) {
        self.put("situation");
        self.name();
        self.urgency();
        if self.choice(3) == 2 {
            self.put("fighting");
        }
        if self.maybe() {
            self.put("when");
            self.list(3, Self::term);
        }
        if self.maybe() {
            self.put("until");
            self.list(3, Self::term);
        }
    }

    /// A predicate over variables or referents. A rule begins with one, so it has brackets.
    fn predicate(&mut self) {
        self.name();
        self.put("(");
        self.list(2, |w| match w.choice(4) {
            0 => w.name(),
            1 => w.put("_"),
            _ => w.variable(),
        });
        self.put(")");
    }

    fn term(&mut self) {
        let before = self.pick(&["", "", "not", "known", "not known", "known not", "unknown"]);
        if !before.is_empty() {
            self.put(before);
        }
        match self.choice(4) {
            0 => self.name(),
            _ => self.predicate(),
        }
    }

    fn sense(&mut self) {
        let word = self.pick(&["sense", "feel"]);
        self.put(word);
        self.predicate();
        match self.choice(5) {
            0 => self.put("within 8 m"),
            1 => self.put("moving"),
            2 => self.put("unseen for 5 s"),
            3 => self.condition("when"),
            _ => {}
        }
    }

    fn binding(&mut self) {
        match self.choice(3) {
            0 => {
                self.put("notice left among elder");
                let rest = self.pick(&["", "within 20 m", "within 20 m forget after 30 s"]);
                if !rest.is_empty() {
                    self.put(rest);
                }
                if self.maybe() {
                    self.condition("when");
                }
            }
            1 => {
                self.put("bind left to");
                self.expression(1);
            }
            _ => {
                self.put("share left with talk");
                if self.maybe() {
                    self.put("within 15 m");
                }
            }
        }
    }

    fn inference_goal(&mut self) {
        match self.choice(4) {
            0 => {
                self.put("want");
                self.wants();
            }
            1 => {
                let word = self.pick(&["achieve", "to know"]);
                self.put(word);
                self.term();
                self.put("by");
                self.wants();
            }
            2 => {
                self.put("to know");
                self.term();
                self.act();
            }
            _ => self.act(),
        }
        if self.maybe() {
            self.put("when");
            self.list(3, Self::term);
        }
    }

    fn wants(&mut self) {
        self.list(3, |w| {
            if w.choice(4) == 3 {
                w.put("to know");
            }
            w.term();
        });
    }

    fn daily_life(&mut self) {
        match self.maybe() {
            true => self.errand(),
            false => self.daily(),
        }
    }

    fn errand(&mut self) {
        self.opener("errand");
        for _ in 0..self.choice(7) {
            match self.choice(6) {
                0 => self.condition("when"),
                1 => {
                    let place = self.pick(&[
                        "needs open place serving seat , nearest",
                        "needs own place serving seat",
                    ]);
                    self.put(place);
                }
                2 => self.put("otherwise"),
                _ => self.errand_step(),
            }
        }
    }

    fn errand_step(&mut self) {
        self.put("step");
        match self.choice(4) {
            0 => self.put("go"),
            1 => self.put("wait 10 .. 20 min"),
            2 => self.writes(""),
            _ => {
                self.act();
                if self.maybe() {
                    self.put("for 5 .. 8 min");
                }
            }
        }
    }

    fn daily(&mut self) {
        self.opener("daily");
        self.urgency();
        for _ in 0..self.choice(6) {
            match self.choice(4) {
                0 => {
                    let part = self.pick(&["jitter 15 min", "grace 1 h"]);
                    self.put(part);
                }
                1 => {
                    self.put("at 15:00");
                    self.list(3, Self::name);
                    if self.maybe() {
                        self.put("with 50 %");
                    }
                }
                _ => {
                    let hours = self.pick(&["8:00 .. 20:00", "20:00 .. 8:00"]);
                    self.put(hours);
                    self.list(6, Self::name);
                }
            }
        }
    }

    fn plan_for_a_goal(&mut self) {
        if self.maybe() {
            self.opener("goal");
            self.urgency();
            for _ in 0..self.choice(3) {
                self.condition("when");
            }
            return;
        }
        self.opener("operator");
        if self.maybe() {
            self.put("( Door : prop , Other : character )");
        }
        for _ in 0..self.choice(6) {
            match self.choice(5) {
                0 => self.put("cost 2"),
                1 => self.condition("when"),
                2 => self.act(),
                _ => {
                    self.put("makes .mood ( .me )");
                    let more = self.pick(&["", "= busy", "= 3 + X", ", not .mood", ", .mood = 2"]);
                    if !more.is_empty() {
                        self.put(more);
                    }
                }
            }
        }
    }

    fn grammar(&mut self) {
        self.opener("grammar");
        self.urgency();
        if self.choice(4) == 3 {
            self.put("endless");
        }
        for _ in 0..self.choice(8) {
            match self.choice(6) {
                0 => {
                    self.put("keep");
                    self.list(3, Self::name);
                    self.put("near 5 %");
                    if self.maybe() {
                        self.put("over 200");
                    }
                }
                1 => {
                    self.name();
                    self.put(": do");
                    self.deed();
                    if self.maybe() {
                        self.condition("when");
                    }
                }
                _ => self.production(),
            }
        }
    }

    fn production(&mut self) {
        let start = self.pick(&["", "", "start", "start 2", "start 0.5"]);
        if !start.is_empty() {
            self.put(start);
        }
        self.name();
        self.put(":");
        self.choices(0);
        if self.choice(4) == 3 {
            self.put("weights from");
            self.list(3, |w| w.expression(1));
            for _ in 0..self.choice(3) {
                let shape = self.pick(&[
                    "linear",
                    "squared",
                    "cubed",
                    "softmax 0.2",
                    "at least 0.001",
                    "at every choice",
                ]);
                self.put(shape);
            }
        }
    }

    fn choices(&mut self, depth: usize) {
        for at in 0..=self.choice(4) {
            if at > 0 {
                self.put("or");
            }
            let weight = self.pick(&["", "", "2", "0.4", "30 %", "- 1"]);
            if !weight.is_empty() {
                self.put(weight);
            }
            self.list(3, |w| w.repeated(depth));
        }
    }

    fn repeated(&mut self, depth: usize) {
        match self.choice(if depth > 2 { 4 } else { 6 }) {
            0 => self.put("nothing"),
            1 => {
                let text = self.pick(&["\"a , b\"", "\"or # no\""]);
                self.words.push(text.to_string());
            }
            2 | 3 => self.name(),
            _ => {
                self.put("(");
                self.choices(depth + 1);
                self.put(")");
            }
        }
        let times = self.pick(&[
            "",
            "",
            "",
            "*",
            "+",
            "* 50 %",
            "+ 66.7 %",
            "* 2 .. 5",
            "* 3",
            "* 2 ..",
            "* 2 .. 5 with 20 %",
            "* 2 .. with 30 %",
        ]);
        if !times.is_empty() {
            self.put(times);
        }
    }

    fn snippets(&mut self) {
        match self.choice(4) {
            0 => {
                self.opener("query");
                self.put("of elder");
                self.bounds();
                for _ in 0..self.choice(3) {
                    self.condition("keep");
                }
            }
            1 => {
                self.opener("tree");
                if self.maybe() {
                    self.put("( It : character , Post : prop )");
                }
                self.ratings(0);
            }
            _ => {
                self.opener("snippet");
                for _ in 0..self.choice(5) {
                    let flag = self.pick(&[
                        "class offensive",
                        "from seat , left",
                        "requires elder , talk",
                        "as duty",
                        "every 0.5 s",
                        "passive",
                        "interrupts",
                    ]);
                    self.put(flag);
                }
                self.ratings(0);
                if self.maybe() {
                    self.put("cost 30 seat , 1 left");
                }
                if self.maybe() {
                    self.put("do");
                    self.list(3, Self::deed);
                }
            }
        }
    }

    /// `and me`, `within 20 m` and `as It`.
    fn bounds(&mut self) {
        for _ in 0..self.choice(3) {
            let bound = self.pick(&["and me", "within 20 m", "as It"]);
            self.put(bound);
        }
    }

    fn ratings(&mut self, depth: usize) {
        for _ in 0..self.choice(4) {
            match self.choice(if depth > 1 { 5 } else { 6 }) {
                0 => self.condition("when"),
                1 => self.condition("unless"),
                2 => self.score(),
                3 => {
                    self.put("rated by");
                    self.name();
                    if self.maybe() {
                        self.put("( It )");
                    }
                }
                4 => {
                    self.put("tether");
                    self.expression(1);
                    self.put("beyond 20 m");
                    if self.maybe() {
                        self.put("until 10 m");
                    }
                }
                _ => {
                    self.put("among");
                    let whom = self.pick(&["elder", "everyone", "me", ".seat", ".sees ( .me )"]);
                    self.put(whom);
                    self.bounds();
                    self.ratings(depth + 1);
                }
            }
        }
    }

    fn score(&mut self) {
        self.put("score");
        for at in 0..=self.choice(4) {
            if at > 0 {
                let joint = self.pick(&[", and", ", or"]);
                self.put(joint);
            }
            if self.choice(3) == 2 {
                self.put("by distance ( .me , It )");
                let curve = self.pick(&["3 m : 10 , 20 m : 0", "0 : - 5 , 1 : 5"]);
                self.put(curve);
            } else {
                self.expression(1);
            }
            if self.maybe() {
                self.condition("if");
            }
        }
    }
}
