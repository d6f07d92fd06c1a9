//! A form that may hold a file.

use axum::extract::multipart::{Field, Multipart};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use http::StatusCode;
use http::header::CONTENT_TYPE;

use crate::form::{DEADLINE, Form, unreadable};
use crate::pages::Pages;
use crate::wrong::Wrong;

/// The largest form with its file, in bytes.
pub const MAX: usize = 16 * 1024 * 1024;

/// The fields of a form, and the file that came with it.
#[derive(Debug)]
pub struct Upload {
    /// The fields.
    pub form: Form,
    /// The file, if one was chosen.
    pub file: Option<Uploaded>,
}

/// A file that somebody chose.
#[derive(Debug)]
pub struct Uploaded {
    /// What it is called on their machine.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// What a route needs that takes an [`Upload`].
pub fn limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MAX)
}

impl FromRequest<Pages> for Upload {
    type Rejection = Wrong;

    async fn from_request(request: Request, pages: &Pages) -> Result<Self, Wrong> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
        if !kind.starts_with("multipart/form-data") {
            let form = Form::from_request(request, pages).await?;
            return Ok(Self { form, file: None });
        }
        let parts = Multipart::from_request(request, pages).await;
        let parts = parts.map_err(|_| broken("It does not say where its parts end."))?;
        let read = tokio::time::timeout(DEADLINE, read(parts)).await;
        read.unwrap_or_else(|_| Err(broken("It did not arrive in time.")))
    }
}

async fn read(mut parts: Multipart) -> Result<Upload, Wrong> {
    let mut upload = Upload {
        form: Form::default(),
        file: None,
    };
    let broken_off = |_| broken("It broke off in the middle, or is larger than 16 MiB.");
    while let Some(part) = parts.next_field().await.map_err(broken_off)? {
        let key = part.name().unwrap_or_default().to_owned();
        let Some(name) = part.file_name().map(str::to_owned) else {
            let value = text(part).await?;
            upload.form.push(key, value)?;
            continue;
        };
        let text = text(part).await?;
        // A browser sends an empty part where no file was chosen.
        if name.is_empty() && text.is_empty() {
            continue;
        }
        if upload.file.is_some() {
            return Err(broken("It holds more than one file."));
        }
        upload.file = Some(Uploaded { name, text });
    }
    Ok(upload)
}

async fn text(part: Field<'_>) -> Result<String, Wrong> {
    let bytes = part.bytes().await;
    let bytes =
        bytes.map_err(|_| broken("It broke off in the middle, or is larger than 16 MiB."))?;
    String::from_utf8(bytes.to_vec()).map_err(|_| broken("The file is no text: it is not UTF-8."))
}

fn broken(sentence: &str) -> Wrong {
    unreadable(StatusCode::BAD_REQUEST, sentence.to_owned())
}
