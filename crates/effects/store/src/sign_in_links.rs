//! Links that sign a browser in, once. Of the code in a link, only the digest is here.

use candor_boxed::boxed;
use candor_model::{Digest, SessionHolder, SignInLink};

use crate::{Store, StoreError, StoreResult};

/// How long a link that works no more is remembered, so that a user who opens it can be told why.
const REMEMBERED_MICROS: i64 = 24 * 3_600_000_000;

/// What came of taking a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenLink {
    /// It worked, for the first and last time.
    By(SessionHolder),
    /// It was used before, or its time is over.
    Gone,
    /// There is no such link.
    Unknown,
}

impl Store {
    /// Keeps a new link, and forgets those whose time has long been over.
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

    /// Takes a link by its code. Of several at once, one is let in.
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
