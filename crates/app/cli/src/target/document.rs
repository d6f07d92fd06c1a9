//! An API document as a target.

use std::path::Path;

use candor_config::{
    DocumentLocation, EndpointUrl, OpenApiSettings, SourceSettings, TransportSettings,
};
use candor_model::{Secret, VariableName};

use super::name;
use crate::args::DocumentOptions;
use crate::prelude::{CommandFailure, CommandResult};

/// The default name of an API.
const NAME: &str = "api";

/// The extensions of documents.
const ENDINGS: [&str; 3] = [".json", ".yaml", ".yml"];

/// The source of a document in a file.
pub(super) fn file(path: &Path, options: &DocumentOptions) -> CommandResult<SourceSettings> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    source(&stem, DocumentLocation::File(path.to_owned()), options)
}

/// The source of a document on the network.
pub(super) fn url(url: EndpointUrl, options: &DocumentOptions) -> CommandResult<SourceSettings> {
    let address = url.url();
    if !address.username().is_empty() || address.password().is_some() {
        let failure = CommandFailure::new("the URL of the document contains a user or a password");
        return Err(failure.hint("fetch it yourself, and give the path of the file"));
    }
    let last = address.path().rsplit('/').next().unwrap_or_default();
    let stem = Path::new(last).file_stem().unwrap_or_default();
    let stem = stem.to_string_lossy().into_owned();
    source(&stem, DocumentLocation::Url(url), options)
}

/// Whether a URL is that of a document, as far as one can see.
pub(super) fn is_document(url: &EndpointUrl) -> bool {
    let path = url.url().path().to_ascii_lowercase();
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}

fn source(
    stem: &str,
    document: DocumentLocation,
    options: &DocumentOptions,
) -> CommandResult<SourceSettings> {
    let name = name::of(stem, NAME)?;
    let mut api = OpenApiSettings::new(document);
    api.base_url.clone_from(&options.base_url);
    api.allow_private = options.allow_private;
    api.deprecated = options.deprecated;
    api.include = options.wanted();
    // A command reads the document only once.
    api.refresh = Some(std::time::Duration::ZERO);
    api.variables = variables();
    Ok(SourceSettings::new(
        name,
        TransportSettings::OpenApi(Box::new(api)),
    ))
}

/// The process's environment variables. Only credentials named after source and scheme are looked
/// up in them.
fn variables() -> Vec<(VariableName, Secret<String>)> {
    let given = std::env::vars_os().filter_map(|(name, value)| {
        let name = VariableName::parse(name.to_str()?).ok()?;
        Some((name, Secret::new(value.into_string().ok()?)))
    });
    given.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_documents_are_known_by_their_ending() {
        for (url, expect) in [
            ("https://a.example/openapi.json", true),
            ("https://a.example/v1/API.YAML?key=1", true),
            ("https://a.example/mcp", false),
            ("https://a.example/mcp?file=a.json", false),
            ("https://a.example/json", false),
        ] {
            let url = EndpointUrl::parse(url).expect("a URL");
            assert_eq!(is_document(&url), expect, "{url}");
        }
    }
}
