//! Which parameters become arguments, and which are set by Candor.

use std::collections::HashSet;

use serde_json::Value;

use super::argument::SchemaArgument;
use super::definition_set::DefinitionSet;
use crate::api::is_reserved;
use crate::api::{
    ApiDescription, ApiParameter, KeyPlace, OpenApiOperation, ParameterPlace, SchemeKind,
};

/// Headers for idempotency keys, in lower case.
const IDEMPOTENCY: [&str; 3] = ["idempotency-key", "idempotency-token", "x-idempotency-key"];

/// Parameter names of credentials, in lower case without `-` and `_`.
const SECRETS: [&str; 9] = [
    "accesstoken",
    "apikey",
    "apisecret",
    "appsecret",
    "authtoken",
    "clientsecret",
    "secretkey",
    "subscriptionkey",
    "xapikey",
];

/// The parameters that security schemes set. They are left out of every operation, whether or not
/// it requires the scheme: credentials are never arguments.
#[derive(Debug)]
pub(super) struct SchemeCredentials {
    keys: HashSet<(ParameterPlace, String)>,
    /// The schemes that send a token.
    tokens: HashSet<String>,
}

// === impl SchemeCredentials ===

impl SchemeCredentials {
    /// Collects them for an API.
    pub(super) fn of(api: &ApiDescription) -> Self {
        let keys = api
            .schemes
            .values()
            .filter_map(|scheme| match &scheme.kind {
                SchemeKind::ApiKey { place, name } => Some(match place {
                    KeyPlace::Header => (ParameterPlace::Header, name.to_ascii_lowercase()),
                    KeyPlace::Query => (ParameterPlace::Query, name.clone()),
                    KeyPlace::Cookie => (ParameterPlace::Cookie, name.clone()),
                }),
                _ => None,
            });
        let hands_out = |kind: &SchemeKind| {
            matches!(
                kind,
                SchemeKind::Bearer | SchemeKind::OAuth2 { .. } | SchemeKind::OpenIdConnect { .. }
            )
        };
        let tokens = api.schemes.iter().filter(|(_, one)| hands_out(&one.kind));
        Self {
            keys: keys.collect(),
            tokens: tokens.map(|(name, _)| name.clone()).collect(),
        }
    }

    /// Whether an operation requires a token that a scheme sends.
    pub(super) fn asks_for_token(&self, operation: &OpenApiOperation) -> bool {
        let mut needs = operation.security.iter().flatten();
        needs.any(|need| self.tokens.contains(&need.scheme))
    }

    /// The parameters of an operation that become arguments.
    pub(super) fn arguments(
        &self,
        operation: &OpenApiOperation,
        stock: &DefinitionSet<'_>,
    ) -> Vec<SchemaArgument> {
        let asks_for_token = self.asks_for_token(operation);
        let parameters = operation.parameters.iter().enumerate();
        parameters
            .filter(|(_, parameter)| self.leave(parameter))
            .filter(|(_, parameter)| !(asks_for_token && is_token(parameter)))
            .map(|(at, parameter)| SchemaArgument::parameter(at, parameter, stock))
            .collect()
    }

    /// The parameters of an operation that are the token sent by a scheme.
    pub(super) fn tokens<'a>(
        &self,
        operation: &'a OpenApiOperation,
    ) -> impl Iterator<Item = &'a str> {
        let asks_for_token = self.asks_for_token(operation);
        let parameters = operation.parameters.iter();
        let tokens = parameters.filter(move |one| asks_for_token && is_token(one));
        tokens.map(|one| one.name.as_str())
    }

    /// The parameters of an operation that become arguments although they seem to be credentials.
    pub(super) fn exposed<'a>(
        &self,
        operation: &'a OpenApiOperation,
    ) -> impl Iterator<Item = &'a str> {
        let tokens: HashSet<&str> = self.tokens(operation).collect();
        let parameters = operation.parameters.iter();
        let exposed = parameters.filter(|one| is_set_by_callers(one.place) && self.leave(one));
        let names = exposed.map(|one| one.name.as_str());
        names.filter(move |name| {
            let plain = name.to_ascii_lowercase().replace(['-', '_'], "");
            SECRETS.contains(&plain.as_str()) && !tokens.contains(name)
        })
    }

    /// The headers of an operation that callers must not set.
    pub(super) fn not_for_callers<'a>(
        &self,
        operation: &'a OpenApiOperation,
    ) -> impl Iterator<Item = &'a str> {
        let headers = operation.parameters.iter();
        let headers = headers.filter(|one| one.place == ParameterPlace::Header);
        headers.map(|one| one.name.as_str()).filter(|name| {
            let name = name.to_ascii_lowercase();
            is_ours(&name) && !self.keys.contains(&(ParameterPlace::Header, name))
        })
    }

    /// Whether a parameter becomes an argument.
    fn leave(&self, parameter: &ApiParameter) -> bool {
        let (place, name) = (parameter.place, parameter.name.as_str());
        if place != ParameterPlace::Header {
            return !self.keys.contains(&(place, name.to_owned()));
        }
        let name = name.to_ascii_lowercase();
        let is_taken = is_ours(&name) || IDEMPOTENCY.contains(&name.as_str());
        !is_taken && !self.keys.contains(&(place, name))
    }
}

/// Whether a parameter is the token that a scheme sends, under another name.
fn is_token(parameter: &ApiParameter) -> bool {
    let own = parameter.description.as_deref();
    is_set_by_callers(parameter.place) && names_token(&parameter.name, own, &parameter.schema)
}

/// Whether a field has a name used for tokens. For ambiguous names, the description must mention
/// tokens.
pub(super) fn names_token(name: &str, description: Option<&str>, schema: &Value) -> bool {
    let speaks_of_it = |said: &str| {
        let said = said.to_lowercase();
        said.contains("authenticat") || said.contains("authoriz")
    };
    let own = schema.get("description").and_then(Value::as_str);
    match name.to_ascii_lowercase().as_str() {
        "access_token" | "oauth_token" => true,
        "token" | "auth_token" => description.into_iter().chain(own).any(speaks_of_it),
        _ => false,
    }
}

/// Whether a credential may be moved from this location to a header; path parameters belong to the
/// operation.
fn is_set_by_callers(place: ParameterPlace) -> bool {
    matches!(
        place,
        ParameterPlace::Query | ParameterPlace::Header | ParameterPlace::Cookie
    )
}

/// Whether Candor sets this header itself.
fn is_ours(header: &str) -> bool {
    header == "accept" || is_reserved(header)
}

#[cfg(test)]
mod tests;
