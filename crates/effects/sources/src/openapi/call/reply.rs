//! The result of a call.

use bytes::Bytes;
use candor_egress::{CutReason, EgressResponse};
use candor_model::Secret;
use candor_rest::{HttpRequestPlan, RequestContext, RestReply, TruncatedBody};
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};
use url::Url;

use super::super::scrub::{scrub, scrub_body};
use super::{ApiCall, ApiCallError};
use crate::error::chain;

impl ApiCall<'_> {
    pub(super) async fn result(
        &self,
        plan: &HttpRequestPlan,
        url: &Url,
        reply: EgressResponse,
        secrets: &[Secret<String>],
    ) -> Result<RawJson, ApiCallError> {
        let failed = reply.status.is_client_error() || reply.status.is_server_error();
        let body = scrub_body(&reply.body, secrets);
        let headers: Vec<(String, String)> = reply
            .headers
            .iter()
            .map(|(name, value)| {
                let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
                (name.as_str().to_owned(), scrub(&value, secrets))
            })
            .collect();
        let given = RestReply {
            status: reply.status.as_u16(),
            headers: &headers,
            body: &body,
            cut: reply.cut.map(|cut| TruncatedBody {
                kept: cut.kept,
                total: cut.total,
                late: cut.by != CutReason::Size,
            }),
        };
        let (Some(filter), Some(workers), false) = (&plan.select, &self.api.spec.selecting, failed)
        else {
            let repeatable = self.question.repeatable;
            let asked = RequestContext { url, repeatable };
            let result = candor_rest::result(self.tool, &given, &asked);
            return Ok(written(result, self.structure(&body)));
        };
        if let Some(cut) = reply.cut {
            return Err(ApiCallError::Told(format!(
                "the call was made, and its reply is longer than the {} bytes that `_select` can \
                 work on; ask for less with the tool's own arguments",
                cut.kept
            )));
        }
        match workers.run(filter, body.clone()).await {
            Ok(selected) => {
                let outputs: Vec<&str> = selected.outputs.iter().map(|raw| raw.get()).collect();
                let result = candor_rest::selected(&given, &outputs);
                Ok(written(result, selection(&outputs)))
            }
            Err(error) => Err(ApiCallError::Told(format!(
                "the call was made (status {}), and `_select` failed: {}",
                given.status,
                chain(&error)
            ))),
        }
    }

    /// The body as structured content, with all digits preserved.
    fn structure(&self, body: &Bytes) -> Option<RawJson> {
        let body = RawJson::parse(body.clone()).ok()?;
        if self.tool.wraps {
            let mut wrapped = RawObject::default();
            wrapped.set("result", body);
            return Some(wrapped.to_json());
        }
        Some(body)
    }
}

/// The outputs of a filter as structured content: a single value, or a list.
fn selection(outputs: &[&str]) -> Option<RawJson> {
    let value = match outputs {
        [one] => (*one).to_owned(),
        many => format!("[{}]", many.join(",")),
    };
    RawJson::parse(format!(r#"{{"selected":{value}}}"#)).ok()
}

/// The result as bytes. Its structured content, if there is any, is copied unchanged, so that long
/// numbers keep all their digits.
pub(super) fn written(mut result: Value, structure: Option<RawJson>) -> RawJson {
    result["resultType"] = "complete".into();
    let result = RawJson::from_value(&result);
    match (structure, RawObject::parse(&result)) {
        (Some(structure), Ok(mut members)) if members.get("structuredContent").is_some() => {
            members.set("structuredContent", structure);
            members.to_json()
        }
        _ => result,
    }
}

/// A result that reports a failure before anything was sent.
pub(super) fn told(sentence: &str) -> Value {
    json!({
        "content": [{"type": "text", "text": sentence}],
        "isError": true,
    })
}
