//! The card itself: the fields, and the JSON in which it is kept.

use serde::{Deserialize, Serialize};

/// The most bytes of a card's JSON, whatever it is drawn from.
pub const CARD_MAX: usize = 512 * 1024;

/// The beginning of what stands for a secret inside something else.
const MASK: &str = "⟨masked";

/// What a person is shown. Every text in it is one line without hidden characters, but for
/// [`ApprovalCard::pattern`], which has a line per argument.
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
    /// What to look at twice; empty if warnings are off.
    pub warnings: Vec<String>,
    /// The arguments, in their order.
    pub arguments: Vec<ArgumentLine>,
    /// What there is beyond the arguments that are listed.
    pub more: Option<OmittedArguments>,
    /// Why a person is asked.
    pub because: String,
    /// What the rule that asks wants to be said.
    pub message: Option<String>,
    /// The principal that calls.
    pub principal: String,
    /// What the client calls itself, unverified.
    pub client: Option<String>,
    /// The endpoint that the call came through.
    pub endpoint: String,
    /// The environment that it would be made in.
    pub environment: Option<String>,
    /// What is different from the last approval of this tool for this caller.
    pub changes: Vec<String>,
    /// When it was asked, as RFC 3339 in UTC.
    pub created: String,
    /// Until when it can be answered.
    pub expires: String,
    /// How long that is from when the card is shown, such as `in 5 minutes`.
    pub expires_in: String,
    /// The pattern of arguments to begin with; empty if none can be suggested without showing
    /// what is masked or hiding what it says.
    pub pattern: String,
    /// Whether "for this session" can be chosen.
    pub session: bool,
}

/// A hint: what is shown, and what policy goes by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintLine {
    /// Which, such as `destructive`.
    pub hint: String,
    /// What is shown; none if it is unset.
    pub value: Option<bool>,
    /// What policy goes by; none if it is unset.
    pub counts: Option<bool>,
    /// Whether the two are the same.
    pub relied: bool,
    /// Whose word it is, in words.
    pub origin: String,
}

/// One argument, or one part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArgumentLine {
    /// Where it is: a JSON pointer, quoted if it holds more than plain characters.
    pub pointer: String,
    /// What it is, readable: strings in quotes, hidden characters and masks between `⟨` and `⟩`,
    /// which nothing else holds. The middle is left out if it is long.
    pub value: String,
    /// What was left out of `value`.
    pub folded: Option<FoldedValue>,
    /// Whether it, or a part of it, cannot be seen here because it is a secret.
    pub masked: bool,
    /// What it was at the last approval, if it was something else.
    pub changed: Option<String>,
    /// What the source says that it means.
    pub description: Option<String>,
}

/// A long value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldedValue {
    /// All of it, unless it is too long for a card.
    pub whole: Option<String>,
    /// How many characters it has.
    pub characters: usize,
    /// SHA-256 of it: of the string itself, or of the readable form for what is no string or
    /// is partly masked.
    pub sha256: String,
}

/// Arguments beyond those that are listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedArguments {
    /// How many arguments are left out.
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
    /// What it is called for people: the key of a top-level argument, and the pointer of anything
    /// else.
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

    /// The form in which it is kept; at most [`CARD_MAX`] bytes.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists of them cannot fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`ApprovalCard::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<Self, CardError> {
        if text.len() > CARD_MAX {
            return Err(CardError::TooLong(text.len()));
        }
        serde_json::from_str(text).map_err(CardError::Unreadable)
    }
}
