//! Where the pages of a source are, and which source an address means.

use candor_frame::{Wrong, query};
use candor_model::SourceName;
use http::StatusCode;

/// Where all of them are.
pub(crate) const ALL: &str = "/sources";

/// Where one is added.
pub(crate) const NEW: &str = "/sources/new";

/// The page of a source.
pub(crate) fn of(name: &SourceName) -> String {
    match name.as_str() {
        // Its own page must not be the one on which sources are added.
        "new" => format!("{ALL}/%6Eew"),
        name => query::path(&["sources", name]),
    }
}

/// Where something is done to a source.
pub(crate) fn to(name: &SourceName, what: &str) -> String {
    format!("{}/{what}", of(name))
}

/// The source that an address names.
pub(crate) fn read(text: &str) -> Result<SourceName, Wrong> {
    SourceName::parse(text).map_err(|_| unknown(text))
}

/// There is no such source.
pub(crate) fn unknown(text: &str) -> Wrong {
    let text: String = text.chars().take(80).collect();
    Wrong::new(
        StatusCode::NOT_FOUND,
        "There is no such source",
        format!("There is no source `{text}`. It may have been removed or renamed."),
    )
    .way(ALL, "All sources")
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
