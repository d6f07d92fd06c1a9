//! Credentials declared as plain parameters, without a security scheme.
//!
//! A key that every operation expects in a header is a credential, even if the document does not
//! declare it as one. Such a parameter becomes a security scheme, so that its value comes from the
//! environment and no model ever sees it. Only unambiguous names are recognised, and not in
//! operations that manage tokens, where the parameter may be the token being managed.

use std::collections::{BTreeMap, HashMap};

use candor_text::quote;

use super::findings::code;
use super::position::NodePosition;
use super::reader::DocumentReader;
use super::security::SchemesByName;
use crate::api::{
    ApiParameter, KeyPlace, OpenApiOperation, ParameterPlace, SchemeKind, SchemeScopes,
    SecurityScheme,
};

/// Suffixes of credential names in any location, in lower case without punctuation.
const ENDINGS: [&str; 14] = [
    "accesskey",
    "accesstoken",
    "apikey",
    "apisecret",
    "apitoken",
    "appkey",
    "appsecret",
    "appsecretkey",
    "authkey",
    "authtoken",
    "clientsecret",
    "secretkey",
    "sessiontoken",
    "subscriptionkey",
];

/// Further suffixes of credential names in headers.
const IN_HEADERS: [&str; 3] = ["token", "secret", "password"];

/// Words that indicate that a token in a header is something else: a pagination cursor, an
/// idempotency key, a CSRF token, or the object of the operation.
const OTHER_TOKENS: [&str; 20] = [
    "bypass", "captcha", "change", "confirm", "continu", "csrf", "cursor", "delta", "device",
    "idempot", "invit", "lock", "next", "page", "push", "reset", "resume", "sync", "verif", "xsrf",
];

/// Parameter names for the token that a scheme sends.
const TOKENS: [&str; 4] = ["accesstoken", "authtoken", "oauthtoken", "token"];

/// Path segments of operations that manage tokens.
const ABOUT_TOKENS: [&str; 9] = [
    "authorize",
    "introspect",
    "login",
    "logout",
    "oauth",
    "revoke",
    "session",
    "signin",
    "token",
];

// === impl DocumentReader ===

impl DocumentReader<'_> {
    /// Converts plain parameters that are credentials to security schemes, and reports each once.
    pub(super) fn declare_credentials(
        &mut self,
        operations: &mut [OpenApiOperation],
        schemes: &mut SchemesByName,
        paths: &NodePosition,
    ) {
        let mut known: HashMap<(KeyPlace, String), String> = keys(schemes).collect();
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for operation in operations {
            for (place, name, required) in credentials(operation, schemes) {
                let key = key(place, &name);
                let scheme = known.entry(key).or_insert_with(|| {
                    let scheme = free_name(&name, schemes);
                    let kind = SchemeKind::ApiKey { place, name };
                    let description = None;
                    schemes.insert(scheme.clone(), SecurityScheme { kind, description });
                    found.insert(scheme.clone(), 0);
                    scheme
                });
                if let Some(count) = found.get_mut(scheme.as_str()) {
                    *count += 1;
                }
                demand(operation, scheme, required);
            }
        }
        for (scheme, count) in found {
            let message = format!(
                "{} seems to be a credential and no security scheme describes it; {count} \
                 operations take it from the environment, and it is no argument",
                quote(&scheme)
            );
            self.tell_undeclared(paths, message);
        }
    }

    fn tell_undeclared(&mut self, spot: &NodePosition, message: String) {
        let hint = "set its variable, which a call without it names; or describe it in \
                    `securitySchemes`";
        self.hinted(code::UNDECLARED, spot, message, hint);
    }
}

/// The keys that schemes already send, with the names of the schemes.
fn keys(schemes: &SchemesByName) -> impl Iterator<Item = ((KeyPlace, String), String)> + use<'_> {
    schemes.iter().filter_map(|(scheme, one)| match &one.kind {
        SchemeKind::ApiKey { place, name } => Some((key(*place, name), scheme.clone())),
        _ => None,
    })
}

/// The identity of a credential.
fn key(place: KeyPlace, name: &str) -> (KeyPlace, String) {
    let name = match place {
        KeyPlace::Header => name.to_ascii_lowercase(),
        KeyPlace::Query | KeyPlace::Cookie => name.to_owned(),
    };
    (place, name)
}

/// A name that no scheme has yet.
fn free_name(wanted: &str, schemes: &SchemesByName) -> String {
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    let free = names.find(|name| !schemes.contains_key(name));
    free.unwrap_or_else(|| wanted.to_owned())
}

