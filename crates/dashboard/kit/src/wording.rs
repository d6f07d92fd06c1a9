//! Words, numbers and sentences that every page writes alike.

use std::fmt;

use askama::filters::HtmlSafe;
use candor_model::{ChangeChannel, ConfirmMode, Hint};
use candor_resolve::UnsetReason;

/// The label of an unset hint or setting.
pub const NOT_SET: &str = "Not set";

/// A sentence of ours. Displayed as escaped HTML, with text between backticks as `<code>`.
#[derive(Clone, Copy, Debug)]
pub struct Sentence<'a>(&'a str);

/// A sentence of ours, to be written into a template.
pub fn sentence(text: &str) -> Sentence<'_> {
    Sentence(text)
}

/// A whole number with a comma before every three digits: `12,345`.
pub fn with_separators(number: impl Copy + ToString) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and its unit: `1 tool`, `5,000 tools`.
pub fn counted(number: usize, unit: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {unit}{plural}", with_separators(number))
}

/// A time span in one unit: `0.4 ms`, `12 ms`, `1.3 s`, `95 s`.
pub fn duration(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        10_000..1_000_000 => format!("{} ms", micros / 1_000),
        1_000_000..10_000_000 => {
            format!("{}.{} s", micros / 1_000_000, micros % 1_000_000 / 100_000)
        }
        _ => format!("{} s", with_separators(micros / 1_000_000)),
    }
}

/// A size: `312 bytes`, `12 kB`, `3.4 MB`.
pub fn size(bytes: usize) -> String {
    match bytes {
        0..10_000 => counted(bytes, "byte"),
        10_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!(
            "{}.{} MB",
            with_separators(bytes / 1_000_000),
            bytes % 1_000_000 / 100_000
        ),
    }
}

/// The beginning of a value that is repeated in a sentence.
pub fn brief(value: &str) -> String {
    value.chars().take(60).collect()
}

/// The label of a hint.
pub const fn hint_label(hint: Hint) -> &'static str {
    match hint {
        Hint::ReadOnly => "Read-only",
        Hint::Destructive => "Destructive",
        Hint::Idempotent => "Idempotent",
        Hint::OpenWorld => "Open world",
    }
}

/// The value of a hint: `Yes`, `No` or `Not set`.
pub const fn hint_value(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "Yes",
        Some(false) => "No",
        None => NOT_SET,
    }
}

/// Why a hint is not set; empty where no layer says anything.
pub fn unset_reason(reason: Option<&UnsetReason>) -> String {
    match reason {
        None | Some(UnsetReason::Unspecified) => String::new(),
        Some(UnsetReason::NotReliedUpon(provenance)) => {
            format!("ignored (untrusted source): {provenance}")
        }
        Some(reason) => reason.to_string(),
    }
}

/// When a call needs a confirmation; without a mode the hints decide.
pub const fn confirmation(mode: Option<ConfirmMode>) -> &'static str {
    match mode {
        Some(ConfirmMode::Always) => "Always",
        Some(ConfirmMode::First) => "First call per caller",
        Some(ConfirmMode::Never) => "Never",
        None => "Based on hints",
    }
}

/// Through which channel a change was made, to follow the name of its author.
pub const fn channel_phrase(channel: ChangeChannel) -> &'static str {
    match channel {
        ChangeChannel::Cli => "via the command line",
        ChangeChannel::Api => "via the API",
        ChangeChannel::Mcp => "via a management tool",
        ChangeChannel::Client => "in the client",
        ChangeChannel::Page => "via the dashboard",
        ChangeChannel::Link => "via an approval link",
        ChangeChannel::File => "in the configuration file",
        ChangeChannel::Gateway => "(automatic)",
    }
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        while let Some((before, code, after)) = first_code(rest) {
            write!(f, "{}<code>{}</code>", escaped(before), escaped(code))?;
            rest = after;
        }
        write!(f, "{}", escaped(rest))
    }
}

impl HtmlSafe for Sentence<'_> {}

/// What is before, between and after the first pair of backticks.
fn first_code(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (code, after) = rest.split_once('`')?;
    Some((before, code, after))
}

fn escaped(text: &str) -> impl fmt::Display {
    let Ok(safe) = askama::filters::escape(text, askama::filters::Html);
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators_and_units() {
        for (number, expect) in [
            (0, "0 tools"),
            (1, "1 tool"),
            (999, "999 tools"),
            (1_000, "1,000 tools"),
            (1_234_567, "1,234,567 tools"),
        ] {
            assert_eq!(counted(number, "tool"), expect);
        }
        assert_eq!(with_separators(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn durations_and_sizes_have_few_digits() {
        for (micros, expect) in [
            (0, "0.0 ms"),
            (450, "0.4 ms"),
            (999, "0.9 ms"),
            (1_000, "1.0 ms"),
            (12_900, "12 ms"),
            (999_999, "999 ms"),
            (1_250_000, "1.2 s"),
            (1_349_999, "1.3 s"),
            (95_000_000, "95 s"),
            (7_200_000_000, "7,200 s"),
            (u64::MAX, "18,446,744,073,709 s"),
        ] {
            assert_eq!(duration(micros), expect);
        }
        for (bytes, expect) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (9_999, "9,999 bytes"),
            (12_345, "12 kB"),
            (3_456_789, "3.4 MB"),
        ] {
            assert_eq!(size(bytes), expect);
        }
    }

    #[test]
    fn backticks_become_code() {
        for (text, expect) in [
            ("Nothing was changed.", "Nothing was changed."),
            (
                "no tool `a<b>`; try `c`",
                "no tool <code>a&#60;b&#62;</code>; try <code>c</code>",
            ),
            ("`` is empty", "<code></code> is empty"),
            ("one ` alone <i>", "one ` alone &#60;i&#62;"),
        ] {
            assert_eq!(sentence(text).to_string(), expect);
        }
    }
}
