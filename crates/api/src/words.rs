//! The words of the interface. Each is the word of the model, and only here may it become
//! another one.

use candor_model::{
    ApprovalState, Confirm, Door, Hint, Hints, Layer, Outcome, Profile, Role, Trust, Unset,
};
use candor_policy::Effect;
use candor_resolve::Why as MissingReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

// The words are token trees, not literals: a literal that has passed through a macro is hidden
// from the derive that describes them.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident of $model:ident { $($variant:ident = $word:tt),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[schema(as = $model)]
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
    HintWord of Hint {
        ReadOnly = "read_only",
        Destructive = "destructive",
        Idempotent = "idempotent",
        OpenWorld = "open_world",
    }
}

words! {
    /// From which height somebody speaks, lowest first.
    LayerWord of Layer {
        Inferred = "inferred",
        Declared = "declared",
        Override = "override",
        Environment = "environment",
        Toolset = "toolset",
    }
}

words! {
    /// Whether a source's hints are relied upon.
    TrustWord of Trust {
        Trusted = "trusted",
        Untrusted = "untrusted",
    }
}

words! {
    /// Which hints an endpoint writes.
    ProfileWord of Profile {
        Known = "known",
        Explicit = "explicit",
        Anthropic = "anthropic",
        Openai = "openai",
    }
}

words! {
    /// How a call ended.
    OutcomeWord of Outcome {
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
    /// Through which door a change came in.
    DoorWord of Door {
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
    ConfirmWord of Confirm {
        Always = "always",
        First = "first",
        Never = "never",
    }
}

words! {
    /// How far a question to a person has come.
    StateWord of ApprovalState {
        Pending = "pending",
        Approved = "approved",
        Denied = "denied",
        Expired = "expired",
        Consumed = "consumed",
    }
}

words! {
    /// What somebody may do: an approver and an editor also see what a viewer sees, and an admin
    /// may do everything.
    RoleWord of Role {
        Viewer = "viewer",
        Caller = "caller",
        Approver = "approver",
        Editor = "editor",
        Admin = "admin",
    }
}

words! {
    /// What is done where nobody says whether a tool destroys.
    UnsetWord of Unset {
        Allow = "allow",
        Ask = "ask",
    }
}

words! {
    /// What a rule does about a call.
    EffectWord of Effect {
        Allow = "allow",
        Ask = "ask",
        Deny = "deny",
    }
}

words! {
    /// Why a member of a toolset names nothing now.
    MissingWord of MissingReason {
        NotThere = "not-there",
        Changed = "changed",
        NothingFits = "nothing-fits",
    }
}

/// A hint's value in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) enum Tri {
    #[serde(rename = "true")]
    True,
    #[serde(rename = "false")]
    False,
    #[serde(rename = "unset")]
    Unset,
}

/// Yes or no in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
pub(crate) enum Flag {
    #[serde(rename = "true")]
    True,
    #[serde(rename = "false")]
    False,
}

/// The four hints: true, false, or null where nobody says.
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

// === impl Tri ===

impl Tri {
    /// Whether this is the value.
    pub(crate) fn is(self, value: Option<bool>) -> bool {
        match self {
            Self::True => value == Some(true),
            Self::False => value == Some(false),
            Self::Unset => value.is_none(),
        }
    }
}

// === impl Flag ===

impl Flag {
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
