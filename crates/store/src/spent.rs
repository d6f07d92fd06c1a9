//! What works once and was used: request states, links.

use crate::{
    Store, StoreError,
    text::{NAME_MAX, keep},
};

/// How many entries one statement deletes: each holds the write lock for a moment only.
const PRUNE_BATCH: i64 = 1000;

impl Store {
    /// Spends something that works once: true the first time, whoever comes first.
    ///
    /// It is remembered until [`Store::prune_spent`] is told that its time is over. From then on
    /// it is for whoever presents it to be refused on account of its age.
    pub async fn spend(&self, nonce: &str, expires_micros: i64) -> Result<bool, StoreError> {
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
                &[keep(nonce).into(), expires_micros.into()],
            )
            .await?;
        if spent == 0 {
            return Ok(false);
        }
        write.commit(&[]).await?;
        Ok(true)
    }

    /// Forgets what could not be used any more in any case, in batches; returns how much.
    pub async fn prune_spent(&self, now_micros: i64) -> Result<u64, StoreError> {
        let statement = "DELETE FROM spent WHERE nonce IN (SELECT nonce FROM spent \
                       WHERE expires_micros <= $1 ORDER BY expires_micros LIMIT $2)";
        let values = [now_micros.into(), PRUNE_BATCH.into()];
        self.repeat("forget what was spent", statement, &values)
            .await
    }
}
