//! How a token is asked for.

use candor_model::{EnvironmentName, Secret, VariableName};
use candor_openapi::{FlowKind, OAuthFlow};
use url::Url;

/// A token that a token server hands out, and what the server wants to see.
#[derive(Clone, Debug)]
pub(in crate::openapi) struct TokenGrant {
    /// Where tokens come from.
    pub(in crate::openapi) token_url: Url,
    pub(in crate::openapi) client_id: Option<Secret<String>>,
    pub(in crate::openapi) client_secret: Option<Secret<String>>,
    /// The token that was given for a person's consent, and the variable that keeps it. Without
    /// one the program asks for itself.
    pub(in crate::openapi) refresh: Option<(VariableName, Secret<String>)>,
    /// The environment that it is for.
    pub(in crate::openapi) environment: Option<EnvironmentName>,
    pub(in crate::openapi) scopes: Vec<String>,
}

/// Whether a program can ask for itself.
pub(super) fn has_client_flow(flows: &[OAuthFlow]) -> bool {
    client_flow(flows).is_some()
}

/// Whether a consent can be renewed.
pub(super) fn has_token_url(flows: &[OAuthFlow]) -> bool {
    consent_flow(flows).is_some()
}

/// The flow in which a program asks for itself.
pub(super) fn client_flow(flows: &[OAuthFlow]) -> Option<&OAuthFlow> {
    flows
        .iter()
        .find(|flow| flow.kind == FlowKind::ClientCredentials && flow.token_url.is_some())
}

/// A flow in which a person has consented, and which gives tokens that can be renewed.
pub(super) fn consent_flow(flows: &[OAuthFlow]) -> Option<&OAuthFlow> {
    flows.iter().find(|flow| {
        flow.kind != FlowKind::ClientCredentials
            && (flow.refresh_url.is_some() || flow.token_url.is_some())
    })
}
