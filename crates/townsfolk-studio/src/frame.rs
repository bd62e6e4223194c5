//! Frames: positions and poses of all characters, and the compact updates for pages.
//!
//! A frame is the state of the town at a moment. Each page gets what has changed within its view
//! since its last frame. Frames that a slow page missed are skipped.
//!
//! All numbers are little-endian:
//!
//! | bytes | meaning |
//! |---|---|
//! | 0 | 1, the version of this format |
//! | 1 | bit 0: paused; bit 1: every character that is not listed is gone; bit 2: a breakpoint was
//! hit |
//! | 2..4 | a number that changes when names and places may have changed |
//! | 4..8 | number of people listed |
//! | 8..12 | number of people that left the view |
//! | 12..16 | seconds since midnight |
//! | 16..24 | the tick, as a float |
//! | 24..28 | the day, from 0 |
//! | 28..32, 32..36 | the requested and the achieved speed, as floats |
//! | 36..44, 44..52 | the first and the last tick that one can go to, as floats |
//! | then 16 each | id, x, y (millimetres), height (decimetres, 2 bytes), pose, marks |
//! | then 4 each | id of a person that left the view |

use crate::news::{Line, NOTABLE};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Size of the header.
pub const HEADER: usize = 52;

/// Size of each person.
pub const EACH: usize = 16;

/// A person in view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PersonInView {
    /// The id.
    pub id: u32,
    /// East, in millimetres.
    pub x_mm: i32,
    /// North.
    pub y_mm: i32,
    /// Up, in decimetres.
    pub z_dm: i16,
    /// The pose.
    pub pose: u8,
    /// The marks beside them.
    pub marks: u8,
}

/// The state of a town at a moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Frame {
    /// The tick.
    pub tick: i64,
    /// Seconds since midnight.
    pub daytime: i32,
    /// The day, from 0.
    pub day: i32,
    /// Whether it is paused.
    pub paused: bool,
    /// Whether it is paused because of a breakpoint.
    pub stopped: bool,
    /// The first tick that one can go to.
    pub earliest: i64,
    /// The last one.
    pub furthest: i64,
    /// Changes when names and places may have changed.
    pub edition: u16,
    /// The requested speed.
    pub asked: f32,
    /// The achieved speed.
    pub reached: f32,
    /// All characters, in order of id.
    pub people: Vec<PersonInView>,
    /// The lines of the feed, oldest first.
    pub lines: Vec<Arc<Line>>,
    /// The breakpoints.
    pub stops: Arc<StopsShown>,
    /// What concerns hunters and their prey, as JSON.
    pub arena: Option<Arc<str>>,
}

/// The breakpoints by name, and the one that was met.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StopsShown {
    /// Ids and names of people.
    pub people: Vec<(u32, String)>,
    /// Ids and names of rules.
    pub rules: Vec<([u32; 2], String)>,
    /// The breakpoint that stopped the town.
    pub by: Option<String>,
}

/// The view of a page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// West, south, east and north, in millimetres.
    pub west: i32,
    /// South.
    pub south: i32,
    /// East.
    pub east: i32,
    /// North.
    pub north: i32,
    /// A person that is always listed.
    pub follows: Option<u32>,
}

impl Default for View {
    /// Everything.
    fn default() -> View {
        View {
            west: i32::MIN,
            south: i32::MIN,
            east: i32::MAX,
            north: i32::MAX,
            follows: None,
        }
    }
}

impl View {
    fn shows(&self, seen: &PersonInView) -> bool {
        let inside = (self.west..=self.east).contains(&seen.x_mm)
            && (self.south..=self.north).contains(&seen.y_mm);
        inside || self.follows == Some(seen.id)
    }
}

/// The state that a page has received.
#[derive(Clone, Debug, Default)]
pub struct FeedState {
    people: BTreeMap<u32, PersonInView>,
    begun: bool,
    /// The number of the last line.
    line: u64,
    stops: Option<Arc<StopsShown>>,
    arena: Option<Arc<str>>,
}

/// The part of an update that is told in words.
#[derive(Serialize)]
struct Told<'a> {
    lines: Vec<&'a Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stops: Option<&'a StopsShown>,
}

