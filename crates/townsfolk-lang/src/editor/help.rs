//! One sentence of help for each word of the language, written for script authors.
//!
//! Hover shows it, and completion puts it beside what it offers. The words that open declarations
//! have theirs in the table of [`crate::declaration`]; this one has all others. It follows the tables
//! of the book's page on the language.

use crate::declaration::DeclarationKind;
use crate::diagnostic::Code;
use crate::syntax::{SyntaxKind, *};

/// Help for a word.
#[derive(Debug)]
pub(super) struct Help {
    word: &'static str,
    /// The nodes it means this in; none means anywhere else.
    within: &'static [SyntaxKind],
    /// How it is written.
    form: &'static str,
    /// What it does.
    text: &'static str,
}

/// The help for a word where it stands in a node of this kind.
pub(super) fn of_word(word: &str, parent: SyntaxKind) -> Option<(&'static str, &'static str)> {
    if let Some(code) = Code::from_name(word).filter(|_| parent == ACCEPT) {
        return Some((code.name(), code.summary()));
    }
    let rows = || TABLE.iter().filter(|row| row.word == word);
    rows()
        .find(|row| row.within.contains(&parent))
        .or_else(|| rows().find(|row| row.within.is_empty()))
        .map(|row| (row.form, row.text))
        .or_else(|| of_opening(word))
        .or_else(|| rows().next().map(|row| (row.form, row.text)))
}

