//! Keywords, with what to put in for them.

use crate::syntax::{SyntaxKind, *};

/// A keyword: what is shown, and what is put in.
pub(super) type Keyword = (&'static str, &'static str);

/// What can open a declaration, the most usual first.
pub(super) const DECLARATIONS: &[Keyword] = &[
    (
        "script",
        "script ${1:name}\n  cast\n    ${2:role} ${3:0..1}\n\n  state ${4:idle}\n    $0",
    ),
    ("role", "role ${1:name}"),
    ("action", "action ${1:name}(${2:prop}) takes ${3:2..3 s}"),
    ("prop", "prop ${1:name}"),
    ("symbols", "symbols ${1:name}: ${2:word}"),
    ("location", "location ${1:name}\n  $0"),
    ("template", "template ${1:name}(${2:Who}: ${3:role})\n  $0"),
    (
        "property",
        "property ${1:name}(${2:character}): ${3:number}",
    ),
    (
        "function",
        "function ${1:name}(${2:thing}, ${3:thing}): ${4:number}",
    ),
    (
        "predicate",
        "predicate ${1:name}(${2:character}, ${3:character})",
    ),
    ("proxy", "proxy ${1:name}"),
    ("test", "test ${1:name} of ${2:script}\n  $0"),
    (
        "person",
        "person ${1:name}\n  mind ${2:body}\n  follows ${3:schedule}",
    ),
    ("layer", "layer ${1:name}\n  $0"),
    (
        "need",
        "need ${1:name}\n  rises 0 to 1 in ${2:6} h\n  falls 1 to 0 in ${3:15} min",
    ),
    (
        "schedule",
        "schedule ${1:name}\n  ${2:8:00}..${3:17:00} at ${4:area} as ${5:role}",
    ),
    ("area", "area ${1:name}"),
    (
        "persona",
        "persona ${1:name} neurotic ${2:0.5}, extrovert ${3:0.5}",
    ),
    (
        "temper",
        "temper ${1:name}\n  cools down in ${2:3} h\n  forgives in ${3:48} h\n  tires of anything in ${4:20} min",
    ),
    (
        "interaction",
        "interaction ${1:joke}\n  to other valence ${2:0.05}, like ${3:0.05}",
    ),
    ("network", "network ${1:name}\n  hidden $0"),
    (
        "plan",
        "plan ${1:name}\n  street ${2:area} from ${3:0} m, ${4:0} m to ${5:60} m, ${6:6} m\n  $0",
    ),
    ("id", "id ${1:action} ${2:name} ${3:1}"),
];

/// What can stand in the body of a script, the most usual first.
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

/// What can stand in the body of a script that is based on another.
pub(super) const CHANGES: &[Keyword] = &[
    ("override rule", "override rule $0"),
    ("drop rule", "drop rule $0"),
];

/// A part of a rule: the keyword, the node it makes if it may stand only once, and whether it is
/// about the rule's action.
pub(super) const RULE_PARTS: &[(Keyword, Option<SyntaxKind>, bool)] = &[
    (("when", "when $0"), Some(WHEN), false),
    (("choose", "choose $0"), Some(CHOOSE), false),
    (("do", "do $0"), Some(DO), false),
    (("together with", "together with $0"), Some(TOGETHER), true),
    (("while", "while $0"), Some(WHILE), true),
    (("add", "add $0"), None, false),
    (("remove", "remove $0"), None, false),
    (("then add", "then add $0"), None, true),
    (("then remove", "then remove $0"), None, true),
    (("on failure add", "on failure add $0"), None, true),
    (("on failure remove", "on failure remove $0"), None, true),
    (("on stop add", "on stop add $0"), None, true),
    (("on stop remove", "on stop remove $0"), None, true),
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
];

/// What can follow the name of a rule.
pub(super) const RULE_HEAD: &[Keyword] = &[("for", "for $0")];

/// Where a rule of a script that is based on another can be put.
pub(super) const PLACEMENTS: &[Keyword] = &[("before", "before $0"), ("after", "after $0")];

/// What can follow a line of the cast.
pub(super) const CAST_FLAGS: &[Keyword] = &[
    ("joins as", "joins as ${1:wish}"),
    ("joins late", "joins late"),
    ("away up to", "away up to ${1:3 min}"),
    ("vacant up to", "vacant up to ${1:2 min}"),
    ("on leaving", "on leaving $0"),
    ("player", "player"),
    ("starts in", "starts in $0"),
];

/// What can follow an action.
pub(super) const ACTION_FLAGS: &[Keyword] = &[
    ("takes", "takes ${1:2..3 s}"),
    ("may fail", "may fail"),
    ("uses", "uses ${1:voice}"),
    ("limit", "limit ${1:60 s}"),
    ("cannot be stopped", "cannot be stopped"),
    ("eases", "eases ${1:need}"),
    ("adds", "adds ${1:0.25} to ${2:need}"),
];

/// What can follow a kind of prop.
pub(super) const PROP_FLAGS: &[Keyword] = &[
    ("slots", "slots ${1:1}"),
    ("approach", "approach ${1:front}"),
    ("tags", "tags ${1:soft}"),
];

/// What can stand in a location.
pub(super) const LOCATION_PARTS: &[Keyword] = &[
    ("prop", "prop ${1:name}: ${2:kind} at ${3:0} m, ${4:0} m"),
    ("knows", "knows $0"),
    ("prefers", "prefers $0"),
    ("emits", "emits ${1:script} within ${2:8} m"),
    ("tags", "tags $0"),
    ("serves", "serves ${1:need} as ${2:role}"),
];

/// What a location can emit.
pub(super) const EMITTERS: &[Keyword] = &[
    ("script", "script"),
    ("notification", "notification"),
    ("spawn", "spawn"),
    ("player", "player"),
];

/// What can follow an emitter.
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

/// What can stand in a test, besides people.
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

/// What people in a test can do.
pub(super) const DEEDS: &[Keyword] = &[
    ("does", "does $0"),
    ("is", "is $0"),
    ("fails", "fails"),
    ("arrives as", "arrives as $0"),
    ("vanishes", "vanishes"),
    ("returns", "returns"),
];

/// Which solution is taken.
pub(super) const CHOICES: &[Keyword] = &[
    ("nearest", "nearest ${1:X}"),
    ("any", "any"),
    ("first", "first"),
    ("least", "least $0"),
    ("most", "most $0"),
];
