//! Reveals what a card masks to a person who may decide, and records that.
//!
//! The unmasked card is created together with the masked one, sealed for its approval, and deleted
//! when that is decided or expires. It is opened only here, after recording who looks.

use candor_boxed::boxed;
use candor_card::{ApprovalCard, CardError};
use candor_model::{Approval, ApprovalId, ApprovalState, ChangeAuthor, ChangeId, ChangeRecord};
use candor_store::{ChangeFilter, Keyring, RevealOutcome, SealError, StoreError};
use serde_json::json;

use super::ApprovalService;
use crate::clock::now_micros;

/// The action that is recorded in the history.
const ACTION: &str = "approvals.reveal";
/// The maximum number of recorded reveals that are returned.
const REVEALS_MAX: usize = 50;

/// Why a card cannot be revealed.
#[derive(Debug, thiserror::Error)]
pub enum RevealError {
    /// There is no such approval.
    #[error("there is no approval `{0}`; `candor approvals list` shows those that wait")]
    Unknown(ApprovalId),
    /// Nothing on the card is masked.
    #[error("nothing on this card is masked")]
    NotMasked,
    /// The approval was decided or has expired.
    #[error(
        "this call no longer waits for a decision, and its masked arguments were deleted when it \
         stopped waiting"
    )]
    Over,
    /// The approval was created before unmasked cards were stored.
    #[error(
        "the masked arguments of this call were not kept; deny it, and have the client make it again"
    )]
    NotKept,
    /// The key is gone, or the row was altered.
    #[error(
        "the masked arguments cannot be decrypted: {0}; deny the call, and have the client make \
         it again"
    )]
    Sealed(#[source] SealError),
    /// The decrypted text is not a card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Seals a card for one approval.
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

/// The purpose includes the id, so that a card copied to the row of another approval does not open.
fn purpose(id: ApprovalId) -> String {
    format!("approval card {id}")
}

fn subject(id: ApprovalId) -> String {
    format!("approval {id}")
}

// === impl ApprovalService ===

impl ApprovalService<'_> {
    /// The card of an approval with nothing masked. The access is recorded in the history before
    /// the card is returned. The caller must check whether the user may see it.
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

    /// Who has revealed the card, the latest first.
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

/// The description of the call in the history: it never contains arguments.
fn about(asked: &Approval) -> String {
    let binding = &asked.binding;
    json!({"tool": binding.tool.to_string(), "principal": binding.principal}).to_string()
}

/// Why there is no sealed card.
fn nothing(asked: &Approval) -> RevealError {
    let masked = ApprovalCard::from_json(&asked.card).is_ok_and(|card| card.is_masked());
    match asked.state {
        _ if !masked => RevealError::NotMasked,
        ApprovalState::Pending => RevealError::NotKept,
        _ => RevealError::Over,
    }
}
