//! The approval card: its fields, and its stored JSON form.

use serde::{Deserialize, Serialize};

/// The maximum size of a card's JSON, in bytes, whatever the input.
pub const CARD_MAX: usize = 512 * 1024;

/// The beginning of the placeholder for a secret inside a value.
const MASK: &str = "⟨masked";

/// The approval card. Every text is one line without hidden characters, except
/// [`ApprovalCard::pattern`], which has one line per argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalCard {
    /// The tool as `source.tool`.
    pub tool: String,
    /// The name that clients see.
    pub exposed: String,
    /// The title of the tool.
    pub title: Option<String>,
    /// The source of the tool.
    pub source: String,
    /// Whether the source is trusted, and what that means.
    pub trust: String,
    /// All four hints.
    pub hints: Vec<HintLine>,
    /// The warnings; empty if they are off.
    pub warnings: Vec<String>,
    /// The arguments, in their order.
    pub arguments: Vec<ArgumentLine>,
    /// The arguments that are not listed.
    pub more: Option<OmittedArguments>,
    /// Why approval is required.
    pub because: String,
    /// The message of the rule that requires approval.
    pub message: Option<String>,
    /// The principal that calls.
    pub principal: String,
    /// The client's self-reported name, unverified.
    pub client: Option<String>,
    /// The endpoint of the call.
    pub endpoint: String,
    /// The environment that it would be made in.
    pub environment: Option<String>,
    /// The differences from the last approval of this tool for this caller.
    pub changes: Vec<String>,
    /// When it was created, as RFC 3339 in UTC.
    pub created: String,
    /// Until when it can be answered.
    pub expires: String,
    /// The remaining time when the card is displayed, such as `in 5 minutes`.
    pub expires_in: String,
    /// The initial argument pattern for the approver; empty if none can be suggested without
    /// revealing or hiding masked values.
    pub pattern: String,
    /// Whether "for this session" can be chosen.
    pub session: bool,
}

/// A hint: what is shown, and what policy goes by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintLine {
    /// The hint, such as `destructive`.
    pub hint: String,
    /// The shown value; `None` if unset.
    pub value: Option<bool>,
    /// The value that policy uses; `None` if unset.
    pub counts: Option<bool>,
    /// Whether the two are the same.
    pub relied: bool,
    /// The provenance, in words.
    pub origin: String,
}

/// One argument, or one part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArgumentLine {
    /// The JSON pointer, quoted if it contains more than plain characters.
    pub pointer: String,
    /// The readable value: strings in quotes, hidden characters and masks between `⟨` and `⟩`,
    /// which occur nowhere else. Long values have their middle removed.
    pub value: String,
    /// What was removed from `value`.
    pub folded: Option<FoldedValue>,
    /// Whether it, or a part of it, is masked as a secret.
    pub masked: bool,
    /// Its value at the last approval, if different.
    pub changed: Option<String>,
    /// The source's description.
    pub description: Option<String>,
}

/// A long value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldedValue {
    /// All of it, unless it is too long for a card.
    pub whole: Option<String>,
    /// Its length in characters.
    pub characters: usize,
    /// SHA-256 of it: of the string itself, or of the readable form for what is no string or
    /// is partly masked.
    pub sha256: String,
}

/// Arguments beyond those that are listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedArguments {
    /// The number of omitted arguments.
    pub count: usize,
    /// SHA-256 of all arguments, listed or not, as canonical JSON.
    pub sha256: String,
}

/// Why a text is not a card.
#[derive(Debug, thiserror::Error)]
pub enum CardError {
    /// It is longer than any card.
    #[error("a card of {0} bytes is not one of ours; the longest has {CARD_MAX}")]
    TooLong(usize),
    /// It cannot be read.
    #[error("the card cannot be read")]
    Unreadable(#[source] serde_json::Error),
}

// === impl ArgumentLine ===

impl ArgumentLine {
    /// The display name: the key of a top-level argument, or the pointer of anything else.
    pub fn name(&self) -> &str {
        place_name(&self.pointer)
    }
}

/// A shown pointer, or the one plain key that it consists of. What begins with neither `/`, `"` nor
/// `(` is always a key; digits alone could be a place in a list.
pub(crate) fn place_name(pointer: &str) -> &str {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.$@".contains(c);
    let is_key = |key: &&str| {
        let named = key.contains(|c: char| !c.is_ascii_digit());
        named && key.chars().all(plain)
    };
    let key = pointer.strip_prefix('/').filter(is_key);
    key.unwrap_or(pointer)
}

// === impl ApprovalCard ===

impl ApprovalCard {
    /// Whether a part of the arguments is masked.
    pub fn is_masked(&self) -> bool {
        let masked = |line: &ArgumentLine| line.masked || line.pointer.contains(MASK);
        self.arguments.iter().any(masked)
    }

    /// The stored form; at most [`CARD_MAX`] bytes.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists of them cannot fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses the result of [`ApprovalCard::to_json`].
    pub fn from_json(text: &str) -> Result<Self, CardError> {
        if text.len() > CARD_MAX {
            return Err(CardError::TooLong(text.len()));
        }
        serde_json::from_str(text).map_err(CardError::Unreadable)
    }
}
