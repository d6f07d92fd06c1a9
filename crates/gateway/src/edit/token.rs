//! Creating, listing and revoking tokens. A token's text is returned only once, when it is created.

use std::time::Duration;

use candor_boxed::boxed;
use candor_model::{AccessToken, ChangeAuthor, Roles, Secret, TokenId};
use serde_json::json;

use super::record::{check_author, record};
use super::{EditError, Editor};
use crate::clock::{micros, now_micros};

// === impl Editor ===

impl Editor<'_> {
    /// All tokens, the newest first, including those that are no longer valid.
    #[boxed]
    pub async fn tokens(&self) -> Result<Vec<AccessToken>, EditError> {
        Ok(self.store().tokens().await?)
    }

    /// Creates a token. The returned text is what its holder presents; it cannot be shown again.
    #[boxed]
    pub async fn create_token(
        &self,
        name: &str,
        roles: Roles,
        lasts: Option<Duration>,
        author: &ChangeAuthor,
    ) -> Result<(AccessToken, Secret<String>), EditError> {
        check_author(author)?;
        AccessToken::check_name(name).map_err(EditError::Invalid)?;
        if roles.is_empty() {
            let sentence =
                "a token needs at least one role: viewer, caller, approver, editor, admin";
            return Err(EditError::Invalid(sentence.to_owned()));
        }
        let now = now_micros();
        let id = TokenId::fresh();
        let (text, digest) = AccessToken::mint(id);
        let token = AccessToken {
            id,
            name: name.to_owned(),
            roles,
            digest,
            created_by: author.name.clone(),
            created_micros: now,
            expires_micros: lasts.map(|lasts| now.saturating_add(micros(lasts))),
            revoked_micros: None,
            used_micros: None,
        };
        let shown = json!({
            "id": id.to_string(),
            "roles": roles.to_string(),
            "expires_micros": token.expires_micros,
        });
        let change = record(author, "tokens.create", name, None, Some(shown));
        self.store().add_token(&token, &change).await?;
        self.gateway.catch_up().await;
        Ok((token, text))
    }

    /// Revokes a token, by its id or its name. It is no longer accepted anywhere.
    #[boxed]
    pub async fn revoke_token(
        &self,
        which: &str,
        author: &ChangeAuthor,
    ) -> Result<AccessToken, EditError> {
        let tokens = self.store().tokens().await?;
        let id = TokenId::parse(which);
        let works = |token: &&AccessToken| token.revoked_micros.is_none();
        // If one token's name looks like the id of another, the id takes precedence.
        let by_id = tokens.iter().filter(works).find(|one| Some(one.id) == id);
        let by_name = || tokens.iter().filter(works).find(|one| one.name == which);
        let token = by_id
            .or_else(by_name)
            .cloned()
            .ok_or_else(|| EditError::Unknown(format!("there is no token `{which}` to revoke")))?;
        let shown = json!({"id": token.id.to_string(), "roles": token.roles.to_string()});
        let change = record(author, "tokens.revoke", &token.name, Some(shown), None);
        self.store()
            .revoke_token(token.id, now_micros(), &change)
            .await?;
        self.gateway.catch_up().await;
        Ok(token)
    }
}
