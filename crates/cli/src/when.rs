//! Times, as people and programs read them.

use jiff::Timestamp;

/// Seconds in UTC, such as `2026-07-28T12:34:56Z`.
pub(crate) fn text(micros: i64) -> String {
    match Timestamp::from_microsecond(micros) {
        Ok(time) => time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        // No clock says this; the number is all there is to say.
        Err(_) => format!("{micros} µs"),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn times_are_in_utc() {
        assert_eq!(text(0), "1970-01-01T00:00:00Z");
        assert_eq!(text(1_785_242_096_999_999), "2026-07-28T12:34:56Z");
        assert_eq!(text(i64::MAX), "9223372036854775807 µs");
    }
}
