//! A text into a tree.

use quick_xml::NsReader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};

use super::{XmlElement, XmlError, XmlNamespace};

/// How deep elements may stand in each other.
const DEPTH: usize = 64;

/// Reads a document. Entities of its own are refused, since they can be made to grow without end.
pub(crate) fn read(text: &str) -> Result<XmlElement, XmlError> {
    let mut reader = NsReader::from_str(text);
    let mut open: Vec<XmlElement> = Vec::new();
    loop {
        let event = reader.read_event().map_err(fault)?;
        match event {
            Event::Start(start) => {
                if open.len() == DEPTH {
                    return Err(XmlError(format!("more than {DEPTH} elements deep")));
                }
                open.push(element(&reader, &start)?);
            }
            Event::Empty(start) => {
                let element = element(&reader, &start)?;
                if let Some(root) = close(&mut open, element) {
                    return Ok(root);
                }
            }
            Event::End(_) => {
                let Some(element) = open.pop() else {
                    return Err(XmlError("an element ends that did not begin".to_owned()));
                };
                if let Some(root) = close(&mut open, element) {
                    return Ok(root);
                }
            }
            Event::Text(text) => push(&mut open, &text.xml10_content()),
            Event::CData(text) => push(&mut open, &text.xml10_content()),
            Event::GeneralRef(entity) => push(&mut open, &resolved(&entity)?),
            Event::Eof => return Err(XmlError("the text ends too early".to_owned())),
            Event::DocType(_) => return Err(XmlError("it declares a document type".to_owned())),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
}

fn push(open: &mut [XmlElement], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(text);
    }
}

/// Puts a complete element into its parent, or gives it back if it has none.
fn close(open: &mut [XmlElement], element: XmlElement) -> Option<XmlElement> {
    match open.last_mut() {
        Some(parent) => {
            parent.children.push(element);
            None
        }
        None => Some(element),
    }
}

fn element(reader: &NsReader<&[u8]>, start: &BytesStart<'_>) -> Result<XmlElement, XmlError> {
    let (bound, local) = reader.resolver().resolve_element(start.name());
    let namespace = match bound {
        ResolveResult::Bound(Namespace(uri)) => XmlNamespace::of(uri),
        ResolveResult::Unbound | ResolveResult::Unknown(_) => None,
    };
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| XmlError(error.to_string()))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(fault)?;
        attributes.push((attribute.key.0.to_owned(), value.into_owned()));
    }
    Ok(XmlElement {
        namespace,
        name: local.as_ref().to_owned(),
        attributes,
        text: String::new(),
        children: Vec::new(),
    })
}

fn resolved(entity: &BytesRef<'_>) -> Result<String, XmlError> {
    if let Some(character) = entity.resolve_char_ref().map_err(fault)? {
        return Ok(character.to_string());
    }
    match resolve_predefined_entity(entity) {
        Some(text) => Ok(text.to_owned()),
        None => Err(XmlError("it uses an entity of its own".to_owned())),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it stands where errors are mapped"
)]
fn fault(error: quick_xml::Error) -> XmlError {
    XmlError(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_read_with_its_namespaces() {
        let text = r#"<?xml version="1.0"?><x:a xmlns:x="DAV:" k="1 &amp; 2"><x:b/><x:c>t &lt;&#33; <![CDATA[<]]></x:c></x:a>"#;
        let root = read(text).expect("XML");
        assert_eq!(root.namespace, Some(XmlNamespace::Dav));
        assert_eq!(
            root.attributes.last(),
            Some(&("k".to_owned(), "1 & 2".to_owned()))
        );
        assert_eq!(root.text_of(XmlNamespace::Dav, "c"), Some("t <! <"));
        let written = root.to_xml().expect("written");
        let again = read(&written).expect("XML");
        assert_eq!(again.children, root.children);
    }

    #[test]
    fn what_is_not_plain_xml_is_refused() {
        for bad in [
            "",
            "<a>",
            "<a></b>",
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "<a>&b;</a>",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
