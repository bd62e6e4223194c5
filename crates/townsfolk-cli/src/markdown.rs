//! Markdown for terminals: headings, code and emphasis are painted, the rest stays as written, so
//! that a page can be read without colours as well.

use crate::style;

/// A page, painted.
pub fn render(page: &str) -> String {
    let mut painted = String::new();
    let mut in_code = false;
    for line in page.trim_end().lines() {
        let line = style::harmless(line);
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            continue;
        }
        painted += &if in_code {
            format!("    {}", code_line(&line))
        } else {
            text_line(&line)
        };
        painted.push('\n');
    }
    painted
}

/// The summary of a page: the first line of text below its heading, without marks.
pub fn first_line(page: &str) -> String {
    let mut lines = page.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.unwrap_or_default().replace("**", "")
}

fn text_line(line: &str) -> String {
    if let Some(heading) = line.strip_prefix('#') {
        let heading = heading.trim_start_matches('#').trim();
        return style::paint(style::STRONG, heading);
    }
    let mut painted = String::new();
    for (index, part) in style::with_code(line).split("**").enumerate() {
        if index % 2 == 1 {
            painted += &style::paint(style::STRONG, part);
        } else {
            painted += part;
        }
    }
    painted
}

/// A line of a script, with its comment dimmed.
fn code_line(line: &str) -> String {
    match line.split_once('#') {
        Some((script, comment)) => {
            let comment = style::paint(style::QUIET, &format!("#{comment}"));
            format!("{}{comment}", style::paint(style::CODE, script))
        }
        None => style::paint(style::CODE, line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_page_without_colours() {
        let page = "# a-code\n\nWhat **really** happens with `x`.\n\n## Wrong\n\n```folk\nrole elder # old\n```\n";
        expect![[r#"
            a-code

            What really happens with `x`.

            Wrong

                role elder # old
        "#]]
        .assert_eq(&anstream::adapter::strip_str(&render(page)).to_string());
        assert_eq!(first_line(page), "What really happens with `x`.");
        assert_eq!(first_line("# only-a-heading"), "");
    }
}
