//! How a token is requested.

use candor_model::{EnvironmentName, Secret, VariableName};
use candor_openapi::{FlowKind, OAuthFlow};
use url::Url;

/// A token to request, and the credentials for the token server.
#[derive(Clone, Debug)]
pub(in crate::openapi) struct TokenGrant {
    /// The URL of the token server.
    pub(in crate::openapi) token_url: Url,
    pub(in crate::openapi) client_id: Option<Secret<String>>,
    pub(in crate::openapi) client_secret: Option<Secret<String>>,
    /// The refresh token of a person's consent, with the variable that stores it. Without one the
    /// program requests the token for itself.
    pub(in crate::openapi) refresh: Option<(VariableName, Secret<String>)>,
    /// The environment that the token is for.
    pub(in crate::openapi) environment: Option<EnvironmentName>,
    pub(in crate::openapi) scopes: Vec<String>,
}

/// Whether a program can request tokens for itself.
pub(super) fn has_client_flow(flows: &[OAuthFlow]) -> bool {
    client_flow(flows).is_some()
}

/// Whether a consent can be renewed.
pub(super) fn has_token_url(flows: &[OAuthFlow]) -> bool {
    consent_flow(flows).is_some()
}

/// The flow in which a program requests tokens for itself.
pub(super) fn client_flow(flows: &[OAuthFlow]) -> Option<&OAuthFlow> {
    flows
        .iter()
        .find(|flow| flow.kind == FlowKind::ClientCredentials && flow.token_url.is_some())
}

/// A flow based on a person's consent, whose tokens can be renewed.
pub(super) fn consent_flow(flows: &[OAuthFlow]) -> Option<&OAuthFlow> {
    flows.iter().find(|flow| {
        flow.kind != FlowKind::ClientCredentials
            && (flow.refresh_url.is_some() || flow.token_url.is_some())
    })
}
