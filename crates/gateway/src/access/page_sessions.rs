//! Browsers that are signed in to the dashboard.
//!
//! A browser keeps a random id, which is good for pages and nothing else. Behind it stands the
//! credential by which the person signed in; when that works no more, neither does the session. It
//! lasts a fixed time, and only in a browser that calls itself the same.
//!
//! A link signs a browser in without anything being typed: its code works once and for some
//! minutes.

use std::io;
use std::time::Duration;

use candor_boxed::boxed;
use candor_model::{CallerIdentity, Digest, PageSession, Secret, SessionHolder, SignInLink};
use candor_store::{StoreError, StoreResult, TakenLink, random_text};

use crate::clock::{micros, now_micros};
use crate::gateway::Gateway;

/// How long a browser stays signed in.
const SESSION: Duration = Duration::from_hours(12);

/// How long a link works.
const LINK: Duration = Duration::from_mins(10);

/// Where browsers are signed in and out.
#[derive(Clone, Copy)]
pub struct PageSessions<'g> {
    gateway: &'g Gateway,
}

/// A link that was made.
#[derive(Debug)]
pub struct NewSignInLink {
    /// The path on this gateway that signs in the first user who opens it.
    pub path: Secret<String>,
    /// When it stops working, in microseconds since the Unix epoch.
    pub expires_micros: i64,
}

/// Why nobody is signed in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignInError {
    /// They have presented nothing that could stand behind a session.
    #[error("signing in takes a token or the owner's secret; `candor open` signs a browser in")]
    NoCredential,
    /// The link was used before, or its time is over.
    #[error("this sign-in link was used or has expired; `candor open` makes a new one")]
    Gone,
    /// There is no such link, or its credential works no more.
    #[error("there is no such sign-in link; `candor open` makes one")]
    Unknown,
    /// There is no random number for an id.
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

    /// Signs a user in: the id that their browser is to keep. `browser` is what it says that it
    /// is.
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

    /// Who is signed in by an id. Nobody, if the session has ended, belongs to another browser, or
    /// its credential works no more.
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

    /// Makes a link that signs a browser in as this person, once.
    #[boxed]
    pub async fn link(&self, identity: &CallerIdentity) -> Result<NewSignInLink, SignInError> {
        let holder = self.holder(identity).ok_or(SignInError::NoCredential)?;
        self.link_of(holder).await
    }

    /// The same for the owner, by the process that serves.
    #[boxed]
    pub async fn owner_link(&self) -> Result<NewSignInLink, SignInError> {
        let settings = self.gateway.policy_settings();
        let owner = settings.owner.as_ref().ok_or(SignInError::NoCredential)?;
        self.link_of(SessionHolder::Owner(owner.digest)).await
    }

    /// Who is signed in by the code of a link, which does not work again.
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

    /// Who holds a credential, if it still works.
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
