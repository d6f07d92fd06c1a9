//! Numbers, as people read them.

pub(crate) use candor_frame::words::grouped;

/// A time span in one unit: `0.4 ms`, `12 ms`, `1.3 s`, `95 s`.
pub(crate) fn span(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        10_000..1_000_000 => format!("{} ms", micros / 1_000),
        1_000_000..10_000_000 => {
            format!("{}.{} s", micros / 1_000_000, micros % 1_000_000 / 100_000)
        }
        _ => format!("{} s", grouped(micros / 1_000_000)),
    }
}

/// A size: `312 bytes`, `12 kB`, `3.4 MB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        0..10_000 => format!("{} bytes", grouped(bytes)),
        10_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!(
            "{}.{} MB",
            grouped(bytes / 1_000_000),
            bytes % 1_000_000 / 100_000
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_can_be_read() {
        for (number, expect) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), expect);
        }
        for (micros, expect) in [
            (0, "0.0 ms"),
            (450, "0.4 ms"),
            (12_900, "12 ms"),
            (1_349_999, "1.3 s"),
            (95_000_000, "95 s"),
            (7_200_000_000, "7,200 s"),
        ] {
            assert_eq!(span(micros), expect);
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
}
