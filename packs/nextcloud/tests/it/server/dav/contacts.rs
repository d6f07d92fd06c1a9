//! Address books and contacts.

use serde_json::{Value, json};

use super::xml::{href, multistatus, property, resource, text};
use super::{Asked, Reply, USER};
use crate::store::{ServerStore, etag};

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("PROPFIND", []) => books(store),
        (method, [book]) => one_book(store, asked, method, book),
        (method, [book, name]) => card(store, asked, method, &format!("contact/{book}/{name}")),
        _ => Reply::sabre(404, "NotFound", "No such node"),
    }
}

fn books(store: &ServerStore) -> Reply {
    let base = format!("/remote.php/dav/addressbooks/users/{USER}/");
    let own = resource(&base, "<d:resourcetype><d:collection/></d:resourcetype>");
    let books = store.below("addressbook/").into_iter().map(|(name, book)| {
        let properties = property("d:displayname", book["name"].as_str().unwrap())
            + "<d:resourcetype><d:collection/><card:addressbook/></d:resourcetype>"
            + "<cs:getctag>7</cs:getctag>";
        resource(&format!("{base}{}/", href(&name)), &properties)
    });
    multistatus(&std::iter::once(own).chain(books).collect::<Vec<_>>())
}

fn one_book(store: &mut ServerStore, asked: &Asked, method: &str, book: &str) -> Reply {
    let key = format!("addressbook/{book}");
    let exists = store.get(&key).is_some();
    match (method, exists) {
        ("MKCOL", true) => Reply::sabre(405, "MethodNotAllowed", "It already exists"),
        ("MKCOL", false) => {
            let name = text(&asked.text(), "displayname").unwrap();
            store.put(key, json!({"name": name}));
            Reply::new(201)
        }
        ("REPORT", true) => report(store, asked, book),
        ("DELETE", true) => {
            store.remove(&key);
            for (name, _) in store.below(&format!("contact/{book}/")) {
                store.remove(&format!("contact/{book}/{name}"));
            }
            Reply::new(204)
        }
        _ => Reply::sabre(404, "NotFound", "Addressbook could not be found"),
    }
}

fn report(store: &ServerStore, asked: &Asked, book: &str) -> Reply {
    let wanted = text(&asked.text(), "text-match");
    let fits = |card: &Value| match &wanted {
        Some(uid) => card["card"]
            .as_str()
            .unwrap()
            .contains(&format!("UID:{uid}\r\n")),
        None => true,
    };
    let all = store.below(&format!("contact/{book}/")).into_iter();
    let all = all.filter(|(_, card)| fits(card)).map(|(name, card)| {
        let properties = property("d:getetag", &format!("\"{}\"", etag(&card)))
            + &property("card:address-data", card["card"].as_str().unwrap());
        let place = format!(
            "/remote.php/dav/addressbooks/users/{USER}/{book}/{}",
            href(&name)
        );
        resource(&place, &properties)
    });
    multistatus(&all.collect::<Vec<_>>())
}

fn card(store: &mut ServerStore, asked: &Asked, method: &str, key: &str) -> Reply {
    let version = store.etag(key);
    if let Err(refused) = asked.precondition(version.as_deref()) {
        return refused;
    }
    match method {
        "PUT" => {
            store.put(key, json!({"card": asked.text()}));
            Reply::new(if version.is_some() { 204 } else { 201 })
        }
        "DELETE" if version.is_some() => {
            store.remove(key);
            Reply::new(204)
        }
        _ => Reply::sabre(404, "NotFound", "Card not found"),
    }
}
