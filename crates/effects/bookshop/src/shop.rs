//! The shop's state and operations.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::book::{Book, BookDraft, LINE, PRICE, price};
use crate::error::{ShopError, text, within};
use crate::order::{BookOrder, OrderBook, OrderRequest};

/// The most books the shop takes, so that clients cannot fill the memory.
pub(crate) const SHELF: usize = 10_000;
/// The most copies of one book.
pub(crate) const STOCK: i64 = 10_000;
/// The most books of one answer, and how many there are by default.
const PAGE: i64 = 1000;
const PAGE_USUALLY: i64 = 100;

/// The shop with its books and orders.
#[derive(Debug)]
pub(crate) struct Shop {
    books: BTreeMap<u64, Book>,
    next: u64,
    orders: OrderBook,
}

/// The filter for listing books.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    author: Option<String>,
    limit: Option<i64>,
    offset: Option<i64>,
}

/// The search query.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchQuery {
    text: Option<String>,
    max_price_cents: Option<i64>,
    #[serde(default)]
    in_stock: bool,
    limit: Option<i64>,
}

/// Some of the books that fit, and how many fit.
#[derive(Debug, Serialize)]
pub(crate) struct BookList {
    total: usize,
    books: Vec<Book>,
}

/// A list of all orders.
#[derive(Debug, Serialize)]
pub(crate) struct OrderList {
    total: usize,
    orders: Vec<BookOrder>,
}

// === impl Shop ===

impl Shop {
    pub(crate) fn list(&self, query: &ListQuery) -> Result<BookList, ShopError> {
        let author = query.author.as_deref().unwrap_or_default();
        let author = text("author", author, LINE)?.to_lowercase();
        let offset = within("offset", query.offset.unwrap_or(0), 0, i64::MAX)?;
        let limit = page(query.limit)?;
        let fitting = |book: &&Book| book.author.to_lowercase().contains(&author);
        Ok(self.some(fitting, offset, limit))
    }

    pub(crate) fn search(&self, query: &SearchQuery) -> Result<BookList, ShopError> {
        let wanted = text("text", query.text.as_deref().unwrap_or_default(), LINE)?.to_lowercase();
        let dearest = query.max_price_cents.unwrap_or(PRICE);
        let dearest = within("max_price_cents", dearest, 0, PRICE)?;
        let limit = page(query.limit)?;
        let fitting = |book: &&Book| {
            let about = format!("{} {} {}", book.title, book.author, book.description);
            let about = about.to_lowercase();
            book.price_cents <= dearest
                && (book.stock > 0 || !query.in_stock)
                && words(&wanted).all(|word| words(&about).any(|own| own.starts_with(word)))
        };
        Ok(self.some(fitting, 0, limit))
    }

    pub(crate) fn get(&self, id: u64) -> Result<Book, ShopError> {
        self.books
            .get(&id)
            .cloned()
            .ok_or(ShopError::UnknownBook(id))
    }

    pub(crate) fn add(&mut self, draft: &BookDraft) -> Result<Book, ShopError> {
        if self.books.len() >= SHELF {
            return Err(ShopError::ShelfFull);
        }
        let book = draft.check(self.next)?;
        self.next += 1;
        self.books.insert(book.id, book.clone());
        Ok(book)
    }

    pub(crate) fn replace(&mut self, id: u64, draft: &BookDraft) -> Result<Book, ShopError> {
        let known = self.book(id)?;
        *known = draft.check(id)?;
        Ok(known.clone())
    }

    pub(crate) fn update_price(&mut self, id: u64, cents: i64) -> Result<Book, ShopError> {
        let known = self.book(id)?;
        known.price_cents = price(cents)?;
        Ok(known.clone())
    }

