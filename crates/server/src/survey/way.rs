//! One way to show who one is, and the variables that it takes.

use std::collections::BTreeMap;

use candor_model::SourceName;
use candor_openapi::{FlowKind, Need, Scheme, SchemeKind};

/// One way to show who one is: a few schemes together.
#[derive(Debug)]
pub struct Way {
    /// The variables that it takes, for people: the least that is enough.
    pub names: Vec<String>,
    /// Schemes that it needs and Candor cannot serve.
    pub impossible: Vec<String>,
    /// For each scheme, the sets of variables of which one is enough.
    parts: Vec<Vec<Vec<String>>>,
}

// === impl Way ===

impl Way {
    pub(super) fn new(
        source: &SourceName,
        schemes: &BTreeMap<String, Scheme>,
        wanted: &[&str],
    ) -> Self {
        let is_possible = |name: &&&str| match schemes.get(**name).map(|scheme| &scheme.kind) {
            None | Some(SchemeKind::MutualTls | SchemeKind::Other(_)) => false,
            Some(_) => true,
        };
        let (possible, impossible): (Vec<&&str>, Vec<&&str>) = wanted.iter().partition(is_possible);
        let needs = |name: &str, schemes: &BTreeMap<String, Scheme>| {
            candor_sources::needs(source, schemes, &[need(name)])
        };
        let names = possible.iter().flat_map(|name| needs(name, schemes));
        let parts = possible.iter().map(|name| {
            let variants = schemes.get(**name).map(variants).unwrap_or_default();
            let variants = variants.into_iter().map(|kind| {
                let scheme = Scheme {
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

    /// Whether everything that it takes is there.
    pub(super) fn is_met(&self, is_set: &impl Fn(&str) -> bool) -> bool {
        self.impossible.is_empty()
            && self.parts.iter().all(|variants| {
                let mut variants = variants.iter();
                variants.any(|names| names.iter().all(|name| is_set(name)))
            })
    }
}

fn need(scheme: &str) -> Need {
    Need {
        scheme: scheme.to_owned(),
        scopes: Vec::new(),
    }
}

/// The scheme, and what is enough in its place: of a token that is fetched, also a token that
/// was given, be it renewable or not.
fn variants(scheme: &Scheme) -> Vec<SchemeKind> {
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
