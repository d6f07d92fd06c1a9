//! Names in paths.

use candor_dashboard_kit::{PageError, query};
use candor_model::{EnvironmentName, ToolsetName};
use http::StatusCode;

/// The path segment of the page that creates something.
const NEW: &str = "new";

/// The page of a name below `place`.
pub(crate) fn path(place: &str, name: &str) -> String {
    // The name may be `new`. Encoding a letter gives it another path.
    if name == NEW {
        return format!("/{place}/%6Eew");
    }
    query::path(&[place, name])
}

/// Parses an environment's name.
pub(crate) fn environment(text: &str) -> Result<EnvironmentName, PageError> {
    EnvironmentName::parse(text).map_err(|error| {
        let status = StatusCode::NOT_FOUND;
        PageError::new(status, "Environment not found", error.to_string())
            .link("/environments", "Environments")
    })
}

/// Parses a toolset's name.
pub(crate) fn toolset(text: &str) -> Result<ToolsetName, PageError> {
    ToolsetName::parse(text).map_err(|error| {
        let status = StatusCode::NOT_FOUND;
        PageError::new(status, "Toolset not found", error.to_string()).link("/policy", "Policy")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_called_new_has_a_page_too() {
        assert_eq!(path("environments", "prod"), "/environments/prod");
        assert_eq!(path("environments", "new"), "/environments/%6Eew");
        assert_eq!(path("environments", "a/b"), "/environments/a%2Fb");
    }
}
