//! The Deck app: boards, stacks, cards and labels, and comments over OCS.

mod card;
mod comments;

use serde_json::{Value, json};

use super::{Asked, Reply};
use crate::store::ServerStore;

pub(super) use comments::answer as comments;

pub(super) fn answer(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    match (asked.method.as_str(), rest) {
        ("PUT", ["cards", card, "reorder"]) => card::reorder(store, asked, card),
        ("GET", ["api", "v1.0", "boards"]) => {
            let boards = store.below("deck/board/").into_iter();
            Reply::json(200, &boards.map(|(_, board)| board).collect())
        }
        ("POST", ["api", "v1.0", "boards"]) => {
            let id = store.next_id("deck/board/");
            let mut board = asked.json();
            board["id"] = id.into();
            board["owner"] = json!({"uid": "ada-uid"});
            store.put(format!("deck/board/{id}"), board.clone());
            Reply::json(200, &board)
        }
        (_, ["api", version, "boards", board, rest @ ..]) => {
            let key = format!("deck/board/{board}");
            if store.get(&key).is_none() {
                return missing();
            }
            within(store, asked, version, board, rest)
        }
        _ => Reply::json(404, &json!({"message": "no such version of the interface"})),
    }
}

fn missing() -> Reply {
    Reply::json(403, &json!({"status": 403, "message": "Permission denied"}))
}

fn within(
    store: &mut ServerStore,
    asked: &Asked,
    version: &str,
    board: &str,
    rest: &[&str],
) -> Reply {
    match (asked.method.as_str(), version, rest) {
        ("GET", "v1.0", []) => {
            let mut shown = store.get(&format!("deck/board/{board}")).unwrap().clone();
            let labels = store
                .below("deck/label/")
                .into_iter()
                .map(|(_, label)| label);
            shown["labels"] = labels.collect();
            Reply::json(200, &shown)
        }
        (_, "v1.0", ["labels", rest @ ..]) => labels(store, asked, rest),
        ("GET", "v1.0", ["stacks"]) => Reply::json(200, &stacks(store, board, false)),
        ("GET", "v1.0", ["stacks", "archived"]) => Reply::json(200, &stacks(store, board, true)),
        ("POST", "v1.0", ["stacks"]) => {
            let id = store.next_id("deck/stack/");
            let mut stack = asked.json();
            stack["id"] = id.into();
            stack["boardId"] = board.parse::<u64>().unwrap().into();
            store.put(format!("deck/stack/{id}"), stack.clone());
            Reply::json(200, &stack)
        }
        (_, "v1.0", ["stacks", stack]) => one_stack(store, asked, stack),
        (_, version, ["stacks", stack, "cards", rest @ ..]) => {
            card::answer(store, asked, version, stack, rest)
        }
        _ => Reply::json(404, &json!({"message": "no such route"})),
    }
}

fn stacks(store: &ServerStore, board: &str, archived: bool) -> Value {
    let board: u64 = board.parse().unwrap();
    let all = store.below("deck/stack/").into_iter();
    let all = all.filter(|(_, stack)| stack["boardId"] == board);
    all.map(|(_, stack)| with_cards(store, stack, archived))
        .collect()
}

fn with_cards(store: &ServerStore, mut stack: Value, archived: bool) -> Value {
    let cards = store.below("deck/card/").into_iter().map(|(_, card)| card);
    let cards = cards
        .filter(|card| card["stackId"] == stack["id"] && (card["archived"] == true) == archived);
    stack["cards"] = cards.collect();
    stack
}

fn one_stack(store: &mut ServerStore, asked: &Asked, id: &str) -> Reply {
    let key = format!("deck/stack/{id}");
    let Some(stack) = store.get(&key).cloned() else {
        return Reply::json(404, &json!({"status": 404, "message": "Stack not found"}));
    };
    match asked.method.as_str() {
        "GET" => Reply::json(200, &with_cards(store, stack, false)),
        "PUT" => {
            let mut stack = stack;
            for name in ["title", "order"] {
                let Some(value) = asked.json().get(name).cloned() else {
                    return Reply::json(
                        400,
                        &json!({"message": format!("{name} must be provided")}),
                    );
                };
                stack[name] = value;
            }
            store.put(key, stack.clone());
            Reply::json(200, &stack)
        }
        _ => {
            store.remove(&key);
            Reply::json(200, &stack)
        }
    }
}

fn labels(store: &mut ServerStore, asked: &Asked, rest: &[&str]) -> Reply {
    if asked.method == "POST" {
        let mut label = asked.json();
        let all = store.below("deck/label/");
        if all
            .iter()
            .any(|(_, known)| known["title"] == label["title"])
        {
            return Reply::json(400, &json!({"message": "title must be unique"}));
        }
        let id = store.next_id("deck/label/");
        label["id"] = id.into();
        store.put(format!("deck/label/{id}"), label.clone());
        return Reply::json(200, &label);
    }
    let key = format!("deck/label/{}", rest[0]);
    let Some(mut label) = store.get(&key).cloned() else {
        return Reply::json(404, &json!({"status": 404, "message": "Label not found"}));
    };
    match asked.method.as_str() {
        "PUT" => {
            label["title"] = asked.json()["title"].clone();
            label["color"] = asked.json()["color"].clone();
            store.put(key, label.clone());
        }
        "DELETE" => {
            store.remove(&key);
        }
        _ => {}
    }
    Reply::json(200, &label)
}
