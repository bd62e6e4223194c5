//! From the outline to text.

use super::outline::{
    Clause, Comment, Entry, Item, Line, Outline, Part, Rule, Script, ScriptItem, State, StateItem,
    Test,
};

/// Maximum length of a line that is not broken.
const WIDTH_MAX: usize = 100;

/// Writes an outline as text.
pub fn print(outline: &Outline) -> String {
    let mut printer = Printer::default();
    let mut last: Option<&Entry> = None;
    for entry in &outline.blocks {
        printer.gap(last.is_some_and(|last| entries_part(last, entry)));
        printer.entry(entry);
        last = Some(entry);
    }
    printer.gap(false);
    printer.comments(&outline.end, 0);
    printer.text
}

/// Whether a blank line always stands between two declarations.
fn entries_part(before: &Entry, after: &Entry) -> bool {
    match (before, after) {
        (Entry::Declaration(before), Entry::Declaration(after)) => before.node != after.node,
        _ => true,
    }
}

/// Whether a blank line always stands between two items of a script.
fn items_part(before: &ScriptItem, after: &ScriptItem) -> bool {
    use ScriptItem::{Claim, Define, DropRule, Fact, Hold, Property};
    !matches!(
        (before, after),
        (
            Fact(_) | Claim(_) | Define(_),
            Fact(_) | Claim(_) | Define(_)
        ) | (DropRule(_), DropRule(_))
            | (Hold(_), Hold(_))
            | (Property(_), Property(_))
    )
}

#[derive(Default)]
struct Printer {
    text: String,
    gap: Gap,
}

/// The space between the last line and the next.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Gap {
    /// No blank line.
    #[default]
    Never,
    /// A blank line if the author left one.
    Kept,
    /// A blank line.
    Always,
}

