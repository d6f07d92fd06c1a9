//! The demo as a client sees it: an API whose tools say what they do, and do it.

use serde_json::{Value, json};

use crate::sandbox::CommandSandbox;
use crate::serve::ServeProcess;

/// The revision in which a request stands alone.
const REVISION: &str = "2026-07-28";

/// A tool, and whether it reads only, destroys and can be repeated.
const HINTS: [(&str, [bool; 3]); 11] = [
    ("list_books", [true, false, true]),
    ("add_book", [false, false, false]),
    ("search_books", [true, false, true]),
    ("get_book", [true, false, true]),
    ("replace_book", [false, true, true]),
    ("delete_book", [false, true, true]),
    ("update_price", [false, true, true]),
    ("adjust_stock", [false, false, false]),
    ("list_orders", [true, false, true]),
    ("place_order", [false, false, false]),
    ("cancel_order", [false, true, true]),
];

/// One request of a client; its result.
fn ask(served: &ServeProcess, method: &str, mut params: Value) -> Value {
    let name = params["name"].as_str().unwrap_or_default().to_owned();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let mut headers = format!("MCP-Protocol-Version: {REVISION}\r\nMcp-Method: {method}\r\n");
    if !name.is_empty() {
        headers.push_str("Mcp-Name: ");
        headers.push_str(&name);
        headers.push_str("\r\n");
    }
    let answer = served.post("/mcp", &headers, &body.to_string());
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    // An answer that takes its time comes in pieces, each with its length before it.
    let (begin, end) = (body.find('{'), body.rfind('}'));
    let (begin, end) = begin.zip(end).expect("an object");
    let answer: Value = serde_json::from_str(&body[begin..=end]).expect("JSON");
    answer["result"].clone()
}

/// Calls a tool, which succeeds; what it gives.
#[track_caller]
fn call(served: &ServeProcess, tool: &str, arguments: Value) -> Value {
    let name = format!("bookshop_{tool}");
    let mut params = json!({"name": name});
    params["arguments"] = arguments;
    let result = ask(served, "tools/call", params);
    assert_ne!(result["isError"], true, "{tool}: {result}");
    result["structuredContent"].clone()
}

#[test]
fn its_tools_say_what_they_do() {
    let served = ServeProcess::start(&CommandSandbox::new(), &[]);
    let result = ask(&served, "tools/list", json!({}));
    let tools = result["tools"].as_array().expect("a list");
    let shop = tools.iter().filter_map(|tool| {
        let name = tool["name"].as_str()?.strip_prefix("bookshop_")?;
        let hints = &tool["annotations"];
        assert_eq!(hints["openWorldHint"], false, "{tool}");
        assert!(tool["title"].is_string(), "{tool}");
        let hint = |key: &str| hints[key].as_bool().expect("a hint");
        let hints = ["readOnlyHint", "destructiveHint", "idempotentHint"].map(hint);
        Some((name, hints))
    });
    assert_eq!(shop.collect::<Vec<_>>(), HINTS);
}

#[test]
fn its_tools_do_what_they_say() {
    let sandbox = CommandSandbox::new();
    sandbox.allow_destructive();
    let served = ServeProcess::start(&sandbox, &[]);
    let book = json!({"title": "Emma", "author": "Jane Austen", "price_cents": 700, "stock": 3});
    let added = call(&served, "add_book", book);
    let id = added["id"].clone();
    let austen = call(&served, "list_books", json!({"author": "austen"}));
    assert_eq!(austen["total"], 2);
    let found = call(&served, "search_books", json!({"text": "emma"}));
    assert_eq!(found["books"], json!([added]));

    let dearer = json!({"id": id, "price_cents": 900});
    let dearer = call(&served, "update_price", dearer);
    assert_eq!(dearer["price_cents"], 900);
    let fewer = call(&served, "adjust_stock", json!({"id": id, "change": -1}));
    assert_eq!(fewer["stock"], 2);
    let order = json!({"book_id": id, "quantity": 2});
    let order = call(&served, "place_order", order);
    assert_eq!(order["total_cents"], 1800);
    // Another call is another order, and there is no copy left.
    let params = json!({"name": "bookshop_place_order", "arguments": {"book_id": id}});
    let refused = ask(&served, "tools/call", params);
    assert_eq!(refused["isError"], true, "{refused}");
    let sentence = refused["content"][0]["text"].as_str().expect("text");
    assert!(sentence.contains("409"), "{sentence}");
    assert!(sentence.contains("`adjust_stock`"), "{sentence}");
    let cancelled = call(&served, "cancel_order", json!({"id": order["id"]}));
    assert_eq!(cancelled["status"], "cancelled");
    let orders = call(&served, "list_orders", json!({}));
    assert_eq!(orders["orders"], json!([cancelled]));

    let other = json!({"id": id, "title": "Persuasion", "author": "Jane Austen", "price_cents": 5});
    let replaced = call(&served, "replace_book", other);
    let expect = (&json!("Persuasion"), &json!(0));
    assert_eq!((&replaced["title"], &replaced["stock"]), expect);
    assert_eq!(call(&served, "get_book", json!({"id": id})), replaced);
    assert_eq!(call(&served, "delete_book", json!({"id": id})), replaced);
    assert_eq!(call(&served, "list_books", json!({}))["total"], 5);
}

#[test]
fn a_model_may_ask_for_less() {
    let served = ServeProcess::start(&CommandSandbox::new(), &[]);
    let less = json!({"_select": "[.books[].title]", "limit": 2});
    let less = call(&served, "list_books", less);
    let titles = json!(["Pride and Prejudice", "Frankenstein"]);
    assert_eq!(less, json!({"selected": titles}));
}

#[test]
fn every_shop_is_a_new_one() {
    let sandbox = CommandSandbox::new();
    sandbox.allow_destructive();
    for _ in 0..2 {
        let served = ServeProcess::start(&sandbox, &[]);
        let gone = call(&served, "delete_book", json!({"id": 1}));
        assert_eq!(gone["title"], "Pride and Prejudice");
        let (code, _, logged) = served.end("-TERM");
        assert_eq!(code, Some(0), "{logged}");
        // The shop has another address now, and its tools are the same.
        assert!(!logged.contains("changed"), "{logged}");
    }
    let drifts = sandbox.run("drift list --json");
    assert_eq!(drifts.json()["drifts"], json!([]), "{drifts}");
}

#[test]
fn what_destroys_waits_for_somebody() {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    std::thread::scope(|scope| {
        let calling = scope.spawn(|| call(&served, "delete_book", json!({"id": 1})));
        // The call is on its way; it waits as soon as it is there.
        let id = loop {
            let listed = sandbox.json("approvals list --json");
            if let Some(id) = listed["approvals"][0]["id"].as_str() {
                break id.to_owned();
            }
            assert!(!calling.is_finished(), "nobody was asked");
        };
        sandbox.exits(0, &format!("approvals approve {id}"));
        let gone = calling.join().expect("an answer");
        assert_eq!(gone["title"], "Pride and Prejudice");
    });
    let (code, _, logged) = served.end("-TERM");
    assert_eq!(code, Some(0), "{logged}");
}
