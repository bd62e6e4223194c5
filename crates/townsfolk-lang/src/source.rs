//! Source files, places in them, and lines and columns.

/// A file of a project, by its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A range of bytes in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// A range of bytes.
    pub fn new(file: FileId, start: u32, end: u32) -> Place {
        Place {
            file,
            start,
            end: end.max(start),
        }
    }

    /// From the start of this place to the end of another in the same file.
    pub fn to(self, other: Place) -> Place {
        Place::new(self.file, self.start, other.end)
    }

    /// The range as indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The starts of the lines of a text.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// The lines of a text.
    pub fn new(text: &str) -> LineIndex {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0)
            .chain(ends.map(|(at, _)| at as u32 + 1))
            .collect();
        LineIndex { starts }
    }

    /// The line and column of a byte offset. Offsets past the end give the end.
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(text.len());
        let line = self
            .starts
            .partition_point(|start| *start as usize <= offset)
            .max(1);
        let start = self.starts[line - 1] as usize;
        let column = text.as_bytes()[start..offset]
            .iter()
            .filter(|byte| !(0x80..0xC0).contains(*byte))
            .count();
        LineColumn {
            line: line as u32,
            column: column as u32 + 1,
        }
    }

    /// The byte offset of a line and column; past the end of the line gives its end.
    pub fn offset(&self, text: &str, at: LineColumn) -> u32 {
        let line = (at.line.max(1) as usize - 1).min(self.starts.len() - 1);
        let start = self.starts[line] as usize;
        let end = self
            .starts
            .get(line + 1)
            .map_or(text.len(), |next| *next as usize - 1);
        let within = &text[start..end];
        let columns = at.column.max(1) as usize - 1;
        let offset = within
            .char_indices()
            .nth(columns)
            .map_or(within.len(), |(at, _)| at);
        (start + offset) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_round_trip() {
        let text = "é x\ny\n";
        let lines = LineIndex::new(text);
        let at = |offset| {
            let at = lines.line_column(text, offset);
            (at.line, at.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (1, 3));
        assert_eq!(at(5), (2, 1));
        assert_eq!(at(99), (3, 1));
        for offset in [0, 2, 3, 4, 5, 6, 7] {
            assert_eq!(lines.offset(text, lines.line_column(text, offset)), offset);
        }
    }
}
