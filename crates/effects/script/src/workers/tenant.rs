//! The tenant of a worker.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::{Digest, Secret};
use sha2::{Digest as _, Sha256};

/// A principal in an environment with its variables. When a variable is changed, it is another
/// tenant: what the old one left behind in its workers is not for the new one, and what one person's
/// calls left is not for another person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WorkerTenant {
    principal: Option<String>,
    environment: Option<String>,
    variables: Digest,
}

// === impl WorkerTenant ===

impl WorkerTenant {
    pub(crate) fn new(
        principal: Option<&str>,
        environment: Option<&str>,
        variables: &BTreeMap<String, Secret<String>>,
        plain: &BTreeSet<String>,
    ) -> Self {
        let mut hash = Sha256::new();
        for (name, value) in variables {
            // A worker that treated a variable as plain must not be used once it is secret.
            hash.update([u8::from(plain.contains(name))]);
            for text in [name, value.expose()] {
                hash.update(text.len().to_le_bytes());
                hash.update(text.as_bytes());
            }
        }
        Self {
            principal: principal.map(str::to_owned),
            environment: environment.map(str::to_owned),
            variables: Digest::of(hash.finalize()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_caller_environment_or_value_is_another_tenant() {
        let tenant = |principal, environment, variables: &[(&str, &str)]| {
            let secret = |text: &str| Secret::new(text.to_owned());
            let variables = variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), secret(value)));
            WorkerTenant::new(
                principal,
                environment,
                &variables.collect(),
                &BTreeSet::new(),
            )
        };
        let all = [
            tenant(None, None, &[]),
            tenant(Some("ann"), None, &[]),
            tenant(Some("bob"), None, &[]),
            tenant(Some("ann"), Some("prod"), &[]),
            tenant(None, Some(""), &[]),
            tenant(None, Some("prod"), &[]),
            tenant(None, Some("prod"), &[("A", "1")]),
            tenant(None, Some("prod"), &[("A", "2")]),
            tenant(None, Some("prod"), &[("A", "1"), ("B", "")]),
            tenant(None, Some("prod"), &[("A", "1B")]),
        ];
        for (at, one) in all.iter().enumerate() {
            for (other_at, other) in all.iter().enumerate() {
                assert_eq!(one == other, at == other_at, "{at} {other_at}");
            }
        }
        assert_eq!(tenant(None, Some("prod"), &[("A", "1")]), all[6]);
    }
}
