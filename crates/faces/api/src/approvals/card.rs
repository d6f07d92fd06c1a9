//! The schema of an approval card, field by field, as an `ApprovalCard` serializes it.

#![expect(dead_code, reason = "the types are here for their schemas")]

use utoipa::ToSchema;

/// What a person is shown. Every text is one line without hidden characters; secrets are masked.
#[derive(ToSchema)]
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
    /// How long that is from now.
    #[schema(example = "in 5 minutes")]
    expires_in: String,
    /// A pattern of arguments to begin with, a line for each; empty if none can be suggested.
    pattern: String,
    /// Whether the scope `session` can be chosen.
    session: bool,
}

/// A hint: what is shown, and what policy goes by.
#[derive(ToSchema)]
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
    /// Who said it, in words.
    origin: String,
}

/// One argument, or one part of it.
#[derive(ToSchema)]
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
#[derive(ToSchema)]
pub(crate) struct CardFolded {
    /// All of it, unless it is too long for a card.
    whole: Option<String>,
    /// How many characters it has.
    characters: usize,
    /// SHA-256 of it.
    sha256: String,
}

/// Arguments beyond those that are listed.
#[derive(ToSchema)]
pub(crate) struct CardMore {
    /// How many further arguments there are.
    count: usize,
    /// SHA-256 of all arguments, listed or not, as canonical JSON.
    sha256: String,
}
