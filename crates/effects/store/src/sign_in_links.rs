//! One-time sign-in links. Only the digest of a link's code is stored.

use candor_boxed::boxed;
use candor_model::{Digest, SessionHolder, SignInLink};

use crate::{Store, StoreError, StoreResult};

/// How long an unusable link is remembered, so that a user who opens it can be told why it fails.
const REMEMBERED_MICROS: i64 = 24 * 3_600_000_000;

/// The result of using a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenLink {
    /// The link was valid and is now used up.
    By(SessionHolder),
    /// The link was already used, or has expired.
    Gone,
    /// There is no such link.
    Unknown,
}

impl Store {
    /// Adds a link, and deletes those that expired long ago.
    #[boxed]
    pub async fn add_sign_in_link(&self, link: &SignInLink, now_micros: i64) -> StoreResult<()> {
        let mut write = self.uncounted("make a sign-in link").await?;
        let old = "DELETE FROM sign_in_links WHERE expires_micros <= $1";
        write
            .execute(old, &[(now_micros - REMEMBERED_MICROS).into()])
            .await?;
        let statement = "INSERT INTO sign_in_links (code, holder, expires_micros) \
                         VALUES ($1, $2, $3) ON CONFLICT (code) DO NOTHING";
        let values = [
            link.code.to_string().into(),
            link.holder.to_string().into(),
            link.expires_micros.into(),
        ];
        let what = "sign-in link with this code".to_owned();
        let exists = || StoreError::Exists { what };
        write.must(statement, &values, exists).await?;
        write.commit(&[]).await.map(drop)
    }

    /// Uses a link by its code. Of concurrent attempts, one succeeds.
    #[boxed]
    pub async fn take_sign_in_link(
        &self,
        code: &Digest,
        now_micros: i64,
    ) -> StoreResult<TakenLink> {
        let mut write = self.uncounted("take a sign-in link").await?;
        let statement = "UPDATE sign_in_links SET used_micros = $2 \
                         WHERE code = $1 AND used_micros IS NULL AND expires_micros > $2";
        let key = code.to_string();
        let values = [key.as_str().into(), now_micros.into()];
        let taken = write.execute(statement, &values).await? > 0;
        let query = "SELECT holder FROM sign_in_links WHERE code = $1";
        let row: Option<(String,)> = write.one(query, &[key.as_str().into()]).await?;
        write.commit(&[]).await?;
        Ok(match row {
            Some((holder,)) if taken => {
                SessionHolder::parse(&holder).map_or(TakenLink::Unknown, TakenLink::By)
            }
            Some(_) => TakenLink::Gone,
            None => TakenLink::Unknown,
        })
    }
}
