//! What a caller says about a contact.

use calcard::vcard::{VCardProperty, VCardValue};
use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;

use super::card_text::CardText;

/// The fields of a contact that can be given. A field that is left out stays; an empty one is
/// removed.
#[derive(Deserialize, JsonSchema)]
pub(super) struct ContactData {
    /// The name as it is shown.
    #[serde(rename = "fn")]
    pub(super) full_name: Option<String>,
    /// The nickname that they go by.
    nickname: Option<String>,
    /// All e-mail addresses; an address that is there keeps its type.
    email: Option<Vec<String>>,
    /// All telephone numbers; a number that is there keeps its type.
    tel: Option<Vec<String>>,
    /// The organisation they belong to.
    org: Option<String>,
    /// The position in the organisation.
    title: Option<String>,
    /// A note about the contact.
    note: Option<String>,
    /// All web addresses.
    url: Option<Vec<String>>,
    /// The birthday, such as `1815-12-10`.
    bday: Option<String>,
}

// === impl ContactData ===

impl ContactData {
    /// Puts the fields into a card.
    pub(super) fn write(self, card: &mut CardText) -> Result<(), Failure> {
        if self
            .full_name
            .as_deref()
            .is_some_and(|name| name.trim().is_empty())
        {
            return Err(Failure::new("a contact needs a name; `fn` cannot be empty"));
        }
        let single = [
            (VCardProperty::Fn, self.full_name),
            (VCardProperty::Nickname, self.nickname),
            (VCardProperty::Org, self.org),
            (VCardProperty::Title, self.title),
            (VCardProperty::Note, self.note),
            (
                VCardProperty::Bday,
                self.bday.map(|day| day.replace('-', "")),
            ),
        ];
        let lists = [
            (VCardProperty::Email, self.email),
            (VCardProperty::Tel, self.tel),
            (VCardProperty::Url, self.url),
        ];
        let single = single
            .into_iter()
            .filter_map(|(name, value)| Some((name, vec![value?])));
        let lists = lists
            .into_iter()
            .filter_map(|(name, values)| Some((name, values?)));
        let mut changed = false;
        for (name, values) in single.chain(lists) {
            changed = true;
            let values = values.into_iter().filter(|value| !value.is_empty());
            let values: Vec<VCardValue> = values.map(VCardValue::Text).collect();
            card.set(&name, &values);
        }
        if changed {
            Ok(())
        } else {
            Err(Failure::new(
                "there is nothing in `contact_data`; give at least one field",
            ))
        }
    }
}
