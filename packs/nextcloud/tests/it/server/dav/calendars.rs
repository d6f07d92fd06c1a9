//! Calendars with events and tasks.

use serde_json::{Value, json};

use super::xml::{href, multistatus, property, resource, text};
use super::{Asked, Reply, USER};
use crate::store::{ServerStore, etag};

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("PROPFIND", []) => list(store),
        (method, [name]) => calendar(store, asked, method, name),
        (method, [name, file]) => {
            if store.get(&format!("calendar/{name}")).is_none() {
                return Reply::sabre(404, "NotFound", "Calendar could not be found");
            }
            object(store, asked, method, &format!("object/{name}/{file}"))
        }
        _ => Reply::sabre(404, "NotFound", "No such node"),
    }
}

fn list(store: &ServerStore) -> Reply {
    let base = format!("/remote.php/dav/calendars/{USER}/");
    let own = resource(&base, "<d:resourcetype><d:collection/></d:resourcetype>");
    let all = store
        .below("calendar/")
        .into_iter()
        .map(|(name, calendar)| {
            let properties = property("d:displayname", calendar["name"].as_str().unwrap())
                + "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
                + "<c:supported-calendar-component-set><c:comp name=\"VEVENT\"/>"
                + "<c:comp name=\"VTODO\"/></c:supported-calendar-component-set>";
            resource(&format!("{base}{}/", href(&name)), &properties)
        });
    let outbox = resource(
        &format!("{base}outbox/"),
        "<d:resourcetype><d:collection/><c:schedule-outbox/></d:resourcetype>",
    );
    multistatus(
        &[own]
            .into_iter()
            .chain(all)
            .chain([outbox])
            .collect::<Vec<_>>(),
    )
}

fn calendar(store: &mut ServerStore, asked: &Asked, method: &str, name: &str) -> Reply {
    let key = format!("calendar/{name}");
    let exists = store.get(&key).is_some();
    match (method, exists) {
        ("MKCALENDAR", true) => Reply::sabre(405, "MethodNotAllowed", "It already exists"),
        ("MKCALENDAR", false) => {
            let shown = text(&asked.text(), "displayname").unwrap_or_default();
            store.put(key, json!({"name": shown}));
            Reply::new(201)
        }
        ("PROPPATCH", true) => {
            let shown = text(&asked.text(), "displayname").unwrap();
            store.put(key, json!({"name": shown}));
            multistatus(&[resource(
                &format!("/remote.php/dav/calendars/{USER}/{name}/"),
                "",
            )])
        }
        ("REPORT", true) => report(store, asked, name),
        ("DELETE", true) => {
            store.remove(&key);
            for (file, _) in store.below(&format!("object/{name}/")) {
                store.remove(&format!("object/{name}/{file}"));
            }
            Reply::new(204)
        }
        _ => Reply::sabre(404, "NotFound", "Calendar could not be found"),
    }
}

fn report(store: &ServerStore, asked: &Asked, name: &str) -> Reply {
    let body = asked.text();
    let kind = if body.contains("\"VTODO\"") {
        "VTODO"
    } else {
        "VEVENT"
    };
    let uid = text(&body, "text-match");
    let fits = |object: &Value| {
        let ics = object["ics"].as_str().unwrap();
        let known = |uid: &String| ics.contains(&format!("UID:{uid}\r\n"));
        ics.contains(&format!("BEGIN:{kind}")) && uid.as_ref().is_none_or(known)
    };
    let all = store.below(&format!("object/{name}/")).into_iter();
    let all = all
        .filter(|(_, object)| fits(object))
        .map(|(file, object)| {
            let properties = property("d:getetag", &format!("\"{}\"", etag(&object)))
                + &property("c:calendar-data", object["ics"].as_str().unwrap());
            let place = format!("/remote.php/dav/calendars/{USER}/{name}/{}", href(&file));
            resource(&place, &properties)
        });
    multistatus(&all.collect::<Vec<_>>())
}

fn object(store: &mut ServerStore, asked: &Asked, method: &str, key: &str) -> Reply {
    let version = store.etag(key);
    if let Err(refused) = asked.precondition(version.as_deref()) {
        return refused;
    }
    match method {
        "PUT" => {
            let ics = asked.text();
            let kind = asked.header("content-type").unwrap_or("");
            if !kind.starts_with("text/calendar") || !ics.starts_with("BEGIN:VCALENDAR\r\n") {
                return Reply::sabre(415, "UnsupportedMediaType", "Validation error in iCalendar");
            }
            store.put(key, json!({"ics": ics}));
            Reply::new(if version.is_some() { 204 } else { 201 })
        }
        "DELETE" if version.is_some() => {
            store.remove(key);
            Reply::new(204)
        }
        _ => Reply::sabre(404, "NotFound", "Calendar object not found"),
    }
}
