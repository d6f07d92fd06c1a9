//! Links for answering a question on another device, such as a phone.

use candor_boxed::boxed;
use candor_model::{ApprovalId, ApprovalState, CallerIdentity};
use candor_store::StoreError;
use url::{Host, Url};

use super::link::ApprovalLinkError;
use super::{ApprovalService, DecideError};
use crate::clock::now_micros;

/// A link that shows one call and takes one answer, without signing in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerLink {
    /// The URL. Anyone who opens it can answer, so it is a secret.
    pub url: String,
    /// When the link expires, unless the question is decided earlier.
    pub expires_micros: i64,
}

/// Why no link for another device can be created.
#[derive(Debug, thiserror::Error)]
pub enum AnswerLinkError {
    /// The person may not decide, or the question is no longer open.
    #[error(transparent)]
    Decide(#[from] DecideError),
    /// No gateway listens on an address.
    #[error("no gateway is running that a phone could reach; `candor serve` starts one")]
    NoAddress,
    /// Other devices cannot reach the address, because it is local to this machine.
    #[error(
        "a phone cannot open `{0}`, which is this machine only; start the gateway with `--listen` \
         and an address of this machine in your network, or set `public_url` under `[server]` to \
         the address of a proxy"
    )]
    ThisMachineOnly(String),
    /// The link could not be sealed.
    #[error(transparent)]
    Link(#[from] ApprovalLinkError),
}

// === impl ApprovalService ===

impl ApprovalService<'_> {
    /// A link by which this person can answer on another device. Only people who could answer here
    /// get one: a link no longer knows who requested it.
    #[boxed]
    pub async fn answer_link(
        &self,
        id: ApprovalId,
        identity: &CallerIdentity,
    ) -> Result<AnswerLink, AnswerLinkError> {
        let store = self.gateway.store();
        let approval = store.approval(id).await?;
        let mut approval = approval.ok_or(DecideError::Unknown(id))?;
        approval.state = approval.state_at(now_micros());
        if approval.state != ApprovalState::Pending {
            return Err(DecideError::Already(Box::new(approval)).into());
        }
        if !self.may_decide(&approval, identity) {
            return Err(DecideError::Own(identity.name.clone()).into());
        }
        let settings = self.gateway.policy_settings();
        let address = settings.public_url.as_ref();
        let address = address.ok_or(AnswerLinkError::NoAddress)?;
        if is_local_url(address) {
            return Err(AnswerLinkError::ThisMachineOnly(address.clone()));
        }
        let url = self.link(&approval, &identity.name)?;
        Ok(AnswerLink {
            url: url.ok_or(AnswerLinkError::NoAddress)?,
            expires_micros: approval.expires_micros,
        })
    }
}

// === impl AnswerLinkError ===

impl From<StoreError> for AnswerLinkError {
    fn from(error: StoreError) -> Self {
        Self::Decide(error.into())
    }
}

/// Whether a URL refers to this machine.
pub fn is_local_url(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return false;
    };
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
        None => false,
    }
}
