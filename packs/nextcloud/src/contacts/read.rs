//! Contacts listed and searched.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::contact::ContactAnswer;
use super::object;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// The name of the address book, from `nc_contacts_list_addressbooks`.
    #[schemars(length(min = 1, max = 100))]
    addressbook: String,
    /// How many contacts a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many contacts to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct SearchInput {
    /// A text in name, addresses, numbers, organisation or note.
    #[schemars(length(min = 1, max = 200))]
    query: String,
    /// The name of the address book, from `nc_contacts_list_addressbooks`.
    #[schemars(length(min = 1, max = 100))]
    #[serde(default = "usual")]
    addressbook: String,
    /// How many contacts a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many contacts to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Serialize, JsonSchema)]
struct ContactList {
    /// The contacts of this page, by name.
    contacts: Vec<ContactAnswer>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = |tool: PackTool| {
        tool.sends("`REPORT /remote.php/dav/addressbooks/users/{user}/{book}/`")
            .because("Only `REPORT`.")
    };
    vec![
        read(maker.tool(
            ("nc_contacts_list_contacts", "List Contacts"),
            "List the contacts of an address book, a page at a time. Returns names, addresses and \
             etags.",
            ToolEffect::Read,
            list_contacts,
        )),
        read(maker.tool(
            ("nc_contacts_search_contacts", "Search Contacts"),
            "Search the contacts of an address book for a text, a page at a time. Returns names, \
             addresses and etags.",
            ToolEffect::Read,
            search_contacts,
        )),
    ]
}

async fn list_contacts(call: PackCall, input: ListInput) -> Result<ContactList, Failure> {
    let contacts = contacts(&call, &input.addressbook).await?;
    ContactList::cut(contacts, input.offset, input.limit)
}

async fn search_contacts(call: PackCall, input: SearchInput) -> Result<ContactList, Failure> {
    let needle = input.query.to_lowercase();
    let mut contacts = contacts(&call, &input.addressbook).await?;
    contacts.retain(|contact| contact.holds(&needle));
    ContactList::cut(contacts, input.offset, input.limit)
}

/// All contacts of a book, by name.
async fn contacts(call: &PackCall, book: &str) -> Result<Vec<ContactAnswer>, Failure> {
    let found = object::all(call, book).await?;
    let mut contacts: Vec<_> = found.iter().map(ContactAnswer::of).collect();
    contacts.sort_by_key(|contact| contact.name().to_lowercase());
    Ok(contacts)
}

// === impl ContactList ===

impl ContactList {
    fn cut(all: Vec<ContactAnswer>, offset: usize, limit: usize) -> Result<Self, Failure> {
        let page = ListPage::cut(all, offset, limit)?;
        Ok(Self {
            contacts: page.items,
            page: page.info,
        })
    }
}

fn hundred() -> usize {
    100
}

fn usual() -> String {
    "contacts".to_owned()
}
