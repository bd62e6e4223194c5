//! Links of layers: where one stands, and what to write so that it has another weight.

use crate::project::{Checked, Project};
use crate::source::Place;
use crate::syntax::{Node, TreeExt, *};
use townsfolk_core::{LayerId, NodeId};
use townsfolk_module::mind::{Degree, Sources};

/// Why a link cannot be given another weight by a small change of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkTrouble {
    /// There is no such link in the text: the engine has put it there.
    NotWritten,
    /// The line links several nodes, so that others would get the weight, too.
    LinksSeveral(Place),
}

/// The smallest change of a text that gives a link another weight: what to replace, and by what. The
/// verb stays, so a link that holds down goes on to hold down.
pub fn link_weight(
    project: &Project,
    checked: &Checked,
    layer: LayerId,
    link: (&Sources, NodeId),
    weight: Degree,
) -> Result<(Place, String), LinkTrouble> {
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

/// A weight as one writes it: two places are enough for anybody.
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

    #[test]
    fn a_line_that_links_several_is_left_alone() {
        let refused = changed("hunger", "calm", 500);
        assert!(
            matches!(refused, Err(LinkTrouble::LinksSeveral(_))),
            "{refused:?}"
        );
    }
}
