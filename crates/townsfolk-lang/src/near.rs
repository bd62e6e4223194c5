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
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .filter(|name| *name != wrong && name.len().abs_diff(wrong.len()) <= slips_max * 4)
        .map(|name| (slips(&wrong_folded, &name.to_lowercase()), name))
        .filter(|(slips, name)| *slips <= slips_max && *slips < name.chars().count())
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

/// How many slips lie between two words (optimal string alignment).
fn slips(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, slips) in rows[0].iter_mut().enumerate() {
        *slips = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1)
                .min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
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
