//! Errors of the shop, as sentences that a model can act on.

use crate::order::ORDERS;
use crate::shop::{SHELF, STOCK};

/// Why the shop refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ShopError {
    #[error("there is no book with the id {0}; `list_books` shows the ids there are")]
    UnknownBook(u64),
    #[error("there is no order with the id {0}; `list_orders` shows the ids there are")]
    UnknownOrder(u64),
    #[error("the shop is full: it takes {SHELF} books; delete one first")]
    ShelfFull,
    #[error("the shop has taken {ORDERS} orders and takes no more; it starts afresh with Candor")]
    OrdersFull,
    #[error(
        "there are {stock} copies of book {book} in stock, and {wanted} are wanted; order fewer, \
         or add copies with `adjust_stock`"
    )]
    OutOfStock { book: u64, stock: i64, wanted: i64 },
    #[error(
        "book {book} has {stock} copies in stock; a change by {change} would leave what must lie \
         between 0 and {STOCK}"
    )]
    StockBounds { book: u64, stock: i64, change: i64 },
    #[error(
        "the idempotency key was used for order {order}, which wanted something else; use a key \
         of its own for each order"
    )]
    KeyReused { order: u64 },
    #[error("`{field}` must be a text that is not empty")]
    Empty { field: &'static str },
    #[error("`{field}` has {length} characters, but at most {most} are allowed")]
    TooLong {
        field: &'static str,
        length: usize,
        most: usize,
    },
    #[error("`{field}` is {value}, but it must lie between {least} and {most}")]
    OutOfRange {
        field: &'static str,
        value: i64,
        least: i64,
        most: i64,
    },
}

// === impl ShopError ===

impl ShopError {
    /// The argument that is wrong, if it is one.
    pub(crate) fn field(&self) -> Option<&'static str> {
        match self {
            Self::Empty { field }
            | Self::TooLong { field, .. }
            | Self::OutOfRange { field, .. } => Some(field),
            _ => None,
        }
    }
}

/// A number that lies in a range.
pub(crate) fn within(
    field: &'static str,
    value: i64,
    least: i64,
    most: i64,
) -> Result<i64, ShopError> {
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(ShopError::OutOfRange {
        field,
        value,
        least,
        most,
    })
}

/// A text without blanks around it and within its length.
pub(crate) fn text(field: &'static str, text: &str, most: usize) -> Result<String, ShopError> {
    let text = text.trim();
    match text.chars().count() {
        length if length > most => Err(ShopError::TooLong {
            field,
            length,
            most,
        }),
        _ => Ok(text.to_owned()),
    }
}

/// A text that is not empty either.
pub(crate) fn line(field: &'static str, raw: &str, most: usize) -> Result<String, ShopError> {
    let line = text(field, raw, most)?;
    if line.is_empty() {
        return Err(ShopError::Empty { field });
    }
    Ok(line)
}
