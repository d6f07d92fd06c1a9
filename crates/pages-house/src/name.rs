//! Names in addresses.

use candor_frame::{Wrong, query};
use candor_model::{EnvironmentName, ToolsetName};
use http::StatusCode;

/// The last part of the address under which something is made.
const NEW: &str = "new";

/// Where something of this name is, under `place`.
pub(crate) fn path(place: &str, name: &str) -> String {
    // Something may be called `new`. Written differently, the same name leads elsewhere.
    if name == NEW {
        return format!("/{place}/%6Eew");
    }
    query::path(&[place, name])
}

/// An environment's name, or that there is no such page.
pub(crate) fn environment(text: &str) -> Result<EnvironmentName, Wrong> {
    EnvironmentName::parse(text).map_err(|error| {
        let status = StatusCode::NOT_FOUND;
        Wrong::new(status, "There is no such environment", error.to_string())
            .way("/environments", "Environments")
    })
}

/// A toolset's name, or that there is no such page.
pub(crate) fn toolset(text: &str) -> Result<ToolsetName, Wrong> {
    ToolsetName::parse(text).map_err(|error| {
        let status = StatusCode::NOT_FOUND;
        Wrong::new(status, "There is no such toolset", error.to_string()).way("/policy", "Policy")
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
