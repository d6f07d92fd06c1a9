//! A small API: its document, and a server that answers accordingly.

use candor_testkit::http_api::{CredentialGuard, HttpApi, ScriptedReply};
use serde_json::json;

use crate::sandbox::{CommandRun, CommandSandbox};

/// What the API wants to see.
pub(crate) const KEY: &str = "canary-7d1f";

/// Four operations, one that should no longer be used, and one that cannot be served.
pub(crate) const SHOP: &str = r#"openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: /v1}]
security: [{apiKey: []}]
paths:
  /books:
    get:
      operationId: list_books
      tags: [books]
      description: Lists the books of the shop with their prices.
      parameters:
        - {name: limit, in: query, description: The most books to give, schema: {type: integer}}
      responses:
        "200": {description: The books, content: {application/json: {schema: {type: object}}}}
    post:
      operationId: add_book
      tags: [books]
      description: Adds a book to the shelf.
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: {title: {type: string, description: The title}}
              required: [title]
      responses: {"201": {description: The book}}
  /books/{id}:
    delete:
      operationId: delete_book
      tags: [books]
      description: Deletes a book for good.
      parameters:
        - {name: id, in: path, required: true, description: Which book, schema: {type: integer}}
      responses: {"204": {description: It is gone}}
  /health:
    get:
      operationId: get_health
      tags: [operation]
      description: Tells whether the shop is open.
      security: []
      responses: {"200": {description: It is}}
  /shelves:
    get:
      operationId: list_shelves
      description: Lists shelves by floor.
      deprecated: true
      responses: {"200": {description: The shelves}}
  /far:
    $ref: https://elsewhere.example/paths.yaml
components:
  securitySchemes:
    apiKey: {type: apiKey, in: header, name: X-Api-Key}
"#;

/// A shop that answers, and the sandbox with its document.
pub(crate) fn open() -> (CommandSandbox, HttpApi) {
    let sandbox = CommandSandbox::with("shop.yaml", SHOP);
    let api = HttpApi::start().expect("a port");
    api.require("/v1/books", CredentialGuard::header("x-api-key", KEY));
    let books = json!({"books": [{"id": 1, "title": "Emma"}, {"id": 2, "title": "Persuasion"}]});
    api.on("GET", "/v1/books", ScriptedReply::json(&books));
    api.on(
        "GET",
        "/v1/health",
        ScriptedReply::json(&json!({"open": true})),
    );
    (sandbox, api)
}

/// Calls a tool of the shop, with the key or without.
pub(crate) fn call(sandbox: &CommandSandbox, key: Option<&str>, line: &str) -> CommandRun {
    let line = format!("call {line} --target shop.yaml");
    match key {
        Some(key) => sandbox.run_env(&line, ("SHOP_API_KEY", key)),
        None => sandbox.run(&line),
    }
}
