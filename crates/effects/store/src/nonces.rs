//! Used nonces of one-time request states and links.

use candor_boxed::boxed;

use crate::{
    Store, StoreResult,
    column_text::{NAME_MAX, escaped},
    error::check_bytes,
};

impl Store {
    /// Uses a nonce; returns true for the first use only.
    ///
    /// It is remembered until [`Store::prune_nonces`] deletes it after its expiry. From then on the
    /// caller must reject it because of its age.
    #[boxed]
    pub async fn use_nonce(&self, nonce: &str, expires_micros: i64) -> StoreResult<bool> {
        check_bytes(nonce.len(), NAME_MAX, || "what was to be spent".to_owned())?;
        let mut write = self.uncounted("spend what works once").await?;
        let statement = "INSERT INTO spent (nonce, expires_micros) VALUES ($1, $2) \
                         ON CONFLICT (nonce) DO NOTHING";
        let values = [escaped(nonce).into(), expires_micros.into()];
        if write.execute(statement, &values).await? == 0 {
            return Ok(false);
        }
        write.commit(&[]).await?;
        Ok(true)
    }

    /// Deletes expired nonces, in batches; returns how many.
    #[boxed]
    pub async fn prune_nonces(&self, now_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM spent WHERE nonce IN (SELECT nonce FROM spent \
                       WHERE expires_micros <= $1 ORDER BY expires_micros LIMIT $2)";
        self.prune("forget what was spent", statement, now_micros)
            .await
    }
}