impl FeedState {
    /// The bytes that bring a page up to date.
    pub fn update(&mut self, frame: &Frame, view: &View) -> Vec<u8> {
        let mut changed = vec![];
        let mut now = BTreeMap::new();
        for seen in frame.people.iter().filter(|seen| view.shows(seen)) {
            if self.people.get(&seen.id) != Some(seen) {
                changed.push(*seen);
            }
            now.insert(seen.id, *seen);
        }
        let gone = self.people.keys().filter(|id| !now.contains_key(*id));
        let gone: Vec<u32> = gone.copied().collect();
        let whole = !std::mem::replace(&mut self.begun, true);
        self.people = now;
        encode(frame, &changed, &gone, whole)
    }

    /// What moves in an arena, if it has changed.
    pub fn arena(&mut self, frame: &Frame) -> Option<String> {
        if self.arena == frame.arena {
            return None;
        }
        self.arena = frame.arena.clone();
        frame.arena.as_ref().map(ToString::to_string)
    }

    /// New lines and changed breakpoints as JSON, if there are any.
    pub fn told(&mut self, frame: &Frame) -> Option<String> {
        let fresh = frame.lines.iter().filter(|line| line.number > self.line);
        let shown =
            fresh.filter(|line| line.weight >= NOTABLE || self.people.contains_key(&line.who));
        let lines: Vec<&Line> = shown.map(AsRef::as_ref).collect();
        if let Some(last) = frame.lines.last() {
            self.line = self.line.max(last.number);
        }
        let stops = (self.stops.as_ref() != Some(&frame.stops)).then_some(&*frame.stops);
        if lines.is_empty() && stops.is_none() {
            return None;
        }
        let told = serde_json::to_string(&Told { lines, stops }).ok();
        self.stops = Some(frame.stops.clone());
        told
    }
}

fn encode(frame: &Frame, changed: &[PersonInView], gone: &[u32], whole: bool) -> Vec<u8> {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = Vec::with_capacity(HEADER + changed.len() * EACH + gone.len() * 4);
    let flags = u8::from(frame.paused) | u8::from(whole) << 1 | u8::from(frame.stopped) << 2;
    bytes.extend([1, flags]);
    bytes.extend(frame.edition.to_le_bytes());
    bytes.extend(count(changed.len()));
    bytes.extend(count(gone.len()));
    bytes.extend(frame.daytime.to_le_bytes());
    bytes.extend((frame.tick as f64).to_le_bytes());
    bytes.extend(frame.day.to_le_bytes());
    bytes.extend(frame.asked.to_le_bytes());
    bytes.extend(frame.reached.to_le_bytes());
    bytes.extend((frame.earliest as f64).to_le_bytes());
    bytes.extend((frame.furthest as f64).to_le_bytes());
    for seen in changed {
        bytes.extend(seen.id.to_le_bytes());
        bytes.extend(seen.x_mm.to_le_bytes());
        bytes.extend(seen.y_mm.to_le_bytes());
        bytes.extend(seen.z_dm.to_le_bytes());
        bytes.extend([seen.pose, seen.marks]);
    }
    for id in gone {
        bytes.extend(id.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(people: &[(u32, i32)]) -> Frame {
        let people = people.iter().map(|(id, x_mm)| PersonInView {
            id: *id,
            x_mm: *x_mm,
            ..PersonInView::default()
        });
        Frame {
            people: people.collect(),
            ..Frame::default()
        }
    }

    fn counts(bytes: &[u8]) -> (u8, u8) {
        (bytes[4], bytes[8])
    }

    #[test]
    fn only_changes_within_the_view_are_told() {
        let mut told = FeedState::default();
        let all = View::default();
        let west = View { east: 50, ..all };
        assert_eq!(
            counts(&told.update(&frame(&[(1, 0), (2, 100)]), &all)),
            (2, 0)
        );
        assert_eq!(
            counts(&told.update(&frame(&[(1, 0), (2, 100)]), &all)),
            (0, 0)
        );
        assert_eq!(
            counts(&told.update(&frame(&[(1, 9), (2, 100)]), &all)),
            (1, 0)
        );
        assert_eq!(
            counts(&told.update(&frame(&[(1, 9), (2, 100)]), &west)),
            (0, 1)
        );
        assert_eq!(
            counts(&told.update(&frame(&[(1, 9), (2, 40)]), &west)),
            (1, 0)
        );
        let follows = View {
            follows: Some(2),
            ..west
        };
        assert_eq!(
            counts(&told.update(&frame(&[(1, 9), (2, 400)]), &follows)),
            (1, 0)
        );
    }

    #[test]
    fn a_frame_has_the_size_it_says() {
        let bytes = FeedState::default().update(&frame(&[(1, 0), (2, 100)]), &View::default());
        assert_eq!(bytes.len(), HEADER + 2 * EACH);
    }
}
