//! Contacts created, changed and deleted.

use candor_functions::{Failure, JsonSchema};
use http::header::{CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH};
use serde::Deserialize;

use super::card_text::CardText;
use super::contact::ContactAnswer;
use super::contact_data::ContactData;
use super::object;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::etag;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::path;
use crate::removal::RemovalAnswer;

const VCARD: &str = "text/vcard; charset=utf-8";

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The name of the address book, from `nc_contacts_list_addressbooks`.
    #[schemars(length(min = 1, max = 100))]
    addressbook: String,
    /// The identifier of the new contact, which no other contact has.
    #[schemars(length(min = 1, max = 200))]
    uid: String,
    /// The fields of the contact; `fn` is needed.
    contact_data: ContactData,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The name of the address book, from `nc_contacts_list_addressbooks`.
    #[schemars(length(min = 1, max = 100))]
    addressbook: String,
    /// The identifier of the contact.
    #[schemars(length(min = 1, max = 200))]
    uid: String,
    /// The fields to replace; fields that are left out stay, and empty ones are removed.
    contact_data: ContactData,
    /// The etag of the version that is replaced; left out, the current one.
    etag: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The name of the address book, from `nc_contacts_list_addressbooks`.
    #[schemars(length(min = 1, max = 100))]
    addressbook: String,
    /// The identifier of the contact.
    #[schemars(length(min = 1, max = 200))]
    uid: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let update = "Replace fields of a contact. Everything else on its card stays as it is, \
                  properties that the tools do not know included. Returns the contact.";
    vec![
        maker
            .tool(
                ("nc_contacts_create_contact", "Create Contact"),
                "Create a contact. Returns it. The server refuses a uid that is taken.",
                ToolEffect::Add,
                create_contact,
            )
            .sends(
                "`PUT /remote.php/dav/addressbooks/users/{user}/{book}/{uid}.vcf` with \
                 `If-None-Match: *`; `REPORT` of the contact",
            )
            .because("It cannot overwrite; the same uid is refused the second time."),
        maker
            .tool(
                ("nc_contacts_update_contact", "Update Contact"),
                update,
                ToolEffect::ReplaceOnce,
                update_contact,
            )
            .sends(
                "`REPORT /remote.php/dav/addressbooks/users/{user}/{book}/`; `PUT` of the card \
                 with `If-Match`",
            )
            .because("Fields are overwritten; the same etag is refused the second time."),
        maker
            .tool(
                ("nc_contacts_delete_contact", "Delete Contact"),
                "Delete a contact, permanently. Returns what was deleted.",
                ToolEffect::Remove,
                delete_contact,
            )
            .sends(
                "`REPORT /remote.php/dav/addressbooks/users/{user}/{book}/`; `DELETE` of the card",
            )
            .because("`DELETE` without a trash; the second call finds none."),
    ]
}

async fn create_contact(call: PackCall, input: CreateInput) -> Result<ContactAnswer, Failure> {
    if input.contact_data.full_name.is_none() {
        return Err(Failure::new(
            "a contact needs a name; give `fn` in `contact_data`",
        ));
    }
    let file = path::segment("a contact", &format!("{}.vcf", input.uid))?;
    let mut card = CardText::new(&input.uid);
    input.contact_data.write(&mut card)?;
    let request = object::book(&call, RequestMethod::Put, &input.addressbook)
        .await?
        .at(file)
        .header(CONTENT_TYPE, VCARD)
        .header(IF_NONE_MATCH, "*")
        .bytes(card.to_text());
    let answer = call.send(request).await?;
    if answer.status() == 412 {
        return Err(Failure::new(format!(
            "there is a contact `{}` already; change it with `nc_contacts_update_contact`",
            input.uid.escape_debug()
        )));
    }
    answer.success()?;
    let object = object::find(&call, &input.addressbook, &input.uid).await?;
    Ok(ContactAnswer::of(&object))
}

async fn update_contact(call: PackCall, input: UpdateInput) -> Result<ContactAnswer, Failure> {
    let book = &input.addressbook;
    let object = object::find(&call, book, &input.uid).await?;
    let mut card = object.card.clone();
    input.contact_data.write(&mut card)?;
    let version = input.etag.filter(|etag| !etag.is_empty());
    let version = version.unwrap_or_else(|| object.etag.clone());
    let request = object::book(&call, RequestMethod::Put, book)
        .await?
        .at(&object.name)
        .header(CONTENT_TYPE, VCARD)
        .header(IF_MATCH, etag::quoted(&version))
        .bytes(card.to_text());
    let answer = call.send(request).await?;
    if answer.status() == 412 {
        return Err(Failure::new(format!(
            "the contact was not changed: its etag is `{}` now and not `{}`; read it again and \
             decide again",
            object.etag,
            etag::bare(&version),
        )));
    }
    answer.success()?;
    let object = object::find(&call, book, &input.uid).await?;
    Ok(ContactAnswer::of(&object))
}

async fn delete_contact(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let object = object::find(&call, &input.addressbook, &input.uid).await?;
    let request = object::book(&call, RequestMethod::Delete, &input.addressbook)
        .await?
        .at(&object.name)
        .header(IF_MATCH, etag::quoted(&object.etag));
    call.send(request).await?.success()?;
    let name = ContactAnswer::of(&object).name().to_owned();
    Ok(RemovalAnswer::new(
        format!("contact {name}"),
        "It cannot be restored.",
    ))
}
