//! Compare and swap: a change is read, made and written, and repeated after a conflict with another
//! editor.

use std::pin::Pin;

use super::EditError;

/// The maximum number of attempts while others change the same thing.
const ATTEMPTS: usize = 200;

/// One attempt to read, change and write.
pub(super) type EditAttempt<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, EditError>> + Send + 'a>>;

/// Repeats an attempt as long as it fails because of a concurrent change. An editor that gives an
/// `expected` version gets the conflict as an error instead. `what` names the thing in the error.
pub(super) async fn retry_stale<'a, T>(
    what: &str,
    expected: Option<u64>,
    attempt: impl Fn() -> EditAttempt<'a, T>,
) -> Result<T, EditError> {
    for _ in 0..ATTEMPTS {
        match attempt().await {
            Err(EditError::Stale { .. }) if expected.is_none() => {}
            done => return done,
        }
    }
    Err(EditError::Invalid(format!(
        "too many others are changing {what} at this moment; try again"
    )))
}
