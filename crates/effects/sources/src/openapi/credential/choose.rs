//! Selects one of the document's alternatives for which all values are set.

use std::collections::BTreeMap;

use candor_model::{EnvironmentName, Secret, SourceName, VariableName};
use candor_openapi::{
    KeyPlace, OAuthFlow, SchemeKind, SchemeScopes, SecurityRequirement, SecurityScheme,
};
use url::Url;

use super::grant::{self, TokenGrant};
use super::names::{VariablePart, needs, variable};
use crate::request::VariableValues;

/// A credential of a request.
#[derive(Clone, Debug)]
pub(in crate::openapi) enum RequestCredential {
    /// A value with its own place and name.
    Key {
        place: KeyPlace,
        name: String,
        value: Secret<String>,
    },
    /// The value of `Authorization`, and the secrets in it.
    Authorization {
        value: Secret<String>,
        secrets: Vec<Secret<String>>,
    },
    /// A token that must be fetched.
    Granted(TokenGrant),
}

/// The source, the environment and the values of credentials that a call can use.
pub(in crate::openapi) struct AvailableCredentials<'a> {
    pub(in crate::openapi) source: &'a SourceName,
    pub(in crate::openapi) environment: Option<&'a EnvironmentName>,
    /// The environment's variables, followed by the source's own.
    pub(in crate::openapi) variables: [&'a VariableValues; 2],
    pub(in crate::openapi) schemes: &'a BTreeMap<String, SecurityScheme>,
    /// The base of relative URLs of token servers.
    pub(in crate::openapi) home: &'a Url,
}

/// Selects the first alternative for which all values are set. No credential is the last choice, if
/// it is allowed. The error says what is missing.
pub(in crate::openapi) fn choose(
    purse: &AvailableCredentials<'_>,
    alternatives: &[SecurityRequirement],
) -> Result<Vec<RequestCredential>, String> {
    let mut lacking = Vec::new();
    for requirement in alternatives.iter().filter(|one| !one.is_empty()) {
        let found: Result<Vec<_>, String> =
            requirement.iter().map(|need| purse.find(need)).collect();
        match found {
            Ok(credentials) => return Ok(credentials),
            Err(reason) => lacking.push((requirement, reason)),
        }
    }
    if lacking.is_empty() || alternatives.iter().any(Vec::is_empty) {
        return Ok(Vec::new());
    }
    Err(purse.missing(&lacking))
}

// === impl AvailableCredentials ===

