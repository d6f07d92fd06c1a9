//! Explains an error response: the request, the meaning of the status, and what to do.

use candor_functions::Failure;
use serde_json::Value;

use super::{PackResponse, retry_after};
use crate::xml::{self, XmlNamespace};

/// The maximum length of a quoted server message.
const MESSAGE: usize = 300;

/// The failure for an error status.
pub(super) fn explain(response: &PackResponse) -> Failure {
    let status = response.status;
    let wait = response.header("retry-after").and_then(retry_after);
    let meaning = match status {
        400 => "the request is not valid".to_owned(),
        401 => "the login was refused; check the user name and the app password".to_owned(),
        403 => "the account may not do this".to_owned(),
        404 => "it does not exist, or the account cannot see it".to_owned(),
        405 => "this is not possible here; it may exist already".to_owned(),
        409 => "it conflicts with what is there; a parent folder may be missing".to_owned(),
        412 => "it was changed since the given etag; read it again and decide again".to_owned(),
        413 => "it is too large for the server".to_owned(),
        423 => {
            "it is locked by another program or person; try again when it is released".to_owned()
        }
        429 => match &wait {
            Some(wait) => format!("there were too many requests; try again in {wait} seconds"),
            None => "there were too many requests; try again in a minute".to_owned(),
        },
        503 => match &wait {
            Some(wait) => format!("the server is not available; try again in {wait} seconds"),
            None => "the server is not available, possibly in maintenance mode".to_owned(),
        },
        507 => "the storage of the account is full".to_owned(),
        300..=399 => "the server redirects; configure the address it redirects to".to_owned(),
        _ if status >= 500 => "the server failed".to_owned(),
        _ => "the server refused the request".to_owned(),
    };
    let message = message(response);
    let message = message.map_or_else(String::new, |text| format!(" (server: {text})"));
    Failure::new(format!(
        "{} failed with {status}: {meaning}{message}",
        response.shown
    ))
}

/// The server's own message, from `WebDAV` XML, an OCS envelope or an app's JSON.
fn message(response: &PackResponse) -> Option<String> {
    let text = std::str::from_utf8(&response.body).ok()?;
    let found = if text.trim_start().starts_with('<') {
        let root = xml::read(text).ok()?;
        root.text_of(XmlNamespace::Sabre, "message")?.to_owned()
    } else {
        let value: Value = serde_json::from_str(text).ok()?;
        let places = ["/ocs/meta/message", "/message", "/msg", "/error"];
        let mut found = places.iter().filter_map(|place| value.pointer(place));
        found.find_map(Value::as_str)?.to_owned()
    };
    let words: Vec<&str> = found.split_whitespace().collect();
    let told: String = words.join(" ").chars().take(MESSAGE).collect();
    (!told.is_empty()).then_some(told)
}
