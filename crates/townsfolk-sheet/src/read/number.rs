//! Numbers in cells as the language writes them.

/// A number without an exponent, and without a point if it is whole.
pub(super) fn number_text(number: f64) -> Option<String> {
    // Longer ones are not numbers of a script and would only use memory.
    (number.is_finite() && number.abs() < 1e15).then(|| {
        let rounded = (number * 1e6).round() / 1e6;
        // Minus zero becomes zero.
        format!("{}", rounded + 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::number_text;

    #[test]
    fn numbers_read_as_they_were_typed() {
        let text = |number| number_text(number).unwrap_or_default();
        assert_eq!(text(3.0), "3");
        assert_eq!(text(-0.5), "-0.5");
        assert_eq!(text(0.1 + 0.2), "0.3");
        assert_eq!(text(-0.0), "0");
        assert_eq!(number_text(f64::NAN), None);
        assert_eq!(number_text(1e300), None);
    }
}
