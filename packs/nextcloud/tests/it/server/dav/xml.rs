//! XML as the server reads and writes it.

use quick_xml::Reader;
use quick_xml::escape::escape;
use quick_xml::events::Event;

use super::super::Reply;

/// The elements of a document, each with its name without prefix and its text; nothing if it is
/// no XML.
pub(crate) fn read(text: &str) -> Option<Vec<(String, String)>> {
    let mut reader = Reader::from_str(text);
    let mut found: Vec<(String, String)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => {
                open.push(found.len());
                found.push((start.local_name().as_ref().to_owned(), String::new()));
            }
            Event::Empty(start) => {
                found.push((start.local_name().as_ref().to_owned(), String::new()));
            }
            Event::Text(text) => {
                if let Some(at) = open.last() {
                    found[*at].1.push_str(&text.xml10_content());
                }
            }
            Event::GeneralRef(entity) => {
                let character = match &*entity {
                    "lt" => '<',
                    "gt" => '>',
                    "amp" => '&',
                    "quot" => '"',
                    "apos" => '\'',
                    _ => entity.resolve_char_ref().ok()??,
                };
                found[*open.last()?].1.push(character);
            }
            Event::End(_) => {
                open.pop()?;
            }
            Event::Eof => return (!found.is_empty() && open.is_empty()).then_some(found),
            _ => {}
        }
    }
}

/// The text of the first element of a name.
pub(crate) fn text(body: &str, name: &str) -> Option<String> {
    let all = read(body)?;
    let found = all.into_iter().find(|(known, _)| known == name);
    found.map(|(_, text)| text)
}

/// A property with a text.
pub(crate) fn property(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escape(text))
}

/// A resource with its properties. A property that it lacks stands in a part of its own.
pub(crate) fn resource(href: &str, properties: &str) -> String {
    format!(
        "<d:response><d:href>{}</d:href><d:propstat><d:prop>{properties}</d:prop>\
         <d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop>\
         <nc:version-label>none</nc:version-label></d:prop>\
         <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>",
        escape(href)
    )
}

pub(crate) fn multistatus(resources: &[String]) -> Reply {
    let body = format!(
        "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\" \
         xmlns:oc=\"http://owncloud.org/ns\" xmlns:nc=\"http://nextcloud.org/ns\" \
         xmlns:c=\"urn:ietf:params:xml:ns:caldav\" xmlns:card=\"urn:ietf:params:xml:ns:carddav\" \
         xmlns:cs=\"http://calendarserver.org/ns/\" xmlns:x=\"http://apple.com/ns/ical/\">{}\
         </d:multistatus>",
        resources.concat()
    );
    Reply::new(207)
        .header("content-type", "application/xml; charset=utf-8")
        .body(body)
}

/// A path with its segments encoded.
pub(crate) fn href(path: &str) -> String {
    let segments = path.split('/').map(|one| {
        percent_encoding::utf8_percent_encode(one, percent_encoding::NON_ALPHANUMERIC).to_string()
    });
    segments.collect::<Vec<_>>().join("/")
}
