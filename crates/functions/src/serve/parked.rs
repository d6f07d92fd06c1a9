//! Calls that wait for a client to come back with an answer.
//!
//! A client of the newer era cannot be asked in the middle of a call: it gets the question as the
//! result, and makes the call again with the answer. Until then the handler waits here. The state
//! that the client brings back names the place and says nothing else.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rmcp::model::{CallToolRequestParams, CallToolResponse, ErrorData, InputRequest};
use rmcp::model::{ElicitResult, InputRequests, InputRequiredResult};
use serde_json::{Map, Value};
use tokio::time::Instant;
use uuid::Uuid;

use super::ask::{self, PATIENCE};
use super::running::{Answer, Running};
use crate::{ElicitError, Elicitation};

/// How many calls may wait.
const PLACES: usize = 1_000;
/// The name of the only question that is asked at a time.
const KEY: &str = "answer";

/// The waiting calls, by the state that their clients hold.
#[derive(Default)]
pub(super) struct Parking(Mutex<HashMap<String, Parked>>);

struct Parked {
    running: Running,
    question: Elicitation,
    answer: Answer,
    name: String,
    arguments: Map<String, Value>,
    until: Instant,
}

/// What becomes of a call that is made again.
pub(super) enum Return {
    /// The handler has its answer.
    Resumed(Running),
    /// It still waits.
    Again(Box<CallToolResponse>),
}

// === impl Parking ===

impl Parking {
    /// Lets a call wait, and gives what its client is to be told. If it cannot wait, the handler
    /// is told why and goes on.
    pub(super) fn park(
        &self,
        running: Running,
        question: Elicitation,
        answer: Answer,
        request: &CallToolRequestParams,
    ) -> Result<CallToolResponse, Running> {
        let state = Uuid::new_v4().to_string();
        let response = match ask::request(&question) {
            Ok(asked) => response(&state, asked),
            Err(error) => return Err(refused(running, answer, error)),
        };
        let now = Instant::now();
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.retain(|_, parked| parked.until > now);
        if places.len() >= PLACES {
            let error = ElicitError::Lost("too many questions are open".to_owned());
            return Err(refused(running, answer, error));
        }
        let parked = Parked {
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

    /// Takes up a call that is made again with a state.
    pub(super) fn take(
        &self,
        state: &str,
        request: &CallToolRequestParams,
    ) -> Result<Return, ErrorData> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let same = |parked: &Parked| {
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
            // Without an answer the question stands.
            let asked = ask::request(&parked.question);
            let asked =
                asked.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            return Ok(Return::Again(Box::new(response(state, asked))));
        };
        let Some(parked) = places.remove(state) else {
            return Err(ErrorData::internal_error("the call has gone", None));
        };
        // A handler that has given up meanwhile has ended or will.
        let _ = parked.answer.send(ask::elicited(given));
        Ok(Return::Resumed(parked.running))
    }

    /// Ends all that wait.
    pub(super) fn clear(&self) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.clear();
    }
}

fn refused(running: Running, answer: Answer, error: ElicitError) -> Running {
    let _ = answer.send(Err(error));
    running
}

fn response(state: &str, asked: rmcp::model::ElicitRequest) -> CallToolResponse {
    let asked = InputRequest::Elicitation(asked);
    let requests = InputRequests::from([(KEY.to_owned(), asked)]);
    InputRequiredResult::new(Some(requests), Some(state.to_owned())).into()
}
