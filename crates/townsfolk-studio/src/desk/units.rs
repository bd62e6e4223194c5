//! Offsets: the language counts bytes, pages count UTF-16 units.

/// A text with conversion between the two.
#[derive(Clone, Debug)]
pub(super) struct Units {
    /// Units before each byte; `None` if both are the same.
    before: Option<Vec<u32>>,
    end: u32,
}

impl Units {
    pub(super) fn of(text: &str) -> Units {
        if text.is_ascii() {
            return Units {
                before: None,
                end: length(text.len()),
            };
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for letter in text.chars() {
            before.extend(std::iter::repeat_n(units, letter.len_utf8()));
            units += length(letter.len_utf16());
        }
        before.push(units);
        Units {
            before: Some(before),
            end: units,
        }
    }

    /// From bytes; offsets beyond the end are clamped.
    pub(super) fn units_at(&self, byte: u32) -> u32 {
        match &self.before {
            None => byte.min(self.end),
            Some(before) => before.get(byte as usize).copied().unwrap_or(self.end),
        }
    }

    /// To bytes: the first byte of the character with this unit.
    pub(super) fn byte_at(&self, unit: u32) -> u32 {
        let unit = unit.min(self.end);
        match &self.before {
            None => unit,
            Some(before) => {
                let letter = before.partition_point(|before| *before <= unit);
                let of = letter.checked_sub(1).and_then(|last| before.get(last));
                let of = of.copied().unwrap_or(0);
                length(before.partition_point(|before| *before < of))
            }
        }
    }
}

fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_counts_agree_at_every_letter() {
        for text in ["", "plain", "é x", "a🜁b", "日本 🜁🜁 x"] {
            let units = Units::of(text);
            let mut unit = 0;
            for (byte, letter) in text.char_indices() {
                assert_eq!(units.units_at(byte as u32), unit, "{text}");
                assert_eq!(units.byte_at(unit), byte as u32, "{text}");
                unit += letter.len_utf16() as u32;
            }
            assert_eq!(units.units_at(text.len() as u32), unit);
            assert_eq!(units.units_at(9_999), unit);
            assert_eq!(units.byte_at(unit), text.len() as u32);
            assert_eq!(units.byte_at(u32::MAX), text.len() as u32);
        }
    }

    #[test]
    fn within_a_letter_is_at_its_beginning() {
        let units = Units::of("a🜁b");
        assert_eq!(units.byte_at(2), 1);
        assert_eq!(units.units_at(3), 1);
    }
}
