//! The Notes app: `api/v1`, chunks of two notes, and etags in quotes.

use serde_json::{Value, json};

use super::{Asked, Reply};
use crate::store::{ServerStore, etag};

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("GET", ["api", "v1", "settings"]) => {
            Reply::json(200, store.get("settings/notes").unwrap())
        }
        ("GET", ["api", "v1", "notes"]) => list(store, asked),
        ("POST", ["api", "v1", "notes"]) => create(store, &asked.json()),
        (method, ["api", "v1", "notes", id]) => one(store, asked, method, id),
        _ => Reply::json(404, &json!({"message": "no such version of the interface"})),
    }
}

fn list(store: &ServerStore, asked: &Asked) -> Reply {
    let size: usize = asked.query["chunkSize"].parse().unwrap();
    // Chunks are small here, so that reading on is tested.
    let size = size.min(2);
    let cursor: usize = asked
        .query
        .get("chunkCursor")
        .map_or(0, |it| it.parse().unwrap());
    let category = asked.query.get("category");
    let all = store.below("notes/").into_iter().map(|(_, note)| note);
    let all: Vec<Value> = all
        .filter(|note| category.is_none_or(|it| note["category"] == **it))
        .collect();
    let is_last = cursor + size >= all.len();
    let mut chunk: Vec<Value> = Vec::new();
    for (at, note) in all.iter().enumerate() {
        if (cursor..cursor + size).contains(&at) {
            let mut note = shown(note);
            if asked.query.get("exclude").is_some_and(|it| it == "content") {
                note.as_object_mut().unwrap().remove("content");
            }
            chunk.push(note);
        } else if is_last {
            chunk.push(json!({"id": note["id"]}));
        }
    }
    let reply = Reply::json(200, &chunk.into());
    if is_last {
        return reply;
    }
    reply.header("X-Notes-Chunk-Cursor", (cursor + size).to_string())
}

fn create(store: &mut ServerStore, body: &Value) -> Reply {
    let id = store.next_id("notes/");
    let note = json!({
        "id": id, "title": body["title"], "content": body["content"],
        "category": body["category"], "favorite": false, "readonly": false,
        "modified": 1_700_000_000,
    });
    store.put(format!("notes/{id}"), note.clone());
    Reply::json(200, &shown(&note))
}

fn one(store: &mut ServerStore, asked: &Asked, method: &str, id: &str) -> Reply {
    let key = format!("notes/{id}");
    let Some(note) = store.get(&key).cloned() else {
        return Reply::json(404, &json!({"message": "Note not found"}));
    };
    match method {
        "GET" => Reply::json(200, &shown(&note)),
        "PUT" => {
            if asked.precondition(Some(&etag(&note))).is_err() {
                return Reply::json(412, &shown(&note));
            }
            let mut note = note;
            for (name, value) in asked.json().as_object().unwrap() {
                note[name] = value.clone();
            }
            store.put(key, note.clone());
            Reply::json(200, &shown(&note))
        }
        "DELETE" => {
            store.remove(&key);
            Reply::json(200, &json!([]))
        }
        _ => Reply::new(405),
    }
}

/// The note with its etag, which the app gives without quotes.
fn shown(note: &Value) -> Value {
    let mut note = note.clone();
    note["etag"] = etag(&note).into();
    note
}
