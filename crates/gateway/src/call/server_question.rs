//! Adds the server's name to the questions that servers ask people.
//!
//! A client shows a server's question in the gateway's name. Without the server's name in it, a
//! server could write a question that looks like one of the gateway's own.

use candor_model::SourceTrust;
use candor_wire::{RawJson, RawObject, method};
use url::Url;

use crate::catalogue::ServedSource;

/// The parameters of a question, with the server named before the message.
pub(crate) fn named(
    server: &ServedSource,
    asked: &str,
    params: Option<RawJson>,
) -> Option<RawJson> {
    let params = params?;
    if asked != method::ELICIT {
        return Some(params);
    }
    let Ok(mut members) = RawObject::parse(&params) else {
        return Some(params);
    };
    let message = members.get_string("message").unwrap_or_default();
    let url = members.get_string("url");
    let asks = asks(server, url.as_deref());
    members.set("message", RawJson::string(&format!("{asks}: {message}")));
    Some(members.to_json())
}

/// The same for all questions of an input-required result.
pub(crate) fn all_named(server: &ServedSource, requests: &RawJson) -> Option<RawJson> {
    let mut requests = RawObject::parse(requests).ok()?;
    let keys: Vec<String> = requests.iter().map(|(key, _)| key.to_owned()).collect();
    for key in keys {
        let mut question = RawObject::parse(requests.get(&key)?).ok()?;
        let asked = question.get_string("method").unwrap_or_default();
        if let Some(params) = named(server, &asked, question.get("params").cloned()) {
            question.set("params", params);
        }
        requests.set(&key, question.to_json());
    }
    Some(requests.to_json())
}

/// The introduction of a question: the server, its trust, and the host of the page, if there is
/// one.
fn asks(server: &ServedSource, url: Option<&str>) -> String {
    let name = server.source.name();
    let trust = match server.trust {
        SourceTrust::Trusted => "",
        SourceTrust::Untrusted => " (untrusted)",
    };
    let host = url.map(|url| {
        let url = Url::parse(url).ok();
        let host = url.as_ref().and_then(Url::host_str);
        format!(
            " you to open a page of `{}`",
            host.unwrap_or("an unknown host")
        )
    });
    format!(
        "The server `{name}`{trust} asks{}",
        host.unwrap_or_default()
    )
}
