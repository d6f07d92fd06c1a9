//! Parked calls: the server is of the legacy era and asks in the middle of a call, but its client
//! is of the modern era and can only be told to call again.
//!
//! The call stays open in this process, and the client gets an input-required result whose
//! `requestState` is a random handle. It works once, for the same caller, target and arguments,
//! within a time limit. Another process does not know the handle and says so in its refusal.
//!
//! The number and the size of one caller's parked calls are limited. When there are too many in
//! total, the oldest call of the caller with the most calls is evicted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_model::{Digest, PrincipalKey, SessionId};
use candor_schema::CallArguments;
use candor_sources::InputRequest;
use candor_wire::{RawJson, RawObject};

use crate::call::NextStep;
use crate::call::delivery::Delivery;
use crate::call::incoming::IncomingCall;
use crate::call::refusal::CallRefusal;
use crate::caller_usage::UsageGuard;

/// The prefix of our handles, so that a server's own request state is never mistaken for one.
const PREFIX: &str = "candor-parked.";
/// The key of the single question in an input-required result.
const QUESTION: &str = "question";
/// How long a person has for an answer.
const PATIENCE: Duration = Duration::from_mins(5);
/// The maximum number of parked calls of all callers.
const MOST: usize = 1_000;

/// The parked calls by handle.
#[derive(Default)]
pub(crate) struct ParkedCalls(Mutex<HashMap<String, ParkedCall>>);

struct ParkedCall {
    delivery: Box<Delivery>,
    input: InputRequest,
    since: Instant,
    /// Counts the call among its caller's waiting calls.
    held: UsageGuard,
}

/// The handle in the parameters of a call, if the call continues a parked one.
pub(crate) fn handle(params: &RawObject) -> Option<String> {
    params
        .get_string("requestState")
        .filter(|state| state.starts_with(PREFIX))
}

// === impl ParkedCalls ===

impl ParkedCalls {
    /// Parks a call, counted for its caller, and returns the input-required result for the client.
    pub(crate) fn park(
        &self,
        delivery: Box<Delivery>,
        input: InputRequest,
        held: UsageGuard,
    ) -> RawJson {
        let handle = format!("{PREFIX}{}", SessionId::fresh());
        let result = input_required(&handle, &input);
        let since = Instant::now();
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let gives_way = if waiting.len() >= MOST {
            let calls = waiting
                .iter()
                .map(|(handle, call)| (handle, call.held.caller(), call.since));
            oldest_of_most(calls).cloned()
        } else {
            None
        };
        // Bound first, so that the call is dropped outside the lock.
        let given_up = gives_way.and_then(|handle| waiting.remove(&handle));
        waiting.insert(
            handle,
            ParkedCall {
                delivery,
                input,
                since,
                held,
            },
        );
        drop(waiting);
        drop(given_up);
        result
    }

    /// Resumes a call with the client's answer. If the answer is missing, it is asked for again.
    pub(crate) async fn resume(&self, handle: &str, call: &IncomingCall) -> NextStep {
        let taken = {
            let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let fits = waiting
                .get(handle)
                .is_some_and(|parked| parked.belongs_to(call));
            if fits { waiting.remove(handle) } else { None }
        };
        let Some(ParkedCall {
            mut delivery,
            input,
            held,
            ..
        }) = taken
        else {
            let refusal = CallRefusal::UnknownState;
            return NextStep::Reply(refusal.reply(call.kind, call.client.revision));
        };
        let answers = call
            .params
            .get("inputResponses")
            .and_then(|all| RawObject::parse(all).ok());
        match answers.as_ref().and_then(|answers| answers.get(QUESTION)) {
            Some(answer) => {
                input.answer(Ok(answer.clone())).await;
                delivery.resumed(Arc::clone(&call.client));
                NextStep::Deliver(delivery)
            }
            None => NextStep::Reply(Ok(self.park(delivery, input, held))),
        }
    }

    /// Drops calls whose client did not come back.
    pub(crate) fn sweep(&self) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|_, call| call.since.elapsed() < PATIENCE);
    }
}

// === impl ParkedCall ===

impl ParkedCall {
    /// Whether caller, target and arguments are the same.
    fn belongs_to(&self, call: &IncomingCall) -> bool {
        let parked = &self.delivery.call;
        let given = call.params.get("arguments");
        let digest = match given.map(|given| CallArguments::parse(given.as_bytes())) {
            Some(Ok(arguments)) => Digest::of(arguments.canonical()),
            Some(Err(_)) => return false,
            None => match call.params.get_string("uri") {
                Some(uri) => Digest::of(uri),
                None => Digest::of("{}"),
            },
        };
        parked.target.kind() == call.kind
            && parked.client.principal() == call.client.principal()
            && parked.entry.digest() == digest
            && parked.target.is_named_in(&call.params)
    }
}

/// The call to evict: the oldest of the caller with the most.
fn oldest_of_most<'a, H>(
    calls: impl Iterator<Item = (&'a H, &'a PrincipalKey, Instant)>,
) -> Option<&'a H> {
    let mut callers: HashMap<&PrincipalKey, (usize, Instant, &H)> = HashMap::new();
    for (handle, caller, since) in calls {
        let (number, oldest, its) = callers.entry(caller).or_insert((0, since, handle));
        *number += 1;
        if since < *oldest {
            (*oldest, *its) = (since, handle);
        }
    }
    let most = callers
        .into_values()
        .max_by_key(|(number, oldest, _)| (*number, std::cmp::Reverse(*oldest)));
    most.map(|(_, _, handle)| handle)
}

fn input_required(handle: &str, input: &InputRequest) -> RawJson {
    let mut question = RawObject::from_iter([("method", RawJson::string(&input.method))]);
    if let Some(params) = &input.params {
        question.set("params", params.clone());
    }
    RawObject::from_iter([
        ("resultType", RawJson::string("input_required")),
        (
            "inputRequests",
            RawObject::from_iter([(QUESTION, question.to_json())]).to_json(),
        ),
        ("requestState", RawJson::string(handle)),
    ])
    .to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_call_of_the_caller_that_has_most_gives_way() {
        let (ann, bob) = (PrincipalKey::named("ann"), PrincipalKey::named("bob"));
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let calls = [
            (1, &bob, at(0)),
            (2, &ann, at(5)),
            (3, &ann, at(3)),
            (4, &ann, at(4)),
            (5, &bob, at(1)),
        ];
        let calls = || {
            calls
                .iter()
                .map(|(handle, who, since)| (handle, *who, *since))
        };
        assert_eq!(oldest_of_most(calls()), Some(&3));
        // Among callers with equally many, the one with the oldest call.
        assert_eq!(oldest_of_most(calls().skip(2)), Some(&3));
        assert_eq!(oldest_of_most(calls().take(2)), Some(&1));
        assert_eq!(oldest_of_most(calls().take(0)), None);
    }
}
