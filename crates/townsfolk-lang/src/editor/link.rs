//! Links of layers: their places, and the edits that change, remove or add one.

use crate::project::{Checked, Project};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{LayerId, NodeId};
use townsfolk_module::mind::{Degree, Sources};

/// Reasons why the weight of a link cannot be changed by a small edit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkTrouble {
    /// The text has no such link: the engine has added it.
    NotWritten,
    /// The line links several nodes, so that others would get the weight too.
    LinksSeveral(Place),
}

/// The smallest change of a text that gives a link another weight: the place and the new text. The
/// verb stays, so an inhibiting link remains inhibiting.
pub fn link_weight(
    project: &Project,
    checked: &Checked,
    layer: LayerId,
    link: (&Sources, NodeId),
    weight: Degree,
) -> Result<(Place, String), LinkTrouble> {
    let (place, node, targets) = written_link(project, checked, layer, link)?;
    let number = written(weight);
    let Some(old) = node.child(WEIGHT) else {
        let end = targets.place(place.file).end;
        return Ok((Place::new(place.file, end, end), format!(" by {number}")));
    };
    let by = node.words().iter().any(|word| word == "by");
    let text = match by {
        true => number,
        false => format!("by {number}"),
    };
    Ok((old.place(place.file), text))
}

/// The smallest change of a text that removes a link: its line is deleted.
pub fn without_link(
    project: &Project,
    checked: &Checked,
    layer: LayerId,
    link: (&Sources, NodeId),
) -> Result<(Place, String), LinkTrouble> {
    let (place, ..) = written_link(project, checked, layer, link)?;
    let file = project.file(place.file).ok_or(LinkTrouble::NotWritten)?;
    let (start, end) = (place.start as usize, place.end as usize);
    let before = file.text.get(..start).unwrap_or_default();
    let after = file.text.get(end..).unwrap_or_default();
    let from = before.rfind('\n').map_or(0, |at| at + 1);
    let rest = after.find('\n').map_or(after.len(), |at| at + 1);
    let alone = before.get(from..).unwrap_or_default().trim().is_empty();
    let said = after.get(..rest).unwrap_or_default().trim();
    // Other parts of the line stay; a comment behind it is deleted.
    if !alone || !(said.is_empty() || said.starts_with('#')) {
        return Ok((place, String::new()));
    }
    let whole = Place::new(place.file, from as u32, place.end + rest as u32);
    Ok((whole, String::new()))
}

/// The line of a link, if it links nothing else: its place, its node, and its target.
fn written_link(
    project: &Project,
    checked: &Checked,
    layer: LayerId,
    link: (&Sources, NodeId),
) -> Result<(Place, Node, Node), LinkTrouble> {
    let mut links = checked.links().iter();
    let found = links.find(|(of, other, _)| *of == layer && (&other.from, other.to) == link);
    let place = found.map(|(_, _, place)| *place);
    let place = place.ok_or(LinkTrouble::NotWritten)?;
    let root = project.file(place.file).map(|file| file.root());
    let node = root.and_then(|root| {
        let mut nodes = root.descendants();
        nodes.find(|node| node.kind() == LINK && node.place(place.file) == place)
    });
    let node = node.ok_or(LinkTrouble::NotWritten)?;
    let lists: Vec<Node> = node.children_of(NAMES).collect();
    let [sources, targets] = lists.as_slice() else {
        return Err(LinkTrouble::NotWritten);
    };
    let together = node.words().iter().any(|word| word == "of");
    let several = |list: &Node| list.children_of(NODE_REF).count() > 1;
    if several(targets) || (several(sources) && !together) {
        return Err(LinkTrouble::LinksSeveral(place));
    }
    Ok((place, node, targets.clone()))
}

/// A new line of a layer: a link from one node to another, by their written names.
pub fn new_link(
    project: &Project,
    layer: LayerId,
    (from, to): (&str, &str),
    holds_down: bool,
    weight: Degree,
) -> Option<(Place, String)> {
    let verb = if holds_down { "inhibits" } else { "drives" };
    let line = format!("{from} {verb} {to} by {}", written(weight));
    new_line(project, layer, &line, |_| true)
}

/// A new line of a layer: a concept.
pub fn new_concept(project: &Project, layer: LayerId, name: &str) -> Option<(Place, String)> {
    let line = format!("concept {name}");
    new_line(project, layer, &line, |node| node.kind() != LINK)
}

/// A new line after the last part of one kind in a layer, with the same indentation.
fn new_line(
    project: &Project,
    layer: LayerId,
    line: &str,
    sort: impl Fn(&Node) -> bool,
) -> Option<(Place, String)> {
    let (id, node) = project.files().find_map(|(id, file)| {
        let mut layers = file.root().children_of(LAYER_DECL).collect::<Vec<_>>();
        layers.retain(|node| {
            let name = node.name(id);
            name.is_some_and(|(name, _)| LayerId::named(&name) == layer)
        });
        Some((id, layers.pop()?))
    })?;
    let last = node.children().filter(|child| sort(child)).last();
    let last = last.unwrap_or_else(|| node.clone()).place(id);
    let text = &project.file(id)?.text;
    // A comment may follow.
    let rest = text.get(last.end as usize..)?;
    let end = last.end as usize + rest.find('\n').unwrap_or(rest.len());
    let at = u32::try_from(end).ok()?;
    Some((Place::new(id, at, at), format!("\n  {line}")))
}

