//! Sealed request states that modern clients must bring back, for one call and one use.
//!
//! A state has no authority by itself. It names an approval in the store, and is accepted only with
//! the call that the approval is about, from the same caller, once and in time.

use candor_model::{ApprovalId, SessionId};
use candor_store::Keyring;
use candor_wire::{RawJson, RawObject};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::binding::CallBinding;
use super::form::PromptMode;
use crate::call::refusal::CallRefusal;
use crate::gateway::Gateway;

/// The prefix of the state of a pending approval.
const ASKED: &str = "candor-approval.";
/// The prefix of the state of an approved call that its source has interrupted.
const CONTINUED: &str = "candor-continued.";

/// A state as a client brought it back, not opened yet.
#[derive(Clone, Debug)]
pub(crate) enum PresentedState {
    /// The state of an approval, possibly with an answer.
    Asked {
        state: String,
        responses: Option<RawObject>,
    },
    /// The state of an interrupted call.
    Continued { state: String },
}

/// The state of a pending approval.
#[derive(Serialize, Deserialize)]
pub(crate) struct ApprovalRequestState {
    approval: String,
    call: String,
    nonce: String,
    until: i64,
    mode: String,
}

/// The state of an interrupted call.
#[derive(Serialize, Deserialize)]
pub(crate) struct ContinuationState {
    approval: String,
    call: String,
    nonce: String,
    until: i64,
    /// The source's own request state, unchanged.
    state: Option<String>,
}

// === impl PresentedState ===

impl PresentedState {
    /// Removes one of our states from a call's parameters, so that no source sees it. Any other
    /// state belongs to a source.
    pub(crate) fn take(params: &mut RawObject) -> Option<Self> {
        let state = params.get_string("requestState")?;
        if state.starts_with(CONTINUED) {
            params.remove("requestState");
            return Some(Self::Continued { state });
        }
        if !state.starts_with(ASKED) {
            return None;
        }
        params.remove("requestState");
        let responses = params.remove("inputResponses");
        let responses = responses.and_then(|all| RawObject::parse(&all).ok());
        Some(Self::Asked { state, responses })
    }
}

// === impl ApprovalRequestState ===

impl ApprovalRequestState {
    /// Seals a state for an approval of this call.
    pub(crate) fn seal(
        gateway: &Gateway,
        approval: ApprovalId,
        binding: &CallBinding,
        until: i64,
        mode: PromptMode,
    ) -> Result<RawJson, CallRefusal> {
        let state = Self {
            approval: approval.to_string(),
            call: binding.mark().to_string(),
            nonce: SessionId::fresh().to_string(),
            until,
            mode: mode.as_str().to_owned(),
        };
        let sealed = seal(gateway.keyring(), ASKED, &state)?;
        Ok(RawJson::string(&sealed))
    }

    /// Opens a state and consumes it. It must be about this call. The mode is `None` if the state
    /// has expired: an answer with it does not count, but the client may learn the outcome.
    pub(crate) async fn spend(
        gateway: &Gateway,
        text: &str,
        binding: &CallBinding,
        now_micros: i64,
    ) -> Result<(ApprovalId, Option<PromptMode>), CallRefusal> {
        let state: Self = open(gateway.keyring(), ASKED, text)?;
        check_call(binding, &state.call)?;
        let approval = ApprovalId::parse(&state.approval);
        let mode = PromptMode::parse(&state.mode);
        let (Some(approval), Some(mode)) = (approval, mode) else {
            return Err(CallRefusal::BadState("it was not issued by this gateway"));
        };
        if now_micros >= state.until {
            return Ok((approval, None));
        }
        spend(gateway, &state.nonce, state.until).await?;
        Ok((approval, Some(mode)))
    }
}

// === impl ContinuationState ===

impl ContinuationState {
    /// Seals a source's request state, with the approval on which the call was made.
    pub(crate) fn seal(
        gateway: &Gateway,
        approval: ApprovalId,
        binding: &CallBinding,
        until: i64,
        state: Option<String>,
    ) -> Result<String, CallRefusal> {
        let continued = Self {
            approval: approval.to_string(),
            call: binding.mark().to_string(),
            nonce: SessionId::fresh().to_string(),
            until,
            state,
        };
        seal(gateway.keyring(), CONTINUED, &continued)
    }

    /// Opens the state and consumes it. Returns the approval on which the call was made, and the
    /// source's own request state.
    pub(crate) async fn spend(
        gateway: &Gateway,
        text: &str,
        binding: &CallBinding,
        now_micros: i64,
    ) -> Result<(ApprovalId, Option<String>), CallRefusal> {
        let continued: Self = open(gateway.keyring(), CONTINUED, text)?;
        check_call(binding, &continued.call)?;
        if now_micros >= continued.until {
            return Err(CallRefusal::BadState("it has expired"));
        }
        let approval = ApprovalId::parse(&continued.approval)
            .ok_or(CallRefusal::BadState("it was not issued by this gateway"))?;
        spend(gateway, &continued.nonce, continued.until).await?;
        Ok((approval, continued.state))
    }
}

/// Seals a value for one purpose, with that purpose as its prefix.
pub(super) fn seal(
    keyring: &Keyring,
    mark: &str,
    value: &impl Serialize,
) -> Result<String, CallRefusal> {
    let failed = |why: String| CallRefusal::Approvals(why);
    let plain = serde_json::to_vec(value).map_err(|error| failed(error.to_string()))?;
    let sealed = keyring.seal_text(mark, &plain);
    let sealed = sealed.map_err(|error| failed(error.to_string()))?;
    Ok(format!("{mark}{sealed}"))
}

fn open<T: DeserializeOwned>(keyring: &Keyring, mark: &str, text: &str) -> Result<T, CallRefusal> {
    let changed = CallRefusal::BadState("it was modified, or comes from another gateway");
    let Some(sealed) = text.strip_prefix(mark) else {
        return Err(changed);
    };
    let Ok(plain) = keyring.open_text(mark, sealed) else {
        return Err(changed);
    };
    serde_json::from_slice(&plain)
        .map_err(|_| CallRefusal::BadState("it was not issued by this gateway"))
}

/// Checks that the state is about this call.
fn check_call(binding: &CallBinding, call: &str) -> Result<(), CallRefusal> {
    if binding.mark().to_string() != call {
        return Err(CallRefusal::BadState(
            "it is about another call: the tool, its arguments, the environment or the caller differ",
        ));
    }
    Ok(())
}

async fn spend(gateway: &Gateway, nonce: &str, until: i64) -> Result<(), CallRefusal> {
    match gateway.store().use_nonce(nonce, until).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(CallRefusal::BadState("it was used before")),
        Err(error) => Err(CallRefusal::Approvals(error.to_string())),
    }
}