/// The help for a word that opens a declaration.
fn of_opening(word: &str) -> Option<(&'static str, &'static str)> {
    let words = DeclarationKind::opening_words();
    let found = words.into_iter().find(|other| other.text() == word)?;
    Some((found.example, found.help))
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
    row("prop", &[LOCATION_PROP], "prop left: chair at 0 m, 0 m", "Places a prop of this kind at the location."),
    row("prop", &[STEP], "prop left vanishes", "The prop is gone from the world."),
    row("prop", &[KIND_REF], "prop", "Any prop."),
    row("action", &[KIND_REF], "action", "This parameter of the template is an action."),
    row("script", &[EMITS], "emits script", "The location invites those around into a scene of a script it prefers."),
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
    // Minds.
    row("need", &[FLAG], "joins as need", "They can hardly do otherwise."),
    row("persona", &[PERSON_PART], "persona easy_going", "What the person is like: a declared persona, or `neurotic 0.7, extrovert 0.85`."),
    row("temper", &[PERSON_PART], "has temper hot_headed", "How the feelings of the person come and go."),
    row("has", &[], "has temper hot_headed", "How the feelings of the person come and go. Without a temper they stay as they are."),
    row("belongs", &[], "belongs to falks", "The group with which the person joins scenes: all who name it come, or none."),
    row("street", &[], "street high_street from 0 m, 0 m to 90 m, 6 m", "Ground of an area between two corners, the south-west one first. People keep to the right in it."),
    row("square", &[], "square market from 0 m, 6 m to 30 m, 40 m", "Open ground of an area: a square, a yard, a park."),
    row("room", &[], "room bakery from 30 m, 6 m to 38 m, 14 m", "Ground of an area under a roof; with `floor 1` upstairs."),
    row("floor", &[], "floor 1", "On which floor a room lies; the ground is 0."),
    row("door", &[], "door bakery to high_street open 6:00..18:00 admits baker", "A door in the wall that two areas have in common."),
    row("stairs", &[], "stairs hall to attic", "Stairs between two rooms that lie over one another."),
    row("window", &[], "window cafe to market", "A window: for eyes only."),
    row("place", &[], "place kiosk in park at 4 m, 9 m", "Puts a location somewhere, counted from the south-west corner of the area. Others stand in the areas that their tags name."),
    row("wide", &[], "wide 1.2 m", "How wide a door is: people pass narrow ones singly."),
    row("open", &[], "open 8:00..18:00", "When a door is open to everybody."),
    row("admits", &[], "admits baker", "Who may pass a door at any time."),
    row("private", &[], "private", "Only those whose day is spent behind the door may pass."),
    row("key", &[], "key brass_key", "Whoever carries one may pass at any time, even if it is locked."),
    row("named", &[], "place bed in attic at 1 m, 1 m named old_bed", "The name by which minds know the location: `use my old_bed`."),
    row("cools", &[], "cools down in 3 h", "The mood comes back to what it usually is: in so long from one end of the scale to the other, and sooner if there is less to go."),
    row("down", &[], "cools down in 3 h", "The mood comes back to what it usually is."),
    row("forgives", &[], "forgives in 48 h", "What is felt for somebody comes back up to what it was at first."),
    row("grows", &[], "grows apart in 720 h", "What is felt for somebody comes back down to what it was at first."),
    row("apart", &[], "grows apart in 720 h", "What is felt for somebody comes back down to what it was at first."),
    row("tires", &[], "tires of joke in 1 h", "What was just done to somebody is not done to them again so soon; after so long it is as good as new."),
    row("anything", &[], "tires of anything in 20 min", "Whatever people do to one another that has no line of its own."),
    row("whims", &[], "whims 0.05", "Of what is at most so much weaker than the strongest, one is done."),
    row("to", &[INTERACTION_PART], "to other valence 0.05, like 0.05", "Whom the interaction changes, and how much."),
    row("other", &[], "to other like 0.05", "The one it is done to: the mood, and what is felt for the one who does it."),
    row("oneself", &[], "to oneself valence 0.05", "The one who does it: the mood, and what is felt for the other."),
    row("witnesses", &[], "to witnesses like -0.05", "Everybody else who is near: the mood, and what is felt for the one who does it."),
    row("if", &[INTERACTION_PART], "to other like 0.1 if attracted", "Only if whoever it changes is attracted or submissive to the other, or shares the subject."),
    row("attracted", &[], "if attracted", "Finds the other attractive: 0.6 and more."),
    row("submissive", &[], "if not submissive", "Feels below the other: a dominance of less than 0.45."),
    row("shared", &[], "if shared", "The subject of the chat is one they like to talk about."),
    row("hidden", &[], "hidden 0.5, -1.2, …", "The ten weights of a hidden neuron: nine inputs and a bias."),
    row("meets", &[], "meets friends liked 0.6 within 30 min", "Friends may arrange in a chat to spend this together; one waits for the other so long."),
    row("friends", &[], "meets friends", "People who are liked: 0.6 and more unless stated."),
    row("liked", &[], "meets friends liked 0.7", "How much they must like each other."),
    row("carries", &[TEST_NODE], "test has_orders: carries order", "Whether something of this kind is carried."),
    row("carries", &[], "role chef carries at_the_stove", "The layer that is put on with the role."),
    row("serves", &[], "serves thirst as customer", "The need can be served here, by taking part in this role."),
    row("eases", &[], "eases thirst", "The need falls along its curve while the action lasts."),
    row("adds", &[], "adds 0.25 to bladder", "The need has changed by so much when the action is done."),
    row("rises", &[], "rises 0 to 1 in 6 h", "How the need rises; with `by itself` also when nothing happens, which is usual."),
    row("falls", &[], "falls 1 to 0 in 15 min", "How the need falls while it is eased; with `by itself` also when nothing happens."),
    row("stays", &[], "stays", "The need changes only by actions and events."),
    row("starts", &[NEED_PART], "starts anywhere, starts at 0.3", "Its level at the start; `anywhere` is drawn for each person."),
    row("anywhere", &[], "starts anywhere", "Its level at the start is drawn for each person."),
    row("itself", &[], "rises by itself", "Without anything being done about it."),
    row("excited", &[], "excited by threat 0.8 within 20 m", "An event that raises the need by so much, less with the distance."),
    row("calmed", &[], "calmed by lullaby 0.5", "An event that lowers the need by so much."),
    row("includes", &[], "includes moods", "The lines of another layer count as if they stood here."),
    row("needs", &[INHIBITION], "inhibited by needs 0.3", "How strongly the concepts of the basic layer hold down those of this one."),
    row("needs", &[], "needs hunger, fatigue", "The needs of the layer; each is also a concept of the same name."),
    row("set", &[FLAG], "set by host", "Only the game sets this attribute."),
    row("by", &[FLAG], "set by host", "Only the game sets this attribute."),
    row("host", &[FLAG], "set by host", "Only the game sets this attribute."),
    row("set", &[], "set .mood(.me) = calm, set not .selected(.me)", "Gives an attribute a value, or makes it hold or not hold."),
    row("step", &[], "step do sit(Place), set .activity(.me) = resting", "One step of a course: everything in it starts together, and it is done when all of it is."),
    row("failure", &[ON_FAILURE], "on failure goto give_up", "What follows if an action of the step fails; otherwise the fallback of the course."),
    row("on", &[ON_FAILURE], "on failure goto give_up", "What follows if an action of the step fails; otherwise the fallback of the course."),
    row("go", &[ON_FAILURE], "on failure go on", "The course goes on with the next step, as if nothing had failed."),
    row("goto", &[ON_FAILURE], "on failure goto give_up", "The course goes on with this branch."),
    row("branch", &[], "branch give_up", "Steps that follow a failure; `on failure goto` leads here."),
    row("otherwise", &[], "otherwise", "The fallback of the course: what is done if a step fails that does not say what follows."),
    row("resumes", &[], "resumes", "An interrupted course goes on at its step; without it, from the beginning."),
    row("concept", &[], "concept worry", "A node that is the sum of what is linked to it, from 0 to 1."),
    row("flag", &[], "flag cooking, flag smoking on", "A node that is on or off until an action changes it."),
    row("test", &[TEST_NODE], "test late: not in kitchen", "A node that asks something of the world."),
    row("action", &[ACTION_NODE], "action eat: satisfy hunger", "A node that stands for something to do; the strongest is done."),
    row("drives", &[], "hunger drives eat above 0.6", "A link that raises; 1 unless stated."),
    row("drive", &[], "cook, serve drive not_ready_to_change_role", "Links that raise; 1 unless stated."),
    row("inhibits", &[], "fear inhibits hunger by 0.5", "A link that holds down; 1 unless stated."),
    row("inhibit", &[], "fear, pain inhibit hunger by 0.5", "Links that hold down; 1 unless stated."),
    row("above", &[], "hunger drives eat above 0.6", "The link passes only what reaches this, and then all of it."),
    row("below", &[], "ignores hunger below 0.9", "What does not reach this is ignored."),
    row("by", &[LINK], "inhibits hunger by 0.5", "How much of it passes: a number, a percentage or a word such as `usually`."),
    row("all", &[LINK], "all of bar_open, time_to_change_role drives lock_bar", "The weakest of these counts."),
    row("any", &[LINK], "any of rain, wind drives shelter", "The strongest of these counts."),
    row("of", &[LINK], "all of bar_open, time_to_change_role drives lock_bar", "The weakest of them counts, or with `any` the strongest."),
    row("ignores", &[], "ignores hunger below 0.9 in eat", "While the layer is held, the need (or a link of the basic layer) counts only from here on; without `below`, not at all."),
    row("inhibited", &[], "inhibited by needs 0.3", "How strongly the concepts of the basic layer hold down those of this one; with `always`, also needs too weak to be acted on."),
    row("gated", &[], "inhibited by needs 0.3 gated", "A need that is too weak to be acted on holds nothing down, which is usual."),
    row("always", &[INHIBITION], "inhibited by needs 0.1 always", "Also needs that are too weak to be acted on hold the layer down."),
    row("always", &[WEIGHT], "drives eat always", "A weight of 1."),
    row("very_much", &[], "drives eat very_much", "A weight of 0.8."),
    row("usually", &[], "drives eat usually", "A weight of 0.7."),
    row("much", &[], "drives eat much", "A weight of 0.6."),
    row("often", &[], "drives eat often", "A weight of 0.5."),
    row("some", &[], "drives eat some", "A weight of 0.4."),
    row("a_little", &[], "drives eat a_little", "A weight of 0.2."),
    row("satisfy", &[], "satisfy hunger by company", "Finds something that eases the need, and uses it."),
    row("use", &[], "use bar_table as guest by company", "Uses some prop of a kind; with `my`, this very prop."),
    row("my", &[], "use my bed as sleeper", "This very prop, by its name."),
    row("take", &[], "take order", "Picks something of this kind up."),
    row("mingle", &[], "mingle, mingle here", "Seeks company, walking about or staying here."),
    row("here", &[], "mingle here", "Without walking about."),
    row("company", &[], "by company", "The prop is chosen by who is there already, not by the way."),
    row("work", &[], "go to work", "Walks to the area that the schedule names."),
    row("go", &[], "go to kitchen, go to work", "Walks to an area, or to the one that the schedule names."),
    row("do", &[DEED], "do flee", "An action of the game."),
    row("free", &[], "free order", "Whether a prop of this kind is here and nobody uses it."),
    row("waits", &[TEST_NODE], "guest waits at bar", "Whether somebody waits at such a place of a prop of this kind."),
    row("waits", &[], "waits up to 30 min", "How long the role before may say that it is not ready; 30 minutes unless stated."),
    row("present", &[TEST_NODE], "present waiter", "Whether somebody in this role is here."),
    row("begun", &[], "begun sets cooking", "As the action begins."),
    row("done", &[], "done clears cooking", "When the action has been done."),
    row("offered", &[], "offered as need", "With which word of the ladder the mind offers to drive the body; unless stated, `satisfy` as `need`, `mingle` as `wish`, everything else as `duty`."),
    row("sets", &[], "done sets sitting with prop", "Switches the flag on; `with prop`, until the prop is given up."),
    row("clears", &[], "done clears cooking", "Switches the flag off."),
    row("urgent", &[FLAG], "urgent from 20 min leaving at 0.7", "The entry is felt so long before it starts; one sets out as soon as it is so urgent and the role is ready."),
    row("counts", &[], "schedule day counts 161280 from 23:00", "Times are counted in units, so many in a day, the first of which begins then."),
    row("mind", &[], "mind body travels with walking", "The basic layer of the person, and the one on the way between roles."),
    row("travels", &[], "travels with walking", "The layer that is held on the way from one role to the next."),
    row("follows", &[], "follows cooks_day", "The schedule of the person."),
    row("mood", &[], "mood valence 0.5, arousal 0.5", "The mood at the start."),
    row("attractive", &[], "attractive 0.7", "How attractive others find the person; 0.5 unless stated."),
    row("talks", &[], "talks of food, music", "What the person likes to talk about."),
    row("knows", &[PERSON_PART], "knows about mira \"She lives by the river.\"", "Something that is known from the start, and can be told on."),
    row("about", &[], "knows about mira \"She lives by the river.\"", "Whom it is about."),
    row("feels", &[], "feels for mira like 0.8, intimacy 0.4", "What the person feels for another; what is not said is as at first sight."),
    row("remembers", &[], "remembers 64 events, 48 sightings, 24 tidings", "How much is remembered; the oldest goes first."),
    row("gossips", &[], "gossips chance 0.5, like 0.45, trust 0.8, hops 6", "How readily news is passed on, to whom, and how much is believed."),
    row("neurotic", &[], "neurotic 0.7", "From calm (0) to tense and difficult with people (1)."),
    row("extrovert", &[], "extrovert 0.85", "From shy (0) to sociable and impulsive (1)."),
    row("valence", &[], "valence 0.5", "From a bad mood (0) to a good one (1)."),
    row("arousal", &[], "arousal 0.5", "From calm (0) to stirred (1)."),
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
    row("accept", &[], "accept rest-too-long because \"he comes once a day\"", "Accepts a warning in this declaration, rule or fact, with the reason; errors cannot be accepted."),
    row("because", &[ACCEPT], "accept rest-too-long because \"he comes once a day\"", "Why the finding is right here."),
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