/// A weight with at most two decimals.
fn written(weight: Degree) -> String {
    let hundredths = (i64::from(weight.0.unsigned_abs()) * 100 + 32_768) >> 16;
    let hundredths = hundredths.clamp(0, 100);
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    short.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "role citizen
need hunger
  rises 0 to 1 in 10 h
need thirst
  rises 0 to 1 in 10 h
action eat takes 1 s, eases hunger
layer body
  needs hunger, thirst
  concept appetite, calm
  action eat: satisfy hunger
  hunger drives appetite usually above 0.6  # loudly
  thirst   inhibits appetite by 0.3
  appetite drives eat
  hunger, thirst inhibit calm
  all of calm, hunger drives appetite by some
";

    /// The line that a link stands in after it was given a weight.
    fn changed(from: &str, to: &str, thousandths: i32) -> Result<String, LinkTrouble> {
        let mut project = Project::of_files([("a.folk", TEXT)]);
        let checked = project.check();
        let (module, symbols) = project.assemble(&checked);
        let layer = &module.minds.layers[0];
        let name = |node: &NodeId| symbols.name(townsfolk_module::Category::Node, node.0);
        let is = |node: &NodeId, wanted: &str| name(node).ends_with(wanted);
        let link = layer.links.iter().find(|link| {
            let nodes = link.from.nodes();
            nodes.iter().any(|node| is(node, from)) && is(&link.to, to) && nodes.len() == 1
                || from == "all" && nodes.len() > 1
        });
        let link = link.expect("there is such a link");
        let weight = Degree::thousandths(thousandths);
        let (place, text) =
            link_weight(&project, &checked, layer.id, (&link.from, link.to), weight)?;
        let mut all = TEXT.to_owned();
        all.replace_range(place.range(), &text);
        let line = all.lines().zip(TEXT.lines()).find(|(new, old)| new != old);
        Ok(line.map_or_else(String::new, |(new, _)| new.to_owned()))
    }

    #[test]
    fn only_the_weight_is_another() {
        let line = changed("hunger", "appetite", 550).expect("it can be changed");
        assert_eq!(line, "  hunger drives appetite by 0.55 above 0.6  # loudly");
        let line = changed("thirst", "appetite", 1000).expect("it can be changed");
        assert_eq!(line, "  thirst   inhibits appetite by 1");
        let line = changed("appetite", "eat", 500).expect("it can be changed");
        assert_eq!(line, "  appetite drives eat by 0.5");
        let line = changed("all", "appetite", 10).expect("it can be changed");
        assert_eq!(line, "  all of calm, hunger drives appetite by 0.01");
    }

    /// The lines that an edit changes or adds.
    fn new_lines(edit: Option<(Place, String)>) -> Vec<String> {
        let (place, text) = edit.expect("it can be written");
        let mut all = TEXT.to_owned();
        all.replace_range(place.range(), &text);
        let old: Vec<&str> = TEXT.lines().collect();
        let new = all.lines().filter(|line| !old.contains(line));
        new.map(str::to_owned).collect()
    }

    #[test]
    fn a_link_and_a_concept_come_where_their_like_are() {
        let project = Project::of_files([("a.folk", TEXT)]);
        let layer = LayerId::named("body");
        let half = Degree::percent(50);
        let link = new_link(&project, layer, ("calm", "eat"), true, half);
        assert_eq!(new_lines(link.clone()), ["  calm inhibits eat by 0.5"]);
        let (place, _) = link.expect("it can be written");
        assert_eq!(place.start as usize, TEXT.len() - 1);
        let concept = new_concept(&project, layer, "haste");
        assert_eq!(new_lines(concept.clone()), ["  concept haste"]);
        let (place, _) = concept.expect("it can be written");
        assert!(TEXT[..place.start as usize].ends_with("satisfy hunger"));
        let nowhere = LayerId::named("soul");
        assert_eq!(new_concept(&project, nowhere, "haste"), None);
    }

    #[test]
    fn the_line_of_a_link_goes() {
        let mut project = Project::of_files([("a.folk", TEXT)]);
        let checked = project.check();
        let (module, _) = project.assemble(&checked);
        let layer = &module.minds.layers[0];
        // The engine has links of its own.
        let mut found = layer.links.iter().filter_map(|link| {
            let link = (&link.from, link.to);
            without_link(&project, &checked, layer.id, link).ok()
        });
        let (place, text) = found.next().expect("it can go");
        let mut all = TEXT.to_owned();
        all.replace_range(place.range(), &text);
        let gone = "  hunger drives appetite usually above 0.6  # loudly\n";
        assert_eq!(all, TEXT.replace(gone, ""));
    }

    #[test]
    fn a_line_that_links_several_is_left_alone() {
        let refused = changed("hunger", "calm", 500);
        assert!(
            matches!(refused, Err(LinkTrouble::LinksSeveral(_))),
            "{refused:?}"
        );
    }
}
