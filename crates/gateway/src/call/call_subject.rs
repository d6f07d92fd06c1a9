//! What a person can be asked about: a tool of a source, or one of the gateway's own.

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
    /// Its namespaced name.
    pub(crate) fn name(&self) -> &QualifiedName {
        match self {
            Self::Tool(offered) => &offered.tool.name,
            Self::Managed(builtin) => &builtin.qualified,
        }
    }

    /// What clients call it.
    pub(crate) fn exposed(&self) -> &str {
        match self {
            Self::Tool(offered) => offered.tool.exposed.as_str(),
            Self::Managed(builtin) => builtin.name,
        }
    }

    /// The hash of its definition.
    pub(crate) fn hash(&self) -> Digest {
        match self {
            Self::Tool(offered) => offered.tool.hash,
            Self::Managed(builtin) => builtin.hash,
        }
    }

    /// What it does, as far as anybody says.
    pub(crate) fn effective(&self) -> &EffectiveAnnotations {
        match self {
            Self::Tool(offered) => &offered.effective,
            Self::Managed(builtin) => &builtin.effective,
        }
    }

    /// Whether its source is trusted.
    pub(crate) fn trust(&self) -> SourceTrust {
        match self {
            Self::Tool(offered) => offered.tool.server.trust,
            Self::Managed(_) => SourceTrust::Trusted,
        }
    }

    /// What its arguments must be.
    pub(crate) fn input_schema(&self) -> Option<Value> {
        match self {
            Self::Tool(offered) => offered.tool.base.get("inputSchema")?.decode().ok(),
            Self::Managed(builtin) => {
                let definition: Value = builtin.definition.decode().ok()?;
                definition.get("inputSchema").cloned()
            }
        }
    }

    /// The same as policy looks at it.
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
