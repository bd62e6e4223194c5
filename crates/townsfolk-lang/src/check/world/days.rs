//! Schedules that lead nowhere, and schedules without followers.

use super::doors::Reach;
use super::{Days, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Namespace;
use crate::syntax::*;
use std::collections::BTreeSet;
use townsfolk_module::Category;
use townsfolk_module::mind::Venue;

pub(super) fn check(
    world: &World<'_>,
    days: &Days<'_>,
    reach: Option<&Reach<'_>>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut followed = BTreeSet::new();
    for (person, schedule, lines) in days {
        if !followed.insert(schedule.name.as_str()) {
            continue;
        }
        for (entry, place) in person.schedule.entries.iter().zip(lines) {
            if let Venue::Suits(activity) = entry.venue
                && !world.suits(activity, reach)
            {
                let used = world.minds.used.iter();
                let mut named = used.filter(|u| (u.0, u.1) == (Category::Symbol, activity.0));
                let name = named.next().map_or("?", |(.., name)| name.as_str());
                problems.push(
                    Code::NoPlaceFor
                        .at(*place, format!("there is no place for `{name}`"))
                        .label(format!(
                            "no location that stands anywhere has the tag `{name}`"
                        ))
                        .consequence("Whoever has this in their day stays where they are.")
                        .hint(format!(
                            "write `tags {name}` in a location, or name an area with `at`"
                        )),
                );
            }
        }
    }
    for (schedule, _) in world.all(SCHEDULE_DECL) {
        let name = schedule.name.as_str();
        if followed.contains(name) || !world.has_people(schedule.package) {
            continue;
        }
        let example = world.globals.names.all(Namespace::Person).next();
        let mut problem = Code::NeverFollowed
            .at(
                schedule.place,
                format!("nobody follows the schedule `{name}`"),
            )
            .label("nobody lives this day")
            .hint(format!(
                "write `follows {name}` below a person, or remove the schedule"
            ));
        if let Some(person) = example.filter(|_| followed.len() == 1) {
            problem = problem.related(person.place, "everybody follows another");
        }
        problems.push(problem);
    }
}
