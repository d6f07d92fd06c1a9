//! Reads the document of an API once.

use std::time::Duration;

use candor_config::OpenApiSettings;
use candor_openapi::ApiDescription;
use candor_sources::{DocumentError, load_document};
use url::Url;

use crate::openapi;

/// Reads the document, and its URL if it has one.
pub(super) async fn read(
    settings: &OpenApiSettings,
) -> Result<(ApiDescription, Option<Url>), DocumentError> {
    // Only the location of the document matters here.
    let spec = openapi::spec(settings, Duration::ZERO, None);
    let (bundle, url) = load_document(&spec.document, spec.private).await?;
    Ok((candor_openapi::read(&bundle)?, url))
}