/// The parameters of an operation that are credentials, and whether they are required.
fn credentials(
    operation: &OpenApiOperation,
    schemes: &SchemesByName,
) -> Vec<(KeyPlace, String, bool)> {
    let path = operation.path.to_ascii_lowercase();
    let path = path.split('?').next().unwrap_or_default();
    if ABOUT_TOKENS.iter().any(|word| path.contains(word)) {
        return Vec::new();
    }
    // If a scheme sends a token, a parameter with such a name is the same token.
    let sends_token = asks_for_token(operation, schemes);
    let is_token = |one: &ApiParameter| TOKENS.contains(&plain(&one.name).as_str());
    let parameters = operation.parameters.iter();
    let parameters = parameters.filter(|one| !(sends_token && is_token(one)));
    let mut found: Vec<_> = parameters.filter_map(credential).collect();
    // An application key is accompanied by the application's id.
    let is_app_key = |(_, name, _): &(KeyPlace, String, bool)| plain(name) == "appkey";
    if found.iter().any(is_app_key) {
        let beside = operation.parameters.iter();
        let beside = beside.filter(|one| matches!(plain(&one.name).as_str(), "appid"));
        found.extend(beside.filter_map(|one| Some((place(one)?, one.name.clone(), one.required))));
    }
    found
}

fn asks_for_token(operation: &OpenApiOperation, schemes: &SchemesByName) -> bool {
    let mut needs = operation.security.iter().flatten();
    needs.any(|need| {
        let kind = schemes.get(&need.scheme).map(|scheme| &scheme.kind);
        matches!(
            kind,
            Some(SchemeKind::Bearer | SchemeKind::OAuth2 { .. } | SchemeKind::OpenIdConnect { .. })
        )
    })
}

fn credential(parameter: &ApiParameter) -> Option<(KeyPlace, String, bool)> {
    let place = place(parameter)?;
    let name = plain(&parameter.name);
    let is_one = ENDINGS.iter().any(|end| name.ends_with(end))
        || (place == KeyPlace::Header && is_header_credential(&name));
    is_one.then(|| (place, parameter.name.clone(), parameter.required))
}

fn is_header_credential(name: &str) -> bool {
    IN_HEADERS.iter().any(|end| name.ends_with(end))
        && !OTHER_TOKENS.iter().any(|other| name.contains(other))
}

fn place(parameter: &ApiParameter) -> Option<KeyPlace> {
    match parameter.place {
        ParameterPlace::Header => Some(KeyPlace::Header),
        ParameterPlace::Query => Some(KeyPlace::Query),
        ParameterPlace::Cookie => Some(KeyPlace::Cookie),
        ParameterPlace::Path | ParameterPlace::QueryString => None,
    }
}

/// A name with only lower-case letters and digits.
fn plain(name: &str) -> String {
    let name = name.chars().filter(char::is_ascii_alphanumeric);
    name.map(|c| c.to_ascii_lowercase()).collect()
}

/// Adds a scheme to every security alternative. If the parameter is optional, the alternatives
/// without it stay.
fn demand(operation: &mut OpenApiOperation, scheme: &str, required: bool) {
    let names = |need: &SchemeScopes| need.scheme == scheme;
    if operation.security.iter().flatten().any(names) {
        return;
    }
    let without = std::mem::take(&mut operation.security);
    let ways = if without.is_empty() {
        vec![Vec::new()]
    } else {
        without
    };
    let with = ways.iter().map(|way| {
        let need = SchemeScopes {
            scheme: scheme.to_owned(),
            scopes: Vec::new(),
        };
        way.iter().cloned().chain([need]).collect()
    });
    operation.security = with.collect();
    if !required {
        operation.security.extend(ways);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_credentials_are_told_from_others() {
        for (name, in_query, in_header) in [
            ("xi-api-key", true, true),
            ("api_key", true, true),
            ("app_key", true, true),
            ("Ocp-Apim-Subscription-Key", true, true),
            ("X-Postmark-Account-Token", false, true),
            ("x-client-secret", true, true),
            ("X-Auth-Token", true, true),
            ("token", false, true),
            ("pageToken", false, false),
            ("X-CSRF-Token", false, false),
            ("continuation_token", false, false),
            ("key", false, false),
            ("X-Request-Id", false, false),
        ] {
            let name = plain(name);
            let ends = ENDINGS.iter().any(|end| name.ends_with(end));
            assert_eq!(ends, in_query, "{name}");
            assert_eq!(ends || is_header_credential(&name), in_header, "{name}");
        }
    }
}
