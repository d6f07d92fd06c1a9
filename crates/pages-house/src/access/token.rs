//! Tokens as they are shown.

use candor_frame::{Moment, Outside, query};
use candor_model::{Identity, Token};

/// One token.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) roles: String,
    pub(crate) by: Outside,
    pub(crate) made: Moment,
    pub(crate) expires: Option<Moment>,
    pub(crate) used: Option<Moment>,
    pub(crate) revoked: Option<Moment>,
    /// Whether it works now.
    pub(crate) works: bool,
    /// Whether whoever looks has presented it.
    pub(crate) own: bool,
    /// Where it is taken back.
    pub(crate) revoke: String,
}

// === impl Row ===

impl Row {
    pub(crate) fn of(token: &Token, visitor: &Identity, now: i64) -> Self {
        let seen = |micros| Moment::seen(micros, now);
        Self {
            name: token.name.clone(),
            roles: token.roles.to_string().replace(',', ", "),
            by: Outside::line(&token.created_by),
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
