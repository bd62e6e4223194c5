//! Ids given by hand.

use crate::condition::plain_number;
use crate::context::Context;
use crate::diagnostic::Code;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_module::Category;

/// The category, name and number of an `id` line.
pub(crate) fn id(node: &Node, cx: &mut Context<'_>) -> Option<((Category, String), u32)> {
    let word = node.tokens().nth(1)?;
    let category = Category::ALL
        .iter()
        .copied()
        .find(|category| category.word() == word.text());
    let place = node.place(cx.file);
    let Some(category) = category else {
        let known: Vec<&str> = Category::ALL
            .iter()
            .map(|category| category.word())
            .collect();
        return cx.fail(
            Code::UnknownWord
                .at(place, format!("nothing is called a `{}`", word.text()))
                .label("what does the name name?")
                .hint(format!("one of: {}", known.join(", "))),
        );
    };
    let (name, _) = cx.reference(node)?;
    let number = node
        .child(NUMBER_EXPR)
        .and_then(|number| plain_number(cx, &number))?;
    match u32::try_from(number) {
        Ok(number) if number > 0 => Some(((category, name), number)),
        _ => cx.fail(
            Code::BadLiteral
                .at(place, "an id is a number from 1 to 4294967295")
                .label("not such a number"),
        ),
    }
}
