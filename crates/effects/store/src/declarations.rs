//! The configuration file's declarations at the last start, so that the next start can record what
//! changed in it.

use candor_boxed::boxed;
use candor_model::ChangeRecord;

use crate::{Store, StoreResult, column_text::without_nul, error::check_bytes};

/// The maximum size of the declarations, in bytes.
pub const DECLARED_MAX: usize = 16 << 20;

impl Store {
    /// The declarations stored last, if any.
    #[boxed]
    pub async fn declarations(&self) -> StoreResult<Option<String>> {
        let query = "SELECT body FROM declared WHERE id = 1";
        let found: Option<(String,)> = self.one("read the declarations", query, &[]).await?;
        Ok(found.map(|(body,)| body))
    }

    /// Replaces the declarations. If they are unchanged, nothing is written or recorded: of several
    /// replicas with one file, only the first records a change.
    #[boxed]
    pub async fn set_declarations(&self, body: &str, change: &ChangeRecord) -> StoreResult<()> {
        let body = without_nul(body);
        let what = || "what the configuration file declares".to_owned();
        check_bytes(body.len(), DECLARED_MAX, what)?;
        let mut write = self.write("keep the declarations").await?;
        let statement = "INSERT INTO declared (id, body) VALUES (1, $1) \
                         ON CONFLICT (id) DO UPDATE SET body = excluded.body \
                         WHERE declared.body <> excluded.body";
        if write.execute(statement, &[body.into()]).await? == 0 {
            return Ok(());
        }
        write.commit_one(change).await.map(drop)
    }
}
