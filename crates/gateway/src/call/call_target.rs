//! The target of a call: a tool, a prompt, a resource or something about one of them.

use std::borrow::Cow;
use std::sync::Arc;

use candor_model::{CallKind, Hint, Hints};
use candor_wire::{RawObject, method};

use crate::catalogue::{OfferedTool, ServedSource};

/// The target of a call.
pub(crate) enum CallTarget {
    Tool(Arc<OfferedTool>),
    Prompt {
        name: String,
        exposed: String,
        server: Arc<ServedSource>,
    },
    Resource {
        /// The source's own URI.
        uri: String,
        /// The exposed URI.
        exposed: String,
        server: Arc<ServedSource>,
    },
    /// Suggestions for an argument of a prompt or of a resource template.
    Completion {
        /// The source's own name of the prompt or the template.
        of: String,
        server: Arc<ServedSource>,
    },
    /// A subscription to a resource. It is not sent to the source as a request; the source counts
    /// its subscribers.
    Subscription {
        /// The source's own URI.
        uri: String,
        /// The exposed URI.
        exposed: String,
        server: Arc<ServedSource>,
    },
    /// A method that is not part of the protocol.
    Extension {
        method: Arc<str>,
        server: Arc<ServedSource>,
    },
}

// === impl CallTarget ===

impl CallTarget {
    pub(crate) fn server(&self) -> &Arc<ServedSource> {
        match self {
            Self::Tool(offered) => &offered.tool.server,
            Self::Prompt { server, .. }
            | Self::Resource { server, .. }
            | Self::Completion { server, .. }
            | Self::Subscription { server, .. }
            | Self::Extension { server, .. } => server,
        }
    }

    /// The source's own name for the target.
    pub(crate) fn own_name(&self) -> &str {
        match self {
            Self::Tool(offered) => offered.tool.name.own(),
            Self::Prompt { name, .. } => name,
            Self::Resource { uri, .. } | Self::Subscription { uri, .. } => uri,
            Self::Completion { of, .. } => of,
            Self::Extension { method, .. } => method,
        }
    }

    /// The name that a request carries beside its parameters, if it carries one.
    pub(crate) fn subject(&self) -> Option<String> {
        match self {
            Self::Completion { .. } | Self::Extension { .. } => None,
            _ => Some(self.own_name().to_owned()),
        }
    }

    /// Whether the parameters of a call name this target by its exposed name.
    pub(crate) fn is_named_in(&self, params: &RawObject) -> bool {
        let (key, name) = match self {
            // A UI page calls the tools of its own server by the server's own names.
            Self::Tool(offered)
                if params.get_string("name").as_deref() == Some(offered.tool.name.own()) =>
            {
                return true;
            }
            Self::Tool(offered) => ("name", offered.tool.exposed.as_str()),
            Self::Prompt { exposed, .. } => ("name", exposed.as_str()),
            Self::Resource { exposed, .. } | Self::Subscription { exposed, .. } => {
                ("uri", exposed.as_str())
            }
            // These never ask the client for input, so they are never parked.
            Self::Completion { .. } | Self::Extension { .. } => return false,
        };
        params.get_string(key).as_deref() == Some(name)
    }

    pub(crate) fn kind(&self) -> CallKind {
        match self {
            Self::Tool(_) => CallKind::Tool,
            Self::Prompt { .. } => CallKind::Prompt,
            Self::Resource { .. } => CallKind::Resource,
            Self::Completion { .. } => CallKind::Completion,
            Self::Subscription { .. } => CallKind::Subscription,
            Self::Extension { .. } => CallKind::Extension,
        }
    }

    /// Whether the call may be repeated if no answer comes: it changes nothing, or, by a hint that
    /// is relied on, repeating it has no further effect.
    pub(crate) fn is_repeatable(&self) -> bool {
        match self {
            Self::Tool(offered) => {
                let relied = &offered.effective.relied;
                relied.is_read_only() || relied.is_idempotent()
            }
            Self::Prompt { .. } | Self::Resource { .. } | Self::Subscription { .. } => true,
            Self::Completion { .. } | Self::Extension { .. } => false,
        }
    }

    /// The hints that clients are shown.
    pub(crate) fn hints(&self) -> Hints {
        match self {
            Self::Tool(offered) => offered.effective.shown.hints(),
            _ => Hints::UNSET,
        }
    }

    /// Whether the call must run on the read-only instance of its source, or not at all.
    pub(crate) fn only_reads(&self) -> bool {
        let Self::Tool(offered) = self else {
            return false;
        };
        let effective = &offered.effective;
        let is_reader = effective.shown.hints().get(Hint::ReadOnly) == Some(true);
        // The decision relied on the enforcement, so it applies even if the source is not split
        // now.
        effective.is_enforced() || (is_reader && offered.tool.server.source.is_split())
    }

    /// Whether the server accepts this call only as a task (2025-11-25).
    pub(crate) fn needs_task(&self) -> bool {
        let Self::Tool(offered) = self else {
            return false;
        };
        let execution = offered.tool.base.get("execution");
        let execution = execution.and_then(|json| RawObject::parse(json).ok());
        let support = execution.and_then(|members| members.get_string("taskSupport"));
        support.as_deref() == Some("required")
    }

    pub(crate) fn method(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Tool(_) => method::TOOLS_CALL,
            Self::Prompt { .. } => method::PROMPTS_GET,
            Self::Resource { .. } => method::RESOURCES_READ,
            Self::Completion { .. } => method::COMPLETE,
            Self::Subscription { .. } => method::RESOURCES_SUBSCRIBE,
            Self::Extension { method, .. } => return Cow::Owned(method.to_string()),
        })
    }
}

/// The key that names the target in the parameters of a call.
pub(crate) fn subject_key(kind: CallKind) -> &'static str {
    match kind {
        CallKind::Resource | CallKind::Subscription => "uri",
        CallKind::Tool | CallKind::Prompt | CallKind::Completion | CallKind::Extension => "name",
    }
}
