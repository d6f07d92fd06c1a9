//! Browsers that are signed in to the dashboard.
//!
//! A browser keeps a random session id, which is valid for pages only. The session depends on the
//! credential by which the person signed in; when that becomes invalid, so does the session. It
//! lasts a fixed time, and only in a browser with the same user agent.
//!
//! A sign-in link signs a browser in without typing: its code works once and for a few minutes.

use std::io;
use std::time::Duration;

use candor_boxed::boxed;
use candor_model::{CallerIdentity, Digest, PageSession, Secret, SessionHolder, SignInLink};
use candor_store::{StoreError, StoreResult, TakenLink, random_text};

use crate::clock::{micros, now_micros};
use crate::gateway::Gateway;

/// The lifetime of a session.
const SESSION: Duration = Duration::from_hours(12);

/// The lifetime of a link.
const LINK: Duration = Duration::from_mins(10);

/// Signs browsers in and out.
#[derive(Clone, Copy)]
pub struct PageSessions<'g> {
    gateway: &'g Gateway,
}

/// A newly created sign-in link.
#[derive(Debug)]
pub struct NewSignInLink {
    /// The path on this gateway that signs in the first user who opens it.
    pub path: Secret<String>,
    /// When the link expires, in microseconds since the Unix epoch.
    pub expires_micros: i64,
}

/// Why signing in failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignInError {
    /// There is no credential that a session could depend on.
    #[error("signing in takes a token or the owner's secret; `candor open` signs a browser in")]
    NoCredential,
    /// The link was used before, or has expired.
    #[error("this sign-in link was used or has expired; `candor open` makes a new one")]
    Gone,
    /// There is no such link, or its credential is no longer valid.
    #[error("there is no such sign-in link; `candor open` makes one")]
    Unknown,
    /// No random id could be generated.
    #[error("a page session cannot be made")]
    Random(#[source] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

// === impl PageSessions ===

impl<'g> PageSessions<'g> {
    pub(crate) fn new(gateway: &'g Gateway) -> Self {
        Self { gateway }
    }

    /// Signs a user in, and returns the session id for their browser. `browser` is its user agent.
    #[boxed]
    pub async fn begin(
        &self,
        identity: &CallerIdentity,
        browser: &str,
    ) -> Result<Secret<String>, SignInError> {
        let holder = self.holder(identity).ok_or(SignInError::NoCredential)?;
        let id = random_text().map_err(SignInError::Random)?;
        let now = now_micros();
        let session = PageSession {
            id: Digest::of(id.expose()),
            holder,
            browser: Digest::of(browser),
            created_micros: now,
            expires_micros: now.saturating_add(micros(SESSION)),
        };
        self.gateway.store().add_page_session(&session).await?;
        Ok(id)
    }

    /// The identity behind a session id. `None` if the session has ended, belongs to another
    /// browser, or its credential is no longer valid.
    #[boxed]
    pub async fn find(&self, id: &str, browser: &str) -> StoreResult<Option<CallerIdentity>> {
        let id = Digest::of(id);
        let found = self.gateway.store().page_session(&id, now_micros()).await?;
        let same = |session: &PageSession| session.browser.is(&Digest::of(browser));
        let session = found.filter(same);
        Ok(session.and_then(|session| self.identity(session.holder)))
    }

    /// Signs a browser out.
    #[boxed]
    pub async fn end(&self, id: &str) -> StoreResult<()> {
        let ended = self.gateway.store().end_page_session(&Digest::of(id)).await;
        ended.map(drop)
    }

    /// Creates a link that signs a browser in as this person, once.
    #[boxed]
    pub async fn link(&self, identity: &CallerIdentity) -> Result<NewSignInLink, SignInError> {
        let holder = self.holder(identity).ok_or(SignInError::NoCredential)?;
        self.link_of(holder).await
    }

    /// Creates a link for the owner, for use by the serving process.
    #[boxed]
    pub async fn owner_link(&self) -> Result<NewSignInLink, SignInError> {
        let settings = self.gateway.policy_settings();
        let owner = settings.owner.as_ref().ok_or(SignInError::NoCredential)?;
        self.link_of(SessionHolder::Owner(owner.digest)).await
    }

    /// Signs in with the code of a link, which is consumed.
    #[boxed]
    pub async fn open_link(&self, code: &str) -> Result<CallerIdentity, SignInError> {
        let code = Digest::of(code);
        let taken = self.gateway.store().take_sign_in_link(&code, now_micros());
        match taken.await? {
            TakenLink::By(holder) => self.identity(holder).ok_or(SignInError::Gone),
            TakenLink::Gone => Err(SignInError::Gone),
            TakenLink::Unknown => Err(SignInError::Unknown),
        }
    }

    async fn link_of(&self, holder: SessionHolder) -> Result<NewSignInLink, SignInError> {
        let code = random_text().map_err(SignInError::Random)?;
        let now = now_micros();
        let link = SignInLink {
            code: Digest::of(code.expose()),
            holder,
            expires_micros: now.saturating_add(micros(LINK)),
        };
        self.gateway.store().add_sign_in_link(&link, now).await?;
        Ok(NewSignInLink {
            path: Secret::new(format!("/sign-in/{}", code.expose())),
            expires_micros: link.expires_micros,
        })
    }

    /// The credential behind an identity.
    fn holder(self, identity: &CallerIdentity) -> Option<SessionHolder> {
        if let Some(id) = identity.token {
            return Some(SessionHolder::Token(id));
        }
        let settings = self.gateway.policy_settings();
        let owner = settings.owner.as_ref()?;
        let is_owner = *identity == CallerIdentity::owner(&owner.user);
        is_owner.then_some(SessionHolder::Owner(owner.digest))
    }

    /// The identity of a credential's holder, if the credential is still valid.
    fn identity(self, holder: SessionHolder) -> Option<CallerIdentity> {
        match holder {
            SessionHolder::Owner(digest) => self.gateway.owner(&digest),
            SessionHolder::Token(id) => {
                let snapshot = self.gateway.snapshot();
                self.gateway.token_identity(snapshot.tokens.get(&id)?)
            }
        }
    }
}
