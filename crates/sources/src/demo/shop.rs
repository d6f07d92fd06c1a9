//! The books and what can be done with them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

/// The most books the shop takes, so that nobody fills the memory.
const SHELF: usize = 1000;
/// The longest title or author, in characters.
const TEXT_MAX: usize = 200;
/// The highest price, in cents.
const PRICE_MAX: u64 = 1_000_000;

/// The shop's stock.
#[derive(Debug)]
pub(super) struct Shop {
    books: BTreeMap<u64, Book>,
    next: u64,
}

#[derive(Clone, Debug)]
struct Book {
    title: String,
    author: String,
    price_cents: u64,
}

/// What a tool gives: a structured result, or a sentence for the model.
pub(super) type Outcome = Result<Value, String>;

// === impl Shop ===

impl Shop {
    pub(super) fn list(&self, arguments: &Value) -> Value {
        let wanted = arguments["author"].as_str().map(str::to_lowercase);
        let books: Vec<Value> = self
            .books
            .iter()
            .filter(|(_, book)| {
                wanted
                    .as_ref()
                    .is_none_or(|name| book.author.to_lowercase().contains(name))
            })
            .map(|(id, book)| book.json(*id))
            .collect();
        json!({"total": books.len(), "books": books})
    }

    pub(super) fn get(&self, arguments: &Value) -> Outcome {
        let id = number(arguments, "id")?;
        self.books
            .get(&id)
            .map(|book| book.json(id))
            .ok_or_else(|| unknown(id))
    }

    pub(super) fn add(&mut self, arguments: &Value) -> Outcome {
        if self.books.len() >= SHELF {
            return Err(format!(
                "the shop is full: it takes {SHELF} books; delete one first"
            ));
        }
        let book = Book {
            title: line(arguments, "title")?,
            author: line(arguments, "author")?,
            price_cents: price(arguments)?,
        };
        let id = self.next;
        self.next += 1;
        let json = book.json(id);
        self.books.insert(id, book);
        Ok(json)
    }

    pub(super) fn update_price(&mut self, arguments: &Value) -> Outcome {
        let id = number(arguments, "id")?;
        let price_cents = price(arguments)?;
        let book = self.books.get_mut(&id).ok_or_else(|| unknown(id))?;
        book.price_cents = price_cents;
        Ok(book.json(id))
    }

    pub(super) fn delete(&mut self, arguments: &Value) -> Outcome {
        let id = number(arguments, "id")?;
        self.books
            .remove(&id)
            .map(|book| book.json(id))
            .ok_or_else(|| unknown(id))
    }

    /// All books, one a line.
    pub(super) fn catalogue(&self) -> String {
        self.books
            .iter()
            .fold(String::new(), |mut text, (id, book)| {
                let (whole, cents) = (book.price_cents / 100, book.price_cents % 100);
                let _ = writeln!(
                    text,
                    "{id}. {}, {}: {whole}.{cents:02}",
                    book.author, book.title
                );
                text
            })
    }
}

impl Default for Shop {
    fn default() -> Self {
        let books: BTreeMap<u64, Book> = [
            ("Pride and Prejudice", "Jane Austen", 850),
            ("Frankenstein", "Mary Shelley", 790),
            ("The Time Machine", "H. G. Wells", 620),
            ("Middlemarch", "George Eliot", 1290),
            ("The Moonstone", "Wilkie Collins", 940),
        ]
        .into_iter()
        .zip(1..)
        .map(|((title, author, price_cents), id)| {
            (
                id,
                Book {
                    title: title.to_owned(),
                    author: author.to_owned(),
                    price_cents,
                },
            )
        })
        .collect();
        Self {
            next: books.len() as u64 + 1,
            books,
        }
    }
}

// === impl Book ===

impl Book {
    fn json(&self, id: u64) -> Value {
        json!({
            "id": id,
            "title": self.title,
            "author": self.author,
            "price_cents": self.price_cents,
        })
    }
}

fn number(arguments: &Value, key: &str) -> Result<u64, String> {
    arguments[key]
        .as_u64()
        .ok_or_else(|| format!("`{key}` must be a whole number"))
}

fn price(arguments: &Value) -> Result<u64, String> {
    let cents = number(arguments, "price_cents")?;
    if cents > PRICE_MAX {
        return Err(format!(
            "`price_cents` is {cents}, but at most {PRICE_MAX} is allowed"
        ));
    }
    Ok(cents)
}

fn line(arguments: &Value, key: &str) -> Result<String, String> {
    let text = arguments[key].as_str().map(str::trim).unwrap_or_default();
    match text.chars().count() {
        0 => Err(format!("`{key}` must be a text that is not empty")),
        long if long > TEXT_MAX => Err(format!(
            "`{key}` has {long} characters, but at most {TEXT_MAX} are allowed"
        )),
        _ => Ok(text.to_owned()),
    }
}

fn unknown(id: u64) -> String {
    format!("there is no book with the id {id}; `list_books` shows the ids there are")
}
