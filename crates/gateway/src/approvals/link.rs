//! Sealed links for answering one question, until it is answered.

use candor_model::{Approval, ApprovalId};
use candor_store::{Keyring, SealError, StoreError};
use serde::{Deserialize, Serialize};

/// The purpose for which links are sealed.
const PURPOSE: &str = "link";

/// The contents of an opened link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalLink {
    /// The approval that the link is about.
    pub approval: ApprovalId,
    /// The person to whom the link was sent.
    pub to: String,
}

/// Why a link cannot be created or opened.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalLinkError {
    /// The link was altered, truncated or forged.
    #[error(
        "this link was changed or cut short, or comes from another gateway; open it from where \
         it was sent to you"
    )]
    Forged,
    /// Its question is not kept any more.
    #[error("the call of this link is no longer stored")]
    Gone,
    /// The link cannot be sealed.
    #[error("a link cannot be made")]
    Seal(#[source] SealError),
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

#[derive(Serialize, Deserialize)]
struct SealedLink {
    approval: String,
    to: String,
}

pub(super) fn seal(
    keyring: &Keyring,
    approval: &Approval,
    to: &str,
) -> Result<String, ApprovalLinkError> {
    let inside = SealedLink {
        approval: approval.id.to_string(),
        to: to.to_owned(),
    };
    let plain = serde_json::to_vec(&inside).unwrap_or_default();
    keyring
        .seal_text(PURPOSE, &plain)
        .map_err(ApprovalLinkError::Seal)
}

pub(super) fn open(keyring: &Keyring, sealed: &str) -> Result<ApprovalLink, ApprovalLinkError> {
    let plain = keyring
        .open_text(PURPOSE, sealed)
        .map_err(|_| ApprovalLinkError::Forged)?;
    let inside: SealedLink =
        serde_json::from_slice(&plain).map_err(|_| ApprovalLinkError::Forged)?;
    Ok(ApprovalLink {
        approval: ApprovalId::parse(&inside.approval).ok_or(ApprovalLinkError::Forged)?,
        to: inside.to,
    })
}
