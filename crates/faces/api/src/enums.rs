//! The enums of the API. Each mirrors one of the model, under the name that the document gives it;
//! only here may its words differ from those of the model.

use candor_model::{
    AnnotationLayer, ApprovalState, CallOutcome, ChangeChannel, ConfirmMode, Hint, HintProfile,
    Hints, Role, SourceTrust, UnsetPolicy,
};
use candor_policy::RuleEffect;
use candor_resolve::MissingReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

// The words are token trees, not literals: a literal that has passed through a macro is hidden
// from the derive that describes them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident of $model:ident as $schema:ident {
        $($variant:ident = $word:tt),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[schema(as = $schema)]
        pub(crate) enum $name {
            $(#[serde(rename = $word)] $variant),+
        }

        impl From<$model> for $name {
            fn from(model: $model) -> Self {
                match model {
                    $($model::$variant => Self::$variant),+
                }
            }
        }

        impl From<$name> for $model {
            fn from(word: $name) -> Self {
                match word {
                    $($name::$variant => Self::$variant),+
                }
            }
        }
    };
}

words! {
    /// One of the four hints.
    HintWord of Hint as Hint {
        ReadOnly = "read_only",
        Destructive = "destructive",
        Idempotent = "idempotent",
        OpenWorld = "open_world",
    }
}

words! {
    /// The layer that a statement belongs to, lowest first.
    LayerWord of AnnotationLayer as Layer {
        Inferred = "inferred",
        Declared = "declared",
        Override = "override",
        Environment = "environment",
        Toolset = "toolset",
    }
}

words! {
    /// Whether a source's hints are relied upon.
    TrustWord of SourceTrust as Trust {
        Trusted = "trusted",
        Untrusted = "untrusted",
    }
}

words! {
    /// Which hints an endpoint writes.
    ProfileWord of HintProfile as Profile {
        Known = "known",
        Explicit = "explicit",
        Anthropic = "anthropic",
        Openai = "openai",
    }
}

words! {
    /// How a call ended.
    OutcomeWord of CallOutcome as Outcome {
        Ok = "ok",
        ToolError = "tool-error",
        RpcError = "rpc-error",
        InputRequired = "input-required",
        Refused = "refused",
        Cancelled = "cancelled",
        TimedOut = "timed-out",
        Unknown = "unknown",
        Unavailable = "unavailable",
    }
}

words! {
    /// The channel that a change came through.
    DoorWord of ChangeChannel as Door {
        Cli = "cli",
        Api = "api",
        Mcp = "mcp",
        Client = "client",
        Page = "page",
        Link = "link",
        File = "file",
        Gateway = "gateway",
    }
}

words! {
    /// When a person is asked before a call.
    ConfirmWord of ConfirmMode as Confirm {
        Always = "always",
        First = "first",
        Never = "never",
    }
}

words! {
    /// How far a question to a person has come.
    StateWord of ApprovalState as ApprovalState {
        Pending = "pending",
        Approved = "approved",
        Denied = "denied",
        Expired = "expired",
        Consumed = "consumed",
    }
}

words! {
    /// A role: approvers and editors also see what a viewer sees, and an admin
    /// may do everything.
    RoleWord of Role as Role {
        Viewer = "viewer",
        Caller = "caller",
        Approver = "approver",
        Editor = "editor",
        Admin = "admin",
    }
}

words! {
    /// How a tool is treated whose hints are unset.
    UnsetWord of UnsetPolicy as Unset {
        Allow = "allow",
        Ask = "ask",
    }
}

words! {
    /// What a rule does about a call.
    EffectWord of RuleEffect as Effect {
        Allow = "allow",
        Ask = "ask",
        Deny = "deny",
    }
}

words! {
    /// Why a member of a toolset names nothing now.
    MissingWord of MissingReason as MissingReason {
        NotThere = "not-there",
        Changed = "changed",
        NothingFits = "nothing-fits",
    }
}

/// A hint's value in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = Tri)]
pub(crate) enum HintFilter {
    #[serde(rename = "true")]
    True,
    #[serde(rename = "false")]
    False,
    #[serde(rename = "unset")]
    Unset,
}

/// Yes or no in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = Flag)]
pub(crate) enum BoolFilter {
    #[serde(rename = "true")]
    True,
    #[serde(rename = "false")]
    False,
}

/// The four hints: true, false, or null where unset.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct HintValues {
    /// It changes nothing.
    read_only: Option<bool>,
    /// It may destroy or overwrite.
    destructive: Option<bool>,
    /// Doing it twice is doing it once.
    idempotent: Option<bool>,
    /// It deals with an open world: strangers, the web.
    open_world: Option<bool>,
}

// === impl HintFilter ===

impl HintFilter {
    /// Whether this is the value.
    pub(crate) fn is(self, value: Option<bool>) -> bool {
        match self {
            Self::True => value == Some(true),
            Self::False => value == Some(false),
            Self::Unset => value.is_none(),
        }
    }
}

// === impl BoolFilter ===

impl BoolFilter {
    /// Whether this is the value.
    pub(crate) fn is(self, value: bool) -> bool {
        (self == Self::True) == value
    }
}

// === impl HintValues ===

impl From<Hints> for HintValues {
    fn from(hints: Hints) -> Self {
        Self {
            read_only: hints.get(Hint::ReadOnly),
            destructive: hints.get(Hint::Destructive),
            idempotent: hints.get(Hint::Idempotent),
            open_world: hints.get(Hint::OpenWorld),
        }
    }
}
