//! How often a condition with readings is looked at. Section "An update", under "Readings".

use townsfolk_core::{DefineId, Duration, HostId};
use townsfolk_module::{Expr, HostForm, Literal, Module, Rule, Script, WriteValue};

/// The period of a reading without a stated beat.
pub const BEAT: Duration = Duration(townsfolk_core::TICKS_PER_SECOND / 2);

/// The shortest beat of the readings in a condition; `None` if it reads nothing.
pub fn beat_of(module: &Module, script: &Script, literals: &[Literal]) -> Option<Duration> {
    let mut seen = vec![];
    beat_of_literals(module, script, literals, &mut seen)
}

fn beat_of_literals(
    module: &Module,
    script: &Script,
    literals: &[Literal],
    seen: &mut Vec<DefineId>,
) -> Option<Duration> {
    let beats = literals.iter().filter_map(|literal| {
        let own = match literal {
            Literal::Host { name, .. } => host_beat(module, *name),
            Literal::Define { define, .. } if !seen.contains(define) => {
                seen.push(*define);
                let clauses = script.define(*define).into_iter().flat_map(|d| &d.clauses);
                clauses
                    .filter_map(|c| beat_of_literals(module, script, &c.body, seen))
                    .min()
            }
            _ => None,
        };
        let mut beats: Vec<Duration> = own.into_iter().collect();
        for expr in literal.expressions() {
            expr.walk(&mut |inner| match inner {
                Expr::Distance(..) | Expr::Clock => beats.push(BEAT),
                Expr::Host { name, .. } => beats.extend(host_beat(module, *name)),
                Expr::Count(counted) => {
                    let counted = std::slice::from_ref(counted.as_ref());
                    beats.extend(beat_of_literals(module, script, counted, seen));
                }
                _ => {}
            });
        }
        beats.into_iter().min()
    });
    beats.min()
}

/// Whether what a rule calls or changes contains a reading or `.now`, so that a rule whose condition
/// holds and that cannot fire may be able to a moment later.
pub fn reads_to_fire(rule: &Rule) -> bool {
    let effects = [&rule.now, &rule.then];
    let patterns = effects
        .into_iter()
        .flat_map(|e| e.add.iter().chain(&e.remove));
    let changed = patterns.flat_map(|pattern| &pattern.arguments);
    let writes = effects.into_iter().flat_map(|e| &e.set);
    let set = writes.flat_map(|write| {
        let value = match &write.value {
            WriteValue::Is(value) => Some(value),
            WriteValue::Holds | WriteValue::HoldsNot => None,
        };
        write.arguments.iter().chain(value)
    });
    let call = rule.action.iter();
    let called = call.flat_map(|call| {
        let named = call.named.iter().map(|(_, argument)| argument);
        call.arguments.iter().chain(named)
    });
    let mut reads = false;
    for expr in changed.chain(set).chain(called) {
        expr.walk(&mut |inner| {
            reads |= matches!(
                inner,
                Expr::Now | Expr::Clock | Expr::Distance(..) | Expr::Host { .. } | Expr::Count(_)
            );
        });
    }
    reads
}

fn host_beat(module: &Module, name: HostId) -> Option<Duration> {
    let declared = module.host_name(name)?;
    (declared.form != HostForm::Property).then_some(Duration(declared.beat.0.max(1)))
}
