//! Calls of the tools for contacts and the account.

use serde_json::json;

use crate::case::{ToolCase, case};

pub(super) fn cases() -> Vec<ToolCase> {
    let mut cases = contacts();
    cases.extend(account());
    cases
}

fn contacts() -> Vec<ToolCase> {
    vec![
        case("nc_contacts_list_addressbooks", json!({}))
            .gives("/addressbooks/0/name", "contacts")
            .gives("/addressbooks/0/ctag", "7")
            .refused(json!({"x": 1}), "x"),
        case("nc_contacts_create_addressbook", json!({"name": "club", "display_name": "A & B <C>"}))
            .gives("/display_name", "A & B <C>")
            .refused(json!({"name": "contacts", "display_name": "x"}), "already")
            .refused(json!({"name": "../x", "display_name": "x"}), "`..` step"),
        case("nc_contacts_delete_addressbook", json!({"name": "contacts"}))
            .gives("/contacts", 2)
            .also(json!({"name": "contacts", "dry_run": true}))
            .refused(json!({"name": "none"}), "404"),
        case("nc_contacts_list_contacts", json!({"addressbook": "contacts", "limit": 1}))
            .gives("/contacts/0/full_name", "Ada Lovelace")
            .gives("/contacts/0/emails/0/types", json!(["work"]))
            .gives("/next_offset", 1)
            .refused(json!({"addressbook": "none"}), "404")
            .refused(json!({"addressbook": "a/b"}), "without slashes"),
        case("nc_contacts_search_contacts", json!({"query": "BOB"}))
            .gives("/total", 1)
            .refused(json!({"query": "x", "addressbook": "none"}), "404"),
        case(
            "nc_contacts_create_contact",
            json!({
                "addressbook": "contacts", "uid": "new",
                "contact_data": {"fn": "Eve; \"E\", too", "email": ["eve@example.com"], "tel": ["+1"]},
            }),
        )
        .gives("/full_name", "Eve; \"E\", too")
        .gives("/phones/0/value", "+1")
        .refused(
            json!({"addressbook": "contacts", "uid": "taken", "contact_data": {"fn": "x"}}),
            "already",
        )
        .refused(
            json!({"addressbook": "contacts", "uid": "new", "contact_data": {}}),
            "needs a name",
        )
        .refused(
            json!({"addressbook": "contacts", "uid": "a/../b", "contact_data": {"fn": "x"}}),
            "`..` step",
        ),
        case(
            "nc_contacts_update_contact",
            json!({
                "addressbook": "contacts", "uid": "ada", "etag": "$etag:contact/contacts/0815.vcf",
                "contact_data": {"note": "new note"},
            }),
        )
        .gives("/note", "new note")
        .gives("/emails/0/value", "ada@example.com")
        .also(json!({"addressbook": "contacts", "uid": "ada", "contact_data": {"note": ""}}))
        .refused(
            json!({
                "addressbook": "contacts", "uid": "ada", "etag": "old",
                "contact_data": {"note": "new note"},
            }),
            "and not `old`",
        )
        .refused(
            json!({"addressbook": "contacts", "uid": "none", "contact_data": {"note": "x"}}),
            "no contact with the uid",
        )
        .refused(
            json!({"addressbook": "contacts", "uid": "ada", "contact_data": {}}),
            "nothing in `contact_data`",
        ),
        case("nc_contacts_delete_contact", json!({"addressbook": "contacts", "uid": "ada"}))
            .gives("/removed", "contact Ada Lovelace")
            .refused(json!({"addressbook": "contacts", "uid": "none"}), "404"),
    ]
}

fn account() -> Vec<ToolCase> {
    vec![
        case("check_logged_in", json!({}))
            .gives("/user_id", "ada-uid")
            .gives("/login_name", "ada")
            .refused(json!({"x": 1}), "x"),
        case("check_provisioning_status", json!({}))
            .gives("/missing", json!([]))
            .gives("/server_version", "34.0.0")
            .refused(json!({"x": 1}), "x"),
        case("revoke_nextcloud_access", json!({}))
            .gives("/removed", "the app password of ada")
            .refused(json!({"x": 1}), "x"),
    ]
}
