//! Numbers in words.

/// A number with its noun: `1 rule`, `2 rules`, `12,345 rules`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", digits(number))
}

/// `1 person`, `12,345 people`.
pub fn people(number: usize) -> String {
    match number {
        1 => "1 person".to_owned(),
        number => format!("{} people", digits(number)),
    }
}

/// A number with thousands separators.
pub fn digits(number: usize) -> String {
    let plain = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in plain.chars().enumerate() {
        if index > 0 && (plain.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_as_english() {
        assert_eq!(count(0, "file"), "0 files");
        assert_eq!(count(1, "file"), "1 file");
        assert_eq!(count(1_234_567, "byte"), "1,234,567 bytes");
        assert_eq!(people(1), "1 person");
        assert_eq!(people(2_000), "2,000 people");
    }
}
