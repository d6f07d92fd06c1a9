//! A vCard as text, in properties. Their meaning is read and written by a library; the text of a
//! property that is not touched is never written anew.

#[cfg(test)]
mod tests;

use calcard::vcard::{VCard, VCardEntry, VCardProperty, VCardValue};
use candor_functions::Failure;

/// A card in its properties, each with its line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CardText(Vec<CardLine>);

/// One property with the lines it is folded into.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CardLine {
    text: String,
    /// What it means; nothing where the library cannot tell.
    entry: Option<VCardEntry>,
}

// === impl CardText ===

impl CardText {
    /// Splits a card into properties. A line that begins with a space continues the one before.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let mut lines: Vec<String> = Vec::new();
        for line in text.split_inclusive('\n') {
            match lines.last_mut() {
                Some(last) if line.starts_with([' ', '\t']) => last.push_str(line),
                _ => lines.push(line.to_owned()),
            }
        }
        let card = Self(lines.into_iter().map(CardLine::read).collect());
        let begins = card.0.first().is_some_and(|line| line.is("BEGIN:VCARD"));
        if begins && card.0.iter().any(|line| line.is("END:VCARD")) {
            Ok(card)
        } else {
            Err(Failure::new(
                "the contact is not a vCard, so it is left alone",
            ))
        }
    }

    /// A new card.
    pub(super) fn new(uid: &str) -> Self {
        let fixed = ["BEGIN:VCARD", "VERSION:4.0"];
        let mut lines: Vec<CardLine> = fixed.into_iter().map(CardLine::fixed).collect();
        lines.push(CardLine::fixed("END:VCARD"));
        let mut card = Self(lines);
        card.set(&VCardProperty::Uid, &[VCardValue::Text(uid.to_owned())]);
        card
    }

    pub(super) fn to_text(&self) -> String {
        self.0.iter().map(|line| line.text.as_str()).collect()
    }

    /// The properties of a name, with what they mean.
    pub(super) fn all<'a>(
        &'a self,
        name: &'a VCardProperty,
    ) -> impl Iterator<Item = &'a VCardEntry> {
        let entries = self.0.iter().filter_map(|line| line.entry.as_ref());
        entries.filter(move |entry| entry.name == *name)
    }

    /// Makes the values of a property these, one property each. Properties that have one of them
    /// stay with their parameters; the others go.
    pub(super) fn set(&mut self, name: &VCardProperty, values: &[VCardValue]) {
        let is_kept = |entry: &VCardEntry| match entry.values.first() {
            Some(value) => values.contains(value),
            None => false,
        };
        let at = self.0.iter().position(|line| line.has(name));
        self.0
            .retain(|line| !line.has(name) || line.entry.as_ref().is_some_and(is_kept));
        let known: Vec<VCardValue> = self
            .all(name)
            .filter_map(|entry| entry.values.first().cloned())
            .collect();
        let end = self.0.iter().position(|line| line.is("END:VCARD"));
        let end = end.unwrap_or(self.0.len());
        let at = at.unwrap_or(end).min(end);
        let new = values.iter().filter(|value| !known.contains(value));
        let new: Vec<CardLine> = new.map(|value| CardLine::write(name, value)).collect();
        self.0.splice(at..at, new);
    }
}

// === impl CardLine ===

impl CardLine {
    fn read(text: String) -> Self {
        let wrapped = format!(
            "BEGIN:VCARD\r\nVERSION:4.0\r\n{}\r\nEND:VCARD\r\n",
            text.trim_end()
        );
        let parsed = VCard::parse(&wrapped).ok();
        let mut entries = parsed.map(|card| card.entries).unwrap_or_default();
        entries.retain(|entry| {
            let frame = [
                VCardProperty::Begin,
                VCardProperty::End,
                VCardProperty::Version,
            ];
            !frame.contains(&entry.name)
        });
        Self {
            entry: entries.into_iter().next(),
            text,
        }
    }

    fn fixed(text: &str) -> Self {
        Self {
            text: format!("{text}\r\n"),
            entry: None,
        }
    }

    /// A property, written and folded by the library.
    fn write(name: &VCardProperty, value: &VCardValue) -> Self {
        let entry = VCardEntry::new(name.clone()).with_value(value.clone());
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = entry.write_to(&mut text, true);
        Self {
            text,
            entry: Some(entry),
        }
    }

    fn has(&self, name: &VCardProperty) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.name == *name)
    }

    fn is(&self, text: &str) -> bool {
        self.text.trim().eq_ignore_ascii_case(text)
    }
}
