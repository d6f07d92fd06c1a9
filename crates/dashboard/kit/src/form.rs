//! A form as a browser submitted it.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use bytes::{Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use url::form_urlencoded;

use crate::page_error::PageError;
use crate::state::DashboardState;
use crate::wording::brief;

/// The maximum size of a form, in bytes.
const MAX: usize = 1024 * 1024;

/// The maximum number of fields.
const FIELDS_MAX: usize = 2_048;

/// The suffix of fields that may occur more than once, such as checkboxes.
const MANY: &str = "[]";

/// The deadline for receiving a form.
pub(crate) const DEADLINE: Duration = Duration::from_secs(30);

/// The fields of a form. Names are unique, unless they end with `[]`.
#[derive(Debug, Default)]
pub struct SubmittedForm(Vec<(String, String)>);

// === impl SubmittedForm ===

impl SubmittedForm {
    /// The value of a field; none if it is empty or missing. Line breaks are `\n`, not `\r\n`.
    pub fn get(&self, name: &str) -> Option<String> {
        let (_, value) = self.0.iter().find(|(key, _)| key == name)?;
        let value = value.replace("\r\n", "\n");
        (!value.trim().is_empty()).then_some(value)
    }

    /// The values of a field whose name ends with `[]`, in order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let own = self.0.iter().filter(move |(key, _)| key == name);
        own.map(|(_, value)| value.as_str())
    }

    /// All fields, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// Adds a field.
    pub(crate) fn push(&mut self, key: String, value: String) -> Result<(), PageError> {
        if self.0.len() == FIELDS_MAX {
            let sentence = format!("The form has more than {FIELDS_MAX} fields.");
            return Err(unreadable(StatusCode::BAD_REQUEST, sentence));
        }
        if !key.ends_with(MANY) && self.0.iter().any(|(other, _)| *other == key) {
            let sentence = format!("The field `{}` occurs more than once.", brief(&key));
            return Err(unreadable(StatusCode::BAD_REQUEST, sentence));
        }
        self.0.push((key, value));
        Ok(())
    }

    fn read(bytes: &[u8]) -> Result<Self, PageError> {
        let mut form = Self::default();
        for (key, value) in form_urlencoded::parse(bytes) {
            form.push(key.into_owned(), value.into_owned())?;
        }
        Ok(form)
    }
}

impl FromRequest<DashboardState> for SubmittedForm {
    type Rejection = PageError;

    async fn from_request(request: Request, _: &DashboardState) -> Result<Self, PageError> {
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

fn check_type(headers: &HeaderMap) -> Result<(), PageError> {
    let kind = headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Ok(());
    }
    let sentence = "A form must be sent as `application/x-www-form-urlencoded`.".to_owned();
    Err(unreadable(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence))
}

async fn collect(mut body: Body) -> Result<Bytes, PageError> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            let sentence = "The request was cut off.".to_owned();
            return Err(unreadable(StatusCode::BAD_REQUEST, sentence));
        };
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if whole.len().saturating_add(data.len()) > MAX {
            let sentence = format!("The form is larger than {MAX} bytes. Send less.");
            return Err(unreadable(StatusCode::PAYLOAD_TOO_LARGE, sentence));
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}

pub(crate) fn unreadable(status: StatusCode, sentence: String) -> PageError {
    PageError::new(status, "Invalid form", sentence)
        .and("Nothing was changed. Go back and submit it again.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_once_each() {
        let form = SubmittedForm::read(b"why=a+b%0D%0Ac%26&empty=+&form=1").expect("a form");
        assert_eq!(form.get("why").as_deref(), Some("a b\nc&"));
        assert_eq!(form.get("form").as_deref(), Some("1"));
        assert_eq!((form.get("empty"), form.get("other")), (None, None));
        assert!(SubmittedForm::read(b"answer=deny&answer=approve").is_err());
        let form = SubmittedForm::read(b"tool[]=a&tool[]=b&x=1").expect("a form");
        assert_eq!(form.all("tool[]").collect::<Vec<_>>(), ["a", "b"]);
        assert!(SubmittedForm::read("a&b&".repeat(9_000).as_bytes()).is_err());
        // Invalid UTF-8 is replaced.
        let form = SubmittedForm::read(b"why=%FF&&=&%").expect("a form");
        assert_eq!(form.get("why").as_deref(), Some("\u{FFFD}"));
    }
}
