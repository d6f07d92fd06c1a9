//! `search-tools`: searches the tools that are served here.

use std::sync::Arc;

use candor_model::Hint;
use candor_search::SearchHit;
use serde_json::{Value, json};

use super::definition::{DefinitionDraft, LOOKS};
use super::phrases::{cut, gone};
use super::schema::{array, bounded_text, count, error, object, text};
use super::{ManagementAnswer, ManagementCall};
use crate::catalogue::{EndpointOffer, OfferedTool};
use crate::edit::EditError;

/// The name of the tool.
pub(crate) const SEARCH_TOOLS: &str = "search-tools";

/// The maximum length of a query, in characters.
const QUERY_MAX: usize = 500;
/// The maximum number of results, and the default.
const LIMIT_MAX: u8 = 50;
const LIMIT: u8 = 10;
/// The maximum number of characters shown of a description.
const SHOWN: usize = 200;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: SEARCH_TOOLS,
        title: "Search Tools",
        description: "Finds tools that are served here by words about what they do, the best \
                      first: names, titles, descriptions, notes and parameters are searched, and \
                      synonyms and misspellings are allowed for. describe-tool shows one of them \
                      whole.",
        input: object(
            json!({
                "query": bounded_text("A few words, such as `delete an issue`", QUERY_MAX),
                "limit": {
                    "type": "integer",
                    "description": "How many to show",
                    "minimum": 1,
                    "maximum": LIMIT_MAX,
                    "default": LIMIT,
                },
            }),
            &["query"],
        ),
        checked: None,
        output: Some(output()),
        hints: LOOKS,
    }
}

fn output() -> Value {
    let hint = |what: &str| {
        let description = format!("{what}; null where it is not set");
        json!({"type": ["boolean", "null"], "description": description})
    };
    let result = object(
        json!({
            "name": text("What clients call the tool"),
            "namespacedName": text("`source.tool`"),
            "title": text("Its title"),
            "description": text("How its description begins"),
            "readOnly": hint("Whether it changes nothing"),
            "destructive": hint("Whether it may destroy or overwrite"),
            "idempotent": hint("Whether doing it twice is doing it once"),
            "openWorld": hint("Whether it reaches the outside world"),
            "score": {
                "type": "number",
                "description": "How well it fits; more is better, within one answer",
            },
        }),
        &[
            "name",
            "namespacedName",
            "description",
            "readOnly",
            "destructive",
            "idempotent",
            "openWorld",
            "score",
        ],
    );
    object(
        json!({
            "results": array(&result),
            "total": count("How many tools fit; `results` holds the best of them"),
            "error": error(),
        }),
        &["results", "total"],
    )
}

pub(super) fn refusal(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"results": [], "total": 0, "error": sentence}))
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let offer = asked.gateway.catalogue().offer(asked.endpoint);
    let offer = offer.map_err(|error| gone(&error))?;
    let query = asked.text("query").to_owned();
    let limit = limit(asked.arguments);
    // The index may still have to be built, which takes a while if there are many tools.
    let searched = tokio::task::spawn_blocking(move || search(&offer, &query, limit));
    let searched = searched.await;
    searched.map_err(|_| EditError::Invalid("the search failed; try other words".to_owned()))
}

fn search(offer: &Arc<EndpointOffer>, query: &str, limit: usize) -> ManagementAnswer {
    let tools = offer.tools();
    let found = offer.index().find(query, limit);
    let shown = found.hits.iter();
    let results: Vec<_> = shown
        .filter_map(|hit| Some(result(tools.get(hit.id)?, hit)))
        .collect();
    ManagementAnswer::done(json!({"results": results, "total": found.total}))
}

fn result(offered: &OfferedTool, hit: &SearchHit) -> Value {
    let tool = &offered.tool;
    let shown = &offered.effective.shown;
    let value = |hint| shown.hint(hint).map(|fact| fact.value);
    let description = tool.base.get_string("description").unwrap_or_default();
    let mut result = json!({
        "name": tool.exposed.as_str(),
        "namespacedName": tool.name.to_string(),
        "description": cut(&description, SHOWN),
        "readOnly": value(Hint::ReadOnly),
        "destructive": value(Hint::Destructive),
        "idempotent": value(Hint::Idempotent),
        "openWorld": value(Hint::OpenWorld),
        "score": (hit.score * 1_000.0).round() / 1_000.0,
    });
    if let Some(title) = shown.title() {
        result["title"] = json!(&*title.value);
    }
    result
}

/// The number of results. `10.0` is accepted as an integer too.
fn limit(arguments: &Value) -> usize {
    let wanted = arguments.get("limit").and_then(Value::as_f64);
    let fits = |limit: &u8| wanted == Some(f64::from(*limit));
    usize::from((1..=LIMIT_MAX).find(fits).unwrap_or(LIMIT))
}
