//! Security schemes that a document declares.

/// A security scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// The kind of authentication.
    pub kind: SchemeKind,
    /// The description in the document.
    pub description: Option<String>,
}

/// The kinds of authentication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// A key in a header, a query or a cookie.
    ApiKey {
        /// The location of the key.
        place: KeyPlace,
        /// The name of the header, parameter or cookie.
        name: String,
    },
    /// A user name and a password.
    Basic,
    /// A bearer token in the `Authorization` header.
    Bearer,
    /// A token from an authorization server.
    OAuth2 {
        /// The flows for obtaining one.
        flows: Vec<OAuthFlow>,
    },
    /// A token from the `OpenID` provider with this discovery document.
    OpenIdConnect {
        /// The URL of the discovery document.
        url: String,
    },
    /// A client certificate.
    MutualTls,
    /// An unsupported scheme, such as `digest`.
    Other(String),
}

/// The location of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyPlace {
    /// In a header.
    Header,
    /// In the query.
    Query,
    /// In a cookie.
    Cookie,
}

/// A flow for obtaining a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthFlow {
    /// The kind of flow.
    pub kind: FlowKind,
    /// The authorization endpoint.
    pub authorization_url: Option<String>,
    /// The token endpoint.
    pub token_url: Option<String>,
    /// The refresh endpoint, if it differs from the token endpoint.
    pub refresh_url: Option<String>,
    /// The available scopes.
    pub scopes: Vec<String>,
}

/// The kinds of OAuth flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlowKind {
    /// With client credentials.
    ClientCredentials,
    /// With the user's consent in a browser.
    AuthorizationCode,
    /// With the user's consent; the browser receives the token.
    Implicit,
    /// With the user's password.
    Password,
    /// With the user's consent on another device.
    DeviceAuthorization,
}

/// Schemes that are required together. Empty if no authentication is required.
pub type SecurityRequirement = Vec<SchemeScopes>;

/// A required scheme and its scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeScopes {
    /// The name of the scheme.
    pub scheme: String,
    /// The required scopes.
    pub scopes: Vec<String>,
}
