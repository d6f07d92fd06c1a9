//! Whose worker it is.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::{Digest, Secret};
use sha2::{Digest as _, Sha256};

/// An environment with its variables. When a variable is changed, it is another environment: what the
/// old one left behind in its workers is not for the new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnvironmentKey {
    environment: Option<String>,
    variables: Digest,
}

// === impl EnvironmentKey ===

impl EnvironmentKey {
    pub(crate) fn new(
        environment: Option<&str>,
        variables: &BTreeMap<String, Secret<String>>,
        plain: &BTreeSet<String>,
    ) -> Self {
        let mut hash = Sha256::new();
        for (name, value) in variables {
            // What has become a secret must not be said by those who took it for none.
            hash.update([u8::from(plain.contains(name))]);
            for text in [name, value.expose()] {
                hash.update(text.len().to_le_bytes());
                hash.update(text.as_bytes());
            }
        }
        Self {
            environment: environment.map(str::to_owned),
            variables: Digest::of(hash.finalize()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_environment_or_another_value_is_another_tenant() {
        let environment = |environment, variables: &[(&str, &str)]| {
            let secret = |text: &str| Secret::new(text.to_owned());
            let variables = variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), secret(value)));
            EnvironmentKey::new(environment, &variables.collect(), &BTreeSet::new())
        };
        let all = [
            environment(None, &[]),
            environment(Some(""), &[]),
            environment(Some("prod"), &[]),
            environment(Some("prod"), &[("A", "1")]),
            environment(Some("prod"), &[("A", "2")]),
            environment(Some("prod"), &[("A", "1"), ("B", "")]),
            environment(Some("prod"), &[("A", "1B")]),
        ];
        for (at, one) in all.iter().enumerate() {
            for (other_at, other) in all.iter().enumerate() {
                assert_eq!(one == other, at == other_at, "{at} {other_at}");
            }
        }
        assert_eq!(environment(Some("prod"), &[("A", "1")]), all[3]);
    }
}
