//! The orders of the shop.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::error::{ShopError, within};

/// The most orders the shop takes, so that clients cannot fill the memory.
pub(crate) const ORDERS: usize = 10_000;
/// The most copies of one order.
const COPIES: i64 = 100;

/// An order in the shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BookOrder {
    pub(crate) id: u64,
    pub(crate) book_id: u64,
    /// The title when the order was placed: the book may have been deleted since.
    pub(crate) title: String,
    pub(crate) quantity: i64,
    pub(crate) total_cents: i64,
    pub(crate) status: OrderStatus,
}

/// The state of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OrderStatus {
    Placed,
    Cancelled,
}

/// The body of a request for an order.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderRequest {
    pub(crate) book_id: u64,
    #[serde(default = "one")]
    pub(crate) quantity: i64,
}

fn one() -> i64 {
    1
}

/// All orders of the shop.
#[derive(Debug, Default)]
pub(crate) struct OrderBook {
    orders: BTreeMap<u64, BookOrder>,
    /// The order for each idempotency key.
    keys: HashMap<String, (OrderRequest, u64)>,
}

// === impl OrderRequest ===

impl OrderRequest {
    pub(crate) fn check(&self) -> Result<(), ShopError> {
        within("quantity", self.quantity, 1, COPIES).map(|_| ())
    }
}

// === impl OrderBook ===

impl OrderBook {
    pub(crate) fn all(&self) -> impl Iterator<Item = &BookOrder> {
        self.orders.values()
    }

    /// The order that a key brought before, if it was for the same.
    pub(crate) fn repeated(
        &self,
        key: &str,
        wish: &OrderRequest,
    ) -> Result<Option<BookOrder>, ShopError> {
        match self.keys.get(key) {
            Some((earlier, order)) if earlier == wish => Ok(self.orders.get(order).cloned()),
            Some((_, order)) => Err(ShopError::KeyReused { order: *order }),
            None => Ok(None),
        }
    }

    /// Writes down an order whose copies are there.
    pub(crate) fn place(
        &mut self,
        wish: &OrderRequest,
        book: &Book,
        key: Option<&str>,
    ) -> Result<BookOrder, ShopError> {
        if self.orders.len() >= ORDERS {
            return Err(ShopError::OrdersFull);
        }
        let order = BookOrder {
            // Orders are never taken out, so that the numbers have no gaps.
            id: self.orders.len() as u64 + 1,
            book_id: book.id,
            title: book.title.clone(),
            quantity: wish.quantity,
            total_cents: book.price_cents * wish.quantity,
            status: OrderStatus::Placed,
        };
        if let Some(key) = key {
            self.keys.insert(key.to_owned(), (wish.clone(), order.id));
        }
        self.orders.insert(order.id, order.clone());
        Ok(order)
    }

    /// Cancels an order; the second value is how many copies go back to the shelf.
    pub(crate) fn cancel(&mut self, id: u64) -> Result<(BookOrder, i64), ShopError> {
        let order = self
            .orders
            .get_mut(&id)
            .ok_or(ShopError::UnknownOrder(id))?;
        let before = std::mem::replace(&mut order.status, OrderStatus::Cancelled);
        let back = match before {
            OrderStatus::Placed => order.quantity,
            OrderStatus::Cancelled => 0,
        };
        Ok((order.clone(), back))
    }
}
