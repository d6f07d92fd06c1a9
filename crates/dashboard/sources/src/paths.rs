//! The paths of the source pages.

use candor_dashboard_kit::{PageError, query};
use candor_model::SourceName;
use http::StatusCode;

pub(crate) const ALL: &str = "/sources";

pub(crate) const NEW: &str = "/sources/new";

/// The page of a source.
pub(crate) fn of(name: &SourceName) -> String {
    match name.as_str() {
        // A source may be called `new`, like the page that adds one.
        "new" => format!("{ALL}/%6Eew"),
        name => query::path(&["sources", name]),
    }
}

/// An action on a source.
pub(crate) fn to(name: &SourceName, what: &str) -> String {
    format!("{}/{what}", of(name))
}

/// Parses the name in a path.
pub(crate) fn read(text: &str) -> Result<SourceName, PageError> {
    SourceName::parse(text).map_err(|_| unknown(text))
}

pub(crate) fn unknown(text: &str) -> PageError {
    let text: String = text.chars().take(80).collect();
    PageError::new(
        StatusCode::NOT_FOUND,
        "Source not found",
        format!("There is no source `{text}`. It may have been removed or renamed."),
    )
    .link(ALL, "All sources")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_has_a_page_of_its_own() {
        for (name, page) in [
            ("shop", "/sources/shop"),
            ("new", "/sources/%6Eew"),
            ("news", "/sources/news"),
        ] {
            let name = read(name).expect("a name");
            assert_eq!(of(&name), page);
            assert_eq!(to(&name, "trust"), format!("{page}/trust"));
        }
        for text in ["", "a b", "<b>", &"x".repeat(65)] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
