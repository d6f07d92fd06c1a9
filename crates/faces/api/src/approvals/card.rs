//! What a person is shown before they decide, field by field.

use candor_card::{ApprovalCard, ArgumentLine, FoldedValue, HintLine, OmittedArguments};
use serde::Serialize;
use utoipa::ToSchema;

/// What a person is shown. Every text is one line without hidden characters; secrets are masked.
#[derive(Serialize, ToSchema)]
#[schema(as = Card)]
pub(crate) struct CardView {
    /// The tool, `source.tool`.
    tool: String,
    /// The name that clients see.
    exposed: String,
    /// The title of the tool.
    title: Option<String>,
    /// The source of the tool.
    source: String,
    /// Whether the source is trusted, and what that means.
    trust: String,
    /// All four hints.
    hints: Vec<CardHint>,
    /// What to look at twice; empty if warnings are off.
    warnings: Vec<String>,
    /// The arguments, in their order.
    arguments: Vec<CardArgument>,
    /// What there is beyond the arguments that are listed.
    more: Option<CardMore>,
    /// Why a person is asked.
    because: String,
    /// What the rule that asks wants to be said.
    message: Option<String>,
    /// The principal that calls.
    principal: String,
    /// What the client calls itself; not verified.
    client: Option<String>,
    /// The endpoint that the call came through.
    endpoint: String,
    /// The environment that it would be made in.
    environment: Option<String>,
    /// What is different from the last approval of this tool for this caller.
    changes: Vec<String>,
    /// When it was asked.
    #[schema(format = DateTime)]
    created: String,
    /// Until when it could be answered.
    #[schema(format = DateTime)]
    expires: String,
    /// How long that was from when it was asked.
    #[schema(example = "in 5 minutes")]
    expires_in: String,
    /// A pattern of arguments to begin with, a line for each; empty if none can be suggested.
    pattern: String,
    /// Whether the scope `session` can be chosen.
    session: bool,
}

/// A hint: what is shown, and what policy goes by.
#[derive(Serialize, ToSchema)]
pub(crate) struct CardHint {
    /// The name of the hint.
    #[schema(example = "destructive")]
    hint: String,
    /// What is shown; null if it is unset.
    value: Option<bool>,
    /// What policy goes by; null if it is unset.
    counts: Option<bool>,
    /// Whether the two are the same.
    relied: bool,
    /// Whose word it is, in words.
    origin: String,
}

/// One argument, or one part of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CardArgument {
    /// Where it is: a JSON pointer.
    pointer: String,
    /// What it is, readable; the middle is left out if it is long.
    value: String,
    /// What was left out of `value`.
    folded: Option<CardFolded>,
    /// Whether it, or a part of it, is hidden because it is a secret.
    masked: bool,
    /// What it was at the last approval, if it was something else.
    changed: Option<String>,
    /// What the source says that it means.
    description: Option<String>,
}

/// A long value.
#[derive(Serialize, ToSchema)]
pub(crate) struct CardFolded {
    /// All of it, unless it is too long for a card.
    whole: Option<String>,
    /// How many characters it has.
    characters: usize,
    /// SHA-256 of it.
    sha256: String,
}

/// Arguments beyond those that are listed.
#[derive(Serialize, ToSchema)]
pub(crate) struct CardMore {
    /// How many further arguments there are.
    count: usize,
    /// SHA-256 of all arguments, listed or not, as canonical JSON.
    sha256: String,
}

// === impl CardView ===

impl From<ApprovalCard> for CardView {
    fn from(card: ApprovalCard) -> Self {
        Self {
            tool: card.tool,
            exposed: card.exposed,
            title: card.title,
            source: card.source,
            trust: card.trust,
            hints: card.hints.into_iter().map(Into::into).collect(),
            warnings: card.warnings,
            arguments: card.arguments.into_iter().map(Into::into).collect(),
            more: card.more.map(Into::into),
            because: card.because,
            message: card.message,
            principal: card.principal,
            client: card.client,
            endpoint: card.endpoint,
            environment: card.environment,
            changes: card.changes,
            created: card.created,
            expires: card.expires,
            expires_in: card.expires_in,
            pattern: card.pattern,
            session: card.session,
        }
    }
}

impl From<HintLine> for CardHint {
    fn from(line: HintLine) -> Self {
        Self {
            hint: line.hint,
            value: line.value,
            counts: line.counts,
            relied: line.relied,
            origin: line.origin,
        }
    }
}

impl From<ArgumentLine> for CardArgument {
    fn from(line: ArgumentLine) -> Self {
        Self {
            pointer: line.pointer,
            value: line.value,
            folded: line.folded.map(Into::into),
            masked: line.masked,
            changed: line.changed,
            description: line.description,
        }
    }
}

impl From<FoldedValue> for CardFolded {
    fn from(folded: FoldedValue) -> Self {
        Self {
            whole: folded.whole,
            characters: folded.characters,
            sha256: folded.sha256,
        }
    }
}

impl From<OmittedArguments> for CardMore {
    fn from(more: OmittedArguments) -> Self {
        Self {
            count: more.count,
            sha256: more.sha256,
        }
    }
}
