//! Cards and what belongs to them.

use serde_json::{Value, json};

use super::super::{Asked, Reply};
use crate::store::ServerStore;

/// Every field that a replaced card has; one that is not sent is lost.
const FIELDS: [&str; 10] = [
    "title",
    "description",
    "type",
    "owner",
    "order",
    "duedate",
    "startdate",
    "archived",
    "done",
    "color",
];

pub(super) fn answer(
    store: &mut ServerStore,
    asked: &Asked,
    version: &str,
    stack: &str,
    rest: &[&str],
) -> Reply {
    let method = asked.method.as_str();
    if (method, version) == ("POST", "v1.0") && rest.is_empty() {
        return create(store, asked, stack);
    }
    let Some((id, rest)) = rest.split_first() else {
        return Reply::new(405);
    };
    let key = format!("deck/card/{id}");
    let Some(mut card) = store.get(&key).cloned() else {
        return Reply::json(404, &json!({"status": 404, "message": "Card not found"}));
    };
    match (method, version, rest) {
        ("GET", "v1.1", []) => return Reply::json(200, &card),
        ("DELETE", "v1.0", []) => {
            store.remove(&key);
            return Reply::json(200, &card);
        }
        ("PUT", "v1.0", []) => {
            let body = asked.json();
            if !body["owner"].is_string() || body["archived"] == true && card["archived"] == true {
                return Reply::json(400, &json!({"status": 400, "message": "Not allowed"}));
            }
            for name in FIELDS {
                card[name] = body[name].clone();
            }
            // The stack is that of the address, also if it is one of another board.
            card["stackId"] = stack.parse::<u64>().unwrap().into();
        }
        ("PUT", "v1.0", ["archive"]) => card["archived"] = true.into(),
        ("PUT", "v1.0", ["unarchive"]) => card["archived"] = false.into(),
        ("PUT", "v1.0", [route]) => {
            if let Err(refused) = belonging(store, &mut card, route, &asked.json()) {
                return refused;
            }
        }
        ("GET", "v1.1", ["attachments"]) => {
            let all = store.below("deck/attachment/").into_iter();
            return Reply::json(200, &all.map(|(_, it)| it).collect());
        }
        ("DELETE", "v1.1", ["attachments", attachment]) => {
            let key = format!("deck/attachment/{attachment}");
            let fits = |it: &Value| it["type"] == asked.query["type"];
            if !store.get(&key).is_some_and(fits) {
                return Reply::json(404, &json!({"message": "No such attachment"}));
            }
            store.remove(&key);
            return Reply::json(200, &json!({}));
        }
        _ => return Reply::json(404, &json!({"message": "no such version of the interface"})),
    }
    store.put(key, card.clone());
    Reply::json(200, &card)
}

fn create(store: &mut ServerStore, asked: &Asked, stack: &str) -> Reply {
    if store.get(&format!("deck/stack/{stack}")).is_none() {
        return Reply::json(404, &json!({"status": 404, "message": "Stack not found"}));
    }
    let id = store.next_id("deck/card/");
    let mut card = asked.json();
    card["id"] = id.into();
    card["stackId"] = stack.parse::<u64>().unwrap().into();
    card["lastModified"] = 1_700_000_000.into();
    store.put(format!("deck/card/{id}"), card.clone());
    Reply::json(200, &card)
}

/// Labels and people of a card. The app refuses what is there already.
fn belonging(
    store: &ServerStore,
    card: &mut Value,
    route: &str,
    body: &Value,
) -> Result<(), Reply> {
    let refused = |message: &str| Reply::json(400, &json!({"status": 400, "message": message}));
    let (list, entry) = if route.ends_with("Label") {
        let key = format!("deck/label/{}", body["labelId"]);
        let label = store.get(&key).cloned();
        ("labels", label.ok_or_else(|| refused("No such label"))?)
    } else {
        let uid = &body["userId"];
        if uid == "nobody" {
            return Err(refused("The user is not part of the board"));
        }
        ("assignedUsers", json!({"participant": {"uid": uid}}))
    };
    let all = card[list].as_array_mut().unwrap();
    let at = all.iter().position(|known| *known == entry);
    match (route.starts_with("assign"), at) {
        (true, None) => all.push(entry),
        (false, Some(at)) => {
            all.remove(at);
        }
        _ => return Err(refused("The card is not as it was thought to be")),
    }
    Ok(())
}

pub(super) fn reorder(store: &mut ServerStore, asked: &Asked, id: &str) -> Reply {
    let key = format!("deck/card/{id}");
    let Some(mut card) = store.get(&key).cloned() else {
        return Reply::json(404, &json!({"status": 404, "message": "Card not found"}));
    };
    card["order"] = asked.json()["order"].clone();
    card["stackId"] = asked.json()["stackId"].clone();
    store.put(key, card.clone());
    Reply::json(200, &json!([card]))
}
