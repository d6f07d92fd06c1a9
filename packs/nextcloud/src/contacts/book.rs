//! Address books listed, made and deleted.

use candor_functions::{Failure, JsonSchema, NoInput};
use serde::{Deserialize, Serialize};

use super::object;
use crate::client::RequestMethod;
use crate::dav::{self, PropertyName};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::xml::XmlElement;
use crate::xml::XmlNamespace::{CalendarServer, Carddav, Dav};

const DISPLAY: PropertyName = (Dav, "displayname");
const CTAG: PropertyName = (CalendarServer, "getctag");

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The name in addresses: letters, digits, `-` and `_`.
    #[schemars(length(min = 1, max = 100), regex(pattern = "^[A-Za-z0-9_-]+$"))]
    name: String,
    /// The name that people see.
    #[schemars(length(min = 1, max = 200))]
    display_name: String,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The name of the address book, from `nc_contacts_list_addressbooks`.
    #[schemars(length(min = 1, max = 100))]
    name: String,
    /// Whether only to say what would be deleted.
    #[serde(default)]
    dry_run: bool,
}

#[derive(Serialize, JsonSchema)]
struct BookList {
    /// All address books.
    addressbooks: Vec<AddressBook>,
}

#[derive(Serialize, JsonSchema)]
struct AddressBook {
    /// The name in addresses, which the other tools take.
    name: String,
    /// The name that people see.
    display_name: String,
    /// The version of the whole book.
    #[serde(skip_serializing_if = "Option::is_none")]
    ctag: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct BookRemoval {
    /// The address book.
    name: String,
    /// How many contacts it holds or held.
    contacts: usize,
    /// Whether it was deleted; false for a dry run.
    deleted: bool,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("nc_contacts_list_addressbooks", "List Address Books"),
                "List the address books of the account. Returns their names.",
                ToolEffect::Read,
                list_books,
            )
            .sends("`PROPFIND /remote.php/dav/addressbooks/users/{user}/`")
            .because("Only `PROPFIND`."),
        maker
            .tool(
                ("nc_contacts_create_addressbook", "Create Address Book"),
                "Create an address book. Returns it. The server refuses a name that is taken.",
                ToolEffect::Add,
                create_book,
            )
            .sends("`MKCOL /remote.php/dav/addressbooks/users/{user}/{book}/`")
            .because("`MKCOL` never replaces; the same name is refused the second time."),
        maker
            .tool(
                ("nc_contacts_delete_addressbook", "Delete Address Book"),
                "Delete an address book with all its contacts, permanently. Returns how many; with \
                 `dry_run` nothing is deleted.",
                ToolEffect::Remove,
                delete_book,
            )
            .sends(
                "`REPORT /remote.php/dav/addressbooks/users/{user}/{book}/`; \
                 `DELETE /remote.php/dav/addressbooks/users/{user}/{book}/`",
            )
            .because("`DELETE` without a trash; the second call finds none.")
            .when("dry_run", true, ToolEffect::Read),
    ]
}

async fn list_books(call: PackCall, _: NoInput) -> Result<BookList, Failure> {
    let request = call
        .dav(RequestMethod::Propfind, "addressbooks/users")
        .await?
        .at_encoded("")
        .xml("1", &dav::propfind(&[DISPLAY, CTAG, (Dav, "resourcetype")]))?;
    let found = dav::resources(call.send(request).await?)?;
    let books = found
        .iter()
        .filter(|one| one.is_a((Carddav, "addressbook")));
    let books = books.map(|one| AddressBook {
        name: one.name(),
        display_name: one.text(DISPLAY).unwrap_or_default().to_owned(),
        ctag: one.text(CTAG).map(str::to_owned),
    });
    Ok(BookList {
        addressbooks: books.collect(),
    })
}

async fn create_book(call: PackCall, input: CreateInput) -> Result<AddressBook, Failure> {
    let kind = XmlElement::new(Dav, "resourcetype")
        .with(XmlElement::new(Dav, "collection"))
        .with(XmlElement::new(Carddav, "addressbook"));
    let prop = XmlElement::new(Dav, "prop")
        .with(kind)
        .with(XmlElement::new(Dav, "displayname").with_text(&input.display_name));
    let body = XmlElement::new(Dav, "mkcol").with(XmlElement::new(Dav, "set").with(prop));
    let request = object::book(&call, RequestMethod::Mkcol, &input.name).await?;
    let answer = call.send(request.at_encoded("").xml("0", &body)?).await?;
    // Nextcloud answers with 405; the standard also knows 403 and 409 with an element that says so.
    let taken = String::from_utf8_lossy(answer.body()).contains("resource-must-be-null");
    if answer.status() == 405 || taken {
        return Err(Failure::new(format!(
            "there is an address book `{}` already",
            input.name.escape_debug()
        )));
    }
    answer.success()?;
    Ok(AddressBook {
        name: input.name,
        display_name: input.display_name,
        ctag: None,
    })
}

async fn delete_book(call: PackCall, input: DeleteInput) -> Result<BookRemoval, Failure> {
    let contacts = object::all(&call, &input.name).await?.len();
    if !input.dry_run {
        let request = object::book(&call, RequestMethod::Delete, &input.name).await?;
        call.send(request.at_encoded("")).await?.success()?;
    }
    Ok(BookRemoval {
        name: input.name,
        contacts,
        deleted: !input.dry_run,
    })
}
