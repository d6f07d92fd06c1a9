//! What the shop does not put up with.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use axum::response::IntoResponse as _;
use serde_json::{Value, json};

use super::{Bookshop, ShopClient, got};
use crate::book::BookDraft;
use crate::error::ShopError;
use crate::order::{ORDERS, OrderRequest};
use crate::problem::ProblemResponse;
use crate::shop::{SHELF, STOCK, Shop};

/// Long enough for a loaded machine; a test that reaches it has failed.
const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn what_does_not_fit_is_named() {
    let visitor = ShopClient::enter();
    for (method, path, body, status, detail, field) in [
        (
            "POST",
            "/books",
            json!({"title": "x".repeat(201), "author": "x", "price_cents": 1}),
            400,
            "`title` has 201 characters, but at most 200 are allowed",
            json!("title"),
        ),
        (
            "PUT",
            "/books/1/price",
            json!({"price_cents": -5}),
            400,
            "`price_cents` is -5, but it must lie between 0 and 1000000",
            json!("price_cents"),
        ),
        (
            "POST",
            "/books",
            json!({"title": "a", "author": "b"}),
            400,
            "the body does not fit: missing field `price_cents` at line 1 column 26",
            Value::Null,
        ),
        (
            "GET",
            "/books/99",
            Value::Null,
            404,
            "there is no book with the id 99; `list_books` shows the ids there are",
            Value::Null,
        ),
        (
            "PATCH",
            "/books/2/stock",
            json!({"change": -5}),
            409,
            "book 2 has 4 copies in stock; a change by -5 would leave what must lie between 0 and \
             10000",
            Value::Null,
        ),
        (
            "DELETE",
            "/books",
            Value::Null,
            405,
            "`/books` does not take DELETE; `/openapi.yaml` says what can be done there",
            Value::Null,
        ),
        (
            "GET",
            "/cellar",
            Value::Null,
            404,
            "there is nothing at `/cellar`; `/openapi.yaml` says what there is",
            Value::Null,
        ),
    ] {
        let got = visitor.ask(method, path, &body).await;
        assert_eq!(got.content_type, "application/problem+json");
        assert_eq!((got.status, &got.body["detail"]), (status, &json!(detail)));
        assert_eq!(got.body["field"], field, "{detail}");
    }
}

#[tokio::test]
async fn a_body_is_json_and_small() {
    let visitor = ShopClient::enter();
    let post = |kind: &str, body: String| {
        let request = visitor
            .request("POST", "/books")
            .header("content-type", kind);
        got(request.body(body))
    };
    let huge = format!("{{\"title\": \"{}\"}}", "x".repeat(70_000));
    assert_eq!(post("application/json", huge).await.status, 413);
    assert_eq!(post("text/plain", "{}".to_owned()).await.status, 415);
    let charset = post("Application/JSON; charset=utf-8", "{".to_owned()).await;
    assert_eq!(charset.status, 400);
    let detail = charset.body["detail"].as_str().expect("a detail");
    assert!(detail.starts_with("the body does not fit: EOF"), "{detail}");
    assert_eq!(visitor.get("/books").await["total"], 5);
}

#[tokio::test]
async fn pages_and_other_hosts_stay_outside() {
    let visitor = ShopClient::enter();
    let port = visitor.shop.address().port();
    for (name, value, expect) in [
        ("host", format!("localhost:{port}"), 200),
        ("host", "evil.example".to_owned(), 421),
        ("host", "127.0.0.1:1".to_owned(), 421),
        ("origin", "http://localhost".to_owned(), 403),
    ] {
        let got = got(visitor.request("GET", "/books").header(name, &value)).await;
        assert_eq!(got.status, expect, "{name}: {value}");
    }
}

#[test]
fn a_full_shop_takes_no_more() {
    let mut shop = Shop::default();
    let draft = BookDraft {
        title: "t".to_owned(),
        author: "a".to_owned(),
        price_cents: 1,
        stock: STOCK,
        description: String::new(),
    };
    for _ in 5..SHELF {
        shop.add(&draft).expect("a book");
    }
    let full = shop.add(&draft).expect_err("full");
    assert_eq!(full, ShopError::ShelfFull);
    assert_eq!(ProblemResponse::from(full).into_response().status(), 409);
    shop.delete(1).expect("a book");
    assert_eq!(shop.add(&draft).map(|book| book.id), Ok(SHELF as u64 + 1));
    let wish = OrderRequest {
        book_id: 6,
        quantity: 1,
    };
    for _ in 0..ORDERS {
        shop.place_order(&wish, None).expect("an order");
    }
    shop.adjust_stock(6, 1).expect("one copy");
    assert_eq!(shop.place_order(&wish, None), Err(ShopError::OrdersFull));
    assert_eq!(shop.get(6).map(|book| book.stock), Ok(1));
}

#[tokio::test]
async fn a_closed_shop_is_gone() {
    let shop = Bookshop::open().expect("a loopback port");
    let address = shop.address();
    shop.close().await;
    TcpStream::connect(address).expect_err("nobody listens");
}

#[tokio::test]
async fn a_dropped_shop_is_gone_a_moment_later() {
    let shop = Bookshop::open().expect("a loopback port");
    let address = shop.address();
    drop(shop);
    let gone = async {
        while TcpStream::connect(address).is_ok() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(PATIENCE, gone).await.expect("closed");
}

#[tokio::test]
async fn a_customer_who_dawdles_does_not_keep_the_shop_open() {
    let shop = Bookshop::open().expect("a loopback port");
    let mut dawdler = TcpStream::connect(shop.address()).expect("a connection");
    let half = format!(
        "POST /books HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
         content-length: 10\r\nexpect: 100-continue\r\n\r\n",
        shop.address()
    );
    dawdler.write_all(half.as_bytes()).expect("sent");
    // The shop asks for the body, so it is at work, and waits for ten bytes that do not come.
    let told = tokio::task::spawn_blocking(move || {
        let mut told = [0; 12];
        dawdler.read_exact(&mut told).map(|()| (told, dawdler))
    });
    let (told, dawdler) = told.await.expect("joined").expect("asked for the body");
    assert_eq!(&told, b"HTTP/1.1 100");
    tokio::time::timeout(PATIENCE, shop.close())
        .await
        .expect("closed");
    drop(dawdler);
}

#[test]
fn a_shop_needs_a_runtime() {
    Bookshop::open().expect_err("no runtime");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_ends_with_the_shop() {
    let shop = Bookshop::open().expect("a loopback port");
    let mut idle = TcpStream::connect(shop.address()).expect("a connection");
    let request = format!("GET /orders HTTP/1.1\r\nhost: {}\r\n\r\n", shop.address());
    idle.write_all(request.as_bytes()).expect("sent");
    assert!(idle.read(&mut [0; 1024]).expect("a reply") > 0);
    shop.close().await;
    let mut rest = Vec::new();
    idle.read_to_end(&mut rest).expect("an end");
}
