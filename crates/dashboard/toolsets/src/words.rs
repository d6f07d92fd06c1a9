//! Numbers and phrases of these pages.

pub(crate) use candor_dashboard_kit::wording::{
    channel_phrase, confirmation, counted, with_separators as number,
};

/// The share of one number in another: `12 %`, `less than 1 %`.
pub(crate) fn share(part: usize, whole: usize) -> String {
    if part == 0 || whole == 0 {
        return "0 %".to_owned();
    }
    match part.saturating_mul(100) / whole {
        0 => "less than 1 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percentages() {
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
    }
}
