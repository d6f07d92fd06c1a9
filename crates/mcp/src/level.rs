//! How grave a log message is.

use candor_wire::{RawJson, RawObject};

/// The levels of the protocol, least grave first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

// === impl Level ===

impl Level {
    const ALL: [(&'static str, Self); 8] = [
        ("debug", Self::Debug),
        ("info", Self::Info),
        ("notice", Self::Notice),
        ("warning", Self::Warning),
        ("error", Self::Error),
        ("critical", Self::Critical),
        ("alert", Self::Alert),
        ("emergency", Self::Emergency),
    ];

    /// The level of this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(other, _)| *other == name)
            .map(|(_, level)| level)
    }

    /// The level of a log notification. What has no level that we know is shown to everybody
    /// who wants logs at all.
    pub(crate) fn of_message(params: Option<&RawJson>) -> Self {
        params
            .and_then(|params| RawObject::parse(params).ok())
            .and_then(|params| params.get_string("level"))
            .and_then(|name| Self::parse(&name))
            .unwrap_or(Self::Emergency)
    }

    /// All names, for messages that list them.
    pub(crate) fn names() -> String {
        Self::ALL.map(|(name, _)| format!("`{name}`")).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_as_they_are_listed() {
        assert!(Level::ALL.is_sorted_by_key(|(_, level)| level));
        assert_eq!(Level::parse("warning"), Some(Level::Warning));
        assert_eq!(Level::parse("WARNING"), None);
    }

    #[test]
    fn a_message_without_a_level_is_not_lost() {
        let level = |text: &'static str| Level::of_message(RawJson::parse(text).ok().as_ref());
        assert_eq!(level(r#"{"level":"debug","data":1}"#), Level::Debug);
        assert_eq!(level(r#"{"level":7}"#), Level::Emergency);
        assert_eq!(level("[]"), Level::Emergency);
        assert_eq!(Level::of_message(None), Level::Emergency);
    }
}
