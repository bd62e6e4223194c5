//! The picture of an outlook: a band of what to expect, and one history.

use super::outlook::{Outlook, Row};
use std::fmt::Write;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 210.0;
const PANEL: f64 = 380.0;
const PLOT_TOP: f64 = 50.0;
const PLOT_HEIGHT: f64 = 120.0;

/// A drawing with a row of two plots for each kind of goods.
pub(super) fn svg(outlooks: &[Outlook]) -> String {
    let height = HEIGHT * outlooks.len() as f64 + 10.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, outlook) in outlooks.iter().enumerate() {
        let y = HEIGHT * index as f64;
        let _ = writeln!(text, "<g transform=\"translate(20 {y})\">");
        let title = escaped(&outlook.title);
        let _ = writeln!(
            text,
            "<text y=\"20\" font-size=\"14\" font-weight=\"bold\">{title}</text>"
        );
        let _ = writeln!(
            text,
            "<text y=\"36\" fill=\"#555\">{}</text>",
            escaped(&outlook.rates)
        );
        expectation(outlook, &mut text);
        history(outlook, &mut text);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A height within the plot.
fn level(value: f64, most: f64) -> f64 {
    PLOT_TOP + PLOT_HEIGHT * (1.0 - value / most.max(1.0))
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let points = points.map(|(x, y)| format!("{x:.1},{y:.1}"));
    points.collect::<Vec<_>>().join(" ")
}

/// The mean and the middle 90 of 100 stocks, over the time since the last look.
fn expectation(outlook: &Outlook, text: &mut String) {
    let highest = outlook.rows.iter().map(|row| row.quantiles[2]).max();
    let most = f64::from(highest.unwrap_or(1));
    // The steps of the table are about equally far apart by ratio.
    let count = outlook.rows.len().max(2) as f64 - 1.0;
    let rows = || {
        (0..)
            .map(|i: u32| PANEL * f64::from(i) / count)
            .zip(&outlook.rows)
    };
    let low = rows().map(|(x, row)| (x, level(f64::from(row.quantiles[0]), most)));
    let high = rows().map(|(x, row)| (x, level(f64::from(row.quantiles[2]), most)));
    let mean = rows().map(|(x, row)| (x, level(row.mean, most)));
    let high: Vec<(f64, f64)> = high.collect();
    let band = path(low.chain(high.into_iter().rev()));
    let _ = writeln!(text, "<polygon points=\"{band}\" fill=\"#cfe0f3\"/>");
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>",
        path(mean)
    );
    axis(0.0, most, text);
    for (x, Row { hours, .. }) in rows() {
        let name = match *hours {
            hours if hours < 1.0 => format!("{:.0} min", (hours * 60.0).max(1.0)),
            hours if hours < 100.0 => format!("{hours:.0} h"),
            hours => format!("{:.0} d", hours / 24.0),
        };
        let y = PLOT_TOP + PLOT_HEIGHT + 16.0;
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#555\">{name}</text>"
        );
    }
}

/// The stock of every hour.
fn history(outlook: &Outlook, text: &mut String) {
    let left = PANEL + 60.0;
    let hours: Vec<u32> = outlook.days.iter().flatten().copied().collect();
    let step = PANEL / hours.len().max(1) as f64;
    let most = f64::from(outlook.highest);
    let points = hours.iter().enumerate().flat_map(|(hour, stock)| {
        let (x, y) = (left + step * hour as f64, level(f64::from(*stock), most));
        [(x, y), (x + step, y)]
    });
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#8a4b08\"/>",
        path(points)
    );
    axis(left, most, text);
    let y = PLOT_TOP + PLOT_HEIGHT + 16.0;
    let days = outlook.days.len();
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"{y}\" fill=\"#555\">{days} days, hour by hour</text>"
    );
}

fn axis(left: f64, most: f64, text: &mut String) {
    let (bottom, right) = (PLOT_TOP + PLOT_HEIGHT, left + PANEL);
    let _ = writeln!(
        text,
        "<path d=\"M{left} {PLOT_TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#999\"/>"
    );
    let y = PLOT_TOP + 4.0;
    let _ = writeln!(
        text,
        "<text x=\"{right}\" y=\"{y}\" text-anchor=\"end\" fill=\"#555\">{most}</text>"
    );
}
