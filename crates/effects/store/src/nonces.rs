//! What works once and was used: request states, links.

use crate::{
    Store, StoreError,
    column_text::{NAME_MAX, escaped},
};

impl Store {
    /// Uses a nonce that works once: true for the first use only.
    ///
    /// It is remembered until [`Store::prune_nonces`] is told that its time is over. From then on
    /// the caller must refuse it on account of its age.
    pub async fn use_nonce(&self, nonce: &str, expires_micros: i64) -> Result<bool, StoreError> {
        if nonce.len() > NAME_MAX {
            return Err(StoreError::TooLarge {
                what: "what was to be spent".to_owned(),
                size: nonce.len(),
                limit: NAME_MAX,
                unit: "bytes",
            });
        }
        let mut write = self.uncounted("spend what works once").await?;
        let spent = write
            .execute(
                "INSERT INTO spent (nonce, expires_micros) VALUES ($1, $2) \
                 ON CONFLICT (nonce) DO NOTHING",
                &[escaped(nonce).into(), expires_micros.into()],
            )
            .await?;
        if spent == 0 {
            return Ok(false);
        }
        write.commit(&[]).await?;
        Ok(true)
    }

    /// Forgets what could not be used any more in any case, in batches; returns how much.
    pub async fn prune_nonces(&self, now_micros: i64) -> Result<u64, StoreError> {
        let statement = "DELETE FROM spent WHERE nonce IN (SELECT nonce FROM spent \
                       WHERE expires_micros <= $1 ORDER BY expires_micros LIMIT $2)";
        self.prune("forget what was spent", statement, now_micros)
            .await
    }
}
