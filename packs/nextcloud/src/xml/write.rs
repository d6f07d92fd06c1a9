//! A tree into a text.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{XmlElement, XmlNamespace};

// === impl XmlElement ===

impl XmlElement {
    /// The document. The namespaces it uses are declared at its root.
    pub(crate) fn to_xml(&self) -> io::Result<String> {
        let mut used = Vec::new();
        self.namespaces(&mut used);
        used.sort_unstable();
        used.dedup();
        let mut writer = Writer::new(Vec::new());
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
        self.write(&mut writer, &used)?;
        String::from_utf8(writer.into_inner()).map_err(io::Error::other)
    }

    fn namespaces(&self, used: &mut Vec<XmlNamespace>) {
        used.extend(self.namespace);
        for child in &self.children {
            child.namespaces(used);
        }
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>, declare: &[XmlNamespace]) -> io::Result<()> {
        let name = match self.namespace {
            Some(namespace) => format!("{}:{}", namespace.prefix(), self.name),
            None => self.name.clone(),
        };
        let mut start = BytesStart::new(name.as_str());
        for namespace in declare {
            let key = format!("xmlns:{}", namespace.prefix());
            start.push_attribute((key.as_str(), namespace.uri()));
        }
        let is_declaration = |key: &str| key == "xmlns" || key.starts_with("xmlns:");
        for (key, value) in &self.attributes {
            if !is_declaration(key) {
                start.push_attribute((key.as_str(), value.as_str()));
            }
        }
        if self.children.is_empty() && self.text.is_empty() {
            return writer.write_event(Event::Empty(start));
        }
        writer.write_event(Event::Start(start))?;
        if !self.text.is_empty() {
            writer.write_event(Event::Text(BytesText::new(&self.text)))?;
        }
        for child in &self.children {
            child.write(writer, &[])?;
        }
        writer.write_event(Event::End(BytesEnd::new(name.as_str())))
    }
}
