//! Numbers as people read them.

pub(crate) use candor_frame::words::grouped as thousands;

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
