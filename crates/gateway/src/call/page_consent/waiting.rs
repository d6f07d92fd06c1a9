//! Questions of servers that wait for a person's consent to show them.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use candor_sources::InputRequest;
use candor_wire::{ErrorObject, RawJson, method};
use tokio::sync::oneshot;

use super::is_yes;

/// The questions of one call, each with the pending answer to its form.
#[derive(Default)]
pub(crate) struct WaitingConsents(Vec<(InputRequest, FormAnswer)>);

type FormAnswer = oneshot::Receiver<Result<RawJson, ErrorObject>>;

// === impl WaitingConsents ===

impl WaitingConsents {
    /// Keeps a question until its form is answered; returns the form to put to the client.
    pub(crate) fn keep(&mut self, question: InputRequest, form: RawJson) -> InputRequest {
        let (form, answer) = InputRequest::in_round(method::ELICIT.into(), Some(form));
        self.0.push((question, answer));
        form
    }

    /// Whether no question waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next question whose form was answered, and whether the answer is consent. Pending while
    /// there is none. Cancel-safe: nothing is lost when the future is dropped.
    pub(crate) async fn next(&mut self) -> (InputRequest, bool) {
        poll_fn(|context| {
            let answered = self.0.iter_mut().enumerate().find_map(|(at, (_, answer))| {
                match Pin::new(answer).poll(context) {
                    Poll::Ready(Ok(Ok(answer))) => Some((at, is_yes(&answer))),
                    Poll::Ready(_) => Some((at, false)),
                    Poll::Pending => None,
                }
            });
            match answered {
                Some((at, yes)) => Poll::Ready((self.0.remove(at).0, yes)),
                None => Poll::Pending,
            }
        })
        .await
    }
}
