//! Numbers as people read them.

/// With a comma before every three digits.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many of something, such as `1 tool` or `5,000 tools`.
pub(crate) fn many(number: usize, one: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {one}{s}", thousands(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        for (number, expect) in [
            (0, "0 tools"),
            (1, "1 tool"),
            (999, "999 tools"),
            (1_000, "1,000 tools"),
            (1_234_567, "1,234,567 tools"),
        ] {
            assert_eq!(many(number, "tool"), expect);
        }
    }
}
