//! Memory of a cast that is loaded, at the sizes of the source: its content, minds, full memories
//! and a dozen relationships each, with a straight line through them.
//!
//! This measures what the specification asks for under Done 40.

use super::CLASSIC_BYTES;
use super::life::Life;
use super::quarter::Quarter;
use super::questions::full_memory;
use crate::Figure;
use townsfolk_core::{CharacterId, RoleId};
use townsfolk_mind::Moment;
use townsfolk_module::mind::{CastMember, Known, Relationship, ScheduleEntry};

const SIZES: [u32; 7] = [0, 20, 40, 60, 80, 100, 120];
const RELATIONSHIPS: usize = 12;

/// Counts bytes.
pub fn measure(quarter: &Quarter) -> Vec<Figure> {
    let memory = full_memory().0.bytes();
    let points: Vec<(f64, f64)> = SIZES
        .iter()
        .map(|count| {
            (
                f64::from(*count),
                cast_bytes(quarter, *count, memory) as f64,
            )
        })
        .collect();
    let mut figures: Vec<Figure> = points
        .iter()
        .map(|(count, bytes)| Figure::new(format!("{count} characters"), bytes / 1024.0, "KB"))
        .collect();
    let (slope, intercept) = line(&points);
    let mind = Life::at(quarter, &quarter.chef, 0, Moment(36 * 3600));
    let mind = mind.map_or(0, |life| life.mind.bytes());
    figures.extend([
        Figure::new("  a straight line: each", slope, "B")
            .against("of the source's 447 KB", slope / CLASSIC_BYTES),
        Figure::new("  and for all", intercept, "B"),
        Figure::new("  of it the mind of a chef at work", mind as f64, "B"),
        Figure::new("  a full memory", memory as f64, "B"),
    ]);
    figures
}

fn cast_bytes(quarter: &Quarter, count: u32, memory: usize) -> usize {
    let one = |who: u32| {
        let member = quarter.member(who);
        let life = Life::at(quarter, member, who, Moment(36 * 3600));
        let mind = life.map_or(0, |life| life.mind.bytes());
        let relationships = RELATIONSHIPS * size_of::<(CharacterId, Relationship)>();
        content_bytes(member) + mind + memory + relationships
    };
    quarter.content_bytes + (0..count).map(one).sum::<usize>()
}

/// What content says about one character.
fn content_bytes(member: &CastMember) -> usize {
    size_of::<CastMember>()
        + member.roles.capacity() * size_of::<RoleId>()
        + member.schedule.entries.capacity() * size_of::<ScheduleEntry>()
        + member.knows.capacity() * size_of::<Known>()
        + member.relationships.capacity() * size_of::<(CharacterId, Relationship)>()
}

/// Slope and intercept of the line with the least squares.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let slope = above / below;
    (slope, y - slope * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the source: 447.4 KB each and 2,585 KB for all.
    #[test]
    fn the_line_through_the_source_s_figures_is_the_known_one() {
        let kb = [2320.0, 11772.0, 20404.0, 29696.0, 38228.0, 47520.0, 56060.0];
        let counts = SIZES.iter().map(|count| f64::from(*count));
        let points: Vec<(f64, f64)> = counts.zip(kb).collect();
        let (slope, intercept) = line(&points);
        assert_eq!(format!("{slope:.1} {intercept:.0}"), "447.4 2585");
    }
}
