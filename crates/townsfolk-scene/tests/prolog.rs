//! Matching agrees with a Prolog system: random conjunctions over random facts and defines have the
//! same solutions there, in the same order and as often.
//!
//! Kept apart because it needs SWI-Prolog (`swipl`) on the path; a step of `.ci/slow` runs it:
//!
//! ```sh
//! cargo test -p townsfolk-scene --test prolog -- --ignored
//! ```
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
// This test writes a program and runs another one; nothing simulated does.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod support;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use support::any;
use support::*;
use townsfolk_core::*;
use townsfolk_module::*;
use townsfolk_scene::Nowhere;
use townsfolk_scene::reference::*;

/// How many programs are compared in one run.
const PROGRAMS: u64 = 10_000;
/// The variables of a query and of a clause.
const VARIABLES: usize = 4;
/// Facts are about the numbers below this.
const DOMAIN: u64 = 4;

/// Relations by name and arity: three facts, then three defines, each of which may use those before.
const RELATIONS: [(&str, usize); 6] = [("p", 1), ("q", 2), ("t", 3), ("r", 1), ("s", 2), ("u", 2)];
const FACTS: usize = 3;

#[derive(Clone, Copy, Debug)]
enum Term {
    Variable(usize),
    Number(i64),
    Anything,
    /// A variable and a number, evaluated when it is met.
    Sum(usize, i64),
}

