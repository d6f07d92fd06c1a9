//! Books, and the input for creating one.

use serde::{Deserialize, Serialize};

use crate::error::{ShopError, line, text, within};
use crate::shop::STOCK;

/// The longest title, author or search, and the longest description, in characters.
pub(crate) const LINE: usize = 200;
const DESCRIPTION: usize = 1000;
/// The highest price, in cents.
pub(crate) const PRICE: i64 = 1_000_000;

/// A book on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Book {
    pub(crate) id: u64,
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) price_cents: i64,
    pub(crate) stock: i64,
    pub(crate) description: String,
}

/// A book as a client describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BookDraft {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) price_cents: i64,
    #[serde(default)]
    pub(crate) stock: i64,
    #[serde(default)]
    pub(crate) description: String,
}

// === impl BookDraft ===

impl BookDraft {
    /// The book under an id, if everything about it is in order.
    pub(crate) fn check(&self, id: u64) -> Result<Book, ShopError> {
        Ok(Book {
            id,
            title: line("title", &self.title, LINE)?,
            author: line("author", &self.author, LINE)?,
            price_cents: price(self.price_cents)?,
            stock: within("stock", self.stock, 0, STOCK)?,
            description: text("description", &self.description, DESCRIPTION)?,
        })
    }
}

/// Validates a price.
pub(crate) fn price(cents: i64) -> Result<i64, ShopError> {
    within("price_cents", cents, 0, PRICE)
}