impl Printer {
    /// Sets the blank line before the next line.
    fn gap(&mut self, always: bool) {
        self.gap = match (self.text.is_empty(), always) {
            (true, _) => Gap::Never,
            (false, true) => Gap::Always,
            (false, false) => Gap::Kept,
        };
    }

    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Declaration(declaration) => self.line(&declaration.line, 0),
            Entry::Block(block) => {
                self.line(&block.head, 0);
                self.lines(&block.parts, 2);
            }
            Entry::Script(script) => self.script(script),
            Entry::Test(test) => self.test(test, 0),
        }
    }

    fn script(&mut self, script: &Script) {
        self.line(&script.head, 0);
        let mut last: Option<&ScriptItem> = None;
        for item in &script.items {
            if let Some(last) = last {
                self.gap(items_part(last, item));
            }
            self.script_item(item);
            last = Some(item);
        }
    }

    fn script_item(&mut self, item: &ScriptItem) {
        match item {
            ScriptItem::Cast(cast) => {
                self.line(&cast.head, 2);
                self.lines(&cast.lines, 4);
            }
            ScriptItem::State(state) => self.state(state),
            ScriptItem::Rule(rule) => self.rule(rule, 2),
            ScriptItem::Test(test) => self.test(test, 2),
            ScriptItem::Fact(line)
            | ScriptItem::Claim(line)
            | ScriptItem::Define(line)
            | ScriptItem::DropRule(line)
            | ScriptItem::Hold(line)
            | ScriptItem::Property(line) => self.line(line, 2),
        }
    }

    fn state(&mut self, state: &State) {
        self.line(&state.head, 2);
        let mut last: Option<&StateItem> = None;
        for item in &state.items {
            if let Some(last) = last {
                let drops = |item: &StateItem| matches!(item, StateItem::DropRule(_));
                self.gap(!(drops(last) && drops(item)));
            }
            match item {
                StateItem::Rule(rule) => self.rule(rule, 4),
                StateItem::DropRule(line) => self.line(line, 4),
            }
            last = Some(item);
        }
    }

    fn rule(&mut self, rule: &Rule, indent: usize) {
        self.line(&rule.head, indent);
        let mut parts: Vec<&Part> = rule.parts.iter().collect();
        parts.sort_by_key(|part| part.kind);
        for part in parts {
            // Blank lines are dropped, since the parts may change places.
            for comment in &part.line.comments {
                self.put(indent + 2, &comment.text);
            }
            self.clauses(&part.line, indent + 2);
        }
    }

    fn test(&mut self, test: &Test, indent: usize) {
        self.line(&test.head, indent);
        self.lines(&test.steps, indent + 2);
    }

    /// The lines of a block, with the blank lines the author left between them.
    fn lines(&mut self, lines: &[Line], indent: usize) {
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                self.gap(false);
            }
            self.line(line, indent + 2 * line.depth);
        }
    }

    fn line(&mut self, line: &Line, indent: usize) {
        self.comments(&line.comments, indent);
        self.blank_line(line.blank_before);
        self.clauses(line, indent);
        for accept in &line.accepts {
            self.line(accept, indent + 2);
        }
    }

    fn comments(&mut self, comments: &[Comment], indent: usize) {
        for comment in comments {
            self.blank_line(comment.blank_before);
            self.put(indent, &comment.text);
            self.gap = Gap::Kept;
        }
    }

    fn blank_line(&mut self, left_by_author: bool) {
        if self.gap == Gap::Always || self.gap == Gap::Kept && left_by_author {
            self.text.push('\n');
        }
        self.gap = Gap::Never;
    }

    fn clauses(&mut self, line: &Line, indent: usize) {
        let flat = line.text();
        let last = line.clauses.last().and_then(|clause| clause.items.last());
        if fits(indent, &flat) && !has_inner_comments(line) {
            self.put_with_remark(indent, &flat, last.and_then(|item| item.remark.as_deref()));
            return;
        }
        for (at, clause) in line.clauses.iter().enumerate() {
            self.clause(clause, if at == 0 { indent } else { indent + 2 });
        }
    }

    fn clause(&mut self, clause: &Clause, indent: usize) {
        let Some((first, more)) = clause.items.split_first() else {
            return;
        };
        for comment in &first.comments {
            self.put(indent, comment);
        }
        let last = more.last().unwrap_or(first);
        let silent = first.remark.is_none() && more.iter().all(|item| item.comments.is_empty());
        let middle = more.len().saturating_sub(1);
        let silent = silent && more[..middle].iter().all(|item| item.remark.is_none());
        let flat = clause.text();
        if fits(indent, &flat) && (more.is_empty() || silent) {
            self.put_with_remark(indent, &flat, last.remark.as_deref());
            return;
        }
        let head = clause.head_before_item();
        let aligned = indent + head.chars().count();
        let comma = |at: usize| if at == more.len() { "" } else { "," };
        let text = format!("{head}{}{}", first.text, comma(0));
        self.put_with_remark(indent, &text, first.remark.as_deref());
        for (at, item) in more.iter().enumerate() {
            self.item(item, comma(at + 1), aligned);
        }
    }

    fn item(&mut self, item: &Item, comma: &str, indent: usize) {
        for comment in &item.comments {
            self.put(indent, comment);
        }
        let text = format!("{}{comma}", item.text);
        self.put_with_remark(indent, &text, item.remark.as_deref());
    }

    fn put_with_remark(&mut self, indent: usize, text: &str, remark: Option<&str>) {
        match remark {
            Some(remark) => self.put(indent, &format!("{text}  {remark}")),
            None => self.put(indent, text),
        }
    }

    fn put(&mut self, indent: usize, text: &str) {
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.text.push_str(text);
        self.text.push('\n');
    }
}

fn fits(indent: usize, text: &str) -> bool {
    indent + text.chars().count() <= WIDTH_MAX
}

/// Whether comments inside the line force it to be broken.
fn has_inner_comments(line: &Line) -> bool {
    let items: Vec<&Item> = line.clauses.iter().flat_map(|c| &c.items).collect();
    let remarks = items.iter().rev().skip(1).any(|item| item.remark.is_some());
    remarks || items.iter().any(|item| !item.comments.is_empty())
}
