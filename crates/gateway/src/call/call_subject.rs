//! What an approval can be about: a tool of a source, or a management tool.

use std::sync::Arc;

use candor_model::{CallKind, Digest, QualifiedName, SourceTrust};
use candor_resolve::EffectiveAnnotations;
use serde_json::Value;

use crate::call::policy_question::PolicySubject;
use crate::catalogue::OfferedTool;
use crate::management::ManagementTool;

/// The tool that a call is about.
#[derive(Clone)]
pub(crate) enum CallSubject {
    /// A tool of a source, as the endpoint serves it.
    Tool(Arc<OfferedTool>),
    /// A management tool.
    Managed(&'static ManagementTool),
}

// === impl CallSubject ===

impl CallSubject {
    /// The namespaced name.
    pub(crate) fn name(&self) -> &QualifiedName {
        match self {
            Self::Tool(offered) => &offered.tool.name,
            Self::Managed(builtin) => &builtin.qualified,
        }
    }

    /// The exposed name.
    pub(crate) fn exposed(&self) -> &str {
        match self {
            Self::Tool(offered) => offered.tool.exposed.as_str(),
            Self::Managed(builtin) => builtin.name,
        }
    }

    /// The hash of the definition.
    pub(crate) fn hash(&self) -> Digest {
        match self {
            Self::Tool(offered) => offered.tool.hash,
            Self::Managed(builtin) => builtin.hash,
        }
    }

    /// The effective annotations.
    pub(crate) fn effective(&self) -> &EffectiveAnnotations {
        match self {
            Self::Tool(offered) => &offered.effective,
            Self::Managed(builtin) => &builtin.effective,
        }
    }

    /// Whether the source is trusted.
    pub(crate) fn trust(&self) -> SourceTrust {
        match self {
            Self::Tool(offered) => offered.tool.server.trust,
            Self::Managed(_) => SourceTrust::Trusted,
        }
    }

    /// The input schema.
    pub(crate) fn input_schema(&self) -> Option<Value> {
        match self {
            Self::Tool(offered) => offered.tool.base.get("inputSchema")?.decode().ok(),
            Self::Managed(builtin) => {
                let definition: Value = builtin.definition.decode().ok()?;
                definition.get("inputSchema").cloned()
            }
        }
    }

    /// The subject as the policy sees it.
    pub(crate) fn for_policy(&self) -> PolicySubject<'_> {
        let unset = match self {
            Self::Tool(offered) => offered.tool.server.unset,
            Self::Managed(_) => None,
        };
        let effective = self.effective();
        PolicySubject {
            kind: CallKind::Tool,
            name: self.name(),
            relied: &effective.relied,
            trust: self.trust(),
            confirm: effective.confirm.as_ref(),
            unset,
        }
    }
}
