//! One sentence of help for each word of the language, written for script authors.
//!
//! This is the only such table in the code: hover shows it, and completion puts it beside what it
//! offers. It follows the tables of the book's page on the language.

use crate::syntax::{SyntaxKind, *};

/// Help for a word.
#[derive(Debug)]
pub(super) struct Help {
    word: &'static str,
    /// The nodes it means this in; none means anywhere else.
    within: &'static [SyntaxKind],
    /// How it is written.
    pub(super) form: &'static str,
    /// What it does.
    pub(super) text: &'static str,
}

/// The help for a word where it stands in a node of this kind.
pub(super) fn of_word(word: &str, parent: SyntaxKind) -> Option<&'static Help> {
    let rows = || TABLE.iter().filter(|row| row.word == word);
    rows()
        .find(|row| row.within.contains(&parent))
        .or_else(|| rows().find(|row| row.within.is_empty()))
        .or_else(|| rows().next())
}

const fn row(
    word: &'static str,
    within: &'static [SyntaxKind],
    form: &'static str,
    text: &'static str,
) -> Help {
    Help {
        word,
        within,
        form,
        text,
    }
}

#[rustfmt::skip]
const TABLE: &[Help] = &[
    // Declarations.
    row("role", &[ID_DECL], "id role name number", "Gives a role an id by hand."),
    row("role", &[KIND_REF], "role", "This parameter of the template is a role."),
    row("role", &[], "role elder is citizen", "Declares something a character can be; after `is` stand the roles it is a special case of."),
    row("proxy", &[], "proxy shop", "Declares a role played by a game system without a body."),
    row("prop", &[LOCATION_PROP], "prop left: chair at 0 m, 0 m", "Places a prop of this kind at the location."),
    row("prop", &[STEP], "prop left vanishes", "The prop is gone from the world."),
    row("prop", &[KIND_REF], "prop", "Any prop."),
    row("prop", &[], "prop armchair is chair slots 1", "Declares a kind of prop: how many can use it at once, from where it is approached, and its tags."),
    row("symbols", &[], "symbols topic: weather, prices", "Declares a closed set of words; a word outside it is an error wherever the set is asked for."),
    row("action", &[KIND_REF], "action", "This parameter of the template is an action."),
    row("action", &[], "action sit(prop) takes 2..3 s, may fail", "Declares something a character can be told to do, with the kinds of its arguments."),
    row("property", &[], "property hunger(character): number", "Declares a value that the game pushes; a change wakes whoever reads it."),
    row("function", &[], "function walking_time(thing, thing): duration every 1 s", "Declares a reading of the game with a value, looked at on a beat."),
    row("predicate", &[], "predicate sees(character, character) every 0.5 s", "Declares a reading of the game that holds or does not, looked at on a beat."),
    row("script", &[EMITS], "emits script", "The location invites those around into a scene of a script it prefers."),
    row("script", &[], "script bench_chat", "Declares a scene: who plays in it, what is known in it, and the rules by which everyone acts."),
    row("template", &[], "template rest(Seat: role)", "Declares a script with parameters, which other scripts are based on."),
    row("location", &[], "location bench_spot", "Declares a kind of location: its props, what it knows, the scripts it prefers and its emitters."),
    row("id", &[], "id action wave 12", "Gives a name an id by hand, for the rare case that two names share one."),
    row("is", &[STEP], "ann is seated, .hunger(ann) is 7", "She is in that state; also `present`, `away`, `leaving` or `out`. Of the host: the game gives a property or a reading this value."),
    row("holds", &[STEP], ".raining holds", "The game says that a property or a predicate holds."),
    row("no", &[STEP], ".raining no longer holds", "The game says that a property or a predicate holds no longer."),
    row("longer", &[STEP], ".raining no longer holds", "The game says that a property or a predicate holds no longer."),
    row("is", &[PROP_DECL], "prop armchair is chair", "What it is a special case of."),
    row("is", &[], "role elder is citizen", "The roles that it is a special case of."),
    // Parts of declarations.
    row("slots", &[], "slots 2", "How many can use a prop of this kind at once."),
    row("approach", &[], "approach front, left", "From where a prop of this kind is approached."),
    row("tags", &[], "tags soft, indoors", "Words by which the game finds it."),
    row("takes", &[], "takes 2..3 s", "How long the action lasts on the simulated stage; `1 s` unless stated."),
    row("may", &[], "may fail", "The action can fail; rules say with `on failure` what happens then."),
    row("fail", &[], "may fail", "The action can fail; rules say with `on failure` what happens then."),
    row("uses", &[], "uses voice", "What the action keeps busy: `body`, `voice` or `gaze`; `body` unless stated."),
    row("body", &[], "uses body", "The action keeps the body busy."),
    row("voice", &[], "uses voice", "The action keeps the voice busy."),
    row("gaze", &[], "uses gaze", "The action keeps the gaze busy."),
    row("limit", &[], "limit 60 s", "After so long without an outcome the action counts as failed."),
    row("cannot", &[], "cannot be stopped", "Once begun, the action goes on to its end."),
    row("be", &[], "cannot be stopped", "Once begun, the action goes on to its end."),
    row("stopped", &[STEP], "ann is stopped", "The action that she is doing now is stopped."),
    row("stopped", &[], "cannot be stopped", "Once begun, the action goes on to its end."),
    row("with", &[ACTION_DECL, NAMED_PARAMETERS], "with speed: number = 1", "Declares named parameters of the action, with a default if it has one."),
    row("with", &[TOGETHER], "together with Other", "The other one must be free too; the action starts for both and has one outcome."),
    row("with", &[STEP], "ann does rule with Place = left", "The rule fires with these values of its variables."),
    row("with", &[], "do action(arguments) with name = value", "Gives named parameters of the action a value."),
    row("every", &[FLAG, HOST_DECL], "every 2 s", "How often it is looked at."),
    row("every", &[], "every state", "The rules that follow stand in every state's list."),
    // Scripts.
    row("based", &[], "script nap based on rest(Seat = elder)", "Takes over everything from another script or template."),
    row("cast", &[], "cast", "One line for each role: its least and greatest number, then flags with commas between."),
    row("joins", &[], "joins as wish, joins late", "How strongly a character is asked, and whether one may be taken while the scene runs."),
    row("late", &[], "joins late", "May be taken while the scene runs."),
    row("as", &[STEP], "ann arrives as tourist", "She joins now."),
    row("as", &[], "joins as wish", "How strongly a character is asked: `idle`, `wish`, `duty`, `need`, `danger` or `command`; `wish` unless stated."),
    row("idle", &[], "joins as idle", "Asks only those who have nothing better to do."),
    row("wish", &[], "joins as wish", "It would be nice; what is taken unless stated."),
    row("duty", &[], "joins as duty", "It is expected of them."),
    row("need", &[], "joins as need", "They can hardly do otherwise."),
    row("danger", &[], "joins as danger", "Life and limb."),
    row("command", &[], "joins as command", "The game's story insists."),
    row("away", &[STEP], "ann is away", "She was called away and will come back."),
    row("away", &[], "away up to 3 min", "A participant called away for a while keeps role and claims."),
    row("vacant", &[], "vacant up to 2 min", "The scene goes on so long below the minimum."),
    row("up", &[], "up to 3 min", "The longest time this may last."),
    row("leaving", &[STEP], "ann is leaving", "She is on her way out."),
    row("leaving", &[], "on leaving walk_away", "The action of everyone still there when the scene ends."),
    row("player", &[EMITS], "emits player within 3 m", "The location speaks to the player."),
    row("player", &[], "player", "The player may be cast."),
    row("starts", &[], "starts in seated", "The first state, if not the script's first."),
    row("in", &[], "starts in seated", "The first state, if not the script's first."),
    row("fact", &[], "fact asked(character, topic) for 10 s", "Declares something that can be known in the scene, with the kinds of its arguments."),
    row("claim", &[], "claim reserved(prop, character)", "A fact with one holder, its last argument: a rule does not take it from somebody else."),
    row("told", &[], "fact asked(character, topic) told", "The game pushes this fact: the host, a proxy, or the player's input."),
    row("define", &[], "define free_seat(Place) when …", "Names a condition; several defines of one name mean *or*."),
    row("state", &[], "state seated", "Opens a state of the participants; the rules that follow are tried in it, from top to bottom."),
    row("rule", &[DROP_RULE], "drop rule chat", "Removes a rule of the base."),
    row("rule", &[], "rule take_a_seat for elder", "Something that happens when its condition holds and the participant is free."),
    row("override", &[], "override rule time_to_go", "Replaces a rule of the base at its place."),
    row("drop", &[], "drop rule chat", "Removes a rule of the base."),
    row("hold", &[], "hold for waiter while carrying(.me, _) up to 30 s", "A polite recall waits as long as this holds, within the limit."),
    row("always", &[], "always name when … expect …", "Whenever the first holds, the second must hold too; `townsfolk check --explore` looks for a story that breaks it."),
    row("never", &[], "never name when …", "This must not happen in any story; `townsfolk check --explore` looks for one."),
    row("eventually", &[], "eventually name when … expect …", "Once the first holds, the second must come to hold."),
    row("test", &[], "test the_late_tourist_walks_on", "A story that must be able to be told of the scene, in this order."),
    // Rules.
    row("for", &[FLAG, FACT_DECL], "for 10 s", "The fact is forgotten after so long."),
    row("for", &[STEP], "ann is recalled for 2 min", "Called away politely for so long."),
    row("for", &[], "for waiter, cook", "Only participants of these roles."),
    row("before", &[], "rule snore before time_to_go", "Puts the rule before a rule of the base."),
    row("after", &[AGAIN], "again after 20..40 s", "The rule rests so long after firing."),
    row("after", &[STEP], "after 5 min", "Time passes."),
    row("after", &[], "rule snore after time_to_go", "Puts the rule after a rule of the base."),
    row("when", &[], "when literal, literal", "Literals with commas between; all must hold."),
    row("choose", &[], "choose nearest X", "Which solution of the condition is taken: `first`, `any`, `any X`, `nearest X`, `least E` or `most E`."),
    row("first", &[], "choose first", "The first solution is taken."),
    row("any", &[], "choose any", "Any solution is taken, by chance; with a variable, each of its values is as likely as the others."),
    row("nearest", &[], "choose nearest X", "The solution whose `X` is nearest is taken."),
    row("least", &[], "choose least E", "The solution with the least value is taken."),
    row("most", &[FLAG], "at most 2 within 50 m", "No more scenes than this at once within the distance."),
    row("most", &[], "choose most E", "The solution with the greatest value is taken."),
    row("do", &[], "do action(arguments) with name = value", "The action."),
    row("together", &[], "together with Other", "The other one must be free too; the action starts for both and has one outcome."),
    row("while", &[HOLD], "hold while carrying(.me, _)", "A polite recall waits as long as this holds."),
    row("while", &[], "while literal, literal", "The action is stopped when this no longer holds."),
    row("add", &[], "add fact, fact", "Facts that come to hold: when the rule fires, after `then` when the action is done, after `on failure` or `on stop` when it failed or was stopped."),
    row("remove", &[], "remove fact, fact", "Facts that no longer hold: when the rule fires, after `then` when the action is done, after `on failure` or `on stop` when it failed or was stopped."),
    row("then", &[FLAG], "then stay, then withdraw", "What those a spawn emitter brought do once the scene has ended."),
    row("then", &[], "then add fact", "Effects when the action is done."),
    row("on", &[FLAG], "on leaving walk_away", "The action of everyone still there when the scene ends."),
    row("on", &[BASED_ON], "based on rest", "What the script takes over everything from."),
    row("on", &[STEP], "scene goes on", "The scene is running now."),
    row("on", &[], "on failure add fact, on stop remove fact", "Effects when the action failed or was stopped."),
    row("failure", &[], "on failure add fact", "Effects when the action failed."),
    row("stop", &[], "on stop remove fact", "Effects when the action was stopped."),
    row("goto", &[], "goto seated", "The state once the action is done."),
    row("leave", &[], "leave", "The participant leaves once the action has ended."),
    row("end", &[], "end", "The scene ends once the action has ended."),
    row("urgent", &[], "urgent", "The rule is tried even while the action of a lower rule runs."),
    row("once", &[], "once", "The rule fires at most once for each participant."),
    row("again", &[], "again after 20..40 s", "The rule rests so long after firing."),
    row("not", &[], "not reserved(Place, _)", "No such fact is there, or the condition does not hold."),
    // Tests.
    row("of", &[], "test name of script", "The script the test is about."),
    row("given", &[], "given seat(left)", "Facts that hold when the story begins."),
    row("people", &[], "people ann elder, bob tourist", "Who takes part in the story, each with a role."),
    row("seed", &[], "seed 3", "The seed of the story's chances."),
    row("expect", &[], "expect reserved(left, ann)", "These literals must hold."),
    row("does", &[], "ann does take_a_seat with Place = left", "The next rule that she fires is this one, with these bindings."),
    row("fails", &[], "ann fails", "The action that she is doing now fails."),
    row("arrives", &[], "ann arrives as tourist", "She joins now."),
    row("vanishes", &[], "ann vanishes", "Gone from the world."),
    row("recalled", &[], "ann is recalled for 2 min", "Called away politely."),
    row("returns", &[], "ann returns", "She comes back from where she was called to."),
    row("present", &[], "ann is present", "She takes part in the scene now."),
    row("out", &[], "ann is out", "She is no longer in the scene."),
    row("tell", &[], "tell asked(ann, weather)", "The host or a proxy pushes a fact."),
    row("scene", &[], "scene ends, scene goes on", "The scene ends, now or later; or it is running now."),
    row("ends", &[], "scene ends", "The scene ends, now or later."),
    row("goes", &[], "scene goes on", "The scene is running now."),
    // Locations.
    row("knows", &[], "knows seat(left), seat(right)", "What the location tells a scene about its props."),
    row("prefers", &[], "prefers bench_chat 3, nap 1", "The scripts that can be played here, by weight."),
    row("emits", &[], "emits script within 8 m, every 2 s", "How the location speaks to those around: `script`, `notification`, `spawn` or `player`."),
    row("notification", &[], "emits notification within 20 m", "The location makes itself known to those around."),
    row("spawn", &[], "emits spawn elder 1 at door", "The location brings characters into the world."),
    row("within", &[], "within 8 m", "How far the emitter reaches."),
    row("rests", &[], "rests 30 s", "How long the location rests after a scene."),
    row("per", &[], "rests per character 2 min", "How long a character who left is not cast again."),
    row("character", &[FLAG], "rests per character 2 min", "How long a character who left is not cast again."),
    row("at", &[LOCATION_PROP], "at 0 m, 0 m", "Where the prop stands, seen from the location."),
    row("at", &[], "at most 2 within 50 m", "No more scenes than this at once within the distance; after someone a spawn emitter brings, the point where they appear."),
    row("from", &[], "from 8:00 to 22:00", "The hours in which the emitter speaks."),
    row("to", &[], "up to 3 min, from 8:00 to 22:00", "The far end of a time."),
    row("icon", &[], "icon talk", "The icon the player is shown."),
    row("stay", &[], "then stay", "Those who were brought stay in the world."),
    row("withdraw", &[], "then withdraw", "Those who were brought leave the world again."),
    row("extras", &[], "extras", "Those who were brought are extras."),
    // Kinds.
    row("thing", &[], "thing", "A character or a prop."),
    row("character", &[], "character", "Any character or proxy."),
    row("number", &[], "number", "A plain number; lengths in metres are numbers too."),
    row("duration", &[], "duration", "A length of time: `2 s`, `1.5 min`."),
    row("time", &[], "time", "A moment, such as `.now + 2 min`."),
    row("daytime", &[], "daytime", "A time of day, such as `18:30`."),
    row("symbol", &[], "symbol", "Any symbol."),
    row("text", &[], "text", "A text in double quotes."),
    // The engine.
    row(".me", &[], ".me", "The participant whose rule this is."),
    row(".now", &[], ".now", "This moment."),
    row(".clock", &[], ".clock", "The time of day."),
    row(".second", &[], ".second", "One second."),
    row(".minute", &[], ".minute", "One minute."),
    row(".hour", &[], ".hour", "One hour."),
    row(".any", &[], ".any(X), .any(X, tourist)", "Someone present, `.me` included; with a role, only those cast in it, proxies too."),
    row(".state", &[], ".state(X, seated)", "Whether a participant is in a state; exists in properties and tests only."),
    row("chance", &[], "chance(30%)", "A coin, thrown once for each rule and free spell."),
    row("random", &[], "random(1, 2)", "A number between the two, drawn anew; only in effects, action arguments and rests."),
    row("count", &[], "count(waiting(_)) < 3", "How many facts match."),
    row("distance", &[], "distance(.me, X) < 3 m", "How far apart two things are, in metres: a reading of the stage."),
    row("_", &[], "_", "Anything."),
    // Units.
    row("ms", &[], "500 ms", "Milliseconds."),
    row("s", &[], "2 s", "Seconds."),
    row("min", &[], "1.5 min", "Minutes."),
    row("h", &[], "2 h", "Hours."),
    row("m", &[], "8 m", "Metres; a length is a plain number."),
    row("%", &[], "30%", "Hundredths: `30%` is `0.3`."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_has_help() {
        for keyword in SyntaxKind::KEYWORDS {
            assert!(of_word(keyword, FILE).is_some(), "{keyword}");
        }
    }

    #[test]
    fn help_is_a_sentence() {
        for row in TABLE {
            assert!(row.text.ends_with('.'), "{}", row.form);
        }
    }
}
