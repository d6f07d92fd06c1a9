//! Everything there is to know, as JSON.

use candor_model::{Answer, Verdict};
use serde_json::{Map, Value, json};

use super::Matter;
use crate::clock::utc;
use crate::event::Happened;

/// `{type, timestamp, data}`, as the Standard Webhooks scheme has it.
pub(super) fn message(matter: &Matter<'_>) -> Value {
    json!({
        "type": format!("approval.{}", matter.happened.as_str()),
        "timestamp": utc(at(matter)),
        "data": data(matter),
    })
}

/// When it happened.
fn at(matter: &Matter<'_>) -> i64 {
    let asked = matter.asked;
    let decided = asked.verdict.as_ref().map(|verdict| verdict.at_micros);
    match matter.happened {
        Happened::Pending => asked.created_micros,
        Happened::Approved | Happened::Denied => decided.unwrap_or(asked.created_micros),
        Happened::Expired => asked.expires_micros,
    }
}

fn data(matter: &Matter<'_>) -> Value {
    let asked = matter.asked;
    let mut data = Map::new();
    let mut put = |name: &str, value: Value| data.insert(name.to_owned(), value);
    put("id", asked.id.to_string().into());
    put("state", matter.happened.as_str().into());
    put("tool", asked.binding.tool.to_string().into());
    let title = matter.card.as_ref().and_then(|card| card.title.clone());
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
        matter.card.as_ref().map(candor_card::Card::dialog).into(),
    );
    if let Some(verdict) = &asked.verdict {
        put("decision", decision(verdict));
    }
    if let Some(link) = &matter.link {
        put("link", link.clone().into());
    }
    if let Some(page) = &matter.page {
        put("page", page.clone().into());
    }
    data.into()
}

fn decision(verdict: &Verdict) -> Value {
    let (answer, scope) = match &verdict.answer {
        Answer::Approve(scope) => ("approved", Some(scope.as_str())),
        Answer::Deny => ("denied", None),
    };
    json!({
        "answer": answer,
        "scope": scope,
        "by": verdict.author.name,
        "door": verdict.author.door.as_str(),
        "why": verdict.author.why,
        "at": utc(verdict.at_micros),
    })
}
