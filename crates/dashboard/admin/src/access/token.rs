//! A token in the list.

use candor_dashboard_kit::{DisplayTime, ExternalText, query};
use candor_model::{AccessToken, CallerIdentity};

pub(crate) struct AccessTokenRow {
    pub(crate) name: String,
    pub(crate) roles: String,
    pub(crate) by: ExternalText,
    pub(crate) made: DisplayTime,
    pub(crate) expires: Option<DisplayTime>,
    pub(crate) used: Option<DisplayTime>,
    pub(crate) revoked: Option<DisplayTime>,
    pub(crate) works: bool,
    /// Whether the user is signed in with it.
    pub(crate) own: bool,
    /// The page that revokes it.
    pub(crate) revoke: String,
}

// === impl AccessTokenRow ===

impl AccessTokenRow {
    pub(crate) fn of(token: &AccessToken, visitor: &CallerIdentity, now: i64) -> Self {
        let seen = |micros| DisplayTime::seen(micros, now);
        Self {
            name: token.name.clone(),
            roles: token.roles.to_string().replace(',', ", "),
            by: ExternalText::line(&token.created_by),
            made: seen(token.created_micros),
            expires: token.expires_micros.map(seen),
            used: token.used_micros.map(seen),
            revoked: token.revoked_micros.map(seen),
            works: token.works_at(now),
            own: visitor.token == Some(token.id),
            revoke: query::path(&["access", &token.id.to_string(), "revoke"]),
        }
    }
}