    pub(crate) fn adjust_stock(&mut self, id: u64, change: i64) -> Result<Book, ShopError> {
        let change = within("change", change, -STOCK, STOCK)?;
        let known = self.book(id)?;
        let left = known.stock + change;
        if !(0..=STOCK).contains(&left) {
            return Err(ShopError::StockBounds {
                book: id,
                stock: known.stock,
                change,
            });
        }
        known.stock = left;
        Ok(known.clone())
    }

    pub(crate) fn delete(&mut self, id: u64) -> Result<Book, ShopError> {
        self.books.remove(&id).ok_or(ShopError::UnknownBook(id))
    }

    pub(crate) fn orders(&self) -> OrderList {
        let orders: Vec<_> = self.orders.all().cloned().collect();
        OrderList {
            total: orders.len(),
            orders,
        }
    }

    /// Places an order. Repeating it with the same key has no effect.
    pub(crate) fn place_order(
        &mut self,
        wish: &OrderRequest,
        key: Option<&str>,
    ) -> Result<BookOrder, ShopError> {
        wish.check()?;
        if let Some(key) = key
            && let Some(order) = self.orders.repeated(key, wish)?
        {
            return Ok(order);
        }
        let id = wish.book_id;
        let book = self.books.get_mut(&id).ok_or(ShopError::UnknownBook(id))?;
        if book.stock < wish.quantity {
            return Err(ShopError::OutOfStock {
                book: id,
                stock: book.stock,
                wanted: wish.quantity,
            });
        }
        let order = self.orders.place(wish, book, key)?;
        book.stock -= wish.quantity;
        Ok(order)
    }

    pub(crate) fn cancel_order(&mut self, id: u64) -> Result<BookOrder, ShopError> {
        let (order, back) = self.orders.cancel(id)?;
        if let Some(book) = self.books.get_mut(&order.book_id) {
            book.stock = (book.stock + back).min(STOCK);
        }
        Ok(order)
    }

    fn book(&mut self, id: u64) -> Result<&mut Book, ShopError> {
        self.books.get_mut(&id).ok_or(ShopError::UnknownBook(id))
    }

    fn some(&self, fitting: impl Fn(&&Book) -> bool, offset: i64, limit: i64) -> BookList {
        let count = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let fitting: Vec<&Book> = self.books.values().filter(fitting).collect();
        let page = fitting.iter().skip(count(offset)).take(count(limit));
        BookList {
            total: fitting.len(),
            books: page.map(|book| (*book).clone()).collect(),
        }
    }
}

impl Default for Shop {
    fn default() -> Self {
        let mut shop = Self {
            books: BTreeMap::new(),
            next: 1,
            orders: OrderBook::default(),
        };
        for (title, author, price_cents, stock, description) in FIRST_BOOKS {
            let book = Book {
                id: shop.next,
                title: title.to_owned(),
                author: author.to_owned(),
                price_cents,
                stock,
                description: description.to_owned(),
            };
            shop.books.insert(book.id, book);
            shop.next += 1;
        }
        shop
    }
}

/// The words of a text, without punctuation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

fn page(limit: Option<i64>) -> Result<i64, ShopError> {
    within("limit", limit.unwrap_or(PAGE_USUALLY), 1, PAGE)
}

/// The initial books: title, author, price in cents, copies, description.
const FIRST_BOOKS: [(&str, &str, i64, i64, &str); 5] = [
    (
        "Pride and Prejudice",
        "Jane Austen",
        850,
        12,
        "A proud man and a quick-witted woman misjudge each other.",
    ),
    (
        "Frankenstein",
        "Mary Shelley",
        790,
        4,
        "A student makes a creature and will not answer for it.",
    ),
    (
        "The Time Machine",
        "H. G. Wells",
        620,
        7,
        "A traveller visits the far future and comes back with a flower.",
    ),
    (
        "Middlemarch",
        "George Eliot",
        1290,
        2,
        "Marriages, money and reform in a provincial town.",
    ),
    (
        "The Moonstone",
        "Wilkie Collins",
        940,
        0,
        "A diamond is stolen in the night, and everybody tells what they saw.",
    ),
];
