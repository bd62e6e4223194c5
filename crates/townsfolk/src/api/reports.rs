//! Reports with ids that the content does not declare cause an event; they are never ignored
//! silently.

use super::named::{NameOf, is_looked_for, is_noticed, wrong_property};
use crate::folk::Folk;
use crate::host::{RejectedReport, Report};
use townsfolk_core::{AreaId, RoleId};

impl Folk {
    /// Emits an event for ids in a report that the content does not declare. The report is still
    /// applied, so that recordings from before this check replay alike.
    pub(crate) fn check_report(&mut self, report: &Report) {
        let module = self.module();
        let role = |role: &RoleId| {
            let unknown = !role.is_declared(module);
            unknown.then_some(RejectedReport::NoSuchRole(*role))
        };
        let area = |area: &AreaId| {
            let unknown = !area.is_declared(module);
            unknown.then_some(RejectedReport::NoSuchArea(*area))
        };
        let wrong: Vec<RejectedReport> = match report {
            Report::Added(newcomer) => newcomer.roles.iter().filter_map(role).collect(),
            Report::Became(_, is) | Report::NoLonger(_, is) => role(is).into_iter().collect(),
            Report::Area(lies, _) | Report::Admits(lies, _) => area(lies).into_iter().collect(),
            Report::Way(from, to, _) => [from, to].into_iter().filter_map(area).collect(),
            Report::Property {
                name,
                arguments,
                value,
            } => match module.host_name(*name) {
                None => vec![RejectedReport::NoSuchProperty(*name)],
                Some(_) => wrong_property(module, *name, arguments, *value)
                    .map(|_| RejectedReport::WrongArguments(*name))
                    .into_iter()
                    .collect(),
            },
            Report::Happened { event, .. } if !is_noticed(module, *event) => {
                vec![RejectedReport::NoSuchEvent(*event)]
            }
            Report::Named(_, name) if !is_looked_for(module, *name) => {
                vec![RejectedReport::NameNotUsed(*name)]
            }
            Report::Told(_, atom) if !atom.fact.is_declared(module) => {
                vec![RejectedReport::NoSuchFact(atom.fact)]
            }
            Report::Prefers(_, preferences) => {
                let scripts = preferences.iter().map(|preference| preference.script);
                let unknown = scripts.filter(|script| !script.is_declared(module));
                unknown.map(RejectedReport::NoSuchScript).collect()
            }
            _ => return,
        };
        wrong.into_iter().for_each(|why| self.unheard(why));
    }
}
