//! Access tokens. Only their digests are stored.
//!
//! Creating and revoking a token are changes to the workspace, so all processes are notified of a
//! revocation. The time of last use is stored separately, without notification.

use candor_boxed::boxed;
use candor_model::{AccessToken, ChangeRecord, Digest, Roles, TokenId};

use crate::sql::from_row;
use crate::{
    Store, StoreError, StoreResult,
    column_text::{NAME_MAX, truncated},
    write::WriteTransaction,
};

/// The maximum number of tokens.
pub const TOKENS_MAX: usize = 1000;

struct TokenColumns {
    id: String,
    name: String,
    roles: String,
    digest: String,
    created_by: String,
    created_micros: i64,
    expires_micros: Option<i64>,
    revoked_micros: Option<i64>,
    used_micros: Option<i64>,
}

from_row!(TokenColumns:
    id, name, roles, digest, created_by, created_micros, expires_micros, revoked_micros,
    used_micros
);

impl Store {
    /// All tokens, newest first. Unreadable rows are skipped with a warning: such a token does not
    /// work.
    #[boxed]
    pub async fn tokens(&self) -> StoreResult<Vec<AccessToken>> {
        let query = "SELECT id, name, roles, digest, created_by, created_micros, expires_micros, \
             revoked_micros, used_micros FROM tokens ORDER BY created_micros DESC, id DESC";
        let rows: Vec<TokenColumns> = self.rows("read the tokens", query, &[]).await?;
        Ok(rows.into_iter().filter_map(TokenColumns::heard).collect())
    }

    /// Adds a token. The name of an active token is an error; expired and revoked tokens free their
    /// names. If [`TOKENS_MAX`] is reached, the oldest inactive token is dropped.
    #[boxed]
    pub async fn add_token(&self, token: &AccessToken, change: &ChangeRecord) -> StoreResult<()> {
        AccessToken::check_name(&token.name).map_err(|sentence| StoreError::Name { sentence })?;
        let mut write = self.write("add a token").await?;
        free_name(&mut write, token).await?;
        make_room(&mut write, token.created_micros).await?;
        let statement = "INSERT INTO tokens (id, name, roles, digest, created_by, \
             created_micros, expires_micros, revoked_micros, used_micros, version) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING";
        let values = [
            token.id.to_string().into(),
            token.name.as_str().into(),
            token.roles.to_string().into(),
            token.digest.to_string().into(),
            truncated(&token.created_by, NAME_MAX).into(),
            token.created_micros.into(),
            token.expires_micros.into(),
            token.revoked_micros.into(),
            token.used_micros.into(),
            write.version().into(),
        ];
        let what = format!("token `{}`", token.id);
        let exists = || StoreError::Exists { what };
        write.must(statement, &values, exists).await?;
        write.commit_one(change).await.map(drop)
    }

    /// Revokes a token. An unknown or already revoked token is an error.
    #[boxed]
    pub async fn revoke_token(
        &self,
        id: TokenId,
        at_micros: i64,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let mut write = self.write("revoke a token").await?;
        let statement = "UPDATE tokens SET revoked_micros = $2, version = $3 \
                         WHERE id = $1 AND revoked_micros IS NULL";
        let values = [
            id.to_string().into(),
            at_micros.into(),
            write.version().into(),
        ];
        let what = format!("token `{id}` that could still be revoked");
        let missing = || StoreError::Missing { what };
        write.must(statement, &values, missing).await?;
        write.commit_one(change).await.map(drop)
    }

    /// Records when tokens were last used. Earlier times than the stored ones and unknown tokens
    /// are ignored.
    #[boxed]
    pub async fn touch_tokens(&self, used: &[(TokenId, i64)]) -> StoreResult<()> {
        for (id, at_micros) in used {
            let statement = "UPDATE tokens SET used_micros = $2 \
                             WHERE id = $1 AND (used_micros IS NULL OR used_micros < $2)";
            let values = [id.to_string().into(), (*at_micros).into()];
            let task = "note when a token was used";
            self.execute(task, statement, &values).await?;
        }
        Ok(())
    }
}

/// Fails if an active token has the name.
async fn free_name(write: &mut WriteTransaction<'_>, token: &AccessToken) -> StoreResult<()> {
    let query = "SELECT created_micros FROM tokens WHERE name = $1 AND revoked_micros IS NULL \
                 AND (expires_micros IS NULL OR expires_micros > $2)";
    let values = [token.name.as_str().into(), token.created_micros.into()];
    let holder: Option<(i64,)> = write.one(query, &values).await?;
    if holder.is_some() {
        let what = format!("token `{}`", token.name);
        return Err(StoreError::Exists { what });
    }
    Ok(())
}

/// Drops the oldest inactive token if the limit is reached; fails if all are active.
async fn make_room(write: &mut WriteTransaction<'_>, now_micros: i64) -> StoreResult<()> {
    let kept = write.number("SELECT COUNT(*) FROM tokens", &[]).await?;
    if kept < TOKENS_MAX as u64 {
        return Ok(());
    }
    let statement = "DELETE FROM tokens WHERE id IN (SELECT id FROM tokens \
                     WHERE revoked_micros IS NOT NULL OR expires_micros <= $1 \
                     ORDER BY created_micros, id LIMIT 1)";
    let full = || StoreError::Full {
        what: "tokens",
        limit: TOKENS_MAX,
        way_out: "revoke one that is not needed",
    };
    write.must(statement, &[now_micros.into()], full).await
}

// === impl TokenColumns ===

impl TokenColumns {
    /// Parses the row; logs a warning on failure.
    fn heard(self) -> Option<AccessToken> {
        let id = self.id.clone();
        match self.read() {
            Ok(token) => Some(token),
            Err(column) => {
                tracing::warn!(
                    token.id = id,
                    column,
                    "left out a token that cannot be read; it was written by a newer candor or \
                     changed by hand"
                );
                None
            }
        }
    }

    /// Parses the row. The error is the unreadable column's name; its value is not shown, since it
    /// may be a digest.
    fn read(self) -> Result<AccessToken, &'static str> {
        Ok(AccessToken {
            id: TokenId::parse(&self.id).ok_or("id")?,
            roles: Roles::parse(&self.roles).map_err(|_| "roles")?,
            digest: Digest::parse(&self.digest).ok_or("digest")?,
            name: self.name,
            created_by: self.created_by,
            created_micros: self.created_micros,
            expires_micros: self.expires_micros,
            revoked_micros: self.revoked_micros,
            used_micros: self.used_micros,
        })
    }
}
