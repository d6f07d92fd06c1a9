//! Comments on files.

use serde_json::json;

use super::xml::{multistatus, property, resource, text};
use super::{Asked, Reply};
use crate::store::ServerStore;

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, file: &str) -> Reply {
    let prefix = format!("comment/{file}/");
    match asked.method.as_str() {
        "REPORT" => {
            let number = |name| text(&asked.text(), name).unwrap().parse::<usize>().unwrap();
            let all = store.below(&prefix).into_iter().rev();
            let all = all.skip(number("offset")).take(number("limit"));
            let all = all.map(|(id, comment)| {
                let properties = property("oc:id", &id)
                    + &property("oc:actorDisplayName", "Ada")
                    + &property("oc:message", comment["message"].as_str().unwrap())
                    + &property("oc:creationDateTime", "Tue, 14 Nov 2023 22:13:20 GMT");
                resource(
                    &format!("/remote.php/dav/comments/files/{file}/{id}"),
                    &properties,
                )
            });
            multistatus(&all.collect::<Vec<_>>())
        }
        "POST" => {
            let body = asked.json();
            if body["actorType"] != "users" || body["verb"] != "comment" {
                return Reply::sabre(400, "BadRequest", "Invalid input values");
            }
            let id = store.next_id(&prefix);
            store.put(format!("{prefix}{id}"), json!({"message": body["message"]}));
            let place = format!("/remote.php/dav/comments/files/{file}/{id}");
            Reply::new(201).header("content-location", place)
        }
        _ => Reply::new(405),
    }
}
