//! Keywords, with their inserted text.

use crate::syntax::{SyntaxKind, *};

/// A keyword: the label and the inserted text.
pub(super) type Keyword = (&'static str, &'static str);

/// The parts of a script, the most usual first.
pub(super) const SECTIONS: &[Keyword] = &[
    ("state", "state ${1:name}\n  $0"),
    ("rule", "rule ${1:name}\n  when $0"),
    ("fact", "fact ${1:name}(${2:character})"),
    ("claim", "claim ${1:name}(${2:prop}, ${3:character})"),
    ("define", "define ${1:name}(${2:X}) when $0"),
    ("cast", "cast\n  ${1:role} ${2:0..1}"),
    ("every state", "every state\n  $0"),
    ("hold", "hold while $0"),
    ("never", "never ${1:name} when $0"),
    ("always", "always ${1:name} when ${2:condition} expect $0"),
    (
        "eventually",
        "eventually ${1:name} when ${2:condition} expect $0",
    ),
    ("test", "test ${1:name}\n  people ${2:ann} ${3:role}\n  $0"),
];

/// The parts of a script that is based on another.
pub(super) const CHANGES: &[Keyword] = &[
    ("override rule", "override rule $0"),
    ("drop rule", "drop rule $0"),
];

/// A part of a rule: the keyword, its node if it may occur only once, and whether it is about the
/// rule's action.
pub(super) const RULE_PARTS: &[(Keyword, Option<SyntaxKind>, bool)] = &[
    (("when", "when $0"), Some(WHEN), false),
    (("choose", "choose $0"), Some(CHOOSE), false),
    (("do", "do $0"), Some(DO), false),
    (("together with", "together with $0"), Some(TOGETHER), true),
    (("while", "while $0"), Some(WHILE), true),
    (("add", "add $0"), None, false),
    (("remove", "remove $0"), None, false),
    (("set", "set .$0"), None, false),
    (("then add", "then add $0"), None, true),
    (("then remove", "then remove $0"), None, true),
    (("then set", "then set .$0"), None, true),
    (("on failure add", "on failure add $0"), None, true),
    (("on failure remove", "on failure remove $0"), None, true),
    (("on failure set", "on failure set .$0"), None, true),
    (("on stop add", "on stop add $0"), None, true),
    (("on stop remove", "on stop remove $0"), None, true),
    (("on stop set", "on stop set .$0"), None, true),
    (("goto", "goto $0"), Some(GOTO), false),
    (("leave", "leave"), Some(LEAVE), false),
    (("end", "end"), Some(END), false),
    (("urgent", "urgent"), Some(URGENT), false),
    (("once", "once"), Some(ONCE), false),
    (
        ("again after", "again after ${1:20..40 s}"),
        Some(AGAIN),
        false,
    ),
    (("accept", "accept $0"), None, false),
];

/// The parts of a snippet. Those of a tree come first.
pub(super) const SNIPPET_PARTS: &[Keyword] = &[
    ("among", "among ${1:role} within ${2:20 m} as It"),
    ("when", "when $0"),
    ("unless", "unless $0"),
    ("score", "score ${1:20}"),
    ("rated by", "rated by $0"),
    (
        "tether",
        "tether ${1:distance(.me, It)} beyond ${2:20 m} until ${3:10 m}",
    ),
    ("cost", "cost ${1:30} ${2:mana}"),
    ("do", "do $0"),
];

/// The parts of a course.
pub(super) const COURSE_PARTS: &[Keyword] = &[
    ("step", "step do $0"),
    ("on failure", "on failure goto $0"),
    ("branch", "branch ${1:name}\n  step do $0"),
    ("otherwise", "otherwise\n  step do $0"),
    ("resumes", "resumes"),
];

/// The parts of a set of hot rules.
pub(super) const RULES_PARTS: &[Keyword] = &[
    ("rule", "rule ${1:name}\n  when $0\n  do "),
    ("subset", "subset ${1:name}"),
];

/// The parts of a hot rule.
pub(super) const HOT_RULE_PARTS: &[Keyword] = &[
    ("when", "when $0"),
    ("do", "do $0"),
    ("again after", "again after ${1:20 s}"),
];

/// The parts of a set of referents.
pub(super) const REFERENTS_PARTS: &[Keyword] = &[
    ("sense", "sense ${1:near}(X) within ${2:8 m}"),
    (
        "notice",
        "notice ${1:target} among ${2:role} within ${3:20 m}",
    ),
    ("bind", "bind ${1:post} to $0"),
    ("situation", "situation ${1:name} as ${2:duty} when $0"),
    ("want", "want $0"),
    ("achieve", "achieve $0"),
    ("to know", "to know $0"),
    ("do", "do $0"),
    ("feel", "feel ${1:lost}(X) unseen for ${2:5 s}"),
    ("share", "share ${1:target} with ${2:ally} within ${3:15 m}"),
    ("sight", "sight ${1:20 m}"),
    ("attention", "attention ${1:4}"),
    ("notices", "notices moving ${1:60}%"),
    ("distracted", "distracted ${1:25}%"),
    ("remembers", "remembers ${1:10 s}"),
    ("every", "every ${1:0.5 s}"),
    ("plain", "plain"),
];

