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
        06:15:57  Thomas (baker) chats with Otto about weather
        06:18:06  Otto (baker) chats with Meinhard about holidays
        06:21:13  Burga (baker) chats with Otto about dancing
        06:40:06  Otto (baker) chats with Thomas about holidays
        06:55:57  Meinhard (baker) chats with Otto about holidays
        07:02:06  Otto (baker) chats with Meinhard about holidays
        07:06:57  Thomas (baker) chats with Otto about weather
        07:16:06  Otto (baker) jokes with Meinhard
        07:25:19  Meinhard (baker) compliments Otto
        07:29:06  Otto (baker) jokes with Thomas
        07:41:57  Thomas (baker) jokes with Otto
        07:43:19  Meinhard (baker) chats with Otto about dancing
        07:44:06  Otto (baker) chats with Thomas about holidays
        07:56:51  Meinhard (baker) jokes with Otto
        08:07:06  Otto (baker) chats with Meinhard about bread
        08:18:06  Otto (baker) compliments Thomas
        08:21:10  Otto (baker): sweep up                                    sweeping 0.8
        08:23:51  Burga (baker) chats with Otto about bread
        08:26:57  Thomas (baker) chats with Otto about bread
        08:32:32  Otto (baker): knead dough                                 dough 1
        08:34:06  Otto (baker) chats with Thomas about holidays
        08:46:19  Meinhard (baker) chats with Otto about bread
        08:53:06  Otto (baker) chats with Meinhard about bread
        09:08:06  Otto (baker) compliments Meinhard
        09:19:57  Thomas (baker) chats with Otto about weather
        09:26:06  Otto (baker) chats with Thomas about weather
        09:37:59  Meinhard (baker) chats with Otto about dancing
        09:42:06  Otto (baker) jokes with Meinhard
        09:42:14  Otto (baker): eat                                         hunger 0.8
        09:45:24  Otto (baker): eat, eat_bread                              eat
        09:59:55  Otto (baker): knead dough                                 dough 1
        10:02:07  Otto (baker): find a privy                                bladder 0.71
        10:04:06  Otto (baker) chats with Meinhard about bread
        10:05:38  Otto (baker): go, relieve                                 go
        10:07:19  Meinhard (baker) jokes with Otto
        10:09:50  Otto (baker): knead dough                                 dough 1
        10:15:57  Thomas (baker) chats with Otto about dancing
        10:24:06  Otto (baker) chats with Thomas about bread
        10:44:06  Otto (baker) compliments Thomas
        10:46:57  Thomas (baker) compliments Otto
        10:48:46  Otto (baker): sweep up                                    sweeping 0.8
        10:51:52  Meinhard (baker) chats with Otto about bread
        10:56:06  Otto (baker) chats with Meinhard about bread
        10:58:51  Otto (baker): knead dough                                 dough 1
        11:00:06  Otto is no longer baker
        11:00:06  Otto sets out for linden house
        11:28:37  Otto is now resident
        11:28:38  Otto (resident): potter about                             at leisure 1
        11:35:37  Martha (resident) jokes with Otto
        11:44:43  Otto (resident): tidy up                                  housework 0.8
        11:55:06  Otto (resident) jokes with Martha
        11:57:10  Otto (resident): potter about                             at leisure 1
        12:53:09  Otto (resident): tidy up                                  housework 0.8
        12:54:06  Otto (resident) kisses Martha
        12:56:07  Otto (resident): read, read_at_home                       curiosity 0.9
        13:04:37  Martha (resident) kisses Otto
        13:12:06  Otto (resident) jokes with Martha
        13:23:04  Otto (resident): tidy up                                  housework 0.88
        13:26:41  Old Tobias (resident) chats with Otto about cards
        13:34:49  Otto (resident): potter about                             at leisure 1
        13:35:06  Otto (resident) chats with Fritz about holidays
        13:38:38  Fritz (resident) jokes with Otto
        13:56:06  Otto (resident) chats with Liese about holidays
        14:08:55  Liese (resident) chats with Otto about games
        14:10:55  Liese tells Otto that Floris was in school from 12:47 to 13:17
        14:10:56  Otto (resident) jokes with Fritz
        14:14:00  Otto (resident): tidy up                                  housework 0.8
        14:20:06  Otto (resident) compliments Liese
        14:24:55  Liese (resident) jokes with Otto
        14:31:24  Otto (resident): potter about                             at leisure 1
        14:39:49  Otto (resident) chats with Fritz about holidays
        14:39:50  Otto (resident): eat                                      hunger 0.6
        14:43:24  Otto tells Fritz that Old Tobias was in linden house from 13:24 to 14:36
        14:45:04  Otto (resident): eat, eat_bread                           eat
        14:48:49  Hannes (resident) chats with Otto about football
        14:55:28  Otto (resident): potter about                             at leisure 1
        14:59:06  Otto (resident) chats with Hannes about bread
        15:02:35  Otto tells Hannes that Martha was in linden house from 11:31 to 14:17
        15:09:07  Otto (resident): find a privy                             bladder 0.71
        15:13:22  Fritz (resident) jokes with Otto
        15:13:47  Otto (resident): go, relieve                              go
        15:14:06  Otto (resident) chats with Liese about bread
        15:16:53  Otto (resident): potter about                             at leisure 1
        15:23:41  Jakob chats with Otto about animals
        15:30:06  Otto is no longer resident
        15:30:06  Otto sets out for park
        16:02:38  Veit chats with Otto about animals
        16:11:37  Otto is now stroller
        16:11:38  Otto (stroller): sit down                                 weary legs 0.99
        16:15:58  Otto (stroller): sit, sit_and_look                        sit
        16:19:55  Liese (playing child) chats with Otto about football
        16:23:06  Otto (stroller) chats with Hannes about weather
        16:28:53  Otto (stroller): stroll                                   fine day 1
        16:46:06  Otto (stroller) jokes with Hannes
        16:54:49  Otto (stroller): sit down                                 weary legs 0.7
        16:54:58  Otto (stroller): sit, sit_and_look                        sit
        17:03:06  Otto (stroller) compliments Hannes
        17:11:41  Otto (stroller): stroll                                   fine day 1
        17:20:18  Cecilie (playing child) chats with Otto about football
        17:21:06  Otto (stroller) chats with Hannes about holidays
        17:24:07  Otto (stroller): accept a game                            somebody at the board and itch to play 0.39
        17:30:06  Otto is no longer stroller
        17:30:06  Otto sets out for linden house
        18:15:36  Otto is now resident
        18:15:37  Otto (resident): potter about                             at leisure 1
        18:18:06  Otto (resident) jokes with Martha
        18:24:37  Martha (resident) jokes with Otto
        18:30:06  Otto (resident) kisses Martha
        18:42:06  Otto (resident) chats with Liese about bread
        18:53:22  Fritz (resident) jokes with Otto
        19:01:05  Otto (resident): read, read_at_home                       curiosity 0.9
        19:06:06  Otto (resident) chats with Fritz about weather
        19:08:46  Otto tells Fritz that Liese was in park from 16:20 to 17:35
        19:11:55  Liese (resident) chats with Otto about animals
        19:14:34  Liese tells Otto that Paula was in park from 16:03 to 17:47
        19:15:37  Martha (resident) kisses Otto
        19:17:50  Otto (resident): potter about                             at leisure 1
        19:24:06  Otto (resident) chats with Liese about weather
        19:30:06  Otto is no longer resident
        19:30:06  Otto is now in bed
        19:30:07  Otto (in bed): go to bed                                  drowsy 1
        19:34:27  Otto (in bed): sleep                                      sleep
        21:44:07  Otto (in bed): find a privy                               bladder 0.92
        21:46:06  Otto (in bed) jokes with Martha
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
        05:05:57  Thomas (baker) chats with Otto about bread
        05:14:06  Otto (baker) chats with Thomas about holidays
        05:29:06  Otto (baker) chats with Meinhard about bread
        05:41:19  Meinhard (baker) chats with Otto about dancing
        05:43:41  Meinhard tells Otto that Ansgar was in the old school from 21:01 to 04:58
        05:43:42  Otto (baker) jokes with Thomas
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
        06:32:55  Liese (resident) chats with Fritz about games
        06:35:54  Liese (resident): tidy up                                 housework 1
        06:52:13  Liese (resident): potter about                            at leisure 1
        06:53:55  Liese (resident) chats with Hannes about games
        06:58:37  Martha (resident) jokes with Liese
        07:04:49  Hannes (resident) chats with Liese about football
        07:08:37  Liese (resident) chats with Martha about football
        07:15:55  Liese is no longer resident
        07:15:55  Liese sets out for school
        07:21:22  Fritz jokes with Liese
        07:30:55  Liese compliments Hannes
        07:34:26  Liese is now pupil
        07:34:27  Liese (pupil): attend                                     teacher is there 1
        07:36:08  Resi (pupil) chats with Liese about animals
        07:36:43  Liese (pupil) joins lesson
        07:36:43  Liese (pupil): listen, listen_in_class                    listen
        08:28:41  Liese (pupil): answer                                     answer: Teacher = Philippa
        08:28:55  Liese (pupil) chats with Cecilie about animals
        08:32:37  Liese (pupil): run_about                                  run_about
        08:39:55  Liese (pupil) chats with Helene about animals
        08:49:13  Liese (pupil): listen, listen_in_class                    listen
        09:45:40  Liese (pupil): run_about                                  run_about
        09:46:55  Liese (pupil) chats with Antje about games
        09:52:55  Liese (pupil): listen, listen_in_class                    listen
        10:47:32  Liese (pupil): run_about                                  run_about
        10:50:55  Liese (pupil) chats with Cecilie about football
        10:57:15  Liese (pupil): listen, listen_in_class                    listen
        11:49:31  Liese (pupil): run_about                                  run_about
        11:52:55  Liese (pupil) chats with Anton about animals
        12:02:40  Liese (pupil): listen, listen_in_class                    listen
        12:26:50  Liese (pupil): answer                                     answer: Teacher = Margarete
        12:30:43  Liese (pupil): listen, listen_in_class                    listen
        12:40:40  Liese (pupil) leaves
        12:40:41  Liese (pupil): find a privy                               bladder 0.87
        12:45:15  Liese (pupil): go, relieve                                go
        12:50:01  Liese (pupil): attend                                     teacher is there 1
        12:51:55  Liese (pupil) chats with Antje about games
        12:54:43  Liese (pupil) joins lesson
        12:54:43  Liese (pupil): run_about                                  run_about
        13:03:11  Liese (pupil) chats with Isabel about games
        13:08:05  Liese (pupil) leaves
        13:08:06  Liese (pupil): eat                                        hunger 0.81
        13:11:55  Liese (pupil): eat, eat_bread                             eat
        13:13:55  Liese (pupil) chats with Barbara about games
        13:15:55  Liese is no longer pupil
        13:22:51  Liese sets out for linden house
        13:43:52  Liese is now resident
        13:43:53  Liese (resident): potter about                            at leisure 1
        13:46:55  Liese (resident) chats with Fritz about animals
        13:49:52  Liese tells Fritz that Floris was in school from 12:47 to 13:17
        13:56:06  Otto (resident) chats with Liese about holidays
        14:02:22  Fritz (resident) jokes with Liese
        14:08:55  Liese (resident) chats with Otto about games
        14:10:55  Liese tells Otto that Floris was in school from 12:47 to 13:17
        14:19:22  Fritz (resident) chats with Liese about games
        14:20:06  Otto (resident) compliments Liese
        14:24:55  Liese (resident) jokes with Otto
        14:46:55  Liese (resident) chats with Fritz about football
        15:14:06  Otto (resident) chats with Liese about bread
        15:15:55  Liese is no longer resident
        15:15:55  Liese sets out for park
        15:18:38  Susi chats with Liese about animals
        15:25:55  Liese chats with Susi about games
        15:29:52  Fritz jokes with Liese
        15:37:38  Susi jokes with Liese
        15:41:55  Liese jokes with Susi
        15:50:55  Liese chats with Benno about animals
        15:56:03  Nora chats with Liese about animals
        15:56:26  Liese is now playing child
        15:56:27  Liese (playing child): play tag                           out of doors 1
        15:56:27  Little Ida (playing child) chats with Liese about games
        16:00:55  Liese (playing child) chats with Lenz about football
        16:14:55  Liese (playing child): sit down                           weary legs 0.9
        16:19:55  Liese (playing child) chats with Otto about football
        16:21:04  Liese gives up: sit down
        16:21:04  Liese (playing child): eat                                hunger 0.6
        16:24:29  Liese (playing child): eat, eat_bread                     eat
        16:38:52  Liese (playing child): sit down                           weary legs 1
        16:41:55  Liese (playing child) chats with Kilian about football
        16:44:44  Liese (playing child): sit, sit_and_look                  sit
        16:47:36  Pius (playing child) chats with Liese about animals
        16:54:55  Liese (playing child) chats with Johann about animals
        17:04:29  Liese (playing child): play tag                           out of doors 1
        17:05:42  Simon (playing child) chats with Liese about animals
        17:06:13  Johann (playing child) chats with Liese about football
        17:13:55  Liese (playing child) chats with Poldi about games
        17:20:12  Katrin (playing child) chats with Liese about games
        17:29:55  Liese (playing child) chats with Katrin about football
        17:42:26  Kilian (playing child) chats with Liese about animals
        17:44:04  Toni (playing child) chats with Liese about animals
        17:44:17  David (playing child) chats with Liese about football
        17:45:55  Liese is no longer playing child
        17:45:55  Liese sets out for linden house
        18:20:55  Liese chats with Hannes about games
        18:21:56  Liese: find a privy                                       bladder 0.79
        18:32:56  Liese is now resident
        18:34:47  Liese (resident): go, relieve                             go
        18:34:55  Liese (resident) chats with Martha about games
        18:39:09  Liese (resident): potter about                            at leisure 1
        18:39:49  Hannes (resident) chats with Liese about football
        18:41:37  Martha (resident) jokes with Liese
        18:42:06  Otto (resident) chats with Liese about bread
        18:51:48  Liese (resident) chats with Fritz about football
        18:59:49  Hannes (resident) compliments Liese
        19:08:22  Fritz (resident) jokes with Liese
        19:08:46  Otto tells Fritz that Liese was in park from 16:20 to 17:35
        19:11:55  Liese (resident) chats with Otto about animals
        19:14:34  Liese tells Otto that Paula was in park from 16:03 to 17:47
        19:16:49  Hannes (resident) jokes with Liese
        19:24:06  Otto (resident) chats with Liese about weather
        19:27:49  Hannes (resident) chats with Liese about football
        19:30:37  Liese (resident) chats with Martha about games
        19:38:37  Martha (resident) chats with Liese about children
        19:41:00  Martha tells Liese that Klara was in school from 07:55 to 13:18
        19:50:55  Liese (resident) chats with Fritz about football
        19:59:37  Martha (resident) jokes with Liese
        19:59:55  Liese (resident) chats with Hannes about animals
        20:05:21  Liese (resident): tidy up                                 housework 0.8
        20:10:55  Liese (resident) jokes with Hannes
        20:18:49  Hannes (resident) chats with Liese about games
        20:21:39  Liese (resident): potter about                            at leisure 1
        20:23:55  Liese (resident) jokes with Fritz
        20:30:55  Liese is no longer resident
        20:30:55  Liese is now in bed
        20:30:56  Liese (in bed): go to bed                                 drowsy 1
        20:34:27  Liese (in bed): sleep                                     sleep
        01:19:08  Liese (in bed): find a privy                              bladder 0.95
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
        06:33:55  Ambros (resident) jokes with Lukas
        06:36:18  Helene (resident) jokes with Ambros
        06:45:55  Ambros is no longer resident
        06:45:55  Ambros is now in bed
        06:45:55  Ambros (in bed) chats with Helene about holidays
        06:45:56  Ambros (in bed): go to bed                                drowsy 1
        06:49:13  Ambros (in bed): sleep                                    sleep
        12:47:15  Ambros (in bed): find a privy                             bladder 0.96
        12:50:34  Ambros (in bed): go, relieve                              go
        12:51:55  Ambros (in bed) jokes with Kunigunde
        12:54:43  Kunigunde (resident) jokes with Ambros
        12:55:04  Ambros (in bed): go to bed                                drowsy 1
        12:58:13  Ambros (in bed): sleep                                    sleep
        14:30:55  Ambros is no longer in bed
        14:30:55  Ambros is now resident
        14:43:28  Ambros (resident): eat                                    hunger 1
        14:45:55  Ambros (resident) chats with Lukas about stars
        14:46:48  Ambros (resident): eat, eat_bread                         eat
        14:49:07  Ambros tells Lukas that Kunigunde was in swallow house from 11:27 to 14:17
        14:52:09  Lukas (resident) chats with Ambros about football
        14:54:09  Lukas tells Ambros that Kunigunde was in swallow house from 13:50 to 14:17
        14:57:55  Ambros (resident) chats with Helene about stars
        14:58:35  Ambros (resident): potter about                           at leisure 1
        15:01:15  Ambros tells Helene that Kunigunde was in swallow house from 13:50 to 14:17
        15:03:09  Lukas (resident) jokes with Ambros
        15:06:18  Helene (resident) jokes with Ambros
        15:14:55  Ambros (resident) jokes with Helene
        15:22:27  Max chats with Ambros about animals
        15:38:22  Ambros (resident): read, read_at_home                     curiosity 0.9
        16:00:50  Ambros (resident): tidy up                                housework 0.92
        16:01:42  Kunigunde tells Gerda "Ambros caught a burglar once. It was the cat."
        16:18:09  Ambros (resident): potter about                           at leisure 1
        16:40:18  Ambros (resident): eat                                    hunger 0.6
        16:40:48  Ambros (resident): eat, eat_bread                         eat
        16:55:11  Ambros (resident): potter about                           at leisure 1
        17:14:04  Ambros (resident): tidy up                                housework 0.8
        17:29:08  Ambros (resident): potter about                           at leisure 1
        17:48:37  Ambros (resident): read, read_at_home                     curiosity 0.9
        17:53:56  Ambros (resident): find a privy                           bladder 0.71
        17:58:34  Ambros (resident): go, relieve                            go
        18:02:03  Ambros (resident): potter about                           at leisure 1
        18:02:55  Ambros (resident) jokes with Kunigunde
        18:08:43  Kunigunde (resident) jokes with Ambros
        18:19:24  Ambros (resident): read, read_at_home                     curiosity 0.9
        18:42:09  Lukas (resident) chats with Ambros about football
        18:44:55  Ambros (resident) chats with Helene about holidays
        18:48:05  Ambros (resident): tidy up                                housework 0.86
        19:00:54  Ambros (resident): potter about                           at leisure 1
        19:01:18  Helene (resident) jokes with Ambros
        19:05:55  Ambros (resident) chats with Lukas about holidays
        19:25:55  Ambros (resident) chats with Helene about holidays
        19:40:09  Lukas (resident) chats with Ambros about football
        19:43:55  Ambros (resident) jokes with Helene
        19:47:22  Ambros (resident): tidy up                                housework 0.8
        19:48:43  Kunigunde (resident) jokes with Ambros
        19:56:55  Ambros (resident) jokes with Kunigunde
        20:03:06  Ambros (resident): potter about                           at leisure 1
        20:03:43  Kunigunde (resident) kisses Ambros
        20:16:55  Ambros (resident) chats with Lukas about stars
        20:32:55  Ambros (resident) kisses Kunigunde
        20:45:55  Ambros is no longer resident
        20:45:55  Ambros sets out for heart
        21:03:56  Ambros is now watchman
        21:03:57  Ambros (watchman): stand and listen                       lantern 1
        21:21:57  Ambros (watchman): see to the market                      doubt about the market 0.7
        21:48:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        21:51:03  Ambros (watchman): see to the library                     doubt about the library 0.76
        22:04:27  Ambros (watchman): look after it, try_the_door            look_after_it
        22:07:14  Ambros (watchman): see to the park                        doubt about the park 0.75
        22:37:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        22:37:55  Ambros (watchman) chats with Alois about burglars
        22:40:14  Ambros (watchman): stand and listen                       lantern 1
        22:40:31  Alois (watchman) chats with Ambros about stars
        22:47:55  Ambros (watchman) compliments Alois
        22:51:31  Alois (watchman) jokes with Ambros
        22:58:55  Ambros (watchman) jokes with Alois
        22:59:27  Ambros (watchman): see to the market                      doubt about the market 0.7
        23:17:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        23:19:32  Ambros (watchman): stand and listen                       lantern 1
        23:22:14  Ambros (watchman): see to the library                     doubt about the library 0.7
        23:26:55  Ambros gives up: see to the library
        23:26:56  Ambros (watchman): find a privy                           bladder 0.77
        23:31:53  Ambros (watchman): go, relieve                            go
        23:35:31  Alois (watchman) chats with Ambros about stars
        23:36:29  Ambros (watchman): see to the library                     doubt about the library 0.78
        23:37:50  Alois tells Ambros that Poldi was in lantern court from 18:30 to 20:47
        23:41:55  Ambros (watchman) chats with Alois about holidays
        23:49:27  Ambros (watchman): look after it, try_the_door            look_after_it
        23:49:31  Alois (watchman) compliments Ambros
        23:52:20  Ambros (watchman): see to the park                        doubt about the park 0.74
        00:07:11  Ambros gives up: see to the park
        00:07:12  Ambros (watchman): eat                                    hunger 0.8
        00:12:29  Ambros (watchman): eat, eat_bread                         eat
        00:22:30  Ambros (watchman): see to the park                        doubt about the park 0.91
        00:42:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        00:45:05  Ambros (watchman): see to the market                      doubt about the market 0.85
        01:03:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        01:06:16  Ambros (watchman): stand and listen                       lantern 1
        01:07:56  Ambros (watchman): see to the library                     doubt about the library 0.7
        01:21:27  Ambros (watchman): look after it, try_the_door            look_after_it
        01:24:20  Ambros (watchman): stand and listen                       lantern 1
        01:30:05  Ambros (watchman): see to the park                        doubt about the park 0.7
        01:57:55  Ambros (watchman) jokes with Alois
        02:00:19  Ambros (watchman): look after it, try_the_gate            look_after_it
        02:01:31  Alois (watchman) chats with Ambros about stars
        02:02:50  Ambros (watchman): stand and listen                       lantern 1
        02:03:52  Ambros (watchman): see to the market                      doubt about the market 0.7
        02:21:23  Ambros (watchman): look after it, try_the_lock            look_after_it
        02:22:31  Alois (watchman) compliments Ambros
        02:23:39  Ambros (watchman): stand and listen                       lantern 1
        02:52:31  Alois (watchman) chats with Ambros about stars
        02:53:44  Ambros (watchman): see to the library                     doubt about the library 0.7
        02:55:55  Ambros (watchman) chats with Alois about burglars
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
          1660 h in bed
            77 h joiner
            25 h librarian
           382 h on the way
            78 h playing child
            42 h porter
            72 h printer
           223 h pupil
            46 h reader
           216 h regular
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
           673 meals
           136 glasses at the tavern
            37 cups at the café
            84 purchases
           239 breathers
           201 sits on a bench
            32 chapters in the library
             8 examinations
            11 bells at school
             1 handshakes after chess
             1 rehearsals
            30 lamps looked after
          6800 chats
           814 jokes
           311 compliments
            15 flirts
             2 insults
           365 news told
          1052 role changes
            63 things given up
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
