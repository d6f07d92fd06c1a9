//! A client for tokens, either in the store of this data directory or behind the API of a running
//! gateway.

use candor_gateway::Gateway;
use candor_model::{AccessToken, Digest, Role, Roles, Secret, TokenId};
use serde::Deserialize;

use crate::actor::CommandActor;
use crate::api_client::{ApiClient, ApiPage};
use crate::args::{ReasonArgs, TokenCreateArgs};
use crate::oneshot::with_signals;
use crate::prelude::*;

/// The most that one page of the API has.
const PAGE: &str = "500";

/// Where tokens are stored.
pub(super) enum TokensClient {
    /// In the store of the data directory.
    Local {
        /// The gateway of this process.
        gateway: Gateway,
        /// The author of changes.
        actor: CommandActor,
    },
    /// Behind the API.
    Remote(ApiClient),
}

/// A token as the API writes it.
#[derive(Deserialize)]
struct TokenDocument {
    id: String,
    name: String,
    roles: Vec<String>,
    created_by: String,
    created: String,
    expires: Option<String>,
    revoked: Option<String>,
    used: Option<String>,
    /// Its text, once.
    text: Option<String>,
}

/// Does the work with the tokens of the data directory, or of the gateway that was named.
pub(super) async fn with_client<E: Into<CommandExit>>(
    workspace: &CommandWorkspace,
    work: impl AsyncFnOnce(TokensClient) -> CommandResult<E>,
) -> CommandResult {
    let actor = workspace.actor.clone();
    if let Some(api) = &actor.api {
        let remote = TokensClient::Remote(api.clone());
        return with_signals(workspace, Box::pin(work(remote))).await;
    }
    let local = async |gateway| Box::pin(work(TokensClient::Local { gateway, actor })).await;
    Box::pin(with_gateway(workspace, local)).await
}

// === impl TokensClient ===

impl TokensClient {
    /// Creates a token; returns it with its text.
    pub(super) async fn create(
        &self,
        args: &TokenCreateArgs,
    ) -> CommandResult<(AccessToken, Secret<String>)> {
        match self {
            Self::Local { gateway, actor } => {
                let author = args.reason.author(actor)?;
                let editor = gateway.editor();
                let made = editor.create_token(&args.name, args.role, args.expires.0, &author);
                Ok(made.await?)
            }
            Self::Remote(api) => {
                let roles: Vec<&str> = args.role.iter().map(Role::as_str).collect();
                let lasts = args.expires.0.map(|time| format!("{}s", time.as_secs()));
                let mut new = json!({
                    "name": args.name,
                    "roles": roles,
                    "expires_in": lasts.as_deref().unwrap_or("never"),
                });
                if let Some(why) = args.reason.text() {
                    new["why"] = why.into();
                }
                let mut made: TokenDocument = api.post(&["tokens"], &new).await?;
                let text = made.text.take().unwrap_or_default();
                Ok((made.token()?, Secret::new(text)))
            }
        }
    }

    /// All tokens, the newest first.
    pub(super) async fn list(&self) -> CommandResult<Vec<AccessToken>> {
        match self {
            Self::Local { gateway, .. } => Ok(gateway.editor().tokens().await?),
            Self::Remote(api) => {
                let mut tokens = Vec::new();
                let mut after: Option<String> = None;
                loop {
                    let mut asked = vec![("limit", PAGE)];
                    asked.extend(after.as_deref().map(|id| ("after", id)));
                    let page: ApiPage<TokenDocument> = api.get(&["tokens"], &asked).await?;
                    for token in page.items {
                        tokens.push(token.token()?);
                    }
                    after = page.next;
                    if after.is_none() {
                        return Ok(tokens);
                    }
                }
            }
        }
    }

    /// Revokes a token that has this name or id; the token as it was.
    pub(super) async fn revoke(
        &self,
        which: &str,
        reason: &ReasonArgs,
    ) -> CommandResult<AccessToken> {
        match self {
            Self::Local { gateway, actor } => {
                let author = reason.author(actor)?;
                let revoked = gateway.editor().revoke_token(which, &author).await;
                Ok(revoked?)
            }
            Self::Remote(api) => {
                let now = timestamp::now();
                let id = TokenId::parse(which);
                let meant = |token: &AccessToken| token.name == which || Some(token.id) == id;
                let mut tokens = self.list().await?.into_iter();
                let found = tokens.find(|token| token.works_at(now) && meant(token));
                api.delete(&["tokens", which], reason.text()).await?;
                found.ok_or_else(|| CommandFailure::new(format!("there is no token `{which}`")))
            }
        }
    }
}

// === impl TokenDocument ===

impl TokenDocument {
    fn token(self) -> CommandResult<AccessToken> {
        let odd = |what: &str| {
            CommandFailure::new(format!(
                "the gateway answers with a token whose {what} is unknown"
            ))
            .hint("use the `candor` of the same version as the gateway")
        };
        let time = |text: &str| timestamp::read(text).ok_or_else(|| odd("time"));
        let maybe = |text: Option<String>| text.map(|text| time(&text)).transpose();
        let role = |word: &String| Role::parse(word).ok_or_else(|| odd("role"));
        let roles: CommandResult<Roles> = self.roles.iter().map(role).collect();
        Ok(AccessToken {
            id: TokenId::parse(&self.id).ok_or_else(|| odd("id"))?,
            name: self.name,
            roles: roles?,
            // Only the gateway knows it.
            digest: Digest::UNKNOWN,
            created_by: self.created_by,
            created_micros: time(&self.created)?,
            expires_micros: maybe(self.expires)?,
            revoked_micros: maybe(self.revoked)?,
            used_micros: maybe(self.used)?,
        })
    }
}
