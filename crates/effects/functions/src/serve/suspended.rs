//! Calls suspended until the client answers a question.
//!
//! A modern client cannot be asked during a call: it receives the question as the result and
//! repeats the call with the answer. Until then the call is kept here. The state that the client
//! sends back is only a key.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{CallToolRequestParams, CallToolResponse, ErrorData, InputRequest};
use rmcp::model::{ElicitResult, InputRequests, InputRequiredResult};
use serde_json::{Map, Value};
use tokio::time::Instant;
use uuid::Uuid;

use super::elicit::{self, PATIENCE};
use super::running::{AnswerSender, RunningCall};
use crate::{ElicitationError, ElicitationRequest};

/// The maximum number of suspended calls.
const PLACES: usize = 1_000;
/// The key of the single question.
const KEY: &str = "answer";

/// Suspended calls by the state that was sent to the client.
#[derive(Default)]
pub(super) struct SuspendedCalls(Mutex<HashMap<String, SuspendedCall>>);

struct SuspendedCall {
    running: RunningCall,
    question: ElicitationRequest,
    answer: AnswerSender,
    name: String,
    arguments: Map<String, Value>,
    until: Instant,
}

/// The result of repeating a call.
pub(super) enum ResumedCall {
    /// The handler continues with the answer.
    Resumed(RunningCall),
    /// There was no answer; the question is repeated.
    Again(Box<CallToolResponse>),
}

// === impl SuspendedCalls ===

impl SuspendedCalls {
    /// Suspends a call and returns the response for the client. If the limit is reached, the
    /// handler gets an error and continues.
    pub(super) fn park(
        &self,
        running: RunningCall,
        question: ElicitationRequest,
        answer: AnswerSender,
        request: &CallToolRequestParams,
    ) -> Result<CallToolResponse, RunningCall> {
        let state = Uuid::new_v4().to_string();
        let response = match elicit::request(&question) {
            Ok(asked) => response(&state, asked),
            Err(error) => return Err(refused(running, answer, error)),
        };
        let now = Instant::now();
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.retain(|_, parked| parked.until > now);
        if places.len() >= PLACES {
            let error = ElicitationError::Lost("too many questions are open".to_owned());
            return Err(refused(running, answer, error));
        }
        let parked = SuspendedCall {
            running,
            question,
            answer,
            name: request.name.to_string(),
            arguments: request.arguments.clone().unwrap_or_default(),
            until: now + PATIENCE,
        };
        places.insert(state, parked);
        Ok(response)
    }

    /// Resumes a call by its state.
    pub(super) fn take(
        &self,
        state: &str,
        request: &CallToolRequestParams,
    ) -> Result<ResumedCall, ErrorData> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let same = |parked: &SuspendedCall| {
            let given = request.arguments.as_ref();
            let same_arguments =
                given.map_or(parked.arguments.is_empty(), |it| *it == parked.arguments);
            parked.until > now && parked.name == request.name && same_arguments
        };
        let Some(parked) = places.get(state).filter(|parked| same(parked)) else {
            let told = "no call waits for this `requestState`; make the call again without it";
            return Err(ErrorData::invalid_params(told, None));
        };
        let given = request
            .input_responses
            .as_ref()
            .and_then(|all| all.get(KEY));
        let given = given.and_then(|one| serde_json::from_value::<ElicitResult>(one.clone()).ok());
        let Some(given) = given else {
            // Without an answer, the question is repeated.
            let asked = elicit::request(&parked.question);
            let asked =
                asked.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            return Ok(ResumedCall::Again(Box::new(response(state, asked))));
        };
        let Some(parked) = places.remove(state) else {
            return Err(ErrorData::internal_error("the call has gone", None));
        };
        // The handler may have stopped waiting in the meantime.
        let _ = parked.answer.send(elicit::elicited(given));
        Ok(ResumedCall::Resumed(parked.running))
    }

    /// Ends all suspended calls.
    pub(super) fn clear(&self) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.clear();
    }
}

fn refused(running: RunningCall, answer: AnswerSender, error: ElicitationError) -> RunningCall {
    let _ = answer.send(Err(error));
    running
}

fn response(state: &str, asked: rmcp::model::ElicitRequest) -> CallToolResponse {
    let asked = InputRequest::Elicitation(asked);
    let requests = InputRequests::from([(KEY.to_owned(), asked)]);
    InputRequiredResult::new(Some(requests), Some(state.to_owned())).into()
}
