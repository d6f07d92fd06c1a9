//! `WebDAV`: properties that are asked for, and answers with several statuses.

use candor_functions::Failure;

use crate::client::{PackResponse, RequestMethod, ServerPlace};
use crate::pack_call::PackCall;
use crate::path;
use crate::xml::{XmlElement, XmlNamespace};

/// A property: its namespace and name.
pub(crate) type PropertyName = (XmlNamespace, &'static str);

/// One resource in an answer, with the properties that it has.
#[derive(Debug)]
pub(crate) struct DavResource {
    /// The path, encoded, as the server gave it.
    pub(crate) href: String,
    properties: Vec<XmlElement>,
}

/// A `prop` element that asks for properties.
pub(crate) fn prop(names: &[PropertyName]) -> XmlElement {
    let asked = names
        .iter()
        .map(|(namespace, name)| XmlElement::new(*namespace, name));
    XmlElement::new(XmlNamespace::Dav, "prop").with_all(asked)
}

/// A `propfind` body that asks for properties.
pub(crate) fn propfind(names: &[PropertyName]) -> XmlElement {
    XmlElement::new(XmlNamespace::Dav, "propfind").with(prop(names))
}

/// The resources of a multistatus answer.
pub(crate) fn resources(response: PackResponse) -> Result<Vec<DavResource>, Failure> {
    let root = response.xml()?;
    if root.namespace != Some(XmlNamespace::Dav) || root.name != "multistatus" {
        return Err(Failure::new(
            "the server did not answer with a list of resources; is this a Nextcloud server?",
        ));
    }
    let responses = root.all(XmlNamespace::Dav, "response");
    Ok(responses.filter_map(DavResource::read).collect())
}

/// The name of the account in DAV paths.
pub(crate) async fn principal(call: &PackCall) -> Result<String, Failure> {
    let name = (XmlNamespace::Dav, "current-user-principal");
    let request = call
        .request(RequestMethod::Propfind, ServerPlace::Dav)
        .at_encoded("")
        .xml("0", &propfind(&[name]))?;
    let found = resources(call.send(request).await?)?;
    let href = found.iter().find_map(|one| {
        one.property(name)?
            .text_of(XmlNamespace::Dav, "href")
            .map(str::to_owned)
    });
    let last = href.as_deref().map(|href| href.trim_end_matches('/'));
    let last = last.and_then(|href| href.rsplit('/').next()).unwrap_or("");
    if last.is_empty() {
        return Err(Failure::new(
            "the server did not say which account this is; check the user name and app password",
        ));
    }
    Ok(path::decode(last))
}

// === impl DavResource ===

impl DavResource {
    /// Reads a `response`. Only properties that were found count.
    fn read(response: &XmlElement) -> Option<Self> {
        let href = response.text_of(XmlNamespace::Dav, "href")?.to_owned();
        let found = |propstat: &&XmlElement| {
            let status = propstat.text_of(XmlNamespace::Dav, "status");
            status.is_some_and(|line| line.split(' ').nth(1) == Some("200"))
        };
        let properties = response
            .all(XmlNamespace::Dav, "propstat")
            .filter(found)
            .filter_map(|propstat| propstat.first(XmlNamespace::Dav, "prop"))
            .flat_map(|prop| prop.children.iter().cloned())
            .collect();
        Some(Self { href, properties })
    }

    pub(crate) fn property(&self, (namespace, name): PropertyName) -> Option<&XmlElement> {
        let fits = |one: &&XmlElement| one.namespace == Some(namespace) && one.name == name;
        self.properties.iter().find(fits)
    }

    /// The text of a property, without space around it; nothing if it is empty.
    pub(crate) fn text(&self, name: PropertyName) -> Option<&str> {
        let text = self.property(name)?.text.trim();
        (!text.is_empty()).then_some(text)
    }

    /// A property that is a number.
    pub(crate) fn number(&self, name: PropertyName) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    /// Whether its type holds an element, such as `collection`.
    pub(crate) fn is_a(&self, (namespace, name): PropertyName) -> bool {
        let kind = self.property((XmlNamespace::Dav, "resourcetype"));
        kind.is_some_and(|kind| kind.first(namespace, name).is_some())
    }

    /// The last segment of its path, decoded.
    pub(crate) fn name(&self) -> String {
        let href = self.href.trim_end_matches('/');
        path::decode(href.rsplit('/').next().unwrap_or(href))
    }
}
