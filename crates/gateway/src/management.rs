//! Management tools, with which a client manages what it is served.
//!
//! Eight of them have the names and the JSON fields of hypertool, so that prompts and programs made
//! for it keep working; search and description are our own. Each returns structured content that
//! satisfies its output schema, even on failure, and a failure is marked as one. They make no
//! decisions: all changes go through the [`Editor`](crate::Editor), like those of every other face.

mod active;
mod annotate;
mod answer;
mod available;
mod build;
mod definition;
mod delete;
mod describe;
mod equip;
mod phrases;
mod reference;
mod relay;
mod saved;
mod schema;
mod search;
mod toolset_info;
mod unequip;

use std::sync::LazyLock;

use candor_model::{CallerIdentity, ChangeAuthor, Digest, QualifiedName};
use candor_resolve::EffectiveAnnotations;
use candor_schema::SchemaValidator;
use candor_wire::RawJson;
use serde_json::Value;

pub(crate) use answer::ManagementAnswer;
use definition::DefinitionDraft;
pub(crate) use describe::DESCRIBE_TOOL;
pub(crate) use relay::{CALL_READ_ONLY_TOOL, CALL_TOOL};
pub(crate) use search::SEARCH_TOOLS;

use crate::catalogue::endpoint::Endpoint;
use crate::edit::EditError;
use crate::gateway::{Gateway, StartupWait};

/// One management tool.
#[derive(Debug)]
pub(crate) struct ManagementTool {
    /// The exposed name.
    pub(crate) name: &'static str,
    /// The name in rules and approvals: `candor.` and its name.
    pub(crate) qualified: QualifiedName,
    /// The hash of its definition.
    pub(crate) hash: Digest,
    /// Its effective annotations.
    pub(crate) effective: EffectiveAnnotations,
    /// The definition that clients get.
    pub(crate) definition: RawJson,
    /// Validates arguments. It may allow more than the definition if the tool itself can accept the
    /// valid part of a request and report problems with the rest.
    pub(crate) input: SchemaValidator,
    /// Whether the tool changes stored data, so that only editors may call it.
    pub(crate) changes: bool,
    kind: ManagementAction,
}

/// The operation of a management tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ManagementAction {
    ListAvailable,
    Build,
    ListSaved,
    Equip,
    Delete,
    Unequip,
    GetActive,
    Annotate,
    Search,
    Describe,
    CallReadOnly,
    Call,
}

/// One call of a management tool, with validated arguments.
struct ManagementCall<'a> {
    gateway: &'a Gateway,
    endpoint: &'a Endpoint,
    identity: &'a CallerIdentity,
    author: &'a ChangeAuthor,
    arguments: &'a Value,
}

static ALL: LazyLock<Vec<ManagementTool>> = LazyLock::new(|| {
    let all = ManagementAction::ALL.into_iter();
    all.filter_map(|kind| kind.draft().finish(kind)).collect()
});

/// All management tools, always in the same order.
pub(crate) fn all() -> &'static [ManagementTool] {
    &ALL
}

/// The management tool with this exposed name.
pub(crate) fn named(name: &str) -> Option<&'static ManagementTool> {
    all().iter().find(|builtin| builtin.name == name)
}

/// Runs a management tool. Never panics; a failure is returned as an answer.
///
/// `call-tool` and `call-read-only-tool` are not handled here: they go through the call pipeline.
pub(crate) async fn call(
    gateway: &Gateway,
    endpoint: &Endpoint,
    builtin: &ManagementTool,
    identity: &CallerIdentity,
    author: &ChangeAuthor,
    arguments: &Value,
) -> ManagementAnswer {
    if let Some(sentence) = misfit(builtin, arguments) {
        return builtin.kind.refusal(sentence);
    }
    gateway.settled(StartupWait::Request).await;
    let asked = ManagementCall {
        gateway,
        endpoint,
        identity,
        author,
        arguments,
    };
    // Boxed to keep the future of other calls small.
    let answer = Box::pin(builtin.kind.answer(&asked)).await;
    answer.unwrap_or_else(|error| builtin.kind.refusal(error.to_string()))
}

