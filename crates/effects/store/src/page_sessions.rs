//! Dashboard sessions. Only the digest of a browser's session id is stored.
//!
//! Sessions are not part of the workspace: followers are not notified, and pages look up their
//! session on every request, so that an ended one stops working in all processes at once. Ending
//! all sessions, however, is a change with a history record.

use candor_boxed::boxed;
use candor_model::{ChangeRecord, Digest, PageSession, SessionHolder};

use crate::sql::from_row;
use crate::{Store, StoreError, StoreResult};

/// The maximum number of sessions.
pub const PAGE_SESSIONS_MAX: usize = 10_000;

struct SessionColumns {
    holder: String,
    browser: String,
    created_micros: i64,
    expires_micros: i64,
}

from_row!(SessionColumns: holder, browser, created_micros, expires_micros);

impl Store {
    /// Adds a session and deletes expired ones. If [`PAGE_SESSIONS_MAX`] is reached, the oldest
    /// session is dropped.
    #[boxed]
    pub async fn add_page_session(&self, session: &PageSession) -> StoreResult<()> {
        let mut write = self.uncounted("begin a page session").await?;
        let expired = "DELETE FROM page_sessions WHERE expires_micros <= $1";
        write
            .execute(expired, &[session.created_micros.into()])
            .await?;
        let full = "DELETE FROM page_sessions WHERE id IN (SELECT id FROM page_sessions \
                    ORDER BY created_micros DESC, id LIMIT $1 OFFSET $2)";
        let most = PAGE_SESSIONS_MAX as u64;
        let values = [most.into(), (most - 1).into()];
        write.execute(full, &values).await?;
        let statement = "INSERT INTO page_sessions (id, holder, browser, created_micros, \
             expires_micros) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";
        let values = [
            session.id.to_string().into(),
            session.holder.to_string().into(),
            session.browser.to_string().into(),
            session.created_micros.into(),
            session.expires_micros.into(),
        ];
        let what = "page session with this id".to_owned();
        let exists = || StoreError::Exists { what };
        write.must(statement, &values, exists).await?;
        write.commit(&[]).await.map(drop)
    }

    /// The unexpired session with this id. An unreadable one counts as missing.
    #[boxed]
    pub async fn page_session(
        &self,
        id: &Digest,
        now_micros: i64,
    ) -> StoreResult<Option<PageSession>> {
        let query = "SELECT holder, browser, created_micros, expires_micros FROM page_sessions \
                     WHERE id = $1 AND expires_micros > $2";
        let values = [id.to_string().into(), now_micros.into()];
        let row: Option<SessionColumns> = self.one("read a page session", query, &values).await?;
        Ok(row.and_then(|row| row.read(*id)))
    }

    /// Ends a session; returns whether it existed.
    #[boxed]
    pub async fn end_page_session(&self, id: &Digest) -> StoreResult<bool> {
        let statement = "DELETE FROM page_sessions WHERE id = $1";
        let values = [id.to_string().into()];
        let ended = self
            .execute("end a page session", statement, &values)
            .await?;
        Ok(ended > 0)
    }

    /// Ends all sessions and revokes all sign-in links. Returns the number of sessions.
    #[boxed]
    pub async fn end_page_sessions(&self, change: &ChangeRecord) -> StoreResult<u64> {
        let mut write = self.write("end all page sessions").await?;
        let ended = write.execute("DELETE FROM page_sessions", &[]).await?;
        write.execute("DELETE FROM sign_in_links", &[]).await?;
        write.commit_one(change).await?;
        Ok(ended)
    }
}

// === impl SessionColumns ===

impl SessionColumns {
    fn read(self, id: Digest) -> Option<PageSession> {
        Some(PageSession {
            id,
            holder: SessionHolder::parse(&self.holder)?,
            browser: Digest::parse(&self.browser)?,
            created_micros: self.created_micros,
            expires_micros: self.expires_micros,
        })
    }
}
