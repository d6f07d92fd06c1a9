//! The long ends of large results, written once and shared by all replies.

use std::sync::OnceLock;

use bytes::Bytes;

use crate::fixture::{self, PADDINGS};

/// The ends of the results of one era, each made when it is first asked for.
#[derive(Debug)]
pub(crate) struct PaddedEnds {
    /// What stands behind the content and closes all that is open.
    end: &'static str,
    made: [OnceLock<Bytes>; PADDINGS.len()],
}

// === impl PaddedEnds ===

impl PaddedEnds {
    pub(crate) fn new(end: &'static str) -> Self {
        Self {
            end,
            made: Default::default(),
        }
    }

    /// What closes a result without a long text.
    pub(crate) fn plain(&self) -> &'static str {
        self.end
    }

    /// The text of so many bytes and all that follows it; nothing for a size that is not known.
    pub(crate) fn of(&self, bytes: usize) -> Option<Bytes> {
        let at = PADDINGS.iter().position(|known| *known == bytes)?;
        let text = self.made[at].get_or_init(|| {
            let text = format!(
                "{}\"}}],\"isError\":false{}",
                fixture::padding(bytes),
                self.end
            );
            text.into()
        });
        Some(text.clone())
    }
}