/// All problems with the arguments, in one sentence.
fn misfit(builtin: &ManagementTool, arguments: &Value) -> Option<String> {
    let violations = builtin.input.violations(arguments);
    let told: Vec<_> = violations.iter().map(ToString::to_string).collect();
    (!told.is_empty()).then(|| {
        format!(
            "the arguments of `{}` do not fit its input schema: {}",
            builtin.name,
            told.join("; ")
        )
    })
}

// === impl ManagementTool ===

impl ManagementTool {
    /// Whether a call with these arguments changes nothing, because they are invalid or the action
    /// is not confirmed. The answer then says what is missing, so no approval is needed.
    pub(crate) fn does_nothing(&self, arguments: &Value) -> bool {
        let unconfirmed = self.kind == ManagementAction::Delete
            && arguments.get("confirm") != Some(&Value::Bool(true));
        unconfirmed || misfit(self, arguments).is_some()
    }
}

// === impl ManagementAction ===

impl ManagementAction {
    const ALL: [Self; 12] = [
        Self::ListAvailable,
        Self::Build,
        Self::ListSaved,
        Self::Equip,
        Self::Delete,
        Self::Unequip,
        Self::GetActive,
        Self::Annotate,
        Self::Search,
        Self::Describe,
        Self::CallReadOnly,
        Self::Call,
    ];

    fn draft(self) -> DefinitionDraft {
        match self {
            Self::ListAvailable => available::draft(),
            Self::Build => build::draft(),
            Self::ListSaved => saved::draft(),
            Self::Equip => equip::draft(),
            Self::Delete => delete::draft(),
            Self::Unequip => unequip::draft(),
            Self::GetActive => active::draft(),
            Self::Annotate => annotate::draft(),
            Self::Search => search::draft(),
            Self::Describe => describe::draft(),
            Self::CallReadOnly => relay::read_only_draft(),
            Self::Call => relay::draft(),
        }
    }

    async fn answer(self, asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
        match self {
            Self::ListAvailable => available::answer(asked).await,
            Self::Build => build::answer(asked).await,
            Self::ListSaved => saved::answer(asked).await,
            Self::Equip => equip::answer(asked).await,
            Self::Delete => delete::answer(asked).await,
            Self::Unequip => unequip::answer(asked).await,
            Self::GetActive => active::answer(asked).await,
            Self::Annotate => annotate::answer(asked).await,
            Self::Search => search::answer(asked).await,
            Self::Describe => describe::answer(asked),
            Self::CallReadOnly | Self::Call => Err(EditError::Invalid(
                "the tool to be called takes the road of a call, which does not lead here"
                    .to_owned(),
            )),
        }
    }

    /// Whether the tool changes stored data. This does not include what a tool called through
    /// `call-tool` does.
    const fn changes(self) -> bool {
        matches!(
            self,
            Self::Build | Self::Equip | Self::Delete | Self::Unequip | Self::Annotate
        )
    }

    /// A failure with its reason, in the form of the tool's answers.
    fn refusal(self, sentence: String) -> ManagementAnswer {
        match self {
            Self::ListAvailable => available::refusal(&sentence),
            Self::Build => build::refusal(&sentence),
            Self::ListSaved => saved::refusal(&sentence),
            Self::GetActive => active::refusal(&sentence),
            Self::Annotate => annotate::refusal(sentence),
            Self::Search => search::refusal(&sentence),
            Self::Equip | Self::Delete | Self::Unequip => answer::unsuccessful(&sentence),
            Self::Describe | Self::CallReadOnly | Self::Call => answer::error(&sentence),
        }
    }
}

// === impl ManagementCall ===

impl ManagementCall<'_> {
    /// A string argument; empty if it is missing.
    fn text(&self, key: &str) -> &str {
        let text = self.arguments.get(key).and_then(Value::as_str);
        text.unwrap_or_default()
    }

    /// Whether a boolean argument is true.
    fn flag(&self, key: &str) -> bool {
        self.arguments.get(key) == Some(&Value::Bool(true))
    }
}

#[cfg(test)]
mod tests;
