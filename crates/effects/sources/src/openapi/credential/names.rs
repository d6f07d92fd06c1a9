//! The variables that hold a source's credentials.

use std::collections::BTreeMap;

use candor_model::{SourceName, VariableName};
use candor_openapi::{SchemeKind, SchemeScopes, SecurityScheme};

/// The part of a credential in a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::openapi) enum VariablePart {
    /// A key or a token: the whole credential.
    Whole,
    Username,
    Password,
    ClientId,
    ClientSecret,
    RefreshToken,
    AccessToken,
    TokenUrl,
}

// === impl VariablePart ===

impl VariablePart {
    const fn suffix(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Username => "_USERNAME",
            Self::Password => "_PASSWORD",
            Self::ClientId => "_CLIENT_ID",
            Self::ClientSecret => "_CLIENT_SECRET",
            Self::RefreshToken => "_REFRESH_TOKEN",
            Self::AccessToken => "_ACCESS_TOKEN",
            Self::TokenUrl => "_TOKEN_URL",
        }
    }
}

/// The variable for a part of a scheme's credential: `SHOP_API_KEY` for the scheme `apiKey` of the
/// source `shop`.
pub(super) fn variable(
    source: &SourceName,
    scheme: &str,
    part: VariablePart,
) -> Option<VariableName> {
    let name = format!(
        "{}_{}{}",
        shout(source.as_str()),
        shout(scheme),
        part.suffix()
    );
    let name = match name.as_bytes().first() {
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        _ => name,
    };
    VariableName::parse(&name).ok()
}

/// The minimal set of variables that a requirement needs, for messages.
pub fn needs(
    source: &SourceName,
    schemes: &BTreeMap<String, SecurityScheme>,
    requirement: &[SchemeScopes],
) -> Vec<String> {
    let parts = requirement.iter().flat_map(|need| {
        let parts = match schemes.get(&need.scheme).map(|scheme| &scheme.kind) {
            Some(SchemeKind::Basic) => vec![VariablePart::Username, VariablePart::Password],
            Some(SchemeKind::OAuth2 { flows }) if super::grant::has_client_flow(flows) => {
                vec![VariablePart::ClientId, VariablePart::ClientSecret]
            }
            Some(SchemeKind::OAuth2 { flows }) if super::grant::has_token_url(flows) => {
                vec![VariablePart::ClientId, VariablePart::RefreshToken]
            }
            Some(SchemeKind::OAuth2 { .. } | SchemeKind::OpenIdConnect { .. }) => {
                vec![VariablePart::AccessToken]
            }
            _ => vec![VariablePart::Whole],
        };
        parts.into_iter().map(|part| (need.scheme.as_str(), part))
    });
    parts
        .filter_map(|(scheme, part)| variable(source, scheme, part))
        .map(|name| name.to_string())
        .collect()
}

/// `apiKey`, `api-key` and `API key` become `API_KEY`.
pub(in crate::openapi) fn shout(text: &str) -> String {
    let mut loud = String::with_capacity(text.len() + 4);
    let mut before = ' ';
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
                loud.push('_');
            }
            loud.push(c.to_ascii_uppercase());
        } else if !loud.ends_with('_') && !loud.is_empty() {
            loud.push('_');
        }
        before = c;
    }
    loud.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_named_after_source_and_scheme() {
        for (source, scheme, part, expect) in [
            ("shop", "apiKey", VariablePart::Whole, "SHOP_API_KEY"),
            ("my-shop", "api_key", VariablePart::Whole, "MY_SHOP_API_KEY"),
            (
                "shop",
                "Basic Auth",
                VariablePart::Username,
                "SHOP_BASIC_AUTH_USERNAME",
            ),
            (
                "shop",
                "OAuth2",
                VariablePart::ClientSecret,
                "SHOP_OAUTH2_CLIENT_SECRET",
            ),
            ("shop", "X-API-Key", VariablePart::Whole, "SHOP_X_API_KEY"),
            ("2go", "key", VariablePart::Whole, "_2GO_KEY"),
        ] {
            let source = SourceName::parse(source).expect("a name");
            let found = variable(&source, scheme, part).expect("a variable");
            assert_eq!(found.to_string(), expect);
        }
    }
}