/// The parts of a daily script.
pub(super) const DAILY_PARTS: &[Keyword] = &[
    ("8:00..17:00", "${1:8:00}..${2:17:00} ${3:errand}"),
    ("at", "at ${1:12:00} ${2:errand}"),
    ("jitter", "jitter ${1:15 min}"),
    ("grace", "grace ${1:1 h}"),
];

/// The parts of an errand.
pub(super) const ERRAND_PARTS: &[Keyword] = &[
    ("step go", "step go"),
    ("step do", "step do $0"),
    ("step wait", "step wait ${1:5 min}"),
    ("step set", "step set .$0"),
    (
        "needs open place",
        "needs open place serving ${1:tag}, nearest",
    ),
    ("needs own place", "needs own place serving ${1:tag}"),
    ("when", "when $0"),
    ("otherwise", "otherwise\n  step do $0"),
];

/// The parts of an operator; a goal has only the first.
pub(super) const OPERATOR_PARTS: &[Keyword] = &[
    ("when", "when $0"),
    ("makes", "makes .$0"),
    ("do", "do $0"),
    ("cost", "cost ${1:2}"),
];

/// The parts of a grammar.
pub(super) const GRAMMAR_PARTS: &[Keyword] = &[
    ("start", "start ${1:rule}: $0"),
    ("keep", "keep ${1:symbol} near ${2:5}%"),
    ("weights from", "weights from $0"),
];

/// The parts of a step of a course.
pub(super) const STEP_PARTS: &[Keyword] = &[("do", "do $0"), ("set", "set .$0")];

/// The words that can follow the name of a rule.
pub(super) const RULE_HEAD: &[Keyword] = &[("for", "for $0")];

/// The placements of a rule in a script that is based on another.
pub(super) const PLACEMENTS: &[Keyword] = &[("before", "before $0"), ("after", "after $0")];

/// The flags of a cast line.
pub(super) const CAST_FLAGS: &[Keyword] = &[
    ("joins as", "joins as ${1:wish}"),
    ("joins late", "joins late"),
    ("away up to", "away up to ${1:3 min}"),
    ("vacant up to", "vacant up to ${1:2 min}"),
    ("on leaving", "on leaving $0"),
    ("player", "player"),
    ("starts in", "starts in $0"),
];

/// The flags of an action.
pub(super) const ACTION_FLAGS: &[Keyword] = &[
    ("takes", "takes ${1:2..3 s}"),
    ("may fail", "may fail"),
    ("uses", "uses ${1:voice}"),
    ("pose", "pose ${1:sitting}"),
    ("limit", "limit ${1:60 s}"),
    ("cannot be stopped", "cannot be stopped"),
    ("eases", "eases ${1:need}"),
    ("adds", "adds ${1:0.25} to ${2:need}"),
];

/// The flags of a kind of prop.
pub(super) const PROP_FLAGS: &[Keyword] = &[
    ("slots", "slots ${1:1}"),
    ("approach", "approach ${1:front}"),
    ("tags", "tags ${1:soft}"),
];

/// The parts of a location.
pub(super) const LOCATION_PARTS: &[Keyword] = &[
    ("prop", "prop ${1:name}: ${2:kind} at ${3:0} m, ${4:0} m"),
    ("knows", "knows $0"),
    ("prefers", "prefers $0"),
    ("emits", "emits ${1:script} within ${2:8} m"),
    ("tags", "tags $0"),
    ("serves", "serves ${1:need} as ${2:role}"),
];

/// The kinds of emitters.
pub(super) const EMITTERS: &[Keyword] = &[
    ("script", "script"),
    ("notification", "notification"),
    ("spawn", "spawn"),
    ("player", "player"),
];

/// The options of an emitter.
pub(super) const EMITTER_OPTIONS: &[Keyword] = &[
    ("within", "within ${1:8} m"),
    ("every", "every ${1:2} s"),
    ("rests", "rests ${1:30} s"),
    ("rests per character", "rests per character ${1:2} min"),
    ("at most", "at most ${1:2} within ${2:50} m"),
    ("from", "from ${1:8:00} to ${2:22:00}"),
    ("icon", "icon ${1:talk}"),
    ("then stay", "then stay"),
    ("then withdraw", "then withdraw"),
    ("extras", "extras"),
];

/// The steps of a test, besides those of people.
pub(super) const STEPS: &[Keyword] = &[
    ("given", "given $0"),
    ("people", "people ${1:ann} ${2:role}"),
    ("seed", "seed ${1:1}"),
    ("expect", "expect $0"),
    ("after", "after ${1:5} min"),
    ("tell", "tell $0"),
    ("scene ends", "scene ends"),
    ("scene goes on", "scene goes on"),
    ("prop", "prop ${1:name} vanishes"),
];

/// The steps of people in a test.
pub(super) const DEEDS: &[Keyword] = &[
    ("does", "does $0"),
    ("is", "is $0"),
    ("fails", "fails"),
    ("arrives as", "arrives as $0"),
    ("vanishes", "vanishes"),
    ("returns", "returns"),
];

/// The ways to choose a solution.
pub(super) const CHOICES: &[Keyword] = &[
    ("nearest", "nearest ${1:X}"),
    ("any", "any"),
    ("first", "first"),
    ("least", "least $0"),
    ("most", "most $0"),
];
