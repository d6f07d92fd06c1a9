//! What the configuration file declared when it was last read, so that the next start can tell
//! what has been changed in it.

use candor_model::ChangeRecord;

use crate::{Store, StoreError, column_text::without_nul};

/// The most bytes of declarations.
pub const DECLARED_MAX: usize = 16 << 20;

impl Store {
    /// The declarations that were last seen, if any were.
    pub async fn declarations(&self) -> Result<Option<String>, StoreError> {
        let rows = self
            .rows(
                "read the declarations",
                "SELECT body FROM declared WHERE id = 1",
                &[],
            )
            .await?;
        Ok(rows.into_iter().next().map(|(body,): (String,)| body))
    }

    /// Keeps the declarations in place of the last ones. The same once more changes nothing and
    /// is not written down: of several replicas with one file, the first does it.
    pub async fn set_declarations(
        &self,
        body: &str,
        change: &ChangeRecord,
    ) -> Result<(), StoreError> {
        let body = without_nul(body);
        if body.len() > DECLARED_MAX {
            return Err(StoreError::TooLarge {
                what: "what the configuration file declares".to_owned(),
                size: body.len(),
                limit: DECLARED_MAX,
                unit: "bytes",
            });
        }
        let mut write = self.write("keep the declarations").await?;
        let kept = write
            .execute(
                "INSERT INTO declared (id, body) VALUES (1, $1) \
                 ON CONFLICT (id) DO UPDATE SET body = excluded.body \
                 WHERE declared.body <> excluded.body",
                &[body.into()],
            )
            .await?;
        if kept == 0 {
            return Ok(());
        }
        write.commit(std::slice::from_ref(change)).await
    }
}
