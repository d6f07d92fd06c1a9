//! A reply as the result of a tool.
//!
//! | reply | content | `structuredContent` |
//! |---|---|---|
//! | success, JSON | the text as it came | the object; `{"result": …}` where the tool's schema wraps |
//! | success, text | the text | |
//! | success, picture or sound | that | |
//! | success, other bytes | an embedded resource | |
//! | success, nothing | a sentence | |
//! | anything else | sentences: what the API said and what to do; `isError` | |
//!
//! A tool that has an output schema promises a structure. Where JSON came that cannot be given as
//! one, because it was cut, is broken or is no object, the result says `isError` and holds the text. Where
//! nothing came, or something that is not JSON, the call succeeded all the same: there is no
//! structure, and it is no error.
//!
//! `_meta["dev.candor/http"]` tells the status and those headers that help to go on.

mod charset;
mod content;
mod failure;
mod headers;
mod notice;
mod status;

use candor_openapi::ApiTool;
use serde_json::{Map, Value, json};

use self::content::BodyContent;
use crate::reply::{RequestContext, RestReply};

/// The `_meta` key of status and headers.
const META: &str = "dev.candor/http";

/// Turns a reply into the members of a tool's result: `content`, perhaps `structuredContent`,
/// `isError` and `_meta`.
pub fn result(tool: &ApiTool, reply: &RestReply<'_>, asked: &RequestContext<'_>) -> Value {
    let is_head = tool.operation.method.as_str() == "HEAD";
    // Not modified is what a caller with an `ETag` hoped for.
    let is_success = matches!(reply.status, 200..=299 | 304);
    if !is_success {
        let told = notice::text(&failure::tell(reply, asked));
        return finish(reply, vec![told], None, true);
    }
    if is_head {
        let told = notice::text(&notice::head(reply));
        return finish(reply, vec![told], None, false);
    }
    if reply.body.is_empty() {
        let told = notice::text(&notice::empty(reply));
        return finish(reply, vec![told], None, false);
    }
    let BodyContent {
        mut content,
        json,
        is_broken,
    } = content::of(tool, reply, asked);
    let is_value = json.is_some();
    if let Some(cut) = reply.cut {
        content.push(notice::text(&notice::cut(cut, tool.selects)));
    }
    let structure = json.and_then(|value| structure(tool, value));
    let is_unstructured = is_broken || (is_value && structure.is_none());
    let is_error = is_unstructured && tool.output.is_some();
    if is_error {
        content.push(notice::text(&notice::unstructured(reply)));
    }
    finish(reply, content, structure, is_error)
}

/// The result of a call that selected a part of the response: `outputs` are the results of its
/// filter, each as JSON. A single one is returned as it is, several line by line.
pub fn selected(reply: &RestReply<'_>, outputs: &[&str]) -> Value {
    let value = |json: &str| serde_json::from_str(json).unwrap_or_default();
    let (told, selected) = match outputs {
        [one] => {
            let selected: Value = value(one);
            let told = selected.as_str().unwrap_or(one).to_owned();
            (told, selected)
        }
        many => (many.join("\n"), many.iter().map(|one| value(one)).collect()),
    };
    let structure = Map::from_iter([("selected".to_owned(), selected)]);
    finish(
        reply,
        vec![notice::text(&told)],
        Some(structure.into()),
        false,
    )
}

/// The structured content of a value: an object, because older clients support nothing else.
fn structure(tool: &ApiTool, value: Value) -> Option<Value> {
    if tool.wraps {
        return Some(json!({ "result": value }));
    }
    value.is_object().then_some(value)
}

fn finish(
    reply: &RestReply<'_>,
    content: Vec<Value>,
    structure: Option<Value>,
    is_error: bool,
) -> Value {
    let mut result = Map::new();
    result.insert("content".to_owned(), Value::Array(content));
    if let Some(structure) = structure {
        result.insert("structuredContent".to_owned(), structure);
    }
    result.insert("isError".to_owned(), Value::Bool(is_error));
    let told = json!({ "status": reply.status, "headers": headers::told(reply) });
    result.insert("_meta".to_owned(), json!({ META: told }));
    Value::Object(result)
}
