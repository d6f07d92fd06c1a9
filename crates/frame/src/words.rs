//! Words and numbers that every page says alike.

use candor_model::Door;

/// A whole number with a comma before every three digits: `12,345`.
pub fn grouped(number: impl Copy + ToString) -> String {
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
pub const fn door(door: Door) -> &'static str {
    match door {
        Door::Cli => "on the command line",
        Door::Api => "through the API",
        Door::Mcp => "through a management tool",
        Door::Client => "in the client that calls",
        Door::Page => "on a page",
        Door::Link => "with a link that was sent out",
        Door::File => "in the configuration file",
        Door::Gateway => "by the gateway itself",
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
            assert_eq!(grouped(number), expect);
        }
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
    }
}
