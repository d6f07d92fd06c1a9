//! One token, without what makes it one.

use candor_model::AccessToken;

use crate::enums::RoleWord;
use crate::prelude::*;

/// A token. Its text is shown once, when it is made.
#[derive(Serialize, ToSchema)]
#[schema(as = Token)]
pub(crate) struct TokenView {
    /// Which. It is no secret, and stands in the token's text.
    id: String,
    /// The name that its holder acts under.
    name: String,
    /// What its holder may do.
    roles: Vec<RoleWord>,
    /// Whether it works now.
    works: bool,
    /// Who made it.
    created_by: String,
    /// When it was created.
    #[schema(format = DateTime)]
    created: String,
    /// When it stops working; null for never.
    #[schema(format = DateTime)]
    expires: Option<String>,
    /// When it was taken back.
    #[schema(format = DateTime)]
    revoked: Option<String>,
    /// When it was last presented, give or take a minute.
    #[schema(format = DateTime)]
    used: Option<String>,
}

// === impl TokenView ===

impl TokenView {
    pub(super) fn of(token: &AccessToken, now_micros: i64) -> Self {
        Self {
            id: token.id.to_string(),
            name: token.name.clone(),
            roles: token.roles.iter().map(Into::into).collect(),
            works: token.works_at(now_micros),
            created_by: token.created_by.clone(),
            created: time::of_micros(token.created_micros),
            expires: token.expires_micros.map(time::of_micros),
            revoked: token.revoked_micros.map(time::of_micros),
            used: token.used_micros.map(time::of_micros),
        }
    }
}
