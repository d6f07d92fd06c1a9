//! The body of a request, up to the limit.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;

use crate::refusal::Refusal;

/// How long a body may take to arrive.
const DEADLINE: Duration = Duration::from_mins(1);
/// How much of a body that is too large is read and thrown away, as a multiple of the limit, so
/// that the connection can be used again. Beyond that it is closed.
const DRAIN: usize = 4;

/// Reads the whole body. A body in one piece is not copied.
pub(super) async fn read(body: Body, limit: usize) -> Result<Bytes, Refusal> {
    tokio::time::timeout(DEADLINE, collect(body, limit))
        .await
        .unwrap_or(Err(Refusal::TooSlow { limit: DEADLINE }))
}

async fn collect(mut body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let mut whole = Pieces::None;
    let mut size = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(Refusal::Broken)?.into_data() else {
            continue;
        };
        size = size.saturating_add(data.len());
        if size <= limit {
            whole.add(data);
        } else if size > limit.saturating_mul(DRAIN) {
            break;
        } else {
            whole = Pieces::None;
        }
    }
    if size > limit {
        Err(Refusal::TooLarge { limit })
    } else {
        Ok(whole.into_bytes())
    }
}

enum Pieces {
    None,
    One(Bytes),
    Many(BytesMut),
}

// === impl Pieces ===

impl Pieces {
    fn add(&mut self, data: Bytes) {
        *self = match std::mem::replace(self, Self::None) {
            Self::None => Self::One(data),
            Self::One(first) => {
                let mut all = BytesMut::with_capacity((first.len() + data.len()) * 2);
                all.extend_from_slice(&first);
                all.extend_from_slice(&data);
                Self::Many(all)
            }
            Self::Many(mut all) => {
                all.extend_from_slice(&data);
                Self::Many(all)
            }
        };
    }

    fn into_bytes(self) -> Bytes {
        match self {
            Self::None => Bytes::new(),
            Self::One(bytes) => bytes,
            Self::Many(all) => all.freeze(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    async fn read_pieces(pieces: &[&'static str], limit: usize) -> Result<Bytes, String> {
        let pieces: Vec<Result<_, Infallible>> = pieces
            .iter()
            .map(|piece| Ok(Bytes::from_static(piece.as_bytes())))
            .collect();
        let body = Body::from_stream(stream::iter(pieces));
        read(body, limit)
            .await
            .map_err(|refusal| refusal.to_string())
    }

    #[tokio::test]
    async fn pieces_are_joined_up_to_the_limit() {
        assert_eq!(read_pieces(&[], 4).await, Ok(Bytes::new()));
        assert_eq!(read_pieces(&["abcd"], 4).await, Ok("abcd".into()));
        assert_eq!(
            read_pieces(&["a", "b", "", "cd"], 4).await,
            Ok("abcd".into())
        );
        let large = "the request is larger than 4 bytes, the limit `limits.request_body`";
        assert_eq!(read_pieces(&["abcd", "e"], 4).await, Err(large.into()));
        assert_eq!(read_pieces(&["abcde"], 4).await, Err(large.into()));
        let endless = vec!["abcdefgh"; 1_000];
        assert_eq!(read_pieces(&endless, 4).await, Err(large.into()));
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_no_request() {
        let broken = stream::iter([
            Ok(Bytes::from_static(b"{")),
            Err(std::io::Error::other("gone")),
        ]);
        let refusal = read(Body::from_stream(broken), 100)
            .await
            .expect_err("broken");
        assert!(matches!(refusal, Refusal::Broken(_)), "{refusal}");
    }
}
