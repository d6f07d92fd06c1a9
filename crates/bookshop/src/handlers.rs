//! One function for each operation: input in, the shop asked, JSON out.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;

use crate::book::{Book, Draft};
use crate::input::{Asked, Body, Id, Key};
use crate::order::{Order, Wish};
use crate::problem::Problem;
use crate::shop::{BookList, ListQuery, OrderList, SearchQuery, Shop};

/// The shop as the handlers share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter(Arc<Mutex<Shop>>);

/// What a handler gives.
type Answer<T> = Result<Json<T>, Problem>;

/// The body of `update_price`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPrice {
    price_cents: i64,
}

/// The body of `adjust_stock`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StockChange {
    change: i64,
}

// === impl Counter ===

impl Counter {
    /// No handler waits while it holds the shop. A panic leaves it as it was before or after one
    /// assignment, which is a shop like any other.
    fn shop(&self) -> MutexGuard<'_, Shop> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) async fn list_books(
    State(counter): State<Counter>,
    Asked(query): Asked<ListQuery>,
) -> Answer<BookList> {
    Ok(Json(counter.shop().list(&query)?))
}

pub(crate) async fn search_books(
    State(counter): State<Counter>,
    Body(query): Body<SearchQuery>,
) -> Answer<BookList> {
    Ok(Json(counter.shop().search(&query)?))
}

pub(crate) async fn get_book(State(counter): State<Counter>, Id(id): Id) -> Answer<Book> {
    Ok(Json(counter.shop().get(id)?))
}

pub(crate) async fn add_book(
    State(counter): State<Counter>,
    Body(draft): Body<Draft>,
) -> Result<impl IntoResponse, Problem> {
    let book = counter.shop().add(&draft)?;
    let place = [(header::LOCATION, format!("/books/{}", book.id))];
    Ok((StatusCode::CREATED, place, Json(book)))
}

pub(crate) async fn replace_book(
    State(counter): State<Counter>,
    Id(id): Id,
    Body(draft): Body<Draft>,
) -> Answer<Book> {
    Ok(Json(counter.shop().replace(id, &draft)?))
}

pub(crate) async fn update_price(
    State(counter): State<Counter>,
    Id(id): Id,
    Body(new): Body<NewPrice>,
) -> Answer<Book> {
    Ok(Json(counter.shop().update_price(id, new.price_cents)?))
}

pub(crate) async fn adjust_stock(
    State(counter): State<Counter>,
    Id(id): Id,
    Body(stock): Body<StockChange>,
) -> Answer<Book> {
    Ok(Json(counter.shop().adjust_stock(id, stock.change)?))
}

pub(crate) async fn delete_book(State(counter): State<Counter>, Id(id): Id) -> Answer<Book> {
    Ok(Json(counter.shop().delete(id)?))
}

pub(crate) async fn list_orders(State(counter): State<Counter>) -> Json<OrderList> {
    Json(counter.shop().orders())
}

pub(crate) async fn place_order(
    State(counter): State<Counter>,
    Key(key): Key,
    Body(wish): Body<Wish>,
) -> Result<(StatusCode, Json<Order>), Problem> {
    let order = counter.shop().place_order(&wish, key.as_deref())?;
    Ok((StatusCode::CREATED, Json(order)))
}

pub(crate) async fn cancel_order(State(counter): State<Counter>, Id(id): Id) -> Answer<Order> {
    Ok(Json(counter.shop().cancel_order(id)?))
}
