//! The state that a modern client returns with its user's answer about a page.
//!
//! The server's result is sealed into the state and returned after consent, so that any replica can
//! do it and no server is asked twice. The state decides only whether a question is shown.

use candor_store::Keyring;
use candor_wire::{RawJson, RawObject};
use serde::{Deserialize, Serialize};

use super::{declined, is_yes};
use crate::call::incoming::IncomingCall;
use crate::call::refusal::CallRefusal;
use crate::clock::now_micros;

/// The prefix of the gateway's own states, so that a server's state is never mistaken for one.
const MARK: &str = "candor-page.";

/// The sealed state of a pending consent.
#[derive(Serialize, Deserialize)]
pub(crate) struct PageConsentState {
    principal: String,
    until: i64,
    /// The keys of the questions that need consent.
    keys: Vec<String>,
    /// The result to return after consent.
    result: String,
}

// === impl PageConsentState ===

impl PageConsentState {
    /// An input-required result that asks for consent first.
    pub(crate) fn hold_back(
        keyring: &Keyring,
        principal: &str,
        until: i64,
        forms: &RawObject,
        result: &RawJson,
    ) -> Result<RawJson, CallRefusal> {
        let state = Self {
            principal: principal.to_owned(),
            until,
            keys: forms.iter().map(|(key, _)| key.to_owned()).collect(),
            result: result.to_string(),
        };
        let failed = |why: String| CallRefusal::Approvals(why);
        let plain = serde_json::to_vec(&state).map_err(|error| failed(error.to_string()))?;
        let sealed = keyring.seal_text(MARK, &plain);
        let sealed = sealed.map_err(|error| failed(error.to_string()))?;
        Ok(RawObject::from_iter([
            ("resultType", RawJson::string("input_required")),
            ("inputRequests", forms.to_json()),
            ("requestState", RawJson::string(&format!("{MARK}{sealed}"))),
        ])
        .to_json())
    }

    /// The result that was held back, if this call brings every consent that it needs. Otherwise
    /// the call is sent to the server with those questions declined. A call with another state, or
    /// none, is left unchanged.
    pub(crate) fn settle(
        keyring: &Keyring,
        call: &mut IncomingCall,
    ) -> Result<Option<RawJson>, CallRefusal> {
        let presented = call.params.get_string("requestState");
        let Some(state) = presented.filter(|state| state.starts_with(MARK)) else {
            return Ok(None);
        };
        let state = Self::open(keyring, &state)?;
        if state.principal != call.client.principal() {
            return Err(CallRefusal::BadState("it is about another caller's call"));
        }
        if now_micros() >= state.until {
            return Err(CallRefusal::BadState("it has expired"));
        }
        let result = RawJson::parse(state.result)
            .map_err(|_| CallRefusal::BadState("it was not issued by this gateway"))?;
        let answers = call.params.get("inputResponses");
        let answers = answers.and_then(|answers| RawObject::parse(answers).ok());
        let yes = |key: &String| {
            let answer = answers.as_ref().and_then(|answers| answers.get(key));
            answer.is_some_and(is_yes)
        };
        let refused: Vec<&String> = state.keys.iter().filter(|key| !yes(key)).collect();
        if refused.is_empty() {
            return Ok(Some(result));
        }
        let refused = refused.into_iter().map(|key| (key.as_str(), declined()));
        let responses = refused.collect::<RawObject>().to_json();
        call.params.set("inputResponses", responses);
        let held = RawObject::parse(&result).unwrap_or_default();
        match held.get("requestState") {
            Some(theirs) => call.params.set("requestState", theirs.clone()),
            None => drop(call.params.remove("requestState")),
        }
        Ok(None)
    }

    fn open(keyring: &Keyring, text: &str) -> Result<Self, CallRefusal> {
        let changed = CallRefusal::BadState("it was modified, or comes from another gateway");
        let sealed = text.strip_prefix(MARK).unwrap_or_default();
        let Ok(plain) = keyring.open_text(MARK, sealed) else {
            return Err(changed);
        };
        serde_json::from_slice(&plain)
            .map_err(|_| CallRefusal::BadState("it was not issued by this gateway"))
    }
}
