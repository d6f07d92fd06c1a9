//! Failures of tool calls.

use std::error::Error;
use std::fmt;

/// Why a call failed, in a sentence for the model. Becomes a result with `isError`.
///
/// Every error converts to a failure with `?`, including its causes: `the shop did not answer:
/// connection refused`. Use [`Failure::new`] for a text. It does not implement [`Error`], because
/// the blanket conversion would then conflict with the standard library's.
#[derive(Clone, PartialEq, Eq)]
pub struct Failure {
    sentence: String,
}

// === impl Failure ===

impl Failure {
    /// A failure with this sentence. It should name the problem, with the offending value, and say
    /// what to do instead.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
        }
    }

    /// The sentence that the model sees.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        let mut sentence = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            let told = cause.to_string();
            // Some errors include their cause in their own message.
            if !sentence.ends_with(&told) {
                sentence.push_str(": ");
                sentence.push_str(&told);
            }
            next = cause.source();
        }
        Self { sentence }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Failure({:?})", self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the shop did not answer")]
    struct Outer(#[source] Inner);

    #[derive(Debug, thiserror::Error)]
    #[error("connection refused")]
    struct Inner;

    #[test]
    fn an_error_tells_its_causes() {
        let told = |failure: Failure| failure.to_string();
        assert_eq!(
            told(Outer(Inner).into()),
            "the shop did not answer: connection refused"
        );
        assert_eq!(told(Failure::new("no such book")), "no such book");
        let wrapped = std::io::Error::other(Inner);
        assert_eq!(told(wrapped.into()), "connection refused");
    }
}
