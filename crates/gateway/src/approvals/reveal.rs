//! What a card masks, shown to a person who may decide, and written down.
//!
//! The card without masks is drawn with the one that everybody sees, sealed for its question, and
//! forgotten when that is decided or expires. It is opened here only, after it was written down
//! who looks.

use candor_boxed::boxed;
use candor_card::{ApprovalCard, CardError};
use candor_model::{Approval, ApprovalId, ApprovalState, ChangeAuthor, ChangeId, ChangeRecord};
use candor_store::{ChangeFilter, Keyring, RevealOutcome, SealError, StoreError};
use serde_json::json;

use super::ApprovalService;
use crate::clock::now_micros;

/// What stands in the history when a user looks.
const ACTION: &str = "approvals.reveal";
/// How many looks at one question are told.
const REVEALS_MAX: usize = 50;

/// Why nothing is revealed.
#[derive(Debug, thiserror::Error)]
pub enum RevealError {
    /// There is no such question.
    #[error("there is no approval `{0}`; `candor approvals list` shows those that wait")]
    Unknown(ApprovalId),
    /// There is nothing to reveal.
    #[error("nothing on this card is masked")]
    NotMasked,
    /// It was decided, or its time is over.
    #[error(
        "this call no longer waits for a decision, and its masked arguments were deleted when it \
         stopped waiting"
    )]
    Over,
    /// It was asked before such cards were kept.
    #[error(
        "the masked arguments of this call were not kept; deny it, and have the client make it again"
    )]
    NotKept,
    /// The key is gone, or the row was changed.
    #[error(
        "the masked arguments cannot be decrypted: {0}; deny the call, and have the client make \
         it again"
    )]
    Sealed(#[source] SealError),
    /// What was decrypted is no card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Seals a card for one question.
pub(super) fn seal(
    keyring: &Keyring,
    id: ApprovalId,
    card: &ApprovalCard,
) -> Result<String, SealError> {
    keyring.seal_text(&purpose(id), card.to_json().as_bytes())
}

fn open(keyring: &Keyring, id: ApprovalId, sealed: &str) -> Result<ApprovalCard, RevealError> {
    let plain = keyring.open_text(&purpose(id), sealed);
    let plain = plain.map_err(RevealError::Sealed)?;
    Ok(ApprovalCard::from_json(&String::from_utf8_lossy(&plain))?)
}

/// A card that was copied to the row of another question does not open there.
fn purpose(id: ApprovalId) -> String {
    format!("approval card {id}")
}

fn subject(id: ApprovalId) -> String {
    format!("approval {id}")
}

// === impl ApprovalService ===

impl ApprovalService<'_> {
    /// The card of a question with nothing masked. That a user looked is in the history before
    /// they see it. Whether they may is for the caller to check.
    #[boxed]
    pub async fn reveal(
        &self,
        id: ApprovalId,
        author: ChangeAuthor,
    ) -> Result<ApprovalCard, RevealError> {
        let store = self.gateway.store();
        let asked = store.approval(id).await?;
        let asked = asked.ok_or(RevealError::Unknown(id))?;
        let record = ChangeRecord {
            id: ChangeId::fresh(),
            at_micros: now_micros(),
            author,
            action: ACTION.to_owned(),
            subject: subject(id),
            old: None,
            new: Some(about(&asked)),
        };
        match store.reveal_approval(id, record.at_micros, &record).await? {
            RevealOutcome::Sealed(sealed) => open(self.gateway.keyring(), id, &sealed),
            RevealOutcome::Nothing(asked) => Err(nothing(&asked)),
            RevealOutcome::Unknown => Err(RevealError::Unknown(id)),
        }
    }

    /// Who has looked at what the card masks, the latest first.
    #[boxed]
    pub async fn reveals(&self, id: ApprovalId) -> Result<Vec<ChangeRecord>, StoreError> {
        let filter = ChangeFilter {
            subject: Some(subject(id)),
            action: Some(ACTION.to_owned()),
            limit: REVEALS_MAX,
            ..ChangeFilter::default()
        };
        Ok(self.gateway.store().changes(&filter).await?.changes)
    }
}

/// What the history says of the call: never an argument.
fn about(asked: &Approval) -> String {
    let binding = &asked.binding;
    json!({"tool": binding.tool.to_string(), "principal": binding.principal}).to_string()
}

/// Why there is nothing to open.
fn nothing(asked: &Approval) -> RevealError {
    let masked = ApprovalCard::from_json(&asked.card).is_ok_and(|card| card.is_masked());
    match asked.state {
        _ if !masked => RevealError::NotMasked,
        ApprovalState::Pending => RevealError::NotKept,
        _ => RevealError::Over,
    }
}
