//! One way to authenticate, and the variables it needs.

use std::collections::BTreeMap;

use candor_model::SourceName;
use candor_openapi::{FlowKind, SchemeKind, SchemeScopes, SecurityScheme};

/// One way to authenticate: security schemes that are used together.
#[derive(Debug)]
pub struct CredentialOption {
    /// The smallest set of variables that is enough, for messages.
    pub names: Vec<String>,
    /// Schemes that Candor does not support.
    pub impossible: Vec<String>,
    /// For each scheme, alternative sets of variables.
    parts: Vec<Vec<Vec<String>>>,
}

// === impl CredentialOption ===

impl CredentialOption {
    pub(super) fn new(
        source: &SourceName,
        schemes: &BTreeMap<String, SecurityScheme>,
        wanted: &[&str],
    ) -> Self {
        let is_possible = |name: &&&str| match schemes.get(**name).map(|scheme| &scheme.kind) {
            None | Some(SchemeKind::MutualTls | SchemeKind::Other(_)) => false,
            Some(_) => true,
        };
        let (possible, impossible): (Vec<&&str>, Vec<&&str>) = wanted.iter().partition(is_possible);
        let needs = |name: &str, schemes: &BTreeMap<String, SecurityScheme>| {
            candor_sources::needs(source, schemes, &[need(name)])
        };
        let names = possible.iter().flat_map(|name| needs(name, schemes));
        let parts = possible.iter().map(|name| {
            let variants = schemes.get(**name).map(variants).unwrap_or_default();
            let variants = variants.into_iter().map(|kind| {
                let scheme = SecurityScheme {
                    kind,
                    description: None,
                };
                needs(name, &BTreeMap::from([((**name).to_owned(), scheme)]))
            });
            variants.collect()
        });
        Self {
            names: names.collect(),
            impossible: impossible
                .into_iter()
                .map(|name| (*name).to_owned())
                .collect(),
            parts: parts.collect(),
        }
    }

    /// Whether all variables are set.
    pub(super) fn is_met(&self, is_set: &impl Fn(&str) -> bool) -> bool {
        self.impossible.is_empty()
            && self.parts.iter().all(|variants| {
                let mut variants = variants.iter();
                variants.any(|names| names.iter().all(|name| is_set(name)))
            })
    }
}

fn need(scheme: &str) -> SchemeScopes {
    SchemeScopes {
        scheme: scheme.to_owned(),
        scopes: Vec::new(),
    }
}

/// The scheme and its alternatives: instead of fetching a token, an access or refresh token
/// may be given.
fn variants(scheme: &SecurityScheme) -> Vec<SchemeKind> {
    let given = SchemeKind::OpenIdConnect { url: String::new() };
    match &scheme.kind {
        SchemeKind::OAuth2 { flows } => {
            let consented = flows
                .iter()
                .filter(|flow| flow.kind != FlowKind::ClientCredentials)
                .cloned();
            let consented = SchemeKind::OAuth2 {
                flows: consented.collect(),
            };
            vec![scheme.kind.clone(), consented, given]
        }
        kind => vec![kind.clone()],
    }
}
