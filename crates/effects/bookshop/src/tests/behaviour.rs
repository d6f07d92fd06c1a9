//! What the operations do to the shop.

use serde_json::{Value, json};

use super::ShopClient;

#[tokio::test]
async fn books_come_and_go() {
    let visitor = ShopClient::enter();
    assert_eq!(visitor.get("/books").await["total"], 5);
    let emma = json!({"title": " Emma ", "author": "Jane Austen", "price_cents": 700});
    let added = visitor.ask("POST", "/books", &emma).await.body;
    assert_eq!(
        added,
        json!({
            "id": 6,
            "title": "Emma",
            "author": "Jane Austen",
            "price_cents": 700,
            "stock": 0,
            "description": "",
        })
    );
    let austen = visitor.get("/books?author=austen&limit=1&offset=1").await;
    assert_eq!(
        (&austen["total"], &austen["books"][0]["id"]),
        (&json!(2), &json!(6))
    );
    let price = json!({"price_cents": 5});
    visitor.ask("PUT", "/books/6/price", &price).await;
    assert_eq!(visitor.get("/books/6").await["price_cents"], 5);
    let whole = json!({"title": "E", "author": "J", "price_cents": 1, "description": "d"});
    visitor.ask("PUT", "/books/6", &whole).await;
    let replaced = visitor.get("/books/6").await;
    assert_eq!(
        (&replaced["title"], &replaced["description"]),
        (&json!("E"), &json!("d"))
    );
    let gone = visitor.ask("DELETE", "/books/6", &Value::Null).await;
    assert_eq!((gone.status, gone.body), (200, replaced));
    assert_eq!(visitor.get("/books").await["total"], 5);
    // An id is not given twice.
    assert_eq!(visitor.ask("POST", "/books", &emma).await.body["id"], 7);
}

#[tokio::test]
async fn a_search_finds_by_all_conditions() {
    let visitor = ShopClient::enter();
    for (query, expect) in [
        (json!({}), vec![1, 2, 3, 4, 5]),
        (json!({"text": "Creature, stud"}), vec![2]),
        (json!({"text": "the", "in_stock": true}), vec![3]),
        (json!({"max_price_cents": 800}), vec![2, 3]),
        (json!({"max_price_cents": 800, "limit": 1}), vec![2]),
        (json!({"text": "whales"}), vec![]),
    ] {
        let found = visitor.ask("POST", "/books/search", &query).await.body;
        let ids: Vec<_> = found["books"]
            .as_array()
            .expect("books")
            .iter()
            .map(|book| book["id"].as_u64().expect("an id"))
            .collect();
        assert_eq!(ids, expect, "{query}");
    }
}

#[tokio::test]
async fn an_order_takes_copies_and_a_cancellation_gives_them_back_once() {
    let visitor = ShopClient::enter();
    let order = json!({"book_id": 1, "quantity": 3});
    let placed = visitor.ask("POST", "/orders", &order).await;
    assert_eq!(
        (placed.status, &placed.body["total_cents"]),
        (201, &json!(2550))
    );
    assert_eq!(visitor.get("/books/1").await["stock"], 9);
    for _ in 0..2 {
        let cancelled = visitor.ask("POST", "/orders/1/cancel", &Value::Null).await;
        assert_eq!(cancelled.body["status"], "cancelled");
        assert_eq!(visitor.get("/books/1").await["stock"], 12);
    }
    let orders = visitor.get("/orders").await;
    assert_eq!(
        (&orders["total"], &orders["orders"][0]["status"]),
        (&json!(1), &json!("cancelled"))
    );
}

#[tokio::test]
async fn an_order_outlives_its_book() {
    let visitor = ShopClient::enter();
    visitor
        .ask("POST", "/orders", &json!({"book_id": 4, "quantity": 2}))
        .await;
    let refused = visitor.ask("POST", "/orders", &json!({"book_id": 4})).await;
    assert_eq!(
        refused.body["detail"],
        "there are 0 copies of book 4 in stock, and 1 are wanted; order fewer, or add copies with \
         `adjust_stock`"
    );
    visitor.ask("DELETE", "/books/4", &Value::Null).await;
    let cancelled = visitor.ask("POST", "/orders/1/cancel", &Value::Null).await;
    assert_eq!(
        (cancelled.status, &cancelled.body["title"]),
        (200, &json!("Middlemarch"))
    );
}

#[tokio::test]
async fn an_idempotency_key_places_one_order() {
    let visitor = ShopClient::enter();
    let order = async |key: &str, body: Value| {
        let request = visitor
            .request("POST", "/orders")
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        super::got(request.body(body.to_string())).await
    };
    let first = order("k1", json!({"book_id": 1})).await;
    let again = order("k1", json!({"book_id": 1, "quantity": 1})).await;
    assert_eq!((first.status, first.body), (again.status, again.body));
    assert_eq!(visitor.get("/books/1").await["stock"], 11);
    let other = order("k1", json!({"book_id": 2})).await;
    assert_eq!(other.status, 409);
    assert_eq!(order("k2", json!({"book_id": 1})).await.body["id"], 2);
    assert_eq!(
        order(&"k".repeat(101), json!({"book_id": 1})).await.status,
        400
    );
}

#[tokio::test]
async fn every_shop_is_its_own() {
    let (one, other) = (ShopClient::enter(), ShopClient::enter());
    one.ask("DELETE", "/books/1", &Value::Null).await;
    assert_eq!(one.get("/books").await["total"], 4);
    assert_eq!(other.get("/books").await["total"], 5);
}
