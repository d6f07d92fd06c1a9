//! Contacts as the server keeps them: a card, its address and its version.

use candor_functions::Failure;

use super::card_text::CardText;
use super::contact::uid;
use crate::client::{PackRequest, RequestMethod};
use crate::dav::{self, DavResource, PropertyName};
use crate::etag;
use crate::pack_call::PackCall;
use crate::path;
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::{Carddav, Dav};

const DATA: PropertyName = (Carddav, "address-data");
const VERSION: PropertyName = (Dav, "getetag");

/// A contact with its place. The name of the object need not be the identifier of the contact.
pub(super) struct ContactObject {
    pub(super) name: String,
    pub(super) uid: String,
    pub(super) etag: String,
    pub(super) card: CardText,
}

/// A request to an address book of the account.
pub(super) async fn book(
    call: &PackCall,
    method: RequestMethod,
    name: &str,
) -> Result<PackRequest, Failure> {
    let name = path::segment("an address book", name)?;
    let request = call.dav(method, "addressbooks/users").await?;
    Ok(request.at(name))
}

/// All contacts of an address book. A card that cannot be read is left out.
pub(super) async fn all(call: &PackCall, name: &str) -> Result<Vec<ContactObject>, Failure> {
    query(call, name, None).await
}

/// The contact of an identifier.
pub(super) async fn find(call: &PackCall, name: &str, id: &str) -> Result<ContactObject, Failure> {
    let found = query(call, name, Some(id)).await?;
    let found = found.into_iter().find(|object| object.uid == id);
    found.ok_or_else(|| {
        Failure::new(format!(
            "404: the address book `{}` has no contact with the uid `{}`",
            name.escape_debug(),
            id.escape_debug()
        ))
    })
}

async fn query(
    call: &PackCall,
    name: &str,
    id: Option<&str>,
) -> Result<Vec<ContactObject>, Failure> {
    let mut body = XmlElement::new(Carddav, "addressbook-query").with(dav::prop(&[VERSION, DATA]));
    if let Some(id) = id {
        let mut text = XmlElement::new(Carddav, "text-match").with_text(id);
        text.attributes = vec![("match-type".to_owned(), "equals".to_owned())];
        let mut property = XmlElement::new(Carddav, "prop-filter").with(text);
        property.attributes = vec![("name".to_owned(), "UID".to_owned())];
        body = body.with(XmlElement::new(Carddav, "filter").with(property));
    }
    let request = book(call, RequestMethod::Report, name).await?;
    let request = request.at_encoded("").xml("1", &body)?;
    let found = dav::resources(call.send(request).await?)?;
    Ok(found.iter().filter_map(ContactObject::of).collect())
}

// === impl ContactObject ===

impl ContactObject {
    fn of(resource: &DavResource) -> Option<Self> {
        // A reader of XML makes every line end a bare line feed; a card has both characters.
        let lines: Vec<&str> = resource.text(DATA)?.lines().collect();
        let text = format!("{}\r\n", lines.join("\r\n"));
        let card = CardText::parse(&text).ok()?;
        Some(Self {
            name: resource.name(),
            uid: uid(&card)?,
            etag: etag::bare(resource.text(VERSION)?),
            card,
        })
    }
}
