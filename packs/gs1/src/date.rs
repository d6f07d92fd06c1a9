//! Dates in bar codes: six digits, year, month and day.

/// Parses `YYMMDD` or `YYYY-MM-DD` and returns `YYMMDD`; `None` for invalid dates. The day `00`
/// means unspecified.
pub fn read(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = match text.as_bytes() {
        [_, _, _, _, b'-', _, _, b'-', _, _] => {
            let digits = text.replace('-', "");
            // Two digits do not identify the century; only the current one is supported.
            let digits = digits.strip_prefix("20")?;
            digits.to_owned()
        }
        _ => text.to_owned(),
    };
    is_date(&digits).then_some(digits)
}

/// Whether six digits are a date, or a month with its day left open.
pub fn is_date(digits: &str) -> bool {
    if digits.len() != 6 || !digits.bytes().all(|one| one.is_ascii_digit()) {
        return false;
    }
    let two = |at: usize| digits[at..at + 2].parse::<u32>().unwrap_or(u32::MAX);
    let (year, month, day) = (two(0), two(2), two(4));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        // Two digits name a year between 1950 and 2099 or so, and there every fourth leaps.
        2 if year % 4 == 0 => 29,
        2 => 28,
        _ => return false,
    };
    day <= days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(read(text).as_deref(), expect, "{text}");
        };
        check("261231", Some("261231"));
        check(" 2026-12-31 ", Some("261231"));
        check("200600", Some("200600"));
        check("240229", Some("240229"));
        check("000229", Some("000229"));
        for wrong in [
            "",
            "2612",
            "2612311",
            "261331",
            "260031",
            "210229",
            "200230",
            "200431",
            "20x131",
            "26123１",
            "1999-12-31",
            "2026-13-01",
            "2026/12/31",
            "+61231",
        ] {
            check(wrong, None);
        }
    }
}
