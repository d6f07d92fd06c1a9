//! A form that may upload a file.

use axum::extract::multipart::{Field, Multipart};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use http::StatusCode;
use http::header::CONTENT_TYPE;

use crate::form::{DEADLINE, SubmittedForm, unreadable};
use crate::page_error::PageError;
use crate::state::DashboardState;

/// The maximum size of a form with its file, in bytes.
pub const MAX: usize = 16 * 1024 * 1024;

/// The fields of a form, and the file that came with it.
#[derive(Debug)]
pub struct UploadForm {
    /// The other fields.
    pub form: SubmittedForm,
    /// The file, if one was chosen.
    pub file: Option<UploadedFile>,
}

/// An uploaded file.
#[derive(Debug)]
pub struct UploadedFile {
    /// Its name on the user's machine.
    pub name: String,
    /// Its contents as text.
    pub text: String,
}

/// The body limit for routes that take an [`UploadForm`].
pub fn limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MAX)
}

impl FromRequest<DashboardState> for UploadForm {
    type Rejection = PageError;

    async fn from_request(request: Request, pages: &DashboardState) -> Result<Self, PageError> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
        if !kind.starts_with("multipart/form-data") {
            let form = SubmittedForm::from_request(request, pages).await?;
            return Ok(Self { form, file: None });
        }
        let parts = Multipart::from_request(request, pages).await;
        let parts = parts.map_err(|_| broken("The multipart boundary is missing."))?;
        let read = tokio::time::timeout(DEADLINE, read(parts)).await;
        read.unwrap_or_else(|_| Err(broken("It was not received in time.")))
    }
}

async fn read(mut parts: Multipart) -> Result<UploadForm, PageError> {
    let mut upload = UploadForm {
        form: SubmittedForm::default(),
        file: None,
    };
    let broken_off = |_| broken("The upload was cut off, or is larger than 16 MiB.");
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
            return Err(broken("It contains more than one file."));
        }
        upload.file = Some(UploadedFile { name, text });
    }
    Ok(upload)
}

async fn text(part: Field<'_>) -> Result<String, PageError> {
    let bytes = part.bytes().await;
    let bytes = bytes.map_err(|_| broken("The upload was cut off, or is larger than 16 MiB."))?;
    String::from_utf8(bytes.to_vec()).map_err(|_| broken("The file is not UTF-8 text."))
}

fn broken(sentence: &str) -> PageError {
    unreadable(StatusCode::BAD_REQUEST, sentence.to_owned())
}
