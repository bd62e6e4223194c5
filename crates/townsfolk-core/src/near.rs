//! Names that an author may have meant.

/// Up to `most` of the names that are close to `wrong`, closest first, in a stable order.
///
/// Close means: at most one slip for each three letters (a letter wrong, missing, doubled, or two
/// swapped). A far-fetched suggestion is worse than none.
pub fn near_names<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    let slips_max = (wrong.chars().count() / 3).max(1);
    let wrong_folded = wrong.to_lowercase();
    let length = wrong.chars().count();
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        // Each slip changes the length by one at most.
        .filter(|name| *name != wrong && name.chars().count().abs_diff(length) <= slips_max)
        .filter_map(|name| Some((slips(&wrong_folded, &name.to_lowercase(), slips_max)?, name)))
        .filter(|(slips, name)| *slips < name.chars().count())
        .collect();
    near.sort();
    near.dedup();
    near.into_iter().take(most).map(|(_, name)| name).collect()
}

/// The same word with a small first letter.
pub fn with_small_letter(word: &str) -> String {
    let mut chars = word.trim_start_matches('_').chars();
    chars
        .next()
        .map(|first| first.to_lowercase().chain(chars).collect())
        .unwrap_or_default()
}

/// The same word with a capital first letter.
pub fn with_capital_letter(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

/// How many slips lie between two words (optimal string alignment), or `None` if more than `most`.
fn slips(a: &str, b: &str, most: usize) -> Option<usize> {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    // Three rows are enough: the one being filled and the two before it.
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row: Vec<usize> = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row[j] = least;
        }
        if row.iter().all(|slips| *slips > most) {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last.last().copied().filter(|slips| *slips <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_slips_and_nothing_far_fetched() {
        let names = ["seat", "reserved", "talker", "at"];
        assert_eq!(near_names("saet", names, 3), ["seat"]);
        assert_eq!(near_names("Seat", names, 3), ["seat"]);
        assert_eq!(near_names("resreved", names, 3), ["reserved"]);
        assert_eq!(near_names("window", names, 3), Vec::<&str>::new());
        assert_eq!(near_names("x", names, 3), Vec::<&str>::new());
    }
}
