//! Tags of the server and of files.

use serde_json::{Value, json};

use super::xml::{multistatus, property, resource};
use super::{Asked, Reply};
use crate::store::ServerStore;

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("PROPFIND", ["systemtags"]) => list(&store.below("tag/")),
        ("POST", ["systemtags"]) => {
            let name = asked.json()["name"].clone();
            if store
                .below("tag/")
                .iter()
                .any(|(_, tag)| tag["name"] == name)
            {
                return Reply::new(409);
            }
            let id = store.next_id("tag/");
            store.put(format!("tag/{id}"), json!({"name": name}));
            Reply::new(201).header(
                "content-location",
                format!("/remote.php/dav/systemtags/{id}"),
            )
        }
        ("PROPFIND", [_, "files", file]) => {
            let tags = store.below("tag/").into_iter();
            let given = |id: &str| store.get(&format!("tagged/{file}/{id}")).is_some();
            list(&tags.filter(|(id, _)| given(id)).collect::<Vec<_>>())
        }
        (method @ ("PUT" | "DELETE"), [_, "files", file, tag]) => {
            let key = format!("tagged/{file}/{tag}");
            let found = store.get(&key).is_some();
            match (method, found) {
                ("PUT", true) => Reply::new(409),
                ("PUT", false) => {
                    store.put(key, json!(true));
                    Reply::new(201)
                }
                (_, true) => {
                    store.remove(&key);
                    Reply::new(204)
                }
                (_, false) => Reply::new(404),
            }
        }
        _ => Reply::sabre(404, "NotFound", "No such tag"),
    }
}

fn list(tags: &[(String, Value)]) -> Reply {
    let own = resource("/remote.php/dav/systemtags/", "");
    let tags = tags.iter().map(|(id, tag)| {
        let properties = property("oc:id", id)
            + &property("oc:display-name", tag["name"].as_str().unwrap())
            + "<oc:user-visible>true</oc:user-visible>"
            + "<oc:user-assignable>true</oc:user-assignable>";
        resource(&format!("/remote.php/dav/systemtags/{id}"), &properties)
    });
    multistatus(&std::iter::once(own).chain(tags).collect::<Vec<_>>())
}
