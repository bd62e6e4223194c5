//! A day in the example `district`: three people's day in full, and counts for all the others.

use crate::play::story;
use crate::silly::{is_long, silliness};
use expect_test::expect;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A day of the district, played once for all tests.
fn day() -> &'static str {
    static DAY: OnceLock<String> = OnceLock::new();
    DAY.get_or_init(|| story("district", &["--until", "24h", "--seed", "3"]))
}

/// Lines in which somebody acts, or is told or asked something.
fn life_of(name: &str) -> String {
    let mentions = |line: &&str| {
        let words = line
            .get(10..)
            .unwrap_or_default()
            .split(|c: char| !c.is_alphanumeric());
        // A scene that begins with thirty others is not told by listing them.
        words.into_iter().any(|word| word == name) && !line.contains("  -- ")
    };
    let told = day().lines().filter(mentions);
    told.fold(String::new(), |all, line| all + line + "\n")
}

/// Seconds since six in the morning, when the day begins.
fn seconds(line: &str) -> Option<u32> {
    let mut parts = line
        .get(..8)?
        .split(':')
        .map(|part| part.parse::<u32>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    Some((hours * 3600 + minutes * 60 + seconds + 18 * 3600) % (24 * 3600))
}

/// How many hours all of them together were what, and how many it was in the end.
fn hours_by_role() -> String {
    let mut since: BTreeMap<String, (String, u32)> = BTreeMap::new();
    let mut spent: BTreeMap<String, u32> = BTreeMap::new();
    let mut be = |who: &str, role: &str, at: u32| {
        let now = (role.to_string(), at);
        if let Some((was, from)) = since.insert(who.to_string(), now) {
            *spent.entry(was).or_default() += at.saturating_sub(from);
        }
    };
    for line in day().lines() {
        let Some((at, what)) = seconds(line).zip(line.get(10..)) else {
            continue;
        };
        if let Some((who, role)) = what
            .strip_suffix(") is there")
            .and_then(|w| w.split_once(" ("))
        {
            be(who, role, at);
        } else if let Some((who, role)) = what.split_once(" is now ") {
            be(who, role, at);
        } else if let Some((who, _)) = what.split_once(" is no longer ") {
            be(who, "on the way", at);
        }
    }
    let people: Vec<String> = since.keys().cloned().collect();
    for who in &people {
        let role = since[who].0.clone();
        let from = since[who].1;
        *spent.entry(role).or_default() += (24 * 3600_u32).saturating_sub(from);
    }
    let line = |(role, seconds): (&String, &u32)| format!("{:>6} h {role}\n", seconds / 3600);
    format!("{} people\n", people.len()) + &spent.iter().map(line).collect::<String>()
}

/// How often something was told.
fn counts() -> String {
    let kinds = [
        ("meals", ": eat, eat_bread"),
        ("glasses at the tavern", "(drinker): drink"),
        ("cups at the café", ": sip, sip_coffee"),
        ("purchases", ": pay, pay_and_pack"),
        ("breathers", ": rest, rest_a_little"),
        ("sits on a bench", ": sit, sit_and_look"),
        ("chapters in the library", ": read, read_a_chapter"),
        ("examinations", ": examine"),
        ("bells at school", "ring_the_bell"),
        ("handshakes after chess", ": good game, shake_hands"),
        ("rehearsals", "-- rehearsal begins"),
        ("lamps looked after", ": look after it"),
        ("chats", " chats with "),
        ("jokes", " jokes with "),
        ("compliments", " compliments "),
        ("flirts", " flirts with "),
        ("insults", " insults "),
        ("news told", " tells "),
        ("role changes", " is now "),
        ("things given up", " gives up: "),
        ("roles laid down unready", "not ready, but"),
    ];
    let line = |(what, told): &(&str, &str)| {
        let often = day().lines().filter(|line| line.contains(told)).count();
        format!("{often:>6} {what}\n")
    };
    kinds.iter().map(line).collect()
}

#[test]
fn a_baker() {
    expect![[r#"
        06:00:00  Otto (baker) is there
        06:00:00  Otto (baker): knead dough                                 dough 1
        06:00:00  Meinhard (baker) chats with Otto about bread
        06:00:00  Otto (baker) chats with Thomas about bread
        06:18:06  Otto (baker) chats with Meinhard about holidays
        06:28:19  Meinhard (baker) jokes with Otto
        06:28:57  Thomas (baker) chats with Otto about dancing
        06:39:57  Thomas (baker) compliments Otto
        06:45:06  Otto (baker) chats with Thomas about weather
        06:57:59  Otto (baker) jokes with Thomas
        07:00:57  Thomas (baker) jokes with Otto
        07:15:12  Otto (baker) chats with Meinhard about holidays
        07:21:19  Meinhard (baker) chats with Otto about holidays
        07:23:06  Otto (baker) compliments Thomas
        07:34:19  Meinhard (baker) compliments Otto
        07:40:06  Otto (baker) compliments Meinhard
        08:03:06  Otto (baker) chats with Thomas about weather
        08:14:00  Otto (baker) chats with Meinhard about holidays
        08:21:10  Otto (baker): sweep up                                    sweeping 0.8
        08:29:57  Thomas (baker) chats with Otto about weather
        08:32:06  Otto (baker) jokes with Meinhard
        08:32:32  Otto (baker): knead dough                                 dough 1
        08:42:06  Otto (baker) jokes with Thomas
        08:46:04  Nanni chats with Otto about children
        08:48:19  Meinhard (baker) chats with Otto about bread
        08:59:06  Otto (baker) chats with Thomas about weather
        09:21:06  Otto (baker) chats with Meinhard about weather
        09:42:14  Otto (baker): eat                                         hunger 0.8
        09:43:06  Otto (baker) compliments Thomas
        09:45:24  Otto (baker): eat, eat_bread                              eat
        09:46:57  Thomas (baker) chats with Otto about bread
        09:59:19  Meinhard (baker) chats with Otto about dancing
        09:59:55  Otto (baker): knead dough                                 dough 1
        10:02:07  Otto (baker): find a privy                                bladder 0.71
        10:04:06  Otto (baker) compliments Meinhard
        10:05:38  Otto (baker): go, relieve                                 go
        10:07:55  Meinhard (baker) jokes with Otto
        10:08:57  Thomas (baker) compliments Otto
        10:09:50  Otto (baker): knead dough                                 dough 1
        10:13:06  Otto (baker) chats with Thomas about weather
        10:22:19  Meinhard (baker) compliments Otto
        10:25:06  Otto (baker) chats with Meinhard about bread
        10:44:06  Otto (baker) jokes with Meinhard
        10:48:46  Otto (baker): sweep up                                    sweeping 0.8
        10:49:51  Burga (baker) chats with Otto about bread
        10:56:06  Otto (baker) chats with Thomas about bread
        10:58:51  Otto (baker): knead dough                                 dough 1
        11:00:06  Otto is no longer baker
        11:00:06  Otto sets out for linden house
        11:16:04  Thomas tells Burga that Otto was in bakery from 06:00 to 11:01
        11:23:37  Martha jokes with Otto
        11:28:37  Otto is now resident
        11:28:38  Otto (resident): potter about                             at leisure 1
        11:31:37  Martha (resident) kisses Otto
        11:44:43  Otto (resident): tidy up                                  housework 0.8
        11:52:37  Martha (resident) chats with Otto about prices
        11:57:10  Otto (resident): potter about                             at leisure 1
        12:00:06  Otto (resident) jokes with Martha
        12:17:06  Otto (resident) kisses Martha
        12:30:06  Otto (resident) chats with Martha about holidays
        12:32:49  Otto tells Martha that Meinhard was in bakery from 06:00 to 11:01
        12:41:37  Martha (resident) jokes with Otto
        12:53:09  Otto (resident): tidy up                                  housework 0.8
        12:56:07  Otto (resident): read, read_at_home                       curiosity 0.9
        13:01:37  Martha (resident) chats with Otto about prices
        13:23:04  Otto (resident): tidy up                                  housework 0.88
        13:23:37  Martha (resident) kisses Otto
        13:31:06  Otto (resident) jokes with Martha
        13:34:49  Otto (resident): potter about                             at leisure 1
        13:46:06  Otto (resident) chats with Liese about weather
        14:03:06  Otto (resident) chats with Fritz about bread
        14:06:51  Otto tells Fritz that Meinhard was in bakery from 06:00 to 11:01
        14:14:00  Otto (resident): tidy up                                  housework 0.8
        14:18:22  Fritz (resident) jokes with Otto
        14:25:55  Liese (resident) chats with Otto about games
        14:26:22  Fritz (resident) chats with Otto about games
        14:31:24  Otto (resident): potter about                             at leisure 1
        14:32:06  Otto (resident) jokes with Fritz
        14:34:55  Liese (resident) compliments Otto
        14:39:50  Otto (resident): eat                                      hunger 0.6
        14:45:04  Otto (resident): eat, eat_bread                           eat
        14:45:49  Hannes (resident) chats with Otto about football
        14:48:01  Hannes tells Otto that Old Tobias was in linden house from 13:34 to 14:36
        14:53:06  Otto (resident) chats with Hannes about bread
        14:55:28  Otto (resident): potter about                             at leisure 1
        14:55:38  Otto tells Hannes that Old Tobias was in linden house from 13:17 to 14:36
        15:00:49  Hannes (resident) compliments Otto
        15:02:06  Otto (resident) chats with Fritz about weather
        15:09:07  Otto (resident): find a privy                             bladder 0.71
        15:13:47  Otto (resident): go, relieve                              go
        15:13:55  Liese (resident) chats with Otto about games
        15:15:06  Otto (resident) jokes with Hannes
        15:16:53  Otto (resident): potter about                             at leisure 1
        15:17:15  Liese tells Otto that Martha was in linden house from 13:43 to 14:17
        15:30:06  Otto is no longer resident
        15:30:06  Otto sets out for park
        15:33:34  Meinhard tells Adelgunde "Otto gets up at three even on holidays, and then stands about."
        15:52:38  Veit chats with Otto about games
        16:11:37  Otto is now stroller
        16:11:38  Otto (stroller): sit down                                 weary legs 0.99
        16:12:06  Otto (stroller) chats with Liese about weather
        16:15:19  Otto tells Liese that Hannes was in linden house from 13:34 to 15:20
        16:30:44  Otto (stroller): sit, sit_and_look                        sit
        16:42:06  Otto (stroller) chats with Fritz about holidays
        16:45:31  Otto tells Fritz that Old Tobias was in linden house from 13:34 to 14:36
        16:48:36  Otto (stroller): stroll                                   fine day 1
        17:02:04  Nanni (stroller) chats with Otto about neighbours
        17:03:06  Otto (stroller) jokes with Fritz
        17:06:07  Otto (stroller): accept a game                            somebody at the board and itch to play 0.33
        17:18:44  Katrin (playing child) chats with Otto about games
        17:23:16  Simeon (stroller): move, move_a_piece                     move: N = 0, Other = Otto
        17:27:28  Simeon (stroller): wait for the other, think              wait_for_the_other: Other = Otto
        17:27:28  Otto (stroller): move, move_a_piece                       move: N = 1, Other = Simeon
        17:30:06  Otto is no longer stroller
        17:35:07  Otto sets out for linden house
        18:20:38  Otto is now resident
        18:20:39  Otto (resident): potter about                             at leisure 1
        18:31:06  Otto (resident) chats with Liese about holidays
        18:34:23  Otto tells Liese that Fritz was in park from 16:22 to 17:40
        18:34:33  Liese tells Martha that Otto was in park from 16:11 to 17:40
        18:37:22  Fritz (resident) jokes with Otto
        18:51:06  Otto (resident) chats with Fritz about weather
        18:55:30  Liese tells Fritz that Otto was in park from 16:11 to 17:40
        19:01:06  Otto (resident) jokes with Liese
        19:10:06  Otto (resident) compliments Liese
        19:13:55  Liese (resident) chats with Otto about animals
        19:14:22  Fritz (resident) chats with Otto about games
        19:16:54  Fritz tells Otto that Veit was in park from 17:05 to 17:48
        19:17:08  Meinhard tells Trude "Otto gets up at three even on holidays, and then stands about."
        19:22:06  Otto (resident) jokes with Fritz
        19:30:06  Otto is no longer resident
        19:30:06  Otto is now in bed
        19:30:07  Otto (in bed): go to bed                                  drowsy 1
        19:31:06  Otto (in bed) chats with Liese about weather
        19:34:27  Otto (in bed): sleep                                      sleep
        21:44:07  Otto (in bed): find a privy                               bladder 0.92
        21:45:06  Otto (in bed) jokes with Martha
        21:47:47  Otto (in bed): go, relieve                                go
        21:52:44  Otto (in bed): go to bed                                  drowsy 1
        21:56:27  Otto (in bed): sleep                                      sleep
        03:00:06  Otto is no longer in bed
        03:17:05  Otto sets out for bakery
        03:17:06  Otto: eat                                                 hunger 1
        03:45:36  Otto is now baker
        03:50:24  Otto (baker): eat, eat_bread                              eat
        04:04:49  Otto (baker): find a privy                                bladder 0.89
        04:08:38  Otto (baker): go, relieve                                 go
        04:13:25  Otto (baker): knead dough                                 dough 1
        04:53:28  Otto (baker): sweep up                                    sweeping 0.8
        05:03:24  Otto (baker): knead dough                                 dough 1
        05:04:57  Thomas (baker) chats with Otto about bread
        05:07:43  Thomas tells Otto "Linda waits for a letter."
        05:09:06  Otto (baker) chats with Thomas about bread
        05:18:57  Thomas (baker) compliments Otto
        05:25:06  Otto (baker) compliments Thomas
        05:32:57  Thomas (baker) jokes with Otto
        05:37:19  Meinhard (baker) chats with Otto about bread
        05:43:06  Otto (baker) jokes with Thomas
    "#]].assert_eq(&life_of("Otto"));
}

#[test]
fn a_schoolgirl() {
    expect![[r#"
        06:00:00  Liese (in bed) is there
        06:00:00  Liese (in bed): go to bed                                 drowsy 1
        06:00:00  Hannes (in bed) chats with Liese about animals
        06:00:00  Liese (in bed) chats with Martha about animals
        06:02:27  Liese (in bed): sleep                                     sleep
        06:15:55  Liese is no longer in bed
        06:15:55  Liese is now resident
        06:28:55  Liese (resident): find a privy                            bladder 0.76
        06:31:47  Liese (resident): go, relieve                             go
        06:32:55  Liese (resident) compliments Martha
        06:35:54  Liese (resident): tidy up                                 housework 1
        06:37:49  Hannes (resident) compliments Liese
        06:46:55  Liese (resident) chats with Fritz about football
        06:52:13  Liese (resident): potter about                            at leisure 1
        07:00:22  Fritz (resident) jokes with Liese
        07:01:55  Liese (resident) chats with Hannes about games
        07:11:37  Martha (resident) jokes with Liese
        07:15:00  Fritz (resident) chats with Liese about football
        07:15:55  Liese is no longer resident
        07:15:55  Liese sets out for school
        07:29:55  Liese compliments Hannes
        07:34:26  Liese is now pupil
        07:34:27  Liese (pupil): attend                                     teacher is there 1
        07:36:43  Liese (pupil) joins lesson
        07:36:43  Liese (pupil): listen, listen_in_class                    listen
        08:28:41  Liese (pupil): answer                                     answer: Teacher = Philippa
        08:31:55  Liese (pupil) chats with Helene about animals
        08:32:37  Liese (pupil): run_about                                  run_about
        08:34:52  Liese tells Helene that Hannes was in linden house from 06:00 to 07:18
        08:48:55  Liese (pupil) chats with Benedikt about football
        08:49:13  Liese (pupil): listen, listen_in_class                    listen
        09:45:40  Liese (pupil): run_about                                  run_about
        09:46:55  Liese (pupil) chats with Anton about games
        09:52:55  Liese (pupil): listen, listen_in_class                    listen
        10:47:32  Liese (pupil): run_about                                  run_about
        10:50:55  Liese (pupil) chats with Cecilie about football
        10:57:15  Liese (pupil): listen, listen_in_class                    listen
        11:49:31  Liese (pupil): run_about                                  run_about
        11:52:55  Liese (pupil) chats with Barbara about animals
        12:02:40  Liese (pupil): listen, listen_in_class                    listen
        12:26:50  Liese (pupil): answer                                     answer: Teacher = Margarete
        12:30:43  Liese (pupil): listen, listen_in_class                    listen
        12:40:40  Liese (pupil) leaves
        12:40:41  Liese (pupil): find a privy                               bladder 0.87
        12:45:15  Liese (pupil): go, relieve                                go
        12:50:01  Liese (pupil): attend                                     teacher is there 1
        12:51:55  Liese (pupil) chats with Benedikt about games
        12:54:43  Liese (pupil) joins lesson
        12:54:43  Liese (pupil): run_about                                  run_about
        13:03:11  Liese (pupil) chats with Isabel about games
        13:08:05  Liese (pupil) leaves
        13:08:06  Liese (pupil): eat                                        hunger 0.81
        13:11:55  Liese (pupil): eat, eat_bread                             eat
        13:13:55  Liese (pupil) chats with Swantje about games
        13:15:55  Liese is no longer pupil
        13:16:43  Barbara chats with Liese about animals
        13:22:51  Liese sets out for linden house
        13:43:52  Liese is now resident
        13:43:53  Liese (resident): potter about                            at leisure 1
        13:46:06  Otto (resident) chats with Liese about weather
        13:46:55  Liese (resident) chats with Fritz about animals
        13:49:52  Liese tells Fritz that Floris was in school from 12:47 to 13:17
        14:01:45  Martha (resident) jokes with Liese
        14:06:52  Fritz (resident) jokes with Liese
        14:08:53  Liese (resident) chats with Martha about animals
        14:25:55  Liese (resident) chats with Otto about games
        14:34:55  Liese (resident) compliments Otto
        14:44:22  Fritz (resident) chats with Liese about games
        14:49:55  Liese (resident) chats with Fritz about games
        15:13:55  Liese (resident) chats with Otto about games
        15:15:55  Liese is no longer resident
        15:15:55  Liese sets out for park
        15:17:15  Liese tells Otto that Martha was in linden house from 13:43 to 14:17
        15:18:38  Susi chats with Liese about animals
        15:34:55  Liese chats with Hannes about games
        15:56:26  Liese is now playing child
        15:56:27  Liese (playing child): play tag                           out of doors 1
        15:57:55  Liese (playing child) chats with Little Ida about football
        16:10:29  Ruth (playing child) chats with Liese about animals
        16:12:06  Otto (stroller) chats with Liese about weather
        16:14:43  Mina (playing child) chats with Liese about games
        16:14:55  Liese (playing child): sit down                           weary legs 0.9
        16:15:19  Otto tells Liese that Hannes was in linden house from 13:34 to 15:20
        16:20:55  Liese (playing child) chats with Pius about football
        16:21:04  Liese gives up: sit down
        16:21:04  Liese (playing child): eat                                hunger 0.6
        16:24:29  Liese (playing child): eat, eat_bread                     eat
        16:30:55  Liese (playing child) chats with Lukas about games
        16:38:52  Liese (playing child): sit down                           weary legs 1
        16:42:55  Liese (playing child) chats with Lilo about animals
        16:48:58  Liese (playing child): sit, sit_and_look                  sit
        16:51:10  Charlotte (playing child) chats with Liese about animals
        16:54:55  Liese (playing child) chats with Antje about animals
        17:05:37  Liese (playing child): play tag                           out of doors 1
        17:13:55  Liese (playing child) chats with Resi about games
        17:29:43  Liese (playing child) chats with Trude about games
        17:43:55  Liese (playing child) chats with Johann about games
        17:45:55  Liese is no longer playing child
        17:45:55  Liese sets out for linden house
        18:03:55  Liese chats with Hannes about football
        18:21:49  Hannes chats with Liese about games
        18:21:56  Liese: find a privy                                       bladder 0.79
        18:29:26  Liese is now resident
        18:31:06  Otto (resident) chats with Liese about holidays
        18:31:47  Liese (resident): go, relieve                             go
        18:31:55  Liese (resident) chats with Martha about football
        18:34:23  Otto tells Liese that Fritz was in park from 16:22 to 17:40
        18:34:33  Liese tells Martha that Otto was in park from 16:11 to 17:40
        18:34:41  Jakob chats with Liese about football
        18:36:28  Liese (resident): potter about                            at leisure 1
        18:44:49  Hannes (resident) compliments Liese
        18:52:55  Liese (resident) chats with Fritz about football
        18:55:30  Liese tells Fritz that Otto was in park from 16:11 to 17:40
        18:59:22  Fritz (resident) jokes with Liese
        19:01:06  Otto (resident) jokes with Liese
        19:10:06  Otto (resident) compliments Liese
        19:12:37  Martha (resident) jokes with Liese
        19:13:55  Liese (resident) chats with Otto about animals
        19:27:49  Hannes (resident) chats with Liese about football
        19:29:37  Martha (resident) chats with Liese about prices
        19:31:06  Otto (in bed) chats with Liese about weather
        19:33:22  Fritz (resident) chats with Liese about football
        19:35:54  Liese (resident) chats with Hannes about football
        19:38:49  Liese (resident): read, read_at_home                      curiosity 0.9
        19:45:49  Hannes (resident) jokes with Liese
        19:55:55  Liese (resident) compliments Hannes
        20:00:15  Liese (resident): tidy up                                 housework 0.82
        20:12:55  Liese (resident) jokes with Hannes
        20:18:04  Liese (resident): potter about                            at leisure 1
        20:29:50  Fritz (resident) jokes with Liese
        20:29:55  Liese (resident) chats with Hannes about animals
        20:30:45  Liese is no longer resident
        20:30:45  Liese is now in bed
        20:30:45  Liese (in bed): go to bed                                 drowsy 1
        20:32:11  Liese tells Hannes that Fritz was in park from 16:22 to 17:40
        20:34:27  Liese (in bed): sleep                                     sleep
        01:19:08  Liese (in bed): find a privy                              bladder 0.96
        01:22:47  Liese (in bed): go, relieve                               go
        01:26:05  Liese (in bed): go to bed                                 drowsy 1
        01:29:27  Liese (in bed): sleep                                     sleep
    "#]].assert_eq(&life_of("Liese"));
}

#[test]
fn a_night_watchman() {
    expect![[r#"
        06:00:00  Ambros (resident) is there
        06:00:00  Ambros (resident): find a privy                           bladder 0.73
        06:00:00  Ambros (resident) chats with Lukas about stars
        06:01:34  Ambros (resident): go, relieve                            go
        06:05:11  Ambros (resident): potter about                           at leisure 1
        06:11:55  Ambros (resident) jokes with Kunigunde
        06:33:55  Ambros (resident) kisses Kunigunde
        06:45:55  Ambros is no longer resident
        06:45:55  Ambros is now in bed
        06:45:55  Ambros (in bed) chats with Kunigunde about holidays
        06:45:56  Ambros (in bed): go to bed                                drowsy 1
        06:49:13  Ambros (in bed): sleep                                    sleep
        12:47:15  Ambros (in bed): find a privy                             bladder 0.96
        12:50:34  Ambros (in bed): go, relieve                              go
        12:51:55  Ambros (in bed) jokes with Kunigunde
        12:55:04  Ambros (in bed): go to bed                                drowsy 1
        12:58:13  Ambros (in bed): sleep                                    sleep
        14:03:20  Kunigunde tells Helene "Ambros caught a burglar once. It was the cat."
        14:30:55  Ambros is no longer in bed
        14:30:55  Ambros is now resident
        14:32:03  Helene tells Lukas "Ambros caught a burglar once. It was the cat."
        14:43:28  Ambros (resident): eat                                    hunger 1
        14:45:55  Ambros (resident) chats with Lukas about stars
        14:46:48  Ambros (resident): eat, eat_bread                         eat
        14:49:07  Ambros tells Lukas that Kunigunde was in swallow house from 11:22 to 14:17
        14:57:55  Ambros (resident) jokes with Lukas
        14:58:35  Ambros (resident): potter about                           at leisure 1
        15:02:09  Lukas (resident) chats with Ambros about games
        15:05:38  Lukas tells Ambros that Kunigunde was in swallow house from 13:44 to 14:17
        15:06:18  Helene (resident) jokes with Ambros
        15:07:55  Ambros (resident) compliments Lukas
        15:38:22  Ambros (resident): read, read_at_home                     curiosity 0.9
        16:00:50  Ambros (resident): tidy up                                housework 0.92
        16:18:09  Ambros (resident): potter about                           at leisure 1
        16:40:18  Ambros (resident): eat                                    hunger 0.6
        16:40:48  Ambros (resident): eat, eat_bread                         eat
        16:55:11  Ambros (resident): potter about                           at leisure 1
        17:14:04  Ambros (resident): tidy up                                housework 0.8
        17:23:58  Lukas tells Benedikt "Ambros caught a burglar once. It was the cat."
        17:29:08  Ambros (resident): potter about                           at leisure 1
        17:48:37  Ambros (resident): read, read_at_home                     curiosity 0.9
        17:53:56  Ambros (resident): find a privy                           bladder 0.71
        17:56:55  Ambros (resident) jokes with Kunigunde
        17:58:34  Ambros (resident): go, relieve                            go
        18:00:43  Kunigunde (resident) jokes with Ambros
        18:02:03  Ambros (resident): potter about                           at leisure 1
        18:04:55  Ambros (resident) kisses Kunigunde
        18:19:24  Ambros (resident): read, read_at_home                     curiosity 0.9
        18:23:55  Ambros (resident) chats with Kunigunde about stars
        18:26:37  Ambros tells Kunigunde that Amalie was in swallow house from 17:23 to 18:10
        18:29:43  Kunigunde (resident) kisses Ambros
        18:40:55  Ambros (resident) chats with Helene about stars
        18:44:24  Ambros tells Helene that Lukas was in swallow house from 13:44 to 15:17
        18:46:09  Lukas (resident) chats with Ambros about animals
        18:48:05  Ambros (resident): tidy up                                housework 0.86
        18:58:55  Ambros (resident) jokes with Helene
        19:00:54  Ambros (resident): potter about                           at leisure 1
        19:07:43  Kunigunde (resident) chats with Ambros about prices
        19:08:09  Lukas (resident) jokes with Ambros
        19:15:55  Ambros (resident) chats with Lukas about burglars
        19:19:52  Ambros tells Lukas that Helene was in swallow house from 13:44 to 15:17
        19:29:55  Ambros (resident) jokes with Kunigunde
        19:36:18  Helene (resident) jokes with Ambros
        19:45:55  Ambros (resident) chats with Kunigunde about burglars
        19:47:22  Ambros (resident): tidy up                                housework 0.8
        19:48:01  Ambros tells Kunigunde that Lukas was in swallow house from 13:44 to 15:17
        19:48:18  Helene (resident) chats with Ambros about football
        19:51:40  Helene tells Ambros that Lukas was in park from 16:06 to 17:45
        20:03:06  Ambros (resident): potter about                           at leisure 1
        20:05:43  Kunigunde (resident) jokes with Ambros
        20:05:55  Ambros (resident) chats with Helene about stars
        20:12:09  Lukas (resident) chats with Ambros about games
        20:14:43  Kunigunde (resident) chats with Ambros about prices
        20:24:34  Ambros (resident) chats with Lukas about burglars
        20:29:09  Lukas (resident) compliments Ambros
        20:45:55  Ambros is no longer resident
        20:45:55  Ambros sets out for heart
        21:03:56  Ambros is now watchman
        21:03:57  Ambros (watchman): stand and listen                       lantern 1
        21:21:57  Ambros (watchman): see to the market                      doubt about the market 0.7
        21:48:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        21:51:03  Ambros (watchman): see to the library                     doubt about the library 0.76
        22:04:27  Ambros (watchman): look after it, try_the_door            look_after_it
        22:07:14  Ambros (watchman): see to the park                        doubt about the park 0.75
        22:34:55  Ambros (watchman) chats with Alois about stars
        22:37:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        22:40:14  Ambros (watchman): stand and listen                       lantern 1
        22:40:31  Alois (watchman) chats with Ambros about stars
        22:51:31  Alois (watchman) compliments Ambros
        22:58:55  Ambros (watchman) compliments Alois
        22:59:27  Ambros (watchman): see to the market                      doubt about the market 0.7
        23:17:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        23:19:32  Ambros (watchman): stand and listen                       lantern 1
        23:22:14  Ambros (watchman): see to the library                     doubt about the library 0.7
        23:26:55  Ambros gives up: see to the library
        23:26:56  Ambros (watchman): find a privy                           bladder 0.77
        23:31:53  Ambros (watchman): go, relieve                            go
        23:35:31  Alois (watchman) chats with Ambros about stars
        23:36:29  Ambros (watchman): see to the library                     doubt about the library 0.78
        23:37:50  Alois tells Ambros that Nanni was in park from 16:46 to 17:22
        23:41:55  Ambros (watchman) chats with Alois about holidays
        23:49:27  Ambros (watchman): look after it, try_the_door            look_after_it
        23:49:31  Alois (watchman) jokes with Ambros
        23:52:20  Ambros (watchman): see to the park                        doubt about the park 0.74
        00:05:55  Ambros (watchman) jokes with Alois
        00:07:11  Ambros gives up: see to the park
        00:07:12  Ambros (watchman): eat                                    hunger 0.8
        00:12:29  Ambros (watchman): eat, eat_bread                         eat
        00:22:30  Ambros (watchman): see to the park                        doubt about the park 0.91
        00:42:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        00:45:05  Ambros (watchman): see to the market                      doubt about the market 0.85
        01:03:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        01:06:16  Ambros (watchman): stand and listen                       lantern 1
        01:07:56  Ambros (watchman): see to the library                     doubt about the library 0.7
        01:19:55  Ambros (watchman) chats with Alois about holidays
        01:21:27  Ambros (watchman): look after it, try_the_door            look_after_it
        01:24:20  Ambros (watchman): stand and listen                       lantern 1
        01:30:05  Ambros (watchman): see to the park                        doubt about the park 0.7
        01:58:55  Ambros (watchman) compliments Alois
        02:00:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        02:01:31  Alois (watchman) chats with Ambros about stars
        02:02:50  Ambros (watchman): stand and listen                       lantern 1
        02:03:52  Ambros (watchman): see to the market                      doubt about the market 0.7
        02:21:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        02:22:31  Alois (watchman) compliments Ambros
        02:23:39  Ambros (watchman): stand and listen                       lantern 1
        02:52:31  Alois (watchman) chats with Ambros about stars
        02:53:44  Ambros (watchman): see to the library                     doubt about the library 0.7
        03:07:27  Ambros (watchman): look after it, try_the_door            look_after_it
        03:10:09  Ambros (watchman): see to the park                        doubt about the park 0.74
        03:40:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        03:42:50  Ambros (watchman): see to the market                      doubt about the market 0.79
        04:00:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        04:03:24  Ambros (watchman): stand and listen                       lantern 1
        04:32:57  Ambros (watchman): see to the library                     doubt about the library 0.7
        04:46:27  Ambros (watchman): look after it, try_the_door            look_after_it
        04:49:06  Ambros (watchman): eat                                    hunger 0.8
        04:52:37  Ambros (watchman): eat, eat_bread                         eat
        05:04:13  Ambros (watchman): find a privy                           bladder 0.78
        05:09:26  Ambros (watchman): go, relieve                            go
        05:14:03  Ambros (watchman): see to the park                        doubt about the park 0.92
        05:30:55  Ambros is no longer watchman
        05:30:55  Ambros sets out for swallow house
    "#]].assert_eq(&life_of("Ambros"));
}

#[test]
fn everybody_else_in_numbers() {
    expect![[r#"
        200 people
            29 h baker
            14 h barkeeper
            70 h cafe goer
             2 h choirmaster
           224 h clerk
            15 h doctor
            32 h gardener
          1661 h in bed
            77 h joiner
            25 h librarian
           381 h on the way
            78 h playing child
            42 h porter
            72 h printer
           223 h pupil
            46 h reader
           215 h regular
          1109 h resident
            65 h shopper
            37 h singer
            62 h smith
            71 h stallholder
            81 h stroller
            91 h tailor
            12 h teacher
            13 h unwell
            24 h waiter
            17 h watchman
    "#]]
    .assert_eq(&hours_by_role());
    expect![[r#"
        in all
           666 meals
           136 glasses at the tavern
            41 cups at the café
            77 purchases
           239 breathers
           206 sits on a bench
            31 chapters in the library
             8 examinations
            11 bells at school
             0 handshakes after chess
             1 rehearsals
            30 lamps looked after
          6050 chats
          1200 jokes
          1196 compliments
            17 flirts
             5 insults
           466 news told
          1054 role changes
            64 things given up
             4 roles laid down unready
    "#]]
    .assert_eq(&format!("in all\n{}", counts()));
}

#[test]
fn nothing_is_silly_about_it() {
    assert_eq!(silliness(day()), Vec::<String>::new());
    if is_long() {
        for seed in ["1", "2", "4", "5"] {
            let story = story("district", &["--until", "48h", "--seed", seed]);
            assert_eq!(silliness(&story), Vec::<String>::new(), "--seed {seed}");
        }
    }
}

/// The grown-ups court each other, and nobody else.
#[test]
fn children_are_children() {
    let text = include_str!("../../../../examples/district/linden_lane.folk").to_string()
        + include_str!("../../../../examples/district/mill_street.folk")
        + include_str!("../../../../examples/district/church_hill.folk");
    let mut person = "";
    let mut children = vec![];
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("person ") {
            person = name;
        } else if line.contains("follows pupils_day") || line.contains("follows little_ones_day") {
            children.push(person);
        }
    }
    assert!(children.len() > 40, "{children:?}");
    let is_child = |word: &str| {
        children
            .iter()
            .any(|child| child.eq_ignore_ascii_case(word))
    };
    let said = |line: &str| line.get(10..).unwrap_or_default().to_owned();
    let with_child = |line: &str| said(line).split(' ').any(is_child);
    let flirts: Vec<&str> = (day().lines())
        .filter(|line| line.contains(" flirts with "))
        .collect();
    // There is something to be found: grown-ups flirt, and children are told of by name.
    assert!(flirts.len() >= 5, "{flirts:?}");
    let told = day().lines().filter(|line| with_child(line)).count();
    assert!(told >= 50, "{told} lines tell of children");
    for line in flirts {
        assert!(!with_child(line), "{line}");
    }
}
