//! A minimal XML reader.

use crate::problem::SheetProblem;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

/// The elements and texts of a part in order. It does not recurse, so depth does not matter.
pub(super) struct Elements<'x> {
    reader: Reader<&'x [u8]>,
}

impl<'x> Elements<'x> {
    pub(super) fn new(xml: &'x str) -> Elements<'x> {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        Elements { reader }
    }

    /// The next element, its end, or text; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Event<'x>>, SheetProblem> {
        match self.reader.read_event() {
            Ok(Event::Eof) => Ok(None),
            Ok(event) => Ok(Some(event)),
            Err(problem) => Err(damaged(&problem)),
        }
    }
}

/// The value of an attribute, with or without its prefix.
pub(super) fn attribute(
    element: &BytesStart<'_>,
    name: &str,
) -> Result<Option<String>, SheetProblem> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|problem| damaged(&problem))?;
        let key: &str = attribute.key.as_ref();
        let local = key.rsplit_once(':').map_or(key, |(_, local)| local);
        if key == name || local == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|problem| damaged(&problem))?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}

/// Appends the text of an event.
pub(super) fn push_text(event: &Event<'_>, text: &mut String) -> Result<(), SheetProblem> {
    match event {
        Event::Text(said) => text.push_str(&said.xml10_content()),
        Event::CData(said) => text.push_str(&said.xml10_content()),
        Event::GeneralRef(reference) => text.push(character(reference)?),
        _ => {}
    }
    Ok(())
}

fn character(reference: &BytesRef<'_>) -> Result<char, SheetProblem> {
    let numbered = reference.resolve_char_ref();
    if let Some(character) = numbered.map_err(|problem| damaged(&problem))? {
        return Ok(character);
    }
    match reference.as_ref() {
        "amp" => Ok('&'),
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "quot" => Ok('"'),
        "apos" => Ok('\''),
        other => Err(damaged(&format!("`&{other};` is not known"))),
    }
}

fn damaged(problem: &dyn std::fmt::Display) -> SheetProblem {
    SheetProblem::unreadable(format!("the workbook is damaged: {problem}"))
}
