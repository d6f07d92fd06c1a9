//! The complete event as JSON.

use candor_model::{ApprovalAnswer, ApprovalVerdict};
use candor_text::utc;
use serde_json::{Map, Value, json};

use super::MessageContext;
use crate::event::WebhookEventKind;

/// `{type, timestamp, data}`, as the Standard Webhooks scheme has it.
pub(super) fn message(context: &MessageContext<'_>) -> Value {
    json!({
        "type": format!("approval.{}", context.kind.as_str()),
        "timestamp": utc(at(context)),
        "data": data(context),
    })
}

/// When it happened.
fn at(context: &MessageContext<'_>) -> i64 {
    let asked = context.asked;
    let decided = asked.verdict.as_ref().map(|verdict| verdict.at_micros);
    match context.kind {
        WebhookEventKind::Pending => asked.created_micros,
        WebhookEventKind::Approved | WebhookEventKind::Denied => {
            decided.unwrap_or(asked.created_micros)
        }
        WebhookEventKind::Expired | WebhookEventKind::Abandoned => asked.expires_micros,
    }
}

fn data(context: &MessageContext<'_>) -> Value {
    let asked = context.asked;
    let mut data = Map::new();
    let mut put = |name: &str, value: Value| data.insert(name.to_owned(), value);
    put("id", asked.id.to_string().into());
    put("state", context.kind.as_str().into());
    put("tool", asked.binding.tool.to_string().into());
    let title = context.card.as_ref().and_then(|card| card.title.clone());
    put("title", title.into());
    put("source", asked.binding.tool.source().to_string().into());
    put("principal", asked.binding.principal.clone().into());
    put("client", asked.client.clone().into());
    put("because", asked.because.clone().into());
    put("asked", utc(asked.created_micros).into());
    put("expires", utc(asked.expires_micros).into());
    put(
        "card",
        serde_json::from_str(&asked.card).unwrap_or_default(),
    );
    put(
        "text",
        context
            .card
            .as_ref()
            .map(candor_card::ApprovalCard::dialog)
            .into(),
    );
    if let Some(verdict) = &asked.verdict {
        put("decision", decision(verdict));
    }
    if let Some(link) = &context.link {
        put("link", link.clone().into());
    }
    if let Some(page) = &context.page {
        put("page", page.clone().into());
    }
    data.into()
}

fn decision(verdict: &ApprovalVerdict) -> Value {
    let (answer, scope) = match &verdict.answer {
        ApprovalAnswer::Approve(scope) => ("approved", Some(scope.as_str())),
        ApprovalAnswer::Deny => ("denied", None),
    };
    json!({
        "answer": answer,
        "scope": scope,
        "by": verdict.author.name,
        "door": verdict.author.channel.as_str(),
        "why": verdict.author.why,
        "at": utc(verdict.at_micros),
    })
}
