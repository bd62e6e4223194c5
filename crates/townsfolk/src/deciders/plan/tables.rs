//! A plan as a table: the goals, and the operators that are left.

use super::Plans;
use crate::folk::Folk;
use crate::words::names::plain;
use crate::words::{Cell, Table, TableRow};
use townsfolk_core::{CharacterId, DeciderId};
use townsfolk_module::Category;

impl Plans {
    pub(super) fn show(&self, folk: &Folk, who: CharacterId) -> Vec<Table> {
        let Some(person) = self.people.get(&who) else {
            return vec![];
        };
        let name = |id: DeciderId| plain(&folk.names.symbols, Category::Decider, id.0);
        let planners = &folk.module().deciders.planners;
        let mut goals = Table::new("Goals", &["goal", "as"]);
        for goal in &person.goals {
            let urgency = super::urgency(planners, *goal).name();
            let row = TableRow::of(vec![Cell::text(name(*goal)), Cell::text(urgency)]);
            goals.rows.push(row.marked_if(person.goal == Some(*goal)));
        }
        let mut steps = Table::new("Plan", &[]);
        let operators = person.steps.iter();
        let operators = operators.filter_map(|step| planners.operators.get(usize::from(*step)));
        for (index, operator) in operators.enumerate() {
            let when = if index == 0 { "now" } else { "then" };
            let row = TableRow::of(vec![Cell::text(when), Cell::text(name(operator.name))]);
            steps.rows.push(row.marked_if(index == 0));
        }
        let plan = (!steps.rows.is_empty()).then_some(steps);
        [goals].into_iter().chain(plan).collect()
    }
}