impl AvailableCredentials<'_> {
    fn find(&self, need: &SchemeScopes) -> Result<RequestCredential, String> {
        let name = &need.scheme;
        let Some(scheme) = self.schemes.get(name) else {
            return Err(format!("the document does not say what `{name}` is"));
        };
        match &scheme.kind {
            SchemeKind::ApiKey { place, name: key } => Ok(RequestCredential::Key {
                place: *place,
                name: key.clone(),
                value: self.want(name, VariablePart::Whole)?,
            }),
            SchemeKind::Basic => {
                let user = self.want(name, VariablePart::Username)?;
                let password = self.want(name, VariablePart::Password)?;
                Ok(basic(&user, password))
            }
            SchemeKind::Bearer => Ok(bearer(self.want(name, VariablePart::Whole)?)),
            SchemeKind::OAuth2 { flows } => self.granted(name, flows, &need.scopes),
            SchemeKind::OpenIdConnect { .. } => {
                Ok(bearer(self.want(name, VariablePart::AccessToken)?))
            }
            SchemeKind::MutualTls => Err(format!(
                "`{name}` wants a client certificate, which Candor cannot show"
            )),
            SchemeKind::Other(kind) => Err(format!(
                "`{name}` is of the kind `{kind}`, which Candor does not know"
            )),
        }
    }

    /// A token: requested by the program itself, renewed from a person's consent, or set directly.
    fn granted(
        &self,
        name: &str,
        flows: &[OAuthFlow],
        scopes: &[String],
    ) -> Result<RequestCredential, String> {
        let client_id = self.get(name, VariablePart::ClientId);
        let client_secret = self.get(name, VariablePart::ClientSecret);
        let scopes = scopes.to_vec();
        if let (Some(flow), true) = (
            grant::client_flow(flows),
            client_id.is_some() && client_secret.is_some(),
        ) {
            return Ok(RequestCredential::Granted(TokenGrant {
                token_url: self.token_url(name, flow.token_url.as_deref())?,
                client_id,
                client_secret,
                refresh: None,
                environment: self.environment.cloned(),
                scopes,
            }));
        }
        let refresh = variable(self.source, name, VariablePart::RefreshToken);
        if let (Some(flow), Some(variable), Some(token)) = (
            grant::consent_flow(flows),
            refresh,
            self.get(name, VariablePart::RefreshToken),
        ) {
            let address = flow.refresh_url.as_deref().or(flow.token_url.as_deref());
            return Ok(RequestCredential::Granted(TokenGrant {
                token_url: self.token_url(name, address)?,
                client_id,
                client_secret,
                refresh: Some((variable, token)),
                environment: self.environment.cloned(),
                scopes: Vec::new(),
            }));
        }
        Ok(bearer(self.want(name, VariablePart::AccessToken)?))
    }

    /// The URL of the token server. The operator's setting takes precedence over the document.
    pub(in crate::openapi) fn token_url(
        &self,
        name: &str,
        documented: Option<&str>,
    ) -> Result<Url, String> {
        let given = self.get(name, VariablePart::TokenUrl);
        let text = given.as_ref().map(|url| url.expose().as_str());
        let url = text.or(documented).unwrap_or_default();
        let url = self
            .home
            .join(url)
            .map_err(|error| format!("the token address of `{name}` is not a URL: {error}"))?;
        match url.scheme() {
            "http" | "https" => Ok(url),
            other => Err(format!(
                "the token address of `{name}` begins with `{other}:`"
            )),
        }
    }

    pub(in crate::openapi) fn get(
        &self,
        scheme: &str,
        part: VariablePart,
    ) -> Option<Secret<String>> {
        let name = variable(self.source, scheme, part)?;
        let mut variables = self.variables.iter();
        let value = variables.find_map(|variables| variables.get(&name))?;
        (!value.expose().is_empty()).then(|| value.clone())
    }

    pub(in crate::openapi) fn want(
        &self,
        scheme: &str,
        part: VariablePart,
    ) -> Result<Secret<String>, String> {
        self.get(scheme, part).ok_or_else(|| {
            let name = variable(self.source, scheme, part);
            let name = name.map(|name| name.to_string()).unwrap_or_default();
            format!("`{name}` is not set")
        })
    }

    /// The variable for a part of a scheme's credential.
    pub(in crate::openapi) fn variable(
        &self,
        scheme: &str,
        part: VariablePart,
    ) -> Option<VariableName> {
        variable(self.source, scheme, part)
    }

    fn missing(&self, lacking: &[(&SecurityRequirement, String)]) -> String {
        let ways: Vec<String> = lacking
            .iter()
            .map(|(requirement, reason)| {
                let names = needs(self.source, self.schemes, requirement);
                let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("{} ({reason})", names.join(" and "))
            })
            .collect();
        ways.join(", or ")
    }
}

fn bearer(token: Secret<String>) -> RequestCredential {
    RequestCredential::Authorization {
        value: Secret::new(format!("Bearer {}", token.expose())),
        secrets: vec![token],
    }
}

fn basic(user: &Secret<String>, password: Secret<String>) -> RequestCredential {
    use base64::Engine as _;
    let pair = Secret::new(format!("{}:{}", user.expose(), password.expose()));
    let encoded = base64::engine::general_purpose::STANDARD.encode(pair.expose());
    RequestCredential::Authorization {
        value: Secret::new(format!("Basic {encoded}")),
        secrets: vec![Secret::new(encoded), password],
    }
}

#[cfg(test)]
mod tests;
