//! Orders and their book.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::refusal::{Refusal, within};

/// The most orders the shop takes, so that nobody fills the memory.
pub(crate) const ORDERS: usize = 10_000;
/// The most copies of one order.
const COPIES: i64 = 100;

/// An order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Order {
    pub(crate) id: u64,
    pub(crate) book_id: u64,
    /// As it was when the order was placed: the book may be gone by now.
    pub(crate) title: String,
    pub(crate) quantity: i64,
    pub(crate) total_cents: i64,
    pub(crate) status: Status,
}

/// What has become of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Placed,
    Cancelled,
}

/// What somebody orders.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    pub(crate) book_id: u64,
    #[serde(default = "one")]
    pub(crate) quantity: i64,
}

fn one() -> i64 {
    1
}

/// All orders.
#[derive(Debug, Default)]
pub(crate) struct OrderBook {
    orders: BTreeMap<u64, Order>,
    /// Which key brought which order; there is at most one for each order.
    keys: HashMap<String, (Wish, u64)>,
}

// === impl Wish ===

impl Wish {
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        within("quantity", self.quantity, 1, COPIES).map(|_| ())
    }
}

// === impl OrderBook ===

impl OrderBook {
    pub(crate) fn all(&self) -> impl Iterator<Item = &Order> {
        self.orders.values()
    }

    /// The order that a key brought before, if it was for the same.
    pub(crate) fn repeated(&self, key: &str, wish: &Wish) -> Result<Option<Order>, Refusal> {
        match self.keys.get(key) {
            Some((earlier, order)) if earlier == wish => Ok(self.orders.get(order).cloned()),
            Some((_, order)) => Err(Refusal::KeyReused { order: *order }),
            None => Ok(None),
        }
    }

    /// Writes down an order whose copies are there.
    pub(crate) fn place(
        &mut self,
        wish: &Wish,
        book: &Book,
        key: Option<&str>,
    ) -> Result<Order, Refusal> {
        if self.orders.len() >= ORDERS {
            return Err(Refusal::OrdersFull);
        }
        let order = Order {
            // Orders are never taken out, so that the numbers have no gaps.
            id: self.orders.len() as u64 + 1,
            book_id: book.id,
            title: book.title.clone(),
            quantity: wish.quantity,
            total_cents: book.price_cents * wish.quantity,
            status: Status::Placed,
        };
        if let Some(key) = key {
            self.keys.insert(key.to_owned(), (wish.clone(), order.id));
        }
        self.orders.insert(order.id, order.clone());
        Ok(order)
    }

    /// Cancels an order; the second value is how many copies go back to the shelf.
    pub(crate) fn cancel(&mut self, id: u64) -> Result<(Order, i64), Refusal> {
        let order = self.orders.get_mut(&id).ok_or(Refusal::UnknownOrder(id))?;
        let before = std::mem::replace(&mut order.status, Status::Cancelled);
        let back = match before {
            Status::Placed => order.quantity,
            Status::Cancelled => 0,
        };
        Ok((order.clone(), back))
    }
}
