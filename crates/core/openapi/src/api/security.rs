//! How one shows who one is.

/// One way to show who one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// How it works.
    pub kind: SchemeKind,
    /// What the document says about it.
    pub description: Option<String>,
}

/// The ways to show who one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// A key in a header, a query or a cookie.
    ApiKey {
        /// Where it goes.
        place: KeyPlace,
        /// What it is called there.
        name: String,
    },
    /// A user and a password.
    Basic,
    /// A bearer token in the `Authorization` header.
    Bearer,
    /// A token from an authorization server.
    OAuth2 {
        /// The ways to get one.
        flows: Vec<OAuthFlow>,
    },
    /// A token from the `OpenID` provider that is described at this address.
    OpenIdConnect {
        /// The address of its discovery document.
        url: String,
    },
    /// A client certificate.
    MutualTls,
    /// One that is not known here, such as `digest`.
    Other(String),
}

/// Where a key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyPlace {
    /// Into a header.
    Header,
    /// Into the query.
    Query,
    /// Into a cookie.
    Cookie,
}

/// One way to get a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthFlow {
    /// How it works.
    pub kind: FlowKind,
    /// Where a person agrees.
    pub authorization_url: Option<String>,
    /// Where the token comes from.
    pub token_url: Option<String>,
    /// Where a new one comes from, if not from there.
    pub refresh_url: Option<String>,
    /// The permissions there are.
    pub scopes: Vec<String>,
}

/// The ways to get a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlowKind {
    /// With the credentials of a program.
    ClientCredentials,
    /// A person agrees in a browser.
    AuthorizationCode,
    /// A person agrees, and the browser gets the token.
    Implicit,
    /// With a person's password.
    Password,
    /// A person agrees on another device.
    DeviceAuthorization,
}

/// Schemes that are needed together. Empty where nothing is needed.
pub type SecurityRequirement = Vec<SchemeScopes>;

/// One scheme that is needed, and what it must permit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeScopes {
    /// The name of the scheme.
    pub scheme: String,
    /// The permissions that are needed.
    pub scopes: Vec<String>,
}
