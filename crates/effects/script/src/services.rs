//! Operations for one call, restricted by its permissions.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use candor_egress::{EgressClient, EgressError, EgressSettings};
use candor_functions::{ElicitationAnswer, ElicitationRequest, ToolCapabilities, ToolHost};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::deadline::CallDeadline;
use crate::fetch::{FetchArgs, FetchOp};
use crate::ops::{FinishedOp, done, error};
use crate::protocol::OpOutcome;
use crate::scrub::SecretScrubber;
use crate::spec::ScriptLimits;

/// The maximum number of concurrent requests of a call; their responses are all in memory.
const AT_ONCE: usize = 4;

/// The connections of one program, made when the first is needed.
#[derive(Debug)]
pub(crate) struct ProgramConnections {
    private: bool,
    client: OnceLock<EgressClient>,
}

/// The permissions and state of one call.
pub(crate) struct CallServices {
    pub(crate) host: Arc<dyn ToolHost>,
    pub(crate) grant: ToolCapabilities,
    pub(crate) scrub: Arc<SecretScrubber>,
    pub(crate) connections: Arc<ProgramConnections>,
    pub(crate) limits: ScriptLimits,
    pub(crate) deadline: CallDeadline,
    fetches: AtomicU32,
    at_once: Arc<Semaphore>,
    /// The variables whose values were removed from output; each is reported once.
    leaked: Mutex<BTreeSet<String>>,
}

#[derive(Deserialize)]
struct ElicitArgs {
    message: String,
    schema: Value,
}

/// An answer in the protocol's format.
#[derive(Serialize)]
struct ElicitReply {
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Map<String, Value>>,
}

// === impl ProgramConnections ===

impl ProgramConnections {
    pub(crate) fn new(private: bool) -> Self {
        Self {
            private,
            client: OnceLock::new(),
        }
    }

    pub(crate) fn client(&self) -> Result<EgressClient, EgressError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let client = EgressClient::new(EgressSettings {
            private: self.private,
            connect_timeout: Duration::from_secs(10),
            user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
            idle: Duration::from_mins(1),
            per_host: 16,
        })?;
        Ok(self.client.get_or_init(|| client).clone())
    }
}

// === impl CallServices ===

impl CallServices {
    pub(crate) fn new(
        host: Arc<dyn ToolHost>,
        grant: ToolCapabilities,
        scrub: Arc<SecretScrubber>,
        connections: Arc<ProgramConnections>,
        limits: ScriptLimits,
        deadline: Instant,
    ) -> Self {
        Self {
            host,
            grant,
            scrub,
            connections,
            limits,
            deadline: CallDeadline::until(deadline),
            fetches: AtomicU32::new(0),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            leaked: Mutex::default(),
        }
    }

    /// Sends a request.
    pub(crate) async fn fetch(&self, args: &RawValue) -> FinishedOp {
        let most = self.limits.max_fetches;
        if self.fetches.fetch_add(1, Ordering::Relaxed) >= most {
            let sentence = format!("a call can make {most} requests, and this is one more");
            return error("TypeError", sentence).into();
        }
        let args: FetchArgs = match serde_json::from_str(args.get()) {
            Ok(args) => args,
            Err(wrong) => {
                return error("TypeError", format!("this is no request: {wrong}")).into();
            }
        };
        let Ok(room) = Arc::clone(&self.at_once).acquire_owned().await else {
            return error("AbortError", "the call is over".to_owned()).into();
        };
        let outcome = match (FetchOp { services: self }).send(args).await {
            Ok(reply) => done(&reply),
            Err(refused) => error("TypeError", refused.to_string()),
        };
        FinishedOp::new(outcome, room)
    }

    /// Asks the user.
    pub(crate) async fn elicit(&self, args: &RawValue) -> OpOutcome {
        let ElicitArgs { message, schema } = match serde_json::from_str(args.get()) {
            Ok(question) => question,
            Err(wrong) => return error("TypeError", format!("this is no question: {wrong}")),
        };
        let question = ElicitationRequest {
            message: self.clean(&message),
            schema: self.scrub.value(schema, &mut |name| self.warn(name)),
        };
        // A person takes their time.
        let _pause = self.deadline.pause();
        match self.host.elicit(question).await {
            Ok(answer) => done(&ElicitReply::from(answer)),
            Err(lost) => error("Error", lost.to_string()),
        }
    }

    /// A text without the values of variables. A replacement is logged.
    pub(crate) fn clean(&self, text: &str) -> String {
        self.scrub.text(text, &mut |name| self.warn(name))
    }

    /// A result without the values of variables.
    pub(crate) fn clean_result(&self, result: Box<RawValue>) -> Box<RawValue> {
        self.scrub.json(result, &mut |name| self.warn(name))
    }

    /// Reports that the value of a variable was removed from output.
    fn warn(&self, name: &str) {
        // No code panics while it holds this lock.
        let mut leaked = self.leaked.lock().unwrap_or_else(PoisonError::into_inner);
        if !leaked.insert(name.to_owned()) {
            return;
        }
        drop(leaked);
        let sentence = format!("the tool printed the value of `{name}`; it was replaced by `****`");
        self.host
            .log(candor_functions::ToolLogLevel::Warning, &sentence);
    }
}

impl From<ElicitationAnswer> for ElicitReply {
    fn from(answer: ElicitationAnswer) -> Self {
        let (action, content) = match answer {
            ElicitationAnswer::Accepted(content) => ("accept", Some(content)),
            ElicitationAnswer::Declined => ("decline", None),
            ElicitationAnswer::Cancelled => ("cancel", None),
        };
        Self { action, content }
    }
}
