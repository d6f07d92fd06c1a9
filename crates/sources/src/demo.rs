//! A small bookshop inside this process, for a first look at Candor without any server.
//!
//! It behaves as a modern server would: honest hints, schemas, structured results, and errors
//! as results that a model can read. The books live in memory and are gone with the process.

mod definitions;
mod shop;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use candor_model::{Era, Revision};
use candor_wire::{ErrorObject, RawJson, RawObject, code, method};
use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::error::SourceError;
use crate::news::NewsEvent;
use crate::question::Question;
use crate::shared::Shared;
use crate::state::State;
use shop::Shop;

/// The bookshop.
#[derive(Debug, Default)]
pub(crate) struct Demo(Mutex<Shop>);

/// Opens the shop and keeps it open until the source is stopped.
pub(crate) async fn run(shared: Arc<Shared>) {
    let state = State::Ready {
        since: SystemTime::now(),
        era: Era::Modern,
        revision: Revision::NEWEST_MODERN,
        transport: "demo",
    };
    shared.replace_inventory(Arc::new(definitions::inventory()));
    shared.state.send_replace(state.clone());
    let news = async {
        shared.tell(NewsEvent::State(state)).await;
        let all = NewsEvent::Inventory {
            tools: true,
            resources: true,
            prompts: true,
        };
        shared.tell(all).await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = shared.stop.cancelled() => {}
        () = news => {}
    }
    shared.replace_inventory(Arc::default());
    shared.state.send_replace(State::Stopped);
    shared.tell_now(NewsEvent::State(State::Stopped));
}

// === impl Demo ===

impl Demo {
    /// Answers at once.
    pub(crate) fn ask(
        &self,
        shared: &Shared,
        question: &Question,
    ) -> Result<Conversation, SourceError> {
        if !shared.state.borrow().is_ready() {
            return Err(shared.not_ready());
        }
        let outcome = self.answer(question.method, &question.params);
        Ok(Conversation::answered(
            outcome.map_err(|error| error.to_json()),
        ))
    }

    fn answer(&self, asked: &str, params: &RawObject) -> Result<RawJson, ErrorObject> {
        match asked {
            method::TOOLS_CALL => {
                let name = text(params, "name")?;
                let arguments = match params.get("arguments") {
                    Some(raw) => raw.decode().map_err(|error| invalid(&error.to_string()))?,
                    None => json!({}),
                };
                self.call(&name, &arguments)
            }
            method::RESOURCES_READ => self.read(&text(params, "uri")?),
            method::PROMPTS_GET => prompt(params),
            other => Err(ErrorObject::new(
                code::METHOD_NOT_FOUND,
                format!("the demo does not know `{other}`"),
            )),
        }
    }

    fn call(&self, name: &str, arguments: &Value) -> Result<RawJson, ErrorObject> {
        let mut shop = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = match name {
            "list_books" => Ok(shop.list(arguments)),
            "get_book" => shop.get(arguments),
            "add_book" => shop.add(arguments),
            "update_price" => shop.update_price(arguments),
            "delete_book" => shop.delete(arguments),
            other => return Err(invalid(&format!("the demo has no tool `{other}`"))),
        };
        Ok(match outcome {
            Ok(structured) => complete(json!({
                "content": [{"type": "text", "text": structured.to_string()}],
                "structuredContent": structured,
                "isError": false,
            })),
            Err(sentence) => complete(json!({
                "content": [{"type": "text", "text": sentence}],
                "isError": true,
            })),
        })
    }

    fn read(&self, uri: &str) -> Result<RawJson, ErrorObject> {
        if uri != definitions::CATALOGUE {
            return Err(invalid(&format!("the demo has no resource `{uri}`")));
        }
        let shop = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = shop.catalogue();
        Ok(complete(json!({
            "contents": [{"uri": uri, "mimeType": "text/plain", "text": text}],
            "ttlMs": 0,
            "cacheScope": "public",
        })))
    }
}

fn prompt(params: &RawObject) -> Result<RawJson, ErrorObject> {
    let name = text(params, "name")?;
    if name != definitions::RECOMMEND {
        return Err(invalid(&format!("the demo has no prompt `{name}`")));
    }
    let taste = params
        .get("arguments")
        .and_then(|raw| RawObject::parse(raw).ok())
        .and_then(|arguments| arguments.get_string("taste"))
        .ok_or_else(|| invalid("the argument `taste` is missing"))?;
    let request = format!(
        "Look at the books of the shop and recommend one to somebody who likes: {taste}. \
         Say in two sentences why, and what it costs."
    );
    Ok(complete(json!({
        "description": "A recommendation from the shop's own books",
        "messages": [{"role": "user", "content": {"type": "text", "text": request}}],
    })))
}

/// A result as modern servers write it.
fn complete(mut result: Value) -> RawJson {
    result["resultType"] = json!("complete");
    RawJson::from_value(&result)
}

fn text(params: &RawObject, key: &str) -> Result<String, ErrorObject> {
    params
        .get_string(key)
        .ok_or_else(|| invalid(&format!("`{key}` must be a string")))
}

fn invalid(sentence: &str) -> ErrorObject {
    ErrorObject::new(code::INVALID_PARAMS, sentence)
}

#[cfg(test)]
mod tests;