/// A relation with its arguments, and whether `not` stands before it.
#[derive(Clone, Debug)]
struct Atomic {
    negated: bool,
    relation: usize,
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
enum Goal {
    Holds(Atomic),
    Compare(Term, Comparison, Term),
    Count(Atomic, Comparison, Term),
}

/// One program: facts, the clauses of the defines, and a question.
#[derive(Clone, Debug)]
struct Program {
    facts: Vec<(usize, Vec<i64>)>,
    clauses: Vec<(usize, Vec<Term>, Vec<Goal>)>,
    question: Vec<Goal>,
}

type Solutions = Vec<Vec<Option<i64>>>;

/// Draws from a hash of the seed and a count, so that a program is known by its seed.
struct Luck {
    seed: u64,
    drawn: u64,
}

impl Luck {
    fn below(&mut self, end: u64) -> u64 {
        self.drawn += 1;
        digest::hash64(format!("{} {}", self.seed, self.drawn).as_bytes()) % end
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn term(&mut self) -> Term {
        let variable = self.below(VARIABLES as u64) as usize;
        match self.below(16) {
            0..=10 => Term::Variable(variable),
            11 | 12 => Term::Number(self.below(DOMAIN) as i64),
            13 | 14 => Term::Anything,
            _ => Term::Sum(variable, self.below(3) as i64 - 1),
        }
    }

    fn atomic(&mut self, relations: usize) -> Atomic {
        let relation = self.below(relations as u64) as usize;
        Atomic {
            negated: self.one_in(5),
            relation,
            terms: (0..RELATIONS[relation].1).map(|_| self.term()).collect(),
        }
    }

    fn comparison(&mut self) -> Comparison {
        use Comparison::*;
        let all = [NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
        if self.one_in(2) {
            Equal
        } else {
            all[self.below(5) as usize]
        }
    }

    fn goals(&mut self, most: u64, relations: usize) -> Vec<Goal> {
        let count = self.below(most + 1);
        let goal = |luck: &mut Luck| match luck.below(12) {
            0..=7 => Goal::Holds(luck.atomic(relations)),
            8..=10 => Goal::Compare(luck.term(), luck.comparison(), luck.term()),
            _ => Goal::Count(luck.atomic(relations), luck.comparison(), luck.term()),
        };
        (0..count).map(|_| goal(self)).collect()
    }

    fn program(&mut self) -> Program {
        let mut facts: Vec<(usize, Vec<i64>)> = vec![];
        for (relation, (_, arity)) in RELATIONS[..FACTS].iter().enumerate() {
            for _ in 0..2 + self.below(8) {
                let row = (0..*arity).map(|_| self.below(DOMAIN) as i64);
                let fact = (relation, row.collect());
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
        let mut clauses = vec![];
        for (relation, (_, arity)) in RELATIONS.iter().enumerate().skip(FACTS) {
            for _ in 0..=self.below(2) {
                let parameter = |luck: &mut Luck| match luck.below(6) {
                    0 => Term::Number(luck.below(DOMAIN) as i64),
                    _ => Term::Variable(luck.below(VARIABLES as u64) as usize),
                };
                let parameters = (0..*arity).map(|_| parameter(self)).collect();
                clauses.push((relation, parameters, self.goals(3, relation)));
            }
        }
        Program {
            facts,
            clauses,
            question: self.goals(5, RELATIONS.len()),
        }
    }
}

// Ours.

fn expr(term: Term) -> Expr {
    match term {
        Term::Variable(index) => v(index as u16),
        Term::Number(number) => k(n(number)),
        Term::Anything => any(),
        Term::Sum(index, number) => plus(v(index as u16), k(n(number))),
    }
}

fn atomic(atomic: &Atomic) -> Literal {
    let (name, _) = RELATIONS[atomic.relation];
    let arguments: Vec<Expr> = atomic.terms.iter().map(|term| expr(*term)).collect();
    let literal = if atomic.relation < FACTS {
        f(name, arguments)
    } else {
        d(name, arguments)
    };
    if atomic.negated {
        not(literal)
    } else {
        literal
    }
}

fn literals(goals: &[Goal]) -> Vec<Literal> {
    let literal = |goal: &Goal| match goal {
        Goal::Holds(holds) => atomic(holds),
        Goal::Compare(a, comparison, b) => compare(expr(*a), *comparison, expr(*b)),
        Goal::Count(counted, comparison, b) => {
            let count = Expr::Count(Box::new(atomic(counted)));
            compare(count, *comparison, expr(*b))
        }
    };
    goals.iter().map(literal).collect()
}

/// Our solutions; `None` if the search takes too long.
fn ours(program: &Program) -> Option<Solutions> {
    let mut script = play([]);
    for (name, arity) in &RELATIONS[..FACTS] {
        script = script.fact(name, *arity);
    }
    for (relation, (name, _)) in RELATIONS.iter().enumerate().skip(FACTS) {
        let of = program.clauses.iter().filter(|(of, ..)| *of == relation);
        let clauses = of.map(|(_, parameters, body)| {
            let parameters: Vec<Expr> = parameters.iter().map(|term| expr(*term)).collect();
            clause(parameters, literals(body))
        });
        script = script.define(name, clauses.collect());
    }
    let module = script.module();
    let known = program.facts.iter().map(|(relation, row)| {
        let values: Vec<Value> = row.iter().map(|number| n(*number)).collect();
        atom(RELATIONS[*relation].0, values)
    });
    let known: Vec<Atom> = known.collect();
    let scene = teller(&module, 1, &known, "").scene;
    let view = View {
        module: &module,
        script: &module.scripts[0],
        scene: &scene,
        order: &[],
        stage: &Nowhere,
        now: Tick(1),
    };
    let mut fate = Keyed {
        seed: Seed(1),
        owner: 1,
    };
    let mut matcher = Matcher::new(view, &scene.facts, &mut fate, None, None);
    let mut found = vec![];
    let start = Bindings::new(VARIABLES as u16);
    matcher.solve(&literals(&program.question), &start, &mut |_, solution| {
        let number = |value: Option<Value>| match value {
            Some(Value::Number(number)) => Some(number.0 / 1000),
            None => None,
            other => panic!("{other:?}"),
        };
        found.push(solution.values().into_iter().map(number).collect());
        std::ops::ControlFlow::Continue(())
    });
    (!matcher.exhausted).then_some(found)
}

// Prolog's.

/// Writes conjunctions of one clause; sums are evaluated into variables of their own.
struct Scribe {
    program: usize,
    sums: usize,
}

impl Scribe {
    /// A term, after the goals that it needs.
    fn term(&mut self, term: Term, goals: &mut Vec<String>) -> String {
        match term {
            Term::Variable(index) => format!("V{index}"),
            Term::Number(number) => format!("{number}"),
            Term::Anything => "_".into(),
            Term::Sum(index, number) => {
                self.sums += 1;
                let sum = format!("S{}", self.sums);
                goals.push(format!("number(V{index})"));
                goals.push(format!("{sum} is V{index} + {number}"));
                sum
            }
        }
    }

    /// A relation, after the goals that its sums need: what is undefined fails, `not` or no `not`.
    fn atomic(&mut self, atomic: &Atomic, goals: &mut Vec<String>) -> String {
        let terms = atomic.terms.iter().map(|term| self.term(*term, goals));
        let terms: Vec<String> = terms.collect();
        let (name, _) = RELATIONS[atomic.relation];
        let not = if atomic.negated { "\\+ " } else { "" };
        format!("{not}{name}{}({})", self.program, terms.join(", "))
    }

    fn compare(&mut self, a: &str, comparison: Comparison, b: Term) -> String {
        let mut goals = vec![];
        let b = self.term(b, &mut goals);
        let sign = match comparison {
            Comparison::Equal => {
                goals.push(format!("{a} = {b}"));
                return goals.join(", ");
            }
            Comparison::NotEqual => "=\\=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "=<",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        };
        // What is not bound cannot be compared, and that is no error here.
        self.sums += 1;
        let (left, right) = (format!("L{}", self.sums), format!("R{}", self.sums));
        goals.push(format!("{left} = {a}, number({left})"));
        goals.push(format!("{right} = {b}, number({right})"));
        goals.push(format!("{left} {sign} {right}"));
        goals.join(", ")
    }

    fn goals(&mut self, goals: &[Goal]) -> String {
        let mut written = vec![];
        for goal in goals {
            match goal {
                Goal::Holds(holds) => {
                    let holds = self.atomic(holds, &mut written);
                    written.push(holds);
                }
                Goal::Compare(a, comparison, b) => {
                    let a = self.term(*a, &mut written);
                    written.push(self.compare(&a, *comparison, *b));
                }
                Goal::Count(counted, comparison, b) => {
                    // A count of something undefined is undefined itself.
                    let inner = self.atomic(counted, &mut written);
                    self.sums += 1;
                    let (list, count) = (format!("A{}", self.sums), format!("C{}", self.sums));
                    written.push(format!(
                        "findall(x, {inner}, {list}), length({list}, {count})"
                    ));
                    written.push(self.compare(&count, *comparison, *b));
                }
            }
        }
        // No relation is the last goal: SWI-Prolog 9.0.4 loses the tie between two arguments of a
        // last call if nobody else asks for them (`s(X, X)` is then called like `s(X, Y)`).
        written.push("true".into());
        written.join(", ")
    }
}

fn written(index: usize, program: &Program) -> String {
    let mut text = String::new();
    for (name, arity) in RELATIONS {
        let _ = writeln!(text, ":- dynamic {name}{index}/{arity}.");
    }
    for (relation, row) in &program.facts {
        let row: Vec<String> = row.iter().map(i64::to_string).collect();
        let (name, _) = RELATIONS[*relation];
        let _ = writeln!(text, "{name}{index}({}).", row.join(", "));
    }
    let scribe = || Scribe {
        program: index,
        sums: 0,
    };
    for (relation, parameters, body) in &program.clauses {
        let (name, _) = RELATIONS[*relation];
        let mut none = vec![];
        let parameters = parameters
            .iter()
            .map(|term| scribe().term(*term, &mut none));
        let parameters: Vec<String> = parameters.collect();
        let body = scribe().goals(body);
        let _ = writeln!(text, "{name}{index}({}) :- {body}.", parameters.join(", "));
    }
    let variables: Vec<String> = (0..VARIABLES).map(|index| format!("V{index}")).collect();
    let question = scribe().goals(&program.question);
    let _ = writeln!(
        text,
        "ask({index}, [{}]) :- {question}.",
        variables.join(", ")
    );
    text
}

/// Prolog's solutions of all programs, from one run.
fn theirs(programs: &[Program]) -> Vec<Solutions> {
    let mut text = String::from(
        ":- style_check(-singleton).\n:- style_check(-discontiguous).\n:- style_check(-no_effect).\n\
         shown(X) :- var(X), !, write(' -').\nshown(X) :- write(' '), write(X).\n\
         main :- forall(ask(I, Vs), (write(I), maplist(shown, Vs), nl)).\n\
         :- discontiguous ask/2.\n",
    );
    for (index, program) in programs.iter().enumerate() {
        text += &written(index, program);
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("matching.pl");
    std::fs::write(&file, text).unwrap();
    let run = Command::new("swipl")
        .args(["-q", "-g", "main", "-t", "halt"])
        .arg(&file)
        .output()
        .expect("this test needs SWI-Prolog: install it so that `swipl` is found");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(
        run.status.success() && said.is_empty(),
        "swipl says: {said}"
    );
    let mut solutions = vec![vec![]; programs.len()];
    for line in String::from_utf8(run.stdout).unwrap().lines() {
        let mut words = line.split(' ');
        let index: usize = words.next().unwrap().parse().unwrap();
        solutions[index].push(words.map(|word| word.parse().ok()).collect());
    }
    solutions
}

#[test]
#[ignore = "needs SWI-Prolog (`swipl`)"]
fn done_means_6_matching_finds_what_prolog_finds_in_the_same_order() {
    let mut programs = vec![];
    let mut found = vec![];
    let mut too_long = 0;
    for seed in 0..PROGRAMS {
        let program = Luck { seed, drawn: 0 }.program();
        match ours(&program) {
            Some(solutions) => {
                programs.push((seed, program));
                found.push(solutions);
            }
            None => too_long += 1,
        }
    }
    let plain: Vec<Program> = programs
        .iter()
        .map(|(_, program)| program.clone())
        .collect();
    let expected = theirs(&plain);
    let mut differences = 0;
    let mut shown = String::new();
    for (index, (seed, program)) in programs.iter().enumerate() {
        if found[index] != expected[index] {
            differences += 1;
            if differences <= 3 {
                let _ = writeln!(
                    shown,
                    "seed {seed}:\n{}ours   {:?}\nprolog {:?}\n",
                    written(index, program),
                    found[index],
                    expected[index]
                );
            }
        }
    }
    let solutions: usize = expected.iter().map(Vec::len).sum();
    let solvable = expected.iter().filter(|found| !found.is_empty()).count();
    let ordered = expected.iter().filter(|found| found.len() > 1).count();
    println!(
        "{} programs compared, {solvable} with solutions, {ordered} with several, {solutions} solutions; \
         {too_long} took too many steps",
        programs.len()
    );
    assert!(differences == 0, "{differences} differ\n{shown}");
    assert!(
        programs.len() >= 1000 && ordered >= 500,
        "too few to say anything"
    );
}
