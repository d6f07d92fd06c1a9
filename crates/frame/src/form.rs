//! The form that somebody sent.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use bytes::{Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use url::form_urlencoded;

use crate::pages::Pages;
use crate::wrong::Wrong;

/// The largest form, in bytes.
const MAX: usize = 1024 * 1024;

/// The most fields that a form may have; ours have fewer.
const FIELDS_MAX: usize = 2_048;

/// How the names of fields end that may be there more than once, such as boxes to tick.
const MANY: &str = "[]";

/// How long a form may take to arrive.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);

/// The fields of a form, each there at most once, unless its name ends with `[]`.
#[derive(Debug, Default)]
pub struct Form(Vec<(String, String)>);

// === impl Form ===

impl Form {
    /// What a field holds; nothing if it is empty or not there. Line breaks are as we write
    /// them, not as browsers do.
    pub fn get(&self, name: &str) -> Option<String> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name)?;
        let value = value.replace("\r\n", "\n");
        (!value.trim().is_empty()).then_some(value)
    }

    /// What the fields of a name that ends with `[]` hold, in their order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let own = self.0.iter().filter(move |(key, _)| key == name);
        own.map(|(_, value)| value.as_str())
    }

    /// Every field with its name, in their order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// Takes one more field.
    pub(crate) fn push(&mut self, key: String, value: String) -> Result<(), Wrong> {
        if self.0.len() == FIELDS_MAX {
            let sentence = format!("The form has more than {FIELDS_MAX} fields.");
            return Err(unreadable(StatusCode::BAD_REQUEST, sentence));
        }
        if !key.ends_with(MANY) && self.0.iter().any(|(other, _)| *other == key) {
            let key: String = key.chars().take(60).collect();
            let sentence = format!("The form has the field `{key}` more than once.");
            return Err(unreadable(StatusCode::BAD_REQUEST, sentence));
        }
        self.0.push((key, value));
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<Self, Wrong> {
        let mut form = Self::default();
        for (key, value) in form_urlencoded::parse(bytes) {
            form.push(key.into_owned(), value.into_owned())?;
        }
        Ok(form)
    }
}

impl FromRequest<Pages> for Form {
    type Rejection = Wrong;

    async fn from_request(request: Request, _: &Pages) -> Result<Self, Wrong> {
        check_type(request.headers())?;
        let late = || {
            let seconds = DEADLINE.as_secs();
            let sentence = format!("The form did not arrive within {seconds} seconds.");
            unreadable(StatusCode::REQUEST_TIMEOUT, sentence)
        };
        let bytes = tokio::time::timeout(DEADLINE, collect(request.into_body())).await;
        Self::read(&bytes.map_err(|_| late())??)
    }
}

fn check_type(headers: &HeaderMap) -> Result<(), Wrong> {
    let kind = headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Ok(());
    }
    let sentence = "A form must be sent as `application/x-www-form-urlencoded`.".to_owned();
    Err(unreadable(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence))
}

async fn collect(mut body: Body) -> Result<Bytes, Wrong> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            let sentence = "The form broke off in the middle.".to_owned();
            return Err(unreadable(StatusCode::BAD_REQUEST, sentence));
        };
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if whole.len().saturating_add(data.len()) > MAX {
            let sentence = format!("The form is larger than {MAX} bytes; write less into it.");
            return Err(unreadable(StatusCode::PAYLOAD_TOO_LARGE, sentence));
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}

pub(crate) fn unreadable(status: StatusCode, sentence: String) -> Wrong {
    Wrong::new(status, "The form cannot be read", sentence)
        .and("Nothing was changed. Go back and send it again.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_once_each() {
        let form = Form::read(b"why=a+b%0D%0Ac%26&empty=+&form=1").expect("a form");
        assert_eq!(form.get("why").as_deref(), Some("a b\nc&"));
        assert_eq!(form.get("form").as_deref(), Some("1"));
        assert_eq!((form.get("empty"), form.get("other")), (None, None));
        assert!(Form::read(b"answer=deny&answer=approve").is_err());
        let form = Form::read(b"tool[]=a&tool[]=b&x=1").expect("a form");
        assert_eq!(form.all("tool[]").collect::<Vec<_>>(), ["a", "b"]);
        assert!(Form::read("a&b&".repeat(9_000).as_bytes()).is_err());
        // What is no UTF-8 is replaced, and nothing is too odd to be read.
        let form = Form::read(b"why=%FF&&=&%").expect("a form");
        assert_eq!(form.get("why").as_deref(), Some("\u{FFFD}"));
    }
}
