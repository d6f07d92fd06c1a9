//! Log levels as clients and servers write them.

use candor_model::Level;
use candor_wire::{RawJson, RawObject};

/// The level of a log notification. What has no level that we know is shown to everybody who
/// wants logs at all.
pub(crate) fn of_message(params: Option<&RawJson>) -> Level {
    params
        .and_then(|params| RawObject::parse(params).ok())
        .and_then(|params| params.get_string("level"))
        .and_then(|name| Level::parse(&name))
        .unwrap_or(Level::Emergency)
}

/// All names, for messages that list them.
pub(crate) fn names() -> String {
    Level::ALL
        .map(|level| format!("`{}`", level.as_str()))
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_a_level_is_not_lost() {
        let level = |text: &'static str| of_message(RawJson::parse(text).ok().as_ref());
        assert_eq!(level(r#"{"level":"debug","data":1}"#), Level::Debug);
        assert_eq!(level(r#"{"level":7}"#), Level::Emergency);
        assert_eq!(level("[]"), Level::Emergency);
        assert_eq!(of_message(None), Level::Emergency);
    }
}
