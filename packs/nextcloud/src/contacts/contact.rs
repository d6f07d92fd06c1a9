//! A contact, as the tools tell it.

use calcard::vcard::{VCardEntry, VCardParameterName, VCardProperty, VCardValue};
use candor_functions::JsonSchema;
use serde::Serialize;

use super::card_text::CardText;
use super::object::ContactObject;

/// A contact of an address book.
#[derive(Serialize, JsonSchema)]
pub(super) struct ContactAnswer {
    /// The identifier of the contact.
    uid: String,
    /// The name as it is shown.
    full_name: String,
    /// The nickname that they go by.
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<String>,
    /// The e-mail addresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    emails: Vec<ContactValue>,
    /// The telephone numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    phones: Vec<ContactValue>,
    /// The organisation they belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    org: Option<String>,
    /// The position in the organisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// A note about the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The web addresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    urls: Vec<ContactValue>,
    /// The birthday, as the card has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    birthday: Option<String>,
    /// Whether there is a picture.
    has_photo: bool,
    /// The version, for `nc_contacts_update_contact`.
    etag: String,
}

#[derive(Serialize, JsonSchema)]
struct ContactValue {
    /// The address or number.
    value: String,
    /// Its types, such as `work`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    types: Vec<String>,
}

// === impl ContactAnswer ===

impl ContactAnswer {
    pub(super) fn of(object: &ContactObject) -> Self {
        let card = &object.card;
        let first = |name| card.all(&name).find_map(text);
        let list = |name| card.all(&name).filter_map(ContactValue::of).collect();
        Self {
            uid: object.uid.clone(),
            full_name: first(VCardProperty::Fn).unwrap_or_default(),
            nickname: first(VCardProperty::Nickname),
            emails: list(VCardProperty::Email),
            phones: list(VCardProperty::Tel),
            org: first(VCardProperty::Org),
            title: first(VCardProperty::Title),
            note: first(VCardProperty::Note),
            urls: list(VCardProperty::Url),
            birthday: first(VCardProperty::Bday),
            has_photo: card.all(&VCardProperty::Photo).next().is_some(),
            etag: object.etag.clone(),
        }
    }

    /// Whether a text occurs in name, addresses, organisation or note.
    pub(super) fn holds(&self, needle: &str) -> bool {
        let single = [&self.nickname, &self.org, &self.title, &self.note];
        let single = single.into_iter().flatten();
        let lists = self.emails.iter().chain(&self.phones).chain(&self.urls);
        let all = std::iter::once(&self.full_name)
            .chain(single)
            .chain(lists.map(|one| &one.value));
        all.into_iter()
            .any(|text| text.to_lowercase().contains(needle))
    }

    pub(super) fn name(&self) -> &str {
        &self.full_name
    }
}

// === impl ContactValue ===

impl ContactValue {
    fn of(entry: &VCardEntry) -> Option<Self> {
        let types = entry.parameters(&VCardParameterName::Type);
        Some(Self {
            value: text(entry)?,
            types: types
                .filter_map(|value| Some(value.as_text()?.to_lowercase()))
                .collect(),
        })
    }
}

/// The text of a property.
pub(super) fn text(entry: &VCardEntry) -> Option<String> {
    let parts: Vec<String> = entry
        .values
        .iter()
        .filter_map(|value| match value {
            VCardValue::Component(parts) => Some(parts.join(" ")),
            VCardValue::PartialDateTime(time) => {
                let number = |part: Option<u16>, width: usize| match part {
                    Some(part) => format!("{part:0width$}"),
                    None => "-".repeat(width.min(2)),
                };
                let month = time.month.map(u16::from);
                let day = time.day.map(u16::from);
                let parts = [number(time.year, 4), number(month, 2), number(day, 2)];
                Some(parts.join("-"))
            }
            value => value.as_text().map(str::to_owned),
        })
        .collect();
    let text = parts.join(", ");
    (!text.is_empty()).then_some(text)
}

/// The identifier of a card.
pub(super) fn uid(card: &CardText) -> Option<String> {
    card.all(&VCardProperty::Uid).find_map(text)
}
