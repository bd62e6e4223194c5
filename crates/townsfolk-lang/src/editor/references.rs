//! All uses of a name.

use super::cursor::{token_at, token_over};
use super::meaning::Meaning;
use super::reader::Reader;
use crate::project::{Checked, Project};
use crate::source::{FileId, Place};
use crate::syntax::tree::normalise;
use crate::syntax::{SyntaxToken, lex};

/// Every use of the name at this offset, its declaration included, by file and place.
///
/// Facts, defines, states and rules belong to a script and to what is based on it, variables to
/// their rule, people to their test; all other names belong to the whole project. Words of the
/// language and of the engine have no references.
pub fn references(project: &Project, checked: &Checked, file: FileId, offset: u32) -> Vec<Place> {
    let reader = Reader::new(project, checked);
    let token = reader.root(file).and_then(|root| token_at(&root, offset));
    let Some(token) = token else {
        return vec![];
    };
    let mut wanted = reader.meanings(file, &token);
    wanted.retain(is_a_name);
    if wanted.is_empty() {
        return vec![];
    }
    let name = bare(&token);
    let mut places = vec![];
    for (id, source) in project.files() {
        // An ASCII name has one spelling only, so files without it are skipped.
        if name.is_ascii() && !source.text.contains(&name) {
            continue;
        }
        let Some(root) = reader.root(id) else {
            continue;
        };
        for candidate in lex(&source.text) {
            let text = &source.text[candidate.start as usize..candidate.end as usize];
            if normalise(text.trim_start_matches(['.', '$'])) != name {
                continue;
            }
            let same = token_over(&root, candidate.start).is_some_and(|token| {
                let meanings = reader.meanings(id, &token);
                meanings.iter().any(|meaning| wanted.contains(meaning))
            });
            if same {
                places.push(Place::new(id, candidate.start, candidate.end));
            }
        }
    }
    places
}

/// A name without its dot or dollar sign.
fn bare(token: &SyntaxToken) -> String {
    normalise(token.text().trim_start_matches(['.', '$']))
}

fn is_a_name(meaning: &Meaning) -> bool {
    !matches!(
        meaning,
        Meaning::BuiltInKind(_)
            | Meaning::Engine(_)
            | Meaning::Unit(_)
            | Meaning::LanguageWord { .. }
            | Meaning::Catalogued { .. }
            | Meaning::Anything
    )
}
