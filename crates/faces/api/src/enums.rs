//! The enums of the API. Each mirrors one of the model, under the name that the document gives it;
//! only here may its words differ from those of the model.

use candor_model::{
    AnnotationLayer, ApprovalState, CallOutcome, ChangeChannel, ConfirmMode, DriftKind, Hint,
    HintProfile, Hints, Role, SourceTrust, UnsetPolicy,
};
use candor_policy::RuleEffect;
use candor_resolve::MissingReason;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

// The words are those of the variants in the case that is named. It is a token tree, not a literal:
// a literal that has passed through a macro is hidden from the derive that describes them.
macro_rules! words {
    ($(
        $(#[$doc:meta])*
        $name:ident of $model:ident as $schema:ident in $case:tt { $($variant:ident),+ $(,)? }
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[schema(as = $schema)]
        #[serde(rename_all = $case)]
        pub(crate) enum $name {
            $($variant),+
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
    )+};
}

words! {
    /// One of the four hints.
    HintWord of Hint as Hint in "snake_case" {
        ReadOnly, Destructive, Idempotent, OpenWorld,
    }

    /// The layer that a statement belongs to, lowest first.
    LayerWord of AnnotationLayer as Layer in "kebab-case" {
        Inferred, Declared, Verified, Override, Environment, Toolset,
    }

    /// Whether the hints of a source are trusted.
    TrustWord of SourceTrust as Trust in "kebab-case" { Trusted, Untrusted }

    /// The hints that an endpoint sends.
    ProfileWord of HintProfile as Profile in "kebab-case" { Known, Explicit, Anthropic, Openai }

    /// How a call ended.
    OutcomeWord of CallOutcome as Outcome in "kebab-case" {
        Ok, ToolError, RpcError, InputRequired, Refused, Cancelled, TimedOut, Unknown, Unavailable,
    }

    /// The channel that a change came through.
    DoorWord of ChangeChannel as Door in "kebab-case" {
        Cli, Api, Mcp, Client, Page, Link, File, Gateway,
    }

    /// When a person is asked before a call.
    ConfirmWord of ConfirmMode as Confirm in "kebab-case" { Always, First, Never }

    /// How far a question to a person has come.
    StateWord of ApprovalState as ApprovalState in "kebab-case" {
        Pending, Approved, Denied, Expired, Consumed, Abandoned,
    }

    /// A role: approvers and editors also see what a viewer sees, and an admin
    /// may do everything.
    RoleWord of Role as Role in "kebab-case" { Viewer, Caller, Approver, Editor, Admin }

    /// How tools with unset hints are treated.
    UnsetWord of UnsetPolicy as Unset in "kebab-case" { Allow, Evidence, Ask }

    /// How a tool has changed: new, another definition, another name, or contradicted by calls.
    DriftWord of DriftKind as DriftKind in "kebab-case" { Added, Changed, Renamed, Contradicted }

    /// What a rule does about a call.
    EffectWord of RuleEffect as Effect in "kebab-case" { Allow, Ask, Deny }

    /// Why a member of a toolset names nothing now.
    MissingWord of MissingReason as MissingReason in "kebab-case" {
        NotThere, Changed, NothingFits,
    }
}

/// A hint's value in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = Tri)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HintFilter {
    True,
    False,
    Unset,
}

/// A boolean in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = Flag)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BoolFilter {
    True,
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
    /// It deals with external systems, such as the web.
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
