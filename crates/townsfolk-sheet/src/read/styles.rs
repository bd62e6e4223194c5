//! Styles of an Excel workbook that show a number as a date or time.

use super::xml::{Elements, attribute};
use crate::problem::SheetProblem;
use quick_xml::events::Event;
use std::collections::BTreeMap;

/// For each cell style, whether it shows dates or times.
#[derive(Default)]
pub(super) struct Styles {
    dates: Vec<bool>,
}

impl Styles {
    pub(super) fn read(xml: &str) -> Result<Styles, SheetProblem> {
        let mut codes = BTreeMap::new();
        let mut styles = Styles::default();
        let mut in_cells = false;
        let mut elements = Elements::new(xml);
        while let Some(event) = elements.next()? {
            match event {
                Event::Start(element) => match element.local_name().as_ref() {
                    "numFmt" => {
                        let id = number(attribute(&element, "numFmtId")?);
                        let code = attribute(&element, "formatCode")?;
                        codes.insert(id, code.is_some_and(|code| is_date_code(&code)));
                    }
                    "cellXfs" => in_cells = true,
                    "xf" if in_cells => {
                        let id = number(attribute(&element, "numFmtId")?);
                        let own = codes.get(&id).copied();
                        styles.dates.push(own.unwrap_or_else(|| is_date_id(id)));
                    }
                    _ => {}
                },
                Event::End(element) if element.local_name().as_ref() == "cellXfs" => {
                    in_cells = false;
                }
                _ => {}
            }
        }
        Ok(styles)
    }

    /// Whether a cell style, by the attribute of the cell, shows dates or times.
    pub(super) fn is_date(&self, style: Option<&str>) -> bool {
        let at = style.and_then(|style| style.parse::<usize>().ok());
        at.and_then(|at| self.dates.get(at))
            .copied()
            .unwrap_or(false)
    }
}

fn number(text: Option<String>) -> u32 {
    text.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The built-in formats of Excel.
fn is_date_id(id: u32) -> bool {
    matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Whether a format code such as `yyyy-mm-dd` or `[h]:mm` shows dates or times.
fn is_date_code(code: &str) -> bool {
    let mut chars = code.chars();
    let mut bracket: Option<String> = None;
    while let Some(c) = chars.next() {
        match (c, &mut bracket) {
            (']', Some(inside)) => {
                // `[h]` counts hours; `[Red]` is a colour.
                let elapsed = ["h", "hh", "m", "mm", "s", "ss"];
                if elapsed.contains(&inside.to_lowercase().as_str()) {
                    return true;
                }
                bracket = None;
            }
            (c, Some(inside)) => inside.push(c),
            ('[', None) => bracket = Some(String::new()),
            ('"', None) => while chars.next().is_some_and(|c| c != '"') {},
            ('\\' | '_' | '*', None) => {
                chars.next();
            }
            (c, None) if "dmyhsDMYHS".contains(c) => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_date_code;

    #[test]
    fn format_codes_of_dates_are_told_from_those_of_numbers() {
        for code in ["yyyy-mm-dd", "h:mm AM/PM", "[h]:mm", "[Red]d/m/y"] {
            assert!(is_date_code(code), "{code}");
        }
        for code in [
            "General",
            "0.00",
            "@",
            "0 \"days\"",
            "[Red]0",
            "#,##0\\d",
            "_d0",
        ] {
            assert!(!is_date_code(code), "{code}");
        }
    }
}
