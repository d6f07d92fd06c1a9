//! Text fragments that management tools share.

use candor_model::ToolsetName;

use crate::catalogue::endpoint::UnknownEndpoint;
use crate::edit::EditError;
use crate::gateway::Gateway;

/// The maximum number of characters quoted of a caller's text.
const QUOTED_MAX: usize = 100;
/// The maximum number of names listed in a sentence.
const LISTED_MAX: usize = 20;

/// A caller's text between backticks, shortened and on one line.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", cut(text, QUOTED_MAX).escape_debug())
}

/// At most this many characters, with `…` at the end if the text was shortened.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", head.trim_end())
}

/// `1 tool`, `2 tools`.
pub(super) fn tools(count: usize) -> String {
    match count {
        1 => "1 tool".to_owned(),
        _ => format!("{count} tools"),
    }
}

/// The toolset of this name.
pub(super) fn existing(gateway: &Gateway, text: &str) -> Result<ToolsetName, EditError> {
    let snapshot = gateway.snapshot();
    let toolsets = &snapshot.settings.toolsets;
    let name = ToolsetName::parse(text).ok();
    let name = name.filter(|name| toolsets.contains_key(name));
    name.ok_or_else(|| {
        let names: Vec<_> = toolsets.keys().map(ToolsetName::as_str).collect();
        EditError::Unknown(format!(
            "there is no toolset {}; {}",
            quoted(text),
            those(&names)
        ))
    })
}

/// The existing toolsets, for the end of a sentence about a missing one.
pub(super) fn those(names: &[&str]) -> String {
    if names.is_empty() {
        return "there are none yet, and build-toolset makes one".to_owned();
    }
    let listed: Vec<_> = names
        .iter()
        .take(LISTED_MAX)
        .map(|name| quoted(name))
        .collect();
    let more = names.len().saturating_sub(LISTED_MAX);
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("those that exist: {}{rest}", listed.join(", "))
}

/// The error for an endpoint that was removed after the client connected.
pub(super) fn gone(error: &UnknownEndpoint) -> EditError {
    EditError::Unknown(error.to_string())
}
