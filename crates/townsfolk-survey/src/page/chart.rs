//! Lines over time, as a picture in the page.

use super::escape;
use std::fmt::Write;

const WIDE: f64 = 420.0;
const HIGH: f64 = 150.0;
/// Room for numbers at the left, and for hours below.
const LEFT: f64 = 40.0;
const BELOW: f64 = 22.0;
/// Maximum number of hour labels on an axis.
const LABELS_MAX: usize = 8;

/// One line.
pub(super) struct Line {
    pub(super) name: &'static str,
    /// A value for each hour, where there is one.
    pub(super) values: Vec<Option<f64>>,
}

impl Line {
    pub(super) fn new(name: &'static str, values: Vec<Option<f64>>) -> Line {
        Line { name, values }
    }
}

/// A picture of lines, from zero to the top (or the highest value).
pub(super) fn lines(title: &str, drawn: &[Line], labels: &[String], top: Option<f64>) -> String {
    let values = drawn.iter().flat_map(|line| line.values.iter().flatten());
    let highest = values.copied().fold(0.0, f64::max);
    let top = top.unwrap_or(highest).max(f64::MIN_POSITIVE);
    let steps = labels.len().saturating_sub(1).max(1) as f64;
    let x = |index: usize| LEFT + (WIDE - LEFT - 8.0) * index as f64 / steps;
    let y = |value: f64| 8.0 + (HIGH - BELOW - 8.0) * (1.0 - value / top);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDE} {HIGH}\" role=\"img\" aria-label=\"{}, by the hour\">",
        escape(title)
    );
    for part in [0.0, 0.5, 1.0] {
        let (at, value) = (y(top * part), top * part);
        let shown = if top <= 1.0 {
            format!("{value:.1}")
        } else {
            format!("{value:.0}")
        };
        let _ = write!(
            svg,
            "<line class=\"rule\" x1=\"{LEFT}\" x2=\"{WIDE}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>",
            LEFT - 5.0,
            at + 4.0
        );
    }
    let every = labels.len().div_ceil(LABELS_MAX).max(1);
    for (index, label) in labels.iter().enumerate().step_by(every) {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            x(index),
            HIGH - 5.0
        );
    }
    for (number, line) in drawn.iter().enumerate() {
        let mut path = String::new();
        let mut pen_up = true;
        for (index, value) in line.values.iter().enumerate() {
            let Some(value) = value else {
                pen_up = true;
                continue;
            };
            let letter = if pen_up { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", x(index), y(*value));
            pen_up = false;
        }
        let _ = write!(svg, "<path class=\"line n{number}\" d=\"{path}\"/>");
    }
    svg.push_str("</svg><p class=\"key\">");
    for (number, line) in drawn.iter().enumerate() {
        let _ = write!(svg, "<span class=\"n{number}\">{}</span> ", line.name);
    }
    svg.push_str("</p>");
    svg
}
