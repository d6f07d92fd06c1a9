//! The user of a feed.

use candor_gateway::Gateway;
use candor_model::CallerIdentity;
use http::HeaderMap;

use crate::current_user::{CurrentUser, user_agent};

/// The user of an open page.
pub(super) struct LiveReader {
    pub(super) identity: CallerIdentity,
    /// The id of their session, and their browser.
    session: Option<(String, String)>,
}

// === impl LiveReader ===

impl LiveReader {
    pub(super) fn of(user: CurrentUser, headers: &HeaderMap) -> Self {
        let session = user.session().map(str::to_owned);
        Self {
            identity: user.identity,
            session: session.map(|id| (id, user_agent(headers).to_owned())),
        }
    }

    /// Whether their session is still valid. If that cannot be determined, the feed ends.
    pub(super) async fn is_signed_in(&self, gateway: &Gateway) -> bool {
        let Some((id, browser)) = &self.session else {
            return true;
        };
        let found = gateway.page_sessions().find(id, browser).await;
        found.is_ok_and(|found| found.is_some())
    }
}
