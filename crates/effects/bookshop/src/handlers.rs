//! One function per operation: parses the input, calls the shop, returns JSON.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;

use crate::book::{Book, BookDraft};
use crate::input::{IdempotencyKey, PathId, ShopJson, TargetQuery};
use crate::order::{BookOrder, OrderRequest};
use crate::problem::ProblemResponse;
use crate::shop::{BookList, ListQuery, OrderList, SearchQuery, Shop};

/// The shop as the handlers share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShopState(Arc<Mutex<Shop>>);

/// The result of a handler.
type ShopResponse<T> = Result<Json<T>, ProblemResponse>;

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

// === impl ShopState ===

impl ShopState {
    /// No handler awaits while it holds the lock. A panic leaves the shop in the state before or
    /// after a single assignment, which is consistent.
    fn shop(&self) -> MutexGuard<'_, Shop> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) async fn list_books(
    State(counter): State<ShopState>,
    TargetQuery(query): TargetQuery<ListQuery>,
) -> ShopResponse<BookList> {
    Ok(Json(counter.shop().list(&query)?))
}

pub(crate) async fn search_books(
    State(counter): State<ShopState>,
    ShopJson(query): ShopJson<SearchQuery>,
) -> ShopResponse<BookList> {
    Ok(Json(counter.shop().search(&query)?))
}

pub(crate) async fn get_book(
    State(counter): State<ShopState>,
    PathId(id): PathId,
) -> ShopResponse<Book> {
    Ok(Json(counter.shop().get(id)?))
}

pub(crate) async fn add_book(
    State(counter): State<ShopState>,
    ShopJson(draft): ShopJson<BookDraft>,
) -> Result<impl IntoResponse, ProblemResponse> {
    let book = counter.shop().add(&draft)?;
    let place = [(header::LOCATION, format!("/books/{}", book.id))];
    Ok((StatusCode::CREATED, place, Json(book)))
}

pub(crate) async fn replace_book(
    State(counter): State<ShopState>,
    PathId(id): PathId,
    ShopJson(draft): ShopJson<BookDraft>,
) -> ShopResponse<Book> {
    Ok(Json(counter.shop().replace(id, &draft)?))
}

pub(crate) async fn update_price(
    State(counter): State<ShopState>,
    PathId(id): PathId,
    ShopJson(new): ShopJson<NewPrice>,
) -> ShopResponse<Book> {
    Ok(Json(counter.shop().update_price(id, new.price_cents)?))
}

pub(crate) async fn adjust_stock(
    State(counter): State<ShopState>,
    PathId(id): PathId,
    ShopJson(stock): ShopJson<StockChange>,
) -> ShopResponse<Book> {
    Ok(Json(counter.shop().adjust_stock(id, stock.change)?))
}

pub(crate) async fn delete_book(
    State(counter): State<ShopState>,
    PathId(id): PathId,
) -> ShopResponse<Book> {
    Ok(Json(counter.shop().delete(id)?))
}

pub(crate) async fn list_orders(State(counter): State<ShopState>) -> Json<OrderList> {
    Json(counter.shop().orders())
}

pub(crate) async fn place_order(
    State(counter): State<ShopState>,
    IdempotencyKey(key): IdempotencyKey,
    ShopJson(wish): ShopJson<OrderRequest>,
) -> Result<(StatusCode, Json<BookOrder>), ProblemResponse> {
    let order = counter.shop().place_order(&wish, key.as_deref())?;
    Ok((StatusCode::CREATED, Json(order)))
}

pub(crate) async fn cancel_order(
    State(counter): State<ShopState>,
    PathId(id): PathId,
) -> ShopResponse<BookOrder> {
    Ok(Json(counter.shop().cancel_order(id)?))
}
