//! Log levels in messages.

use candor_model::McpLogLevel;
use candor_wire::{RawJson, RawObject};

/// The level of a log notification. A message without a known level is shown to every client that
/// wants logs at all.
pub(crate) fn of_message(params: Option<&RawJson>) -> McpLogLevel {
    params
        .and_then(|params| RawObject::parse(params).ok())
        .and_then(|params| params.get_string("level"))
        .and_then(|name| McpLogLevel::parse(&name))
        .unwrap_or(McpLogLevel::Emergency)
}

/// The names of all levels, for messages that list them.
pub(crate) fn names() -> String {
    McpLogLevel::ALL
        .map(|level| format!("`{}`", level.as_str()))
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_a_level_is_not_lost() {
        let level = |text: &'static str| of_message(RawJson::parse(text).ok().as_ref());
        assert_eq!(level(r#"{"level":"debug","data":1}"#), McpLogLevel::Debug);
        assert_eq!(level(r#"{"level":7}"#), McpLogLevel::Emergency);
        assert_eq!(level("[]"), McpLogLevel::Emergency);
        assert_eq!(of_message(None), McpLogLevel::Emergency);
    }
}
