//! Every reply that the document promises is provoked, and fits its schema.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::document::ApiDocument;
use super::{ShopClient, ShopReply};

/// One request and the status it should get.
type ReplyCase = (&'static str, &'static str, Value, u16);

/// In this order: later ones rely on what earlier ones did.
fn cases() -> Vec<ReplyCase> {
    let none = Value::Null;
    let draft = json!({"title": "Emma", "author": "Jane Austen", "price_cents": 700});
    let nameless = json!({"title": " ", "author": "x", "price_cents": 1});
    let unknown = json!({"title": "a", "author": "b", "price_cents": 1, "isbn": "c"});
    vec![
        ("list_books", "/books", none.clone(), 200),
        (
            "list_books",
            "/books?author=AUSTEN&limit=1&offset=0",
            none.clone(),
            200,
        ),
        ("list_books", "/books?limit=0", none.clone(), 400),
        ("list_books", "/books?limit=many", none.clone(), 400),
        ("list_books", "/books?authr=x", none.clone(), 400),
        ("list_books", "/books?offset=-1", none.clone(), 400),
        ("add_book", "/books", draft.clone(), 201),
        ("add_book", "/books", nameless.clone(), 400),
        ("add_book", "/books", unknown, 400),
        ("add_book", "/books", json!([]), 400),
        ("add_book", "/books", none.clone(), 415),
        (
            "search_books",
            "/books/search",
            json!({"text": "diamond NIGHT"}),
            200,
        ),
        (
            "search_books",
            "/books/search",
            json!({"max_price_cents": -1}),
            400,
        ),
        ("get_book", "/books/6", none.clone(), 200),
        ("get_book", "/books/one", none.clone(), 400),
        ("get_book", "/books/%2B1", none.clone(), 400),
        ("get_book", "/books/0", none.clone(), 400),
        ("get_book", "/books/99", none.clone(), 404),
        ("replace_book", "/books/6", draft.clone(), 200),
        ("replace_book", "/books/6", nameless, 400),
        ("replace_book", "/books/99", draft, 404),
        (
            "update_price",
            "/books/6/price",
            json!({"price_cents": 5}),
            200,
        ),
        (
            "update_price",
            "/books/6/price",
            json!({"price_cents": 2_000_000}),
            400,
        ),
        ("update_price", "/books/6/price", json!({}), 400),
        (
            "update_price",
            "/books/99/price",
            json!({"price_cents": 5}),
            404,
        ),
        ("adjust_stock", "/books/6/stock", json!({"change": 2}), 200),
        (
            "adjust_stock",
            "/books/6/stock",
            json!({"change": 1.5}),
            400,
        ),
        (
            "adjust_stock",
            "/books/6/stock",
            json!({"change": i64::MIN}),
            400,
        ),
        ("adjust_stock", "/books/99/stock", json!({"change": 1}), 404),
        ("adjust_stock", "/books/6/stock", json!({"change": -3}), 409),
        ("place_order", "/orders", json!({"book_id": 6}), 201),
        (
            "place_order",
            "/orders",
            json!({"book_id": 6, "quantity": 0}),
            400,
        ),
        ("place_order", "/orders", json!({"book_id": -6}), 400),
        ("place_order", "/orders", json!({"book_id": 99}), 404),
        ("place_order", "/orders", json!({"book_id": 5}), 409),
        ("list_orders", "/orders", none.clone(), 200),
        ("cancel_order", "/orders/1/cancel", none.clone(), 200),
        ("cancel_order", "/orders/1/cancel", none.clone(), 200),
        ("cancel_order", "/orders/x/cancel", none.clone(), 400),
        ("cancel_order", "/orders/2/cancel", none.clone(), 404),
        ("delete_book", "/books/6", none.clone(), 200),
        ("delete_book", "/books/six", none.clone(), 400),
        ("delete_book", "/books/6", none, 404),
    ]
}

/// The documented response that a reply belongs to.
fn check(document: &ApiDocument, id: &str, got: &ShopReply) -> String {
    let responses = &document.operation(id).value["responses"];
    let exact = got.status.to_string();
    let (key, response) = match responses.get(&exact) {
        Some(response) => (exact, response),
        None => ("default".to_owned(), &responses["default"]),
    };
    let response = document.follow(response);
    let media = &response["content"][&got.content_type];
    assert!(
        media.is_object(),
        "{id}: `{}` is not documented",
        got.content_type
    );
    assert_eq!(
        document.misfits(&media["schema"], &got.body),
        [""; 0],
        "{id}: {got:?}"
    );
    key
}

#[tokio::test]
async fn every_reply_fits_and_every_documented_reply_occurs() {
    let document = ApiDocument::read();
    let visitor = ShopClient::enter();
    let mut seen = BTreeSet::new();
    for (id, target, body, expect) in cases() {
        let method = document.operation(id).method.to_uppercase();
        let got = visitor.ask(&method, target, &body).await;
        assert_eq!(got.status, expect, "{id} {target} {body}: {got:?}");
        let key = check(&document, id, &got);
        assert!(
            got.status < 400 || got.body["status"] == got.status,
            "{got:?}"
        );
        seen.insert((id.to_owned(), key));
    }
    // It takes ten thousand books; `bounds` looks at it from nearer by.
    seen.insert(("add_book".to_owned(), "409".to_owned()));
    let documented: BTreeSet<_> = document
        .operations()
        .flat_map(|operation| {
            let id = operation.id().to_owned();
            let responses = operation.value["responses"].as_object();
            let keys: Vec<_> = responses.expect("responses").keys().cloned().collect();
            keys.into_iter().map(move |key| (id.clone(), key))
        })
        .filter(|(_, key)| key != "default")
        .collect();
    let missing: Vec<_> = documented.difference(&seen).collect();
    assert!(missing.is_empty(), "never provoked: {missing:?}");
}
