//! What the bookshop says about itself.

use candor_model::Revision;
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};

use crate::inventory::{CacheHint, Inventory, PromptEntry, ResourceEntry, ServerFacts, ToolEntry};

/// The one resource.
pub(super) const CATALOGUE: &str = "bookshop://catalogue";
/// The one prompt.
pub(super) const RECOMMEND: &str = "recommend_book";

/// Everything on offer.
pub(super) fn inventory() -> Inventory {
    Inventory {
        server: ServerFacts {
            name: "candor-demo".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            instructions: Some(
                "A small bookshop to try things out. Prices are in cents. Changes live in \
                 memory and are gone when Candor stops."
                    .to_owned(),
            ),
            capabilities: RawJson::from_value(
                &json!({"tools": {}, "resources": {}, "prompts": {}}),
            ),
            revision: Revision::NEWEST_MODERN,
        },
        tools: tools().iter().map(entry).collect(),
        resources: vec![ResourceEntry {
            uri: CATALOGUE.to_owned(),
            definition: members(&catalogue()),
        }],
        templates: Vec::new(),
        prompts: vec![PromptEntry {
            name: RECOMMEND.to_owned(),
            definition: members(&recommend()),
        }],
        diagnostics: Vec::new(),
        cache: CacheHint::default(),
    }
}

fn entry(tool: &Value) -> ToolEntry {
    ToolEntry {
        name: tool["name"].as_str().unwrap_or_default().to_owned(),
        definition: members(tool),
        input_schema: RawJson::from_value(&tool["inputSchema"]),
        output_schema: Some(RawJson::from_value(&tool["outputSchema"])),
        headers: Vec::new(),
    }
}

fn members(value: &Value) -> RawObject {
    value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.as_str(), RawJson::from_value(value)))
        .collect()
}

fn tools() -> [Value; 5] {
    [
        json!({
            "name": "list_books",
            "title": "List books",
            "description": "Lists the books of the shop with their ids, authors and prices. \
                            Changes nothing.",
            "inputSchema": input(&json!({
                "author": {"type": "string", "description": "Only books whose author's name contains this"},
            }), &[]),
            "outputSchema": {
                "type": "object",
                "properties": {
                    "total": {"type": "integer"},
                    "books": {"type": "array", "items": book()},
                },
                "required": ["total", "books"],
            },
            "annotations": hints(true, false, true),
        }),
        json!({
            "name": "get_book",
            "title": "Get a book",
            "description": "Gives one book by its id. Changes nothing.",
            "inputSchema": input(&json!({"id": id()}), &["id"]),
            "outputSchema": book(),
            "annotations": hints(true, false, true),
        }),
        json!({
            "name": "add_book",
            "title": "Add a book",
            "description": "Adds a book to the shop and gives its id. Adding the same book \
                            twice makes two entries.",
            "inputSchema": input(&json!({
                "title": {"type": "string", "minLength": 1, "maxLength": 200},
                "author": {"type": "string", "minLength": 1, "maxLength": 200},
                "price_cents": price(),
            }), &["title", "author", "price_cents"]),
            "outputSchema": book(),
            "annotations": hints(false, false, false),
        }),
        json!({
            "name": "update_price",
            "title": "Change a price",
            "description": "Sets the price of a book. The old price is overwritten and not kept.",
            "inputSchema": input(&json!({"id": id(), "price_cents": price()}), &["id", "price_cents"]),
            "outputSchema": book(),
            "annotations": hints(false, true, true),
        }),
        json!({
            "name": "delete_book",
            "title": "Delete a book",
            "description": "Deletes a book from the shop for good and gives what it was. \
                            This cannot be undone.",
            "inputSchema": input(&json!({"id": id()}), &["id"]),
            "outputSchema": book(),
            "annotations": hints(false, true, true),
        }),
    ]
}

fn catalogue() -> Value {
    json!({
        "uri": CATALOGUE,
        "name": "catalogue",
        "title": "The catalogue",
        "description": "All books of the shop, one a line",
        "mimeType": "text/plain",
    })
}

fn recommend() -> Value {
    json!({
        "name": RECOMMEND,
        "title": "Recommend a book",
        "description": "Asks for a recommendation from the shop's own books",
        "arguments": [
            {"name": "taste", "description": "What the reader likes", "required": true},
        ],
    })
}

fn input(properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn book() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": id(),
            "title": {"type": "string"},
            "author": {"type": "string"},
            "price_cents": price(),
        },
        "required": ["id", "title", "author", "price_cents"],
    })
}

fn id() -> Value {
    json!({"type": "integer", "minimum": 1, "description": "The id of a book"})
}

fn price() -> Value {
    json!({"type": "integer", "minimum": 0, "maximum": 1_000_000, "description": "A price in cents"})
}

/// All four hints: the shop never reaches beyond itself.
fn hints(read_only: bool, destructive: bool, idempotent: bool) -> Value {
    json!({
        "readOnlyHint": read_only,
        "destructiveHint": destructive,
        "idempotentHint": idempotent,
        "openWorldHint": false,
    })
}
