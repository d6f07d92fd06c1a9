//! Reading of bodies within limits.

use std::io;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::stream;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::{Instant, timeout, timeout_at};

use crate::decode::{BodyChunks, ContentCoding, DecodedBody, DecompressionBomb};
use crate::error::{EgressError, innermost};
use crate::response::CutReason;

/// A body that was announced, and how to read it.
pub(crate) struct BodyReader<'a> {
    /// The host, for errors.
    pub(crate) host: &'a str,
    pub(crate) coding: ContentCoding,
    /// Whether each part of it means something alone, as events do.
    pub(crate) events: bool,
    pub(crate) deadline: Instant,
    pub(crate) silence: Duration,
    pub(crate) max: usize,
}

/// The stored part of a body. A body in one chunk, the usual case, is not copied.
#[derive(Default)]
struct BodyBuffer {
    first: Bytes,
    rest: BytesMut,
}

/// An error of the connection during a body. Passed as an I/O error, because decoders support no
/// others.
#[derive(Debug, thiserror::Error)]
enum BodyFault {
    #[error("nothing came in time")]
    Silent,
    #[error(transparent)]
    Broken(hyper::Error),
}

// === impl BodyReader ===

impl BodyReader<'_> {
    /// Reads until the end or the limit.
    pub(crate) async fn read(
        &self,
        body: Incoming,
    ) -> Result<(Bytes, Option<CutReason>), EgressError> {
        let mut kept = BodyBuffer::default();
        let filled = timeout_at(self.deadline, self.fill(body, &mut kept)).await;
        let cut = match filled {
            Err(_) => Some(CutReason::Time),
            Ok(Ok(cut)) => cut,
            Ok(Err(error)) => Some(self.judge(error, kept.len())?),
        };
        Ok((kept.finish(), cut))
    }

    async fn fill(&self, body: Incoming, kept: &mut BodyBuffer) -> io::Result<Option<CutReason>> {
        let mut unpacked = DecodedBody::open(self.coding, pieces(body, self.silence)).await?;
        while let Some(piece) = unpacked.next().await? {
            if !kept.take(piece, self.max) {
                return Ok(Some(CutReason::Size));
            }
        }
        Ok(None)
    }

    /// Whether an error only ends the body early, or spoils it.
    fn judge(&self, error: io::Error, kept: usize) -> Result<CutReason, EgressError> {
        let host = self.host.to_owned();
        let inner = error.get_ref();
        if let Some(fault) = inner.and_then(|inner| inner.downcast_ref::<BodyFault>()) {
            return match fault {
                BodyFault::Silent if self.events => Ok(CutReason::Silence),
                BodyFault::Silent => Err(EgressError::Stalled {
                    host,
                    kept: kept as u64,
                    limit: self.silence,
                }),
                BodyFault::Broken(error) => Err(EgressError::Broken {
                    host,
                    cause: innermost(error),
                }),
            };
        }
        if let Some(bomb) = inner.and_then(|inner| inner.downcast_ref::<DecompressionBomb>()) {
            return Err(EgressError::Bomb {
                host,
                packed: bomb.packed,
                unpacked: bomb.unpacked,
            });
        }
        Err(EgressError::Corrupt {
            host,
            encoding: self.coding.name(),
            cause: error.into(),
        })
    }
}

/// The pieces of a body as they arrive. Each may be waited for only so long.
fn pieces(body: Incoming, silence: Duration) -> BodyChunks {
    Box::pin(stream::try_unfold(body, move |mut body| async move {
        loop {
            // A server that always has data ready must not prevent the timeout from being checked.
            tokio::task::coop::consume_budget().await;
            let frame = match timeout(silence, body.frame()).await {
                Err(_) => return Err(io::Error::other(BodyFault::Silent)),
                Ok(None) => return Ok(None),
                Ok(Some(Err(error))) => return Err(io::Error::other(BodyFault::Broken(error))),
                Ok(Some(Ok(frame))) => frame,
            };
            // Trailers are not used.
            if let Ok(piece) = frame.into_data()
                && !piece.is_empty()
            {
                return Ok(Some((piece, body)));
            }
        }
    }))
}

// === impl BodyBuffer ===

impl BodyBuffer {
    /// Stores a chunk. Returns false if it exceeds the limit and was truncated.
    fn take(&mut self, mut piece: Bytes, max: usize) -> bool {
        let room = max - self.len();
        let fits = piece.len() <= room;
        piece.truncate(room);
        if self.first.is_empty() {
            self.first = piece;
        } else {
            self.rest.extend_from_slice(&piece);
        }
        fits
    }

    fn len(&self) -> usize {
        self.first.len() + self.rest.len()
    }

    fn finish(self) -> Bytes {
        if self.rest.is_empty() {
            return self.first;
        }
        let mut whole = BytesMut::with_capacity(self.len());
        whole.extend_from_slice(&self.first);
        whole.extend_from_slice(&self.rest);
        whole.freeze()
    }
}
