//! The `Date` header, formatted once per second.

use std::cell::RefCell;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::BytesMut;

/// The fixed length of a date.
const LENGTH: usize = "Sun, 06 Nov 1994 08:49:37 GMT".len();

thread_local! {
    static LAST: RefCell<WrittenDate> = const { RefCell::new(WrittenDate { second: 0, text: [0; LENGTH] }) };
}

/// A second and its text.
struct WrittenDate {
    second: u64,
    text: [u8; LENGTH],
}

/// Appends the current date.
pub(super) fn put(text: &mut BytesMut) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let second = now.unwrap_or_default().as_secs();
    LAST.with_borrow_mut(|last| {
        if last.second != second {
            last.write(second);
        }
        text.extend_from_slice(&last.text);
    });
}

// === impl WrittenDate ===

impl WrittenDate {
    fn write(&mut self, second: u64) {
        let text = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(second));
        if let Ok(text) = text.into_bytes().try_into() {
            *self = Self { second, text };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_as_http_wants_it() {
        let mut date = WrittenDate {
            second: 0,
            text: [0; LENGTH],
        };
        date.write(784_111_777);
        assert_eq!(&date.text, b"Sun, 06 Nov 1994 08:49:37 GMT");
        let mut text = BytesMut::from("date: ");
        put(&mut text);
        let shown = String::from_utf8(text.to_vec()).expect("ASCII");
        assert!(
            shown.ends_with(" GMT") && shown.len() == LENGTH + 6,
            "{shown}"
        );
    }
}
