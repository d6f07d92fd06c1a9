//! Numbers and small words, as people read them.

pub(crate) use candor_frame::words::{door, grouped as number};
use candor_model::{Confirm, Profile};

/// Profiles with the word in forms and what it means.
pub(crate) const PROFILES: [(Profile, &str, &str); 4] = [
    (
        Profile::Known,
        "known",
        "what somebody said, and nothing else",
    ),
    (
        Profile::Explicit,
        "explicit",
        "all four hints, unset ones as the protocol assumes them",
    ),
    (
        Profile::Anthropic,
        "anthropic",
        "as Anthropic's directory demands",
    ),
    (Profile::Openai, "openai", "as OpenAI's directory demands"),
];

/// A number and what is counted: `1 tool`, `12,345 tools`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {what}{s}", number(count))
}

/// Which share one number is of another: `12 %`, `less than 1 %`; nothing of nothing.
pub(crate) fn share(part: usize, whole: usize) -> String {
    if part == 0 || whole == 0 {
        return "0 %".to_owned();
    }
    match part.saturating_mul(100) / whole {
        0 => "less than 1 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// The word of a profile.
pub(crate) fn profile(profile: Profile) -> &'static str {
    let mut all = PROFILES.iter();
    let found = all.find(|(one, _, _)| *one == profile);
    found.map_or("known", |(_, word, _)| word)
}

/// When somebody is asked, in a sentence about a call.
pub(crate) const fn confirm(confirm: Confirm) -> &'static str {
    match confirm {
        Confirm::Always => "before every call",
        Confirm::First => "before the first call of each caller",
        Confirm::Never => "never",
    }
}

/// A sentence out of a fragment: a capital letter and a full stop.
pub(crate) fn sentence(fragment: &str) -> String {
    let mut chars = fragment.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let end = if fragment.ends_with(['.', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        for (count, expect) in [
            (0, "0 tools"),
            (1, "1 tool"),
            (999, "999 tools"),
            (1_000, "1,000 tools"),
            (1_234_567, "1,234,567 tools"),
        ] {
            assert_eq!(counted(count, "tool"), expect);
        }
        for (part, whole, expect) in [
            (0, 0, "0 %"),
            (5, 0, "0 %"),
            (1, 1_000, "less than 1 %"),
            (1, 8, "12 %"),
            (8, 8, "100 %"),
            (usize::MAX, 1, "18446744073709551615 %"),
        ] {
            assert_eq!(share(part, whole), expect);
        }
        for (fragment, expect) in [
            ("there is none", "There is none."),
            ("`x` is odd.", "`x` is odd."),
            ("", ""),
        ] {
            assert_eq!(sentence(fragment), expect);
        }
    }
}
