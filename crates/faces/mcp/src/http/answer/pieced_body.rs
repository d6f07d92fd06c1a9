//! A response body that is sent from memory shared between responses.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use bytes::Bytes;
use candor_wire::JsonPieces;
use http_body::{Frame, SizeHint};

/// Yields one piece after the other. All of them are available, so they are written together and
/// the length is known.
#[derive(Debug)]
pub(super) struct PiecedBody {
    pieces: Arc<[Bytes]>,
    next: usize,
    /// The number of bytes that remain.
    left: u64,
}

// === impl PiecedBody ===

impl PiecedBody {
    pub(super) fn new(json: &JsonPieces) -> Self {
        Self {
            pieces: Arc::clone(json.pieces()),
            next: 0,
            left: json.len() as u64,
        }
    }
}

impl HttpBody for PiecedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let piece = self.pieces.get(self.next).cloned();
        Poll::Ready(piece.map(|piece| {
            self.next += 1;
            self.left -= piece.len() as u64;
            Ok(Frame::data(piece))
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use candor_wire::{ArrayPart, RawJson, RawObject};

    use super::*;

    #[tokio::test]
    async fn all_pieces_come_in_order_and_the_length_is_told() {
        let parts = [[1, 2], [3, 4]].map(|numbers| {
            let numbers = numbers.map(RawJson::number);
            ArrayPart::write(&numbers)
        });
        let whole = RawObject::default().to_pieces("tools", &parts);
        let body = PiecedBody::new(&whole);
        assert_eq!(body.size_hint().exact(), Some(whole.len() as u64));
        assert!(!body.is_end_stream());
        let sent = axum::body::to_bytes(Body::new(body), usize::MAX).await;
        assert_eq!(sent.expect("all of it"), r#"{"tools":[1,2,3,4]}"#);
    }
}
