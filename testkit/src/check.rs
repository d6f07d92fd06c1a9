//! Checks that say what they looked at, and tests that differ in their rows only.

use std::fmt::{Debug, Display};

/// Expects that a text holds a part.
#[track_caller]
pub fn assert_contains(text: &(impl Display + ?Sized), part: &str) {
    let text = text.to_string();
    assert!(text.contains(part), "no `{part}` in {text}");
}

/// The same for a row of a table, which is named.
#[track_caller]
pub fn assert_contains_for(row: &dyn Debug, text: &(impl Display + ?Sized), part: &str) {
    let text = text.to_string();
    assert!(text.contains(part), "{row:?}: no `{part}` in {text}");
}

/// A test for each row: its name, and what a check is given. Every row is a test of its own, so
/// that they run beside each other and each tells its own failure.
#[macro_export]
macro_rules! test_rows {
    ($check:ident { $($(#[$about:meta])* $name:ident($($given:expr),* $(,)?);)+ }) => {$(
        $(#[$about])*
        #[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            $check($($given),*).await;
        }
    )+};
}
