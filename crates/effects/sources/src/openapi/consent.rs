//! Consent in a browser: a person allows Candor to act for them, on the API's own page.
//!
//! This is the standard flow for local programs: the browser returns to a port on this machine with
//! a code, and only the holder of the verifier can exchange the code for a token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use candor_boxed::boxed;
use candor_egress::EgressClient;
use candor_model::{Digest, Secret, SourceName, VariableName};
use candor_openapi::{FlowKind, OAuthFlow, SchemeKind};
use url::Url;

use super::OpenApiSource;
use super::credential::{AvailableCredentials, TokenGrant, TokenProof, VariablePart, exchange};
use crate::error::chain;
use crate::request::VariableValues;

/// A request for a person's consent.
#[derive(Clone, Debug)]
pub struct ConsentRequest {
    /// The scheme of the document, if several of them require consent.
    pub scheme: Option<String>,
    /// The requested scopes; all of the document's if empty.
    pub scopes: Vec<String>,
    /// The URL that the browser returns to.
    pub redirect: Url,
    /// The variables of the environment that will act for the person.
    pub variables: VariableValues,
}

/// A pending consent, which a person can give at [`Self::url`].
pub struct PendingConsent {
    grant: TokenGrant,
    client: EgressClient,
    page: Url,
    redirect: Url,
    state: String,
    verifier: Secret<String>,
    refresh: VariableName,
    access: VariableName,
}

/// The result of a consent, and the variable that stores it.
#[derive(Debug)]
pub struct GrantedConsent {
    /// The variable that stores the consent.
    pub variable: VariableName,
    /// The new value of the variable.
    pub value: Secret<String>,
    /// Whether it can be renewed. If not, it is valid until it expires.
    pub lasts: bool,
}

// === impl PendingConsent ===

impl PendingConsent {
    /// The page on which the person consents.
    pub fn url(&self) -> &Url {
        &self.page
    }

    /// Exchanges the code with which the browser returned. The error is a sentence without secrets.
    #[boxed]
    pub async fn redeem(self, code: Secret<String>, state: &str) -> Result<GrantedConsent, String> {
        if state != self.state {
            return Err(
                "the browser came back from another question than the one that was \
                        asked; begin again"
                    .to_owned(),
            );
        }
        let proof = TokenProof::Code {
            code: &code,
            verifier: &self.verifier,
            redirect: &self.redirect,
        };
        let got = exchange(&self.client, &self.grant, &proof).await;
        let got = got.map_err(|error| chain(&error))?;
        let (variable, value, lasts) = match got.refresh {
            Some(refresh) => (self.refresh, refresh, true),
            None => (self.access, got.token, false),
        };
        Ok(GrantedConsent {
            variable,
            value,
            lasts,
        })
    }
}

// === impl OpenApiSource ===

impl OpenApiSource {
    /// Prepares a consent. The error says what is missing.
    pub(crate) fn consent(
        &self,
        source: &SourceName,
        request: &ConsentRequest,
    ) -> Result<PendingConsent, String> {
        let served = self.served();
        let (name, flow) = pick(&served.schemes, request.scheme.as_deref())?;
        let servers = candor_rest::base(
            &served.servers,
            served.document.as_ref(),
            &self.spec.base_url,
        );
        let home = servers.map_err(|error| chain(&error))?;
        let purse = AvailableCredentials {
            source,
            environment: None,
            variables: [&request.variables, &self.spec.variables],
            schemes: &served.schemes,
            home: &home,
        };
        let page = flow.authorization_url.as_deref().unwrap_or_default();
        let page = home
            .join(page)
            .map_err(|error| format!("the page of `{name}` has no address: {error}"))?;
        if !matches!(page.scheme(), "http" | "https") {
            return Err(format!("the page of `{name}` is at `{}:`", page.scheme()));
        }
        let client_id = purse.want(name, VariablePart::ClientId)?;
        let own = |part| purse.variable(name, part).ok_or("no variable can be named");
        let verifier = Secret::new(format!("{:064x}{:064x}", random(), random()));
        let state = format!("{:032x}", random());
        let scopes = if request.scopes.is_empty() {
            &flow.scopes
        } else {
            &request.scopes
        };
        let mut consent = PendingConsent {
            grant: TokenGrant {
                token_url: purse.token_url(name, flow.token_url.as_deref())?,
                client_secret: purse.get(name, VariablePart::ClientSecret),
                client_id: Some(client_id.clone()),
                refresh: None,
                environment: None,
                scopes: Vec::new(),
            },
            client: self
                .client
                .get()
                .cloned()
                .ok_or("the source is not ready")?,
            page,
            redirect: request.redirect.clone(),
            state,
            verifier,
            refresh: own(VariablePart::RefreshToken)?,
            access: own(VariablePart::AccessToken)?,
        };
        let challenge = Digest::of(consent.verifier.expose());
        consent
            .page
            .query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", client_id.expose())
            .append_pair("redirect_uri", consent.redirect.as_str())
            .append_pair("scope", &scopes.join(" "))
            .append_pair("state", &consent.state)
            .append_pair(
                "code_challenge",
                &URL_SAFE_NO_PAD.encode(challenge.as_bytes()),
            )
            .append_pair("code_challenge_method", "S256");
        Ok(consent)
    }
}

fn random() -> u128 {
    rand::random()
}

/// The scheme that requires consent, and its flow.
fn pick<'a>(
    schemes: &'a std::collections::BTreeMap<String, candor_openapi::SecurityScheme>,
    wanted: Option<&str>,
) -> Result<(&'a str, &'a OAuthFlow), String> {
    let asking: Vec<(&str, &OAuthFlow)> = schemes
        .iter()
        .filter_map(|(name, scheme)| {
            let SchemeKind::OAuth2 { flows } = &scheme.kind else {
                return None;
            };
            let mut flows = flows.iter();
            let flow = flows.find(|flow| flow.kind == FlowKind::AuthorizationCode)?;
            Some((name.as_str(), flow))
        })
        .collect();
    let names = || {
        let names = asking.iter().map(|(name, _)| format!("`{name}`"));
        names.collect::<Vec<_>>().join(", ")
    };
    match (asking.as_slice(), wanted) {
        ([], _) => Err(
            "the document has no scheme in which a person agrees in a browser (OAuth2 with an \
             authorization code)"
                .to_owned(),
        ),
        (all, Some(wanted)) => {
            let found = all.iter().find(|(name, _)| *name == wanted).copied();
            found.ok_or_else(|| format!("there is no such scheme as `{wanted}`, but {}", names()))
        }
        ([one], None) => Ok(*one),
        (_, None) => Err(format!("the document has several: name one of {}", names())),
    }
}
