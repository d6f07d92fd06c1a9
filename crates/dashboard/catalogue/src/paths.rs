//! The paths of the catalogue pages.

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{PageError, query};
use candor_registry::ServerName;
use http::StatusCode;

pub(crate) const ALL: &str = "/catalogue";

/// The page of a server. The slash of its name is encoded, so that no name can lead elsewhere.
pub(crate) fn of(name: &ServerName) -> String {
    query::path(&["catalogue", name.as_str()])
}

/// The page of one version or option of a server.
pub(crate) fn at(name: &ServerName, version: Option<&str>, option: Option<usize>) -> String {
    let option = option.map(|number| number.to_string()).unwrap_or_default();
    let pairs = [
        ("version", version.unwrap_or_default()),
        ("option", &*option),
    ];
    query::with_all(&of(name), pairs)
}

/// Parses the name in a path.
pub(crate) fn read(text: &str) -> Result<ServerName, PageError> {
    ServerName::parse(text).map_err(|_| unknown(text))
}

pub(crate) fn unknown(text: &str) -> PageError {
    let text = brief(text);
    PageError::new(
        StatusCode::NOT_FOUND,
        "Server not found",
        format!("The catalogue has no server `{text}`. It may have been removed or renamed."),
    )
    .link(ALL, "Catalogue")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_has_a_page_of_its_own() {
        for (name, page) in [
            (
                "io.github.ada/weather",
                "/catalogue/io.github.ada%2Fweather",
            ),
            ("../x", "/catalogue/..%2Fx"),
        ] {
            let name = read(name).expect("a name");
            assert_eq!(of(&name), page);
            let one = at(&name, Some("1.0+a b"), Some(2));
            assert_eq!(one, format!("{page}?version=1.0%2Ba+b&option=2"));
            assert_eq!(at(&name, None, None), page);
        }
        for text in ["", "x", "a/b/c", "<b>/x", "a/\u{202e}"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
