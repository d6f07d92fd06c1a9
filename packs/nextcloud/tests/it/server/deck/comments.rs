//! Comments on cards, over OCS.

use serde_json::{Value, json};

use super::super::{Asked, Reply};
use crate::store::ServerStore;

pub(crate) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    let ["api", "v1.0", "cards", card, "comments", rest @ ..] = rest else {
        return Reply::ocs_error(404, 998, "Invalid query");
    };
    if store.get(&format!("deck/card/{card}")).is_none() {
        return Reply::ocs_error(404, 404, "Card not found");
    }
    let prefix = format!("deck/comment/{card}/");
    match (asked.method.as_str(), rest) {
        ("GET", []) => {
            let number = |name: &str| asked.query[name].parse::<usize>().unwrap();
            let all = store.below(&prefix).into_iter().rev();
            let all = all.skip(number("offset")).take(number("limit"));
            Reply::ocs(&all.map(|(_, comment)| comment).collect())
        }
        ("POST", []) => {
            let id = store.next_id(&prefix);
            let comment = shown(id, &asked.json()["message"]);
            store.put(format!("{prefix}{id}"), comment.clone());
            Reply::ocs(&comment)
        }
        (method, [id]) => {
            let key = format!("{prefix}{id}");
            let Some(mut comment) = store.get(&key).cloned() else {
                return Reply::ocs_error(404, 404, "Comment not found");
            };
            if method == "DELETE" {
                store.remove(&key);
            } else {
                comment["message"] = asked.json()["message"].clone();
                store.put(key, comment.clone());
            }
            Reply::ocs(&comment)
        }
        _ => Reply::ocs_error(405, 405, "Method not allowed"),
    }
}

fn shown(id: u64, message: &Value) -> Value {
    json!({
        "id": id, "message": message, "actorId": "ada-uid",
        "creationDateTime": "2023-11-14T22:13:20+00:00",
    })
}
