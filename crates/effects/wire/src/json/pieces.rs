//! JSON in pieces: long lists whose parts are shared, and never copied into one text.

use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};

use super::RawJson;

/// A JSON value as consecutive pieces of text. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonPieces {
    pieces: Arc<[Bytes]>,
    /// The total length of the pieces.
    length: usize,
}

/// Some serialized elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayPart {
    /// The elements, each preceded by a comma.
    text: Bytes,
}

// === impl ArrayPart ===

impl ArrayPart {
    /// Writes these elements, each with a comma before it.
    pub fn write<'a>(elements: impl IntoIterator<Item = &'a RawJson, IntoIter: Clone>) -> Self {
        Self::write_shared(elements).0
    }

    /// Serializes elements, and also returns them, sharing the part's memory.
    pub fn write_shared<'a>(
        elements: impl IntoIterator<Item = &'a RawJson, IntoIter: Clone>,
    ) -> (Self, Vec<RawJson>) {
        let elements = elements.into_iter();
        let length = elements.clone().map(|element| element.len() + 1).sum();
        // The exact size, because lists of thousands of tools are kept in memory.
        let mut text = Vec::with_capacity(length);
        let mut places = Vec::with_capacity(elements.size_hint().0);
        for element in elements {
            text.push(b',');
            let start = text.len();
            text.extend_from_slice(element.as_bytes());
            places.push(start..text.len());
        }
        let text = Bytes::from(text);
        let shared = places.into_iter();
        let shared = shared.map(|place| RawJson::within(&text, place)).collect();
        (Self { text }, shared)
    }

    /// The length of the text in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

// === impl JsonPieces ===

impl JsonPieces {
    /// An array of these elements, between the given text.
    pub(crate) fn of_array(before: Bytes, parts: &[ArrayPart], behind: Bytes) -> Self {
        let mut texts = parts.iter().filter(|part| !part.is_empty());
        // The first element has no comma before it.
        let first = texts.next().map(|part| part.text.slice(1..));
        let rest = texts.map(|part| part.text.clone());
        let pieces = std::iter::once(before).chain(first).chain(rest);
        Self::of(pieces.chain([behind]))
    }

    fn of(pieces: impl Iterator<Item = Bytes>) -> Self {
        let pieces: Arc<[Bytes]> = pieces.filter(|piece| !piece.is_empty()).collect();
        let length = pieces.iter().map(Bytes::len).sum();
        Self { pieces, length }
    }

    /// The same value with text added before and behind it that makes it a part of another value.
    pub(crate) fn between(&self, before: Bytes, behind: Bytes) -> Self {
        let pieces = self.pieces.iter().cloned();
        Self::of(std::iter::once(before).chain(pieces).chain([behind]))
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &Arc<[Bytes]> {
        &self.pieces
    }

    /// The length of the text in bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Always false: the shortest JSON value has one byte.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The value in one text, which is a copy unless there is only one piece.
    pub fn to_json(&self) -> RawJson {
        if let [only] = &*self.pieces {
            return RawJson::written(only.clone());
        }
        let mut text = BytesMut::with_capacity(self.length);
        for piece in self.pieces.iter() {
            text.put_slice(piece);
        }
        RawJson::written(text)
    }
}

impl From<RawJson> for JsonPieces {
    fn from(json: RawJson) -> Self {
        Self::of(std::iter::once(json.into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RawObject;

    fn part(elements: &[u64]) -> ArrayPart {
        let elements: Vec<_> = elements.iter().map(|one| RawJson::number(*one)).collect();
        ArrayPart::write(&elements)
    }

    #[test]
    fn parts_make_one_array_without_copies() {
        let object: RawObject = [
            ("a", RawJson::number(1)),
            ("list", RawJson::number(0)),
            ("b", RawJson::string("x")),
        ]
        .into_iter()
        .collect();
        let parts = [part(&[1, 2]), part(&[]), part(&[3])];
        for (parts, expect) in [
            (&parts[..], r#"{"a":1,"list":[1,2,3],"b":"x"}"#),
            (&parts[1..], r#"{"a":1,"list":[3],"b":"x"}"#),
            (&parts[1..2], r#"{"a":1,"list":[],"b":"x"}"#),
            (&[], r#"{"a":1,"list":[],"b":"x"}"#),
        ] {
            let whole = object.to_pieces("list", parts);
            assert_eq!(whole.to_json().to_string(), expect);
            assert_eq!(whole.len(), expect.len());
            for part in parts.iter().skip(1).filter(|part| !part.is_empty()) {
                let is_shared =
                    |piece: &&Bytes| piece.as_ptr_range().end == part.text.as_ptr_range().end;
                assert!(whole.pieces().iter().any(|piece| is_shared(&piece)));
            }
        }
    }

    #[test]
    fn elements_share_the_memory_of_their_part() {
        let elements = [RawJson::string("a"), RawJson::number(12)];
        let (part, shared) = ArrayPart::write_shared(&elements);
        assert_eq!(shared, elements);
        let within = part.text.as_ptr_range();
        assert!(
            shared
                .iter()
                .all(|one| within.contains(&one.as_bytes().as_ptr()))
        );
    }

    #[test]
    fn one_text_is_one_piece() {
        let json = RawJson::string("whole");
        let pieces = JsonPieces::from(json.clone());
        assert_eq!((pieces.len(), pieces.pieces().len()), (json.len(), 1));
        assert_eq!(
            pieces.to_json().as_bytes().as_ptr(),
            json.as_bytes().as_ptr()
        );
    }
}
