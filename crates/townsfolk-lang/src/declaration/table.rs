//! All kinds of declarations, one entry each.

use super::*;
use crate::editor::OutlineKind;
use townsfolk_module::Category;

/// A word that opens a declaration: its position among completions, the inserted text, an example,
/// and one sentence of help.
const fn word(
    keyword: SyntaxKind,
    order: u8,
    snippet: &'static str,
    example: &'static str,
    help: &'static str,
) -> OpeningWord {
    OpeningWord {
        keyword,
        order,
        snippet,
        example,
        help,
    }
}

/// All kinds of declarations. Signatures are lowered in this order, so a kind comes after those
/// that its signature refers to.
#[rustfmt::skip]
pub(crate) const KINDS: &[DeclarationKind] = &[
    DeclarationKind {
        node: ROLE_DECL, parse: role::grammar::role, lower: Some(role::lower::lower),
        decide: None, namespace: Some(Namespace::Kind), category: Some(Category::Role), outline: Some(OutlineKind::Role),
        form: Form::Line,
        words: &[
            word(ROLE_KW, 1, "role ${1:name}", "role elder is citizen", "Declares something a character can be; after `is` stand the roles it is a special case of."),
            word(PROXY_KW, 10, "proxy ${1:name}", "proxy shop", "Declares a role played by a game system without a body."),
        ],
    },
    DeclarationKind {
        node: PROP_DECL, parse: prop::grammar::prop, lower: Some(prop::lower::lower),
        decide: None, namespace: Some(Namespace::Kind), category: Some(Category::PropKind), outline: Some(OutlineKind::PropKind),
        form: Form::Line,
        words: &[
            word(PROP_KW, 3, "prop ${1:name}", "prop armchair is chair slots 1", "Declares a kind of prop: how many can hold a claim on it at once; for the game, from where it is approached, and its tags."),
        ],
    },
    DeclarationKind {
        node: SYMBOLS_DECL, parse: symbols::grammar::symbols, lower: Some(symbols::lower::lower),
        decide: None, namespace: Some(Namespace::Kind), category: Some(Category::SymbolSet), outline: Some(OutlineKind::SymbolSet),
        form: Form::Line,
        words: &[
            word(SYMBOLS_KW, 4, "symbols ${1:name}: ${2:word}", "symbols topic: weather, prices", "Declares a closed set of words; a word outside it is an error wherever the set is asked for."),
        ],
    },
    DeclarationKind {
        node: ACTION_DECL, parse: action::grammar::action, lower: Some(action::lower::lower),
        decide: None, namespace: Some(Namespace::Action), category: Some(Category::Action), outline: Some(OutlineKind::Action),
        form: Form::Line,
        words: &[
            word(ACTION_KW, 2, "action ${1:name}(${2:prop}) takes ${3:2..3 s}", "action sit(prop) takes 2..3 s, may fail", "Declares something a character can be told to do, with the kinds of its arguments."),
        ],
    },
    DeclarationKind {
        node: HOST_DECL, parse: attribute::grammar::attribute, lower: Some(attribute::lower::lower),
        decide: None, namespace: Some(Namespace::Host), category: Some(Category::Host), outline: Some(OutlineKind::Host),
        form: Form::Line,
        words: &[
            word(ATTRIBUTE_KW, 7, "attribute ${1:name}(${2:character}): ${3:number}", "attribute hit_points(character): number 0..100 = 100", "Declares a typed value of a character or of the world, which rules and courses set; a change wakes whoever reads it."),
        ],
    },
    DeclarationKind {
        node: HOST_DECL, parse: host::grammar::host, lower: Some(host::lower::lower),
        decide: None, namespace: Some(Namespace::Host), category: Some(Category::Host), outline: Some(OutlineKind::Host),
        form: Form::Line,
        words: &[
            word(PROPERTY_KW, 7, "property ${1:name}(${2:character}): ${3:number}", "property hunger(character): number", "Declares a value that the game pushes; a change wakes whoever reads it."),
            word(FUNCTION_KW, 8, "function ${1:name}(${2:thing}, ${3:thing}): ${4:number}", "function walking_time(thing, thing): duration every 1 s", "Declares a reading of the game with a value, looked at on a beat."),
            word(PREDICATE_KW, 9, "predicate ${1:name}(${2:character}, ${3:character})", "predicate sees(character, character) every 0.5 s", "Declares a reading of the game that holds or does not, looked at on a beat."),
        ],
    },
    DeclarationKind {
        node: FACET_DECL, parse: facet::grammar::facet, lower: Some(facet::lower::lower),
        decide: None, namespace: Some(Namespace::Host), category: Some(Category::Host), outline: Some(OutlineKind::Host),
        form: Form::Block(&[FACET_PART]),
        words: &[
            word(FACET_KW, 22, "facet ${1:name}(character): symbol ${2:yes, no}\n  told ${3:0.1}, fades ${4:0.1}\n  seen always\n  mistaken for another", "facet hair_color(character): symbol black, brown, red", "Declares an attribute that characters have beliefs about: how they notice it, tell it, forget it and mistake it."),
        ],
    },
    DeclarationKind {
        node: KNOWLEDGE_DECL, parse: knowledge::grammar::knowledge, lower: None,
        decide: None, namespace: None, category: None, outline: None,
        form: Form::Block(&[KNOWLEDGE_PART]),
        words: &[
            word(KNOWLEDGE_KW, 23, "knowledge ${1:talktown}\n  $0", "knowledge talktown", "Sets how beliefs come and go: a preset, and the numbers that differ from it."),
        ],
    },
    DeclarationKind {
        node: COURSE_DECL, parse: course::grammar::course, lower: Some(course::lower::signature),
        decide: None, namespace: Some(Namespace::Action), category: Some(Category::Course), outline: Some(OutlineKind::Course),
        form: Form::Block(&[COURSE_STEP, COURSE_BRANCH, ON_FAILURE, RESUMES]),
        words: &[
            word(COURSE_KW, 13, "course ${1:name}\n  step do $0", "course open_door(Door: prop)", "Declares a course of action: steps in order; what stands in one step starts together."),
        ],
    },
    DeclarationKind {
        node: RULES_DECL, parse: rules::grammar::rules, lower: None,
        decide: Some(rules::lower::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[SUBSET, HOT_RULE, WHEN, ALTERNATIVES, AGAIN]),
        words: &[
            word(RULES_KW, 23, "rules ${1:name}\n  rule ${2:name}\n    when $0\n    do ", "rules cabin_crew as duty", "Declares a set of hot rules: a rule is looked at only when an attribute that it reads has changed."),
        ],
    },
    DeclarationKind {
        node: REFERENTS_DECL, parse: referents::grammar::referents, lower: None,
        decide: Some(referents::lower::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[LIMIT, SENSE, NOTICE, BIND, SHARE, INFERENCE_RULE, INFERENCE_GOAL, SITUATION]),
        words: &[
            word(REFERENTS_KW, 23, "referents ${1:guard}: ${2:target}\n  sense ${3:visible}(X)\n  situation ${4:watch}\n    do $0", "referents guard: target, post", "Declares a few names for what matters to a character, and rules, goals and situations over them, three-valued."),
        ],
    },
    DeclarationKind {
        node: ERRAND_DECL, parse: errand::grammar::errand, lower: None,
        decide: Some(errand::lower::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[WHEN, NEEDED_PLACE, COURSE_STEP, COURSE_BRANCH]),
        words: &[
            word(ERRAND_KW, 23, "errand ${1:name}\n  needs open place serving ${2:coffee}, nearest\n  step go\n  step do $0", "errand get_coffee", "Declares an errand of a daily script: the place it needs, its steps, and what is done if that cannot be had."),
        ],
    },
    DeclarationKind {
        node: DAILY_DECL, parse: daily::grammar::daily, lower: None,
        decide: Some(daily::lower::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[DAILY_PART]),
        words: &[
            word(DAILY_KW, 23, "daily ${1:name}\n  ${2:8:00}..${3:20:00} ${4:errand}\n  ${3:20:00}..${2:8:00} ${5:errand}", "daily office_worker", "Declares a day of errands: blocks that cover the day, and errands that come up once a day with a chance."),
        ],
    },
    DeclarationKind {
        node: OPERATOR_DECL, parse: goal::grammar::operator, lower: None,
        decide: Some(goal::operator::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[WHEN, MAKES, COST, DO]),
        words: &[
            word(OPERATOR_KW, 23, "operator ${1:name}\n  when .${2:attribute}(.me)\n  makes not .${2:attribute}(.me)\n  do $0", "operator eat", "Declares a step of plans: what must hold before, what is done, and what holds after."),
        ],
    },
    DeclarationKind {
        node: GOAL_DECL, parse: goal::grammar::goal, lower: None,
        decide: Some(goal::lower::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[WHEN]),
        words: &[
            word(GOAL_KW, 23, "goal ${1:name}\n  when $0", "goal fed", "Declares a goal for which plans are made out of operators."),
        ],
    },
    DeclarationKind {
        node: GRAMMAR_DECL, parse: stochastic::grammar::grammar, lower: None,
        decide: Some(stochastic::lower::lower), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[GRAMMAR_RULE, GRAMMAR_SYMBOL, GRAMMAR_WEIGHTS, GRAMMAR_KEEP]),
        words: &[
            word(GRAMMAR_KW, 23, "grammar ${1:name}\n  start ${2:rule}: $0", "grammar raid_boss as danger", "Declares a pattern with dice: rules that put out sequences of actions, courses or words."),
        ],
    },
    DeclarationKind {
        node: QUERY_DECL, parse: snippet::grammar::query, lower: None,
        decide: None, namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[KEEP]),
        words: &[
            word(QUERY_KW, 23, "query ${1:name} of ${2:role} as It\n  keep $0", "query hostiles of fighter as It", "Names a set of candidates among which snippets choose their targets."),
        ],
    },
    DeclarationKind {
        node: TREE_DECL, parse: snippet::grammar::tree, lower: None,
        decide: Some(snippet::lower::tree), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[AMONG, WHEN, UNLESS, SCORE, RATED, TETHER]),
        words: &[
            word(TREE_KW, 23, "tree ${1:name}(${2:It}: ${3:character})\n  score $0", "tree base_offensive(It: character)", "Declares conditions and points that several snippets share."),
        ],
    },
    DeclarationKind {
        node: SNIPPET_DECL, parse: snippet::grammar::snippet, lower: None,
        decide: Some(snippet::lower::snippet), namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[AMONG, WHEN, UNLESS, SCORE, RATED, TETHER, COST, DEEDS]),
        words: &[
            word(SNIPPET_KW, 23, "snippet ${1:name} class ${2:offensive}\n  among ${3:role} within ${4:20 m} as It\n    score ${5:20}\n  do $0", "snippet immolate class offensive from staff", "Declares one way of using one ability: when it can be used, how many points it is worth, on whom, and what is done."),
        ],
    },
    DeclarationKind {
        node: SCRIPT_DECL, parse: script::grammar::script, lower: None,
        decide: None, namespace: Some(Namespace::Script), category: Some(Category::Script), outline: Some(OutlineKind::Script),
        form: Form::Script,
        words: &[
            word(SCRIPT_KW, 0, "script ${1:name}\n  cast\n    ${2:role} ${3:0..1}\n\n  state ${4:idle}\n    $0", "script bench_chat", "Declares a scene: who plays in it, what is known in it, and the rules by which everyone acts."),
            word(TEMPLATE_KW, 6, "template ${1:name}(${2:Who}: ${3:role})\n  $0", "template rest(Seat: role)", "Declares a script with parameters, which other scripts are based on."),
        ],
    },
    DeclarationKind {
        node: TEST_DECL, parse: script::test_grammar::test, lower: None,
        decide: None, namespace: None, category: None, outline: Some(OutlineKind::Test),
        form: Form::Test,
        words: &[
            word(TEST_KW, 11, "test ${1:name} of ${2:script}\n  $0", "test the_late_tourist_walks_on", "A story that must be able to be told of the scene, in this order."),
        ],
    },
    DeclarationKind {
        node: LOCATION_DECL, parse: location::grammar::location, lower: None,
        decide: Some(daily::hours::lower), namespace: Some(Namespace::Location), category: Some(Category::Location), outline: Some(OutlineKind::Location),
        form: Form::Block(&[LOCATION_PROP, KNOWS, TAGS, OPEN_HOURS, PREFERS, EMITS, SERVES]),
        words: &[
            word(LOCATION_KW, 5, "location ${1:name}\n  $0", "location bench_spot", "Declares a kind of location: its props, what it knows, the scripts it prefers and its emitters."),
        ],
    },
    DeclarationKind {
        node: ID_DECL, parse: id::grammar::id, lower: None,
        decide: None, namespace: None, category: None, outline: None,
        form: Form::Line,
        words: &[
            word(ID_KW, 22, "id ${1:action} ${2:name} ${3:1}", "id action wave 12", "Gives a name an id by hand, for the rare case that two names share one."),
        ],
    },
    DeclarationKind {
        node: AREA_DECL, parse: area::grammar::area, lower: None,
        decide: None, namespace: Some(Namespace::Area), category: Some(Category::Area), outline: Some(OutlineKind::Area),
        form: Form::Line,
        words: &[
            word(AREA_KW, 16, "area ${1:name}", "area kitchen in inn", "Declares a part of the stage that schedules can send people to, within another or by itself."),
        ],
    },
    DeclarationKind {
        node: NEED_DECL, parse: need::grammar::need, lower: None,
        decide: None, namespace: Some(Namespace::Need), category: Some(Category::Need), outline: Some(OutlineKind::Need),
        form: Form::Block(&[NEED_PART]),
        words: &[
            word(NEED_KW, 14, "need ${1:name}\n  rises 0 to 1 in ${2:6} h\n  falls 1 to 0 in ${3:15} min", "need hunger", "Declares something people come to want: how it rises and falls, where it starts, and what excites it."),
        ],
    },
    DeclarationKind {
        node: LAYER_DECL, parse: layer::grammar::layer, lower: None,
        decide: None, namespace: Some(Namespace::Layer), category: Some(Category::Layer), outline: Some(OutlineKind::Layer),
        form: Form::Block(&[LAYER_INCLUDES, LAYER_NEEDS, CONCEPTS, FLAG_NODE, TEST_NODE, ACTION_NODE, LINK, IGNORES, INHIBITION]),
        words: &[
            word(LAYER_KW, 13, "layer ${1:name}\n  $0", "layer body", "Declares a small map of a mind: needs, concepts, flags, tests and actions, and the links between them."),
        ],
    },
    DeclarationKind {
        node: SCHEDULE_DECL, parse: schedule::grammar::schedule, lower: None,
        decide: None, namespace: Some(Namespace::Schedule), category: None, outline: Some(OutlineKind::Schedule),
        form: Form::Block(&[ENTRY]),
        words: &[
            word(SCHEDULE_KW, 15, "schedule ${1:name}\n  ${2:8:00}..${3:17:00} at ${4:area} as ${5:role}", "schedule cooks_day", "Declares a day: where to be in which role, by the time of day."),
        ],
    },
    DeclarationKind {
        node: PERSONA_DECL, parse: persona::grammar::persona, lower: None,
        decide: None, namespace: Some(Namespace::Persona), category: None, outline: Some(OutlineKind::Persona),
        form: Form::Line,
        words: &[
            word(PERSONA_KW, 17, "persona ${1:name} neurotic ${2:0.5}, extrovert ${3:0.5}", "persona easy_going neurotic 0.3, extrovert 0.8", "Declares a personality that several people share."),
        ],
    },
    DeclarationKind {
        node: PERSON_DECL, parse: person::grammar::person, lower: None,
        decide: None, namespace: Some(Namespace::Person), category: Some(Category::Character), outline: Some(OutlineKind::Person),
        form: Form::Block(&[PERSON_PART]),
        words: &[
            word(PERSON_KW, 12, "person ${1:name}\n  mind ${2:body}\n  follows ${3:schedule}", "person mira", "Declares somebody with a mind and a day of their own."),
        ],
    },
    DeclarationKind {
        node: TEMPER_DECL, parse: temper::grammar::temper, lower: None,
        decide: None, namespace: Some(Namespace::Temper), category: None, outline: Some(OutlineKind::Temper),
        form: Form::Block(&[TEMPER_PART]),
        words: &[
            word(TEMPER_KW, 18, "temper ${1:name}\n  cools down in ${2:3} h\n  forgives in ${3:48} h\n  tires of anything in ${4:20} min", "temper hot_headed", "Declares how feelings come and go: how soon somebody calms down, forgives, and tires of doing the same."),
        ],
    },
    DeclarationKind {
        node: INTERACTION_DECL, parse: interaction::grammar::interaction, lower: None,
        decide: None, namespace: Some(Namespace::Interaction), category: None, outline: Some(OutlineKind::Interaction),
        form: Form::Block(&[INTERACTION_PART]),
        words: &[
            word(INTERACTION_KW, 19, "interaction ${1:joke}\n  to other valence ${2:0.05}, like ${3:0.05}", "interaction joke", "Says what people do to one another does to them, instead of what it usually does."),
        ],
    },
    DeclarationKind {
        node: NETWORK_DECL, parse: network::grammar::network, lower: None,
        decide: None, namespace: Some(Namespace::Network), category: None, outline: Some(OutlineKind::Network),
        form: Form::Block(&[NETWORK_PART]),
        words: &[
            word(NETWORK_KW, 20, "network ${1:name}\n  hidden $0", "network townspeople", "The weights by which people choose what to do to whom, as training writes them."),
        ],
    },
    DeclarationKind {
        node: PLAN_DECL, parse: plan::grammar::plan, lower: None,
        decide: None, namespace: Some(Namespace::Plan), category: None, outline: Some(OutlineKind::Plan),
        form: Form::Block(&[PLAN_PART]),
        words: &[
            word(PLAN_KW, 21, "plan ${1:name}\n  street ${2:area} from ${3:0} m, ${4:0} m to ${5:60} m, ${6:6} m\n  $0", "plan lindenford", "Lays a town out: streets, squares and rooms, doors between them, and what stands where. Without a plan the embedded stage makes one up."),
        ],
    },
    DeclarationKind {
        node: MERCHANT_DECL, parse: merchant::grammar::merchant, lower: None,
        decide: None, namespace: Some(Namespace::Merchant), category: Some(Category::Merchant), outline: Some(OutlineKind::Merchant),
        form: Form::Block(&[GOODS, STOCK_EVENT]),
        words: &[
            word(MERCHANT_KW, 24, "merchant ${1:name} at ${2:area}\n  goods ${3:apples} arrive ${4:12} per h, go ${5:14} per h", "merchant greengrocer at market_square", "Declares a stock of goods that come and go at random rates, with deliveries and other known changes."),
        ],
    },
    DeclarationKind {
        node: STIMULUS_DECL, parse: stimulus::grammar::stimulus, lower: None,
        decide: None, namespace: Some(Namespace::Stimulus), category: Some(Category::Stimulus), outline: Some(OutlineKind::Stimulus),
        form: Form::Block(&[STIMULUS_SOURCE]),
        words: &[
            word(STIMULUS_KW, 25, "stimulus ${1:name} reach ${2:5 m}, loud ${3:0.8}\n  by ${4:action}", "stimulus glass reach 5 m, loud 0.8", "Declares something that can be heard: how far, how loud, what makes it, and whether it gives its maker away."),
        ],
    },
    DeclarationKind {
        node: SENSES_DECL, parse: senses::grammar::senses, lower: None,
        decide: None, namespace: Some(Namespace::Senses), category: Some(Category::Senses), outline: Some(OutlineKind::Senses),
        form: Form::Block(&[SENSES_PART]),
        words: &[
            word(SENSES_KW, 25, "senses ${1:name}\n  hears unaware ${2:1}, chasing ${3:1}\n  answers agitate ${4:0.15}, react ${5:0.35}, chase ${6:0.9}", "senses keen", "Declares ears and eyes: how far a character hears and sees, and how much it takes until it reacts."),
        ],
    },
    DeclarationKind {
        node: MOTIONS_DECL, parse: motions::grammar::motions, lower: None,
        decide: None, namespace: Some(Namespace::Motions), category: Some(Category::Motions), outline: Some(OutlineKind::Motions),
        form: Form::Block(&[MOTION]),
        words: &[
            word(MOTIONS_KW, 26, "motions ${1:name}\n  motion ${2:turn_about} turned ${3:180 deg} left, takes ${4:0.8 s}", "motions frantic", "Declares motions to search with, by the place and the direction in which each ends."),
        ],
    },
    DeclarationKind {
        node: SKILLS_DECL, parse: skills::grammar::skills, lower: None,
        decide: None, namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[BARK, EVERY_SKILL, SKILL, WHEN, DEEDS]),
        words: &[
            word(SKILLS_KW, 23, "skills ${1:name} until done, senses ${2:keen}, hunts ${3:role}\n  chase\n  wander", "skills hound until done, senses keen, hunts intruder", "Declares a kind of hunter or guard: skills in order of importance, which a role carries with `thinks with`."),
        ],
    },
    DeclarationKind {
        node: POSTS_DECL, parse: posts::grammar::posts, lower: None,
        decide: None, namespace: Some(Namespace::Decider), category: Some(Category::Decider), outline: Some(OutlineKind::Decider),
        form: Form::Block(&[RATE]),
        words: &[
            word(QUERY_KW, 24, "query ${1:name} from ${2:cover} within ${3:25 m}\n  rate ${4:available}", "query panic_cover from cover within 25 m", "Rates places to stand, for skills that choose one: behind cover, in the open, or both."),
        ],
    },
    DeclarationKind {
        node: TOKEN_DECL, parse: token::grammar::token, lower: None,
        decide: None, namespace: Some(Namespace::Token), category: Some(Category::Token), outline: Some(OutlineKind::Token),
        form: Form::Line,
        words: &[
            word(TOKEN_KW, 26, "token ${1:name} holds ${2:1}, ${3:best}", "token flanking holds 1, best", "Declares a permission of which a squad has only so many."),
        ],
    },
];
