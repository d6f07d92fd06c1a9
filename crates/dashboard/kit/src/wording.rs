//! Words and numbers that every page says alike.

use candor_model::ChangeChannel;

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

/// Through which door something was done, to follow a name.
pub const fn channel_phrase(door: ChangeChannel) -> &'static str {
    match door {
        ChangeChannel::Cli => "on the command line",
        ChangeChannel::Api => "through the API",
        ChangeChannel::Mcp => "through a management tool",
        ChangeChannel::Client => "in the client that calls",
        ChangeChannel::Page => "on a page",
        ChangeChannel::Link => "with a link that was sent out",
        ChangeChannel::File => "in the configuration file",
        ChangeChannel::Gateway => "by the gateway itself",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        for (number, expect) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(with_separators(number), expect);
        }
        assert_eq!(with_separators(u64::MAX), "18,446,744,073,709,551,615");
    }
}
