//! Calendars, tasks and contacts on Radicale.

use serde_json::json;

use super::coverage::{RealServer, cases_of};
use super::server::{PeerAccount, PeerQuirks, PeerServer, run_case};
use crate::server::seed_store;

/// The version of a whole address book is its own. A calendar that is missing is a conflict for what
/// is put into it, and not found in Nextcloud.
const QUIRKS: PeerQuirks = PeerQuirks {
    told_otherwise: &[
        ("nc_contacts_list_addressbooks", "/addressbooks/0/ctag"),
        ("nc_calendar_create_event", "404"),
        ("nc_calendar_create_todo", "404"),
    ],
    not_refused: &[],
};

const BOOK: &str = r#"<d:mkcol xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><d:set><d:prop>
<d:resourcetype><d:collection/><card:addressbook/></d:resourcetype><d:displayname>Contacts</d:displayname>
</d:prop></d:set></d:mkcol>"#;

async fn start() -> Option<PeerServer> {
    PeerServer::start("radicale", "caldav_server.py").await
}

/// The calendars and contacts that the scripted server begins with.
async fn seed(account: &PeerAccount<'_>) {
    let store = seed_store();
    let name = &account.name;
    for (calendar, value) in store.below("calendar/") {
        let shown = value["name"].as_str().unwrap();
        let body = format!(
            r#"<c:mkcalendar xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:set><d:prop>
            <d:displayname>{shown}</d:displayname></d:prop></d:set></c:mkcalendar>"#
        );
        let path = format!("calendars/{name}/{calendar}/");
        account.put("MKCALENDAR", &path, &body).await;
    }
    for (file, value) in store.below("object/") {
        let path = format!("calendars/{name}/{file}");
        let text = value["ics"].as_str().unwrap();
        account.put("PUT", &path, text).await;
    }
    let books = format!("addressbooks/users/{name}");
    account
        .put("MKCOL", &format!("{books}/contacts/"), BOOK)
        .await;
    for (file, value) in store.below("contact/") {
        let text = value["card"].as_str().unwrap();
        account.put("PUT", &format!("{books}/{file}"), text).await;
    }
}

#[tokio::test]
async fn every_calendar_and_contact_tool_works_on_radicale() {
    let Some(server) = start().await else {
        return;
    };
    let mut wrong = Vec::new();
    for case in cases_of(RealServer::Radicale) {
        wrong.extend(run_case(&server, &case, seed, &QUIRKS).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Events written and read back over both changes of the clocks.
#[tokio::test]
async fn events_keep_their_wall_clock_in_ten_zones() {
    let Some(server) = start().await else {
        return;
    };
    let account = server.account();
    seed(&account).await;
    for (zone, winter, summer) in [
        ("Europe/Berlin", "+01:00", "+02:00"),
        ("Europe/London", "+00:00", "+01:00"),
        ("America/New_York", "-05:00", "-04:00"),
        ("America/Los_Angeles", "-08:00", "-07:00"),
        ("Asia/Tokyo", "+09:00", "+09:00"),
        ("Asia/Kolkata", "+05:30", "+05:30"),
        ("Australia/Sydney", "+11:00", "+10:00"),
        ("America/Sao_Paulo", "-03:00", "-03:00"),
        ("Africa/Nairobi", "+03:00", "+03:00"),
        ("Europe/Riga", "+02:00", "+03:00"),
    ] {
        for (day, offset) in [("2027-01-15", winter), ("2027-07-15", summer)] {
            let created = account
                .ask(
                    "nc_calendar_create_event",
                    &json!({
                        "calendar_name": "work", "title": zone, "timezone": zone,
                        "start_datetime": format!("{day}T09:30"),
                        "end_datetime": format!("{day}T10:15"),
                    }),
                )
                .await;
            let read = account
                .ask(
                    "nc_calendar_get_event",
                    &json!({"calendar_name": "work", "event_uid": created["uid"]}),
                )
                .await;
            assert_eq!(read["start"], format!("{day}T09:30:00{offset}"), "{zone}");
            assert_eq!(read["end"], format!("{day}T10:15:00{offset}"), "{zone}");
            assert_eq!(read["timezone"], zone);
        }
    }
}
