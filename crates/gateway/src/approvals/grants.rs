//! Standing approvals, found by the call that they may be about.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{Grant, GrantArguments, QualifiedName};
use candor_policy::Pattern;
use serde_json::Value;

use super::binding::Bound;

/// All of them, by tool.
#[derive(Debug, Default)]
pub(crate) struct Grants(HashMap<QualifiedName, Vec<Standing>>);

/// One, with its pattern read.
#[derive(Debug)]
struct Standing {
    grant: Arc<Grant>,
    pattern: Option<Pattern>,
}

// === impl Grants ===

impl Grants {
    /// Sorts them. One whose pattern cannot be read fits nothing.
    pub(crate) fn new(grants: Vec<Grant>) -> Self {
        let mut by_tool: HashMap<_, Vec<_>> = HashMap::new();
        for grant in grants {
            let pattern = match &grant.arguments {
                GrantArguments::Fitting(text) => match Pattern::parse(text) {
                    Ok(pattern) => Some(pattern),
                    Err(error) => {
                        tracing::warn!(grant.id = %grant.id, %error, "A standing approval cannot be read and does not count");
                        continue;
                    }
                },
                GrantArguments::Exactly(_) | GrantArguments::Any => None,
            };
            let tool = grant.tool.clone();
            let grant = Arc::new(grant);
            by_tool
                .entry(tool)
                .or_default()
                .push(Standing { grant, pattern });
        }
        Self(by_tool)
    }

    /// The one that answers for this call, if any does.
    pub(crate) fn answering(
        &self,
        bound: &Bound,
        session: Option<&str>,
        arguments: &Value,
        now_micros: i64,
    ) -> Option<Arc<Grant>> {
        let standing = self.0.get(&bound.0.tool)?;
        let mut standing = standing.iter();
        let found = standing.find(|one| {
            let grant = &one.grant;
            now_micros < grant.expires_micros
                && grant.principal == bound.0.principal
                && grant.environment == bound.0.environment
                && grant.definition == bound.0.definition
                && grant.policy == bound.0.policy
                && grant
                    .session
                    .as_deref()
                    .is_none_or(|own| Some(own) == session)
                && one.takes(bound, arguments)
        })?;
        Some(Arc::clone(&found.grant))
    }
}

// === impl Standing ===

impl Standing {
    fn takes(&self, bound: &Bound, arguments: &Value) -> bool {
        match (&self.grant.arguments, &self.pattern) {
            (GrantArguments::Any, _) => true,
            (GrantArguments::Exactly(digest), _) => *digest == bound.0.arguments,
            (GrantArguments::Fitting(_), Some(pattern)) => pattern.fits(arguments),
            (GrantArguments::Fitting(_), None) => false,
        }
    }
}
