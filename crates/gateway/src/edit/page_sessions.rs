//! Signs out all browsers at once.

use candor_boxed::boxed;
use candor_model::ChangeAuthor;
use serde_json::json;

use super::record::{check_author, record};
use super::{EditError, Editor};

// === impl Editor ===

impl Editor<'_> {
    /// Ends all sessions of the dashboard, and revokes all sign-in links. Returns how many browsers
    /// were signed in.
    #[boxed]
    pub async fn end_page_sessions(&self, author: &ChangeAuthor) -> Result<u64, EditError> {
        check_author(author)?;
        let new = Some(json!({"signed_in": 0}));
        let change = record(author, "sessions.end", "dashboard", None, new);
        let ended = self.store().end_page_sessions(&change).await?;
        self.gateway.catch_up().await;
        Ok(ended)
    }
}
