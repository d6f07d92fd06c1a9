//! What is done for one call, as far as its grant goes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use candor_egress::{Client, ClientSpec, EgressError};
use candor_functions::{Elicitation, Elicited, Grant, Host};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::fetch::{Fetch, FetchArgs};
use crate::frame::OpOutcome;
use crate::ops::{Finished, done, error};
use crate::patience::Patience;
use crate::scrub::Scrub;
use crate::spec::ScriptLimits;

/// How many requests of a call may be under way; their replies are all in memory.
const AT_ONCE: usize = 4;

/// The connections of one program, made when the first is needed.
#[derive(Debug)]
pub(crate) struct Connections {
    private: bool,
    client: OnceLock<Client>,
}

/// What one call may do, and has done so far.
pub(crate) struct Desk {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) grant: Grant,
    pub(crate) scrub: Arc<Scrub>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) limits: ScriptLimits,
    pub(crate) patience: Patience,
    fetches: AtomicU32,
    at_once: Arc<Semaphore>,
    /// The variables whose values were on their way out; each is told of once.
    leaked: Mutex<BTreeSet<String>>,
}

#[derive(Deserialize)]
struct Question {
    message: String,
    schema: Value,
}

/// An answer in the protocol's words.
#[derive(Serialize)]
struct Answer {
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Map<String, Value>>,
}

// === impl Connections ===

impl Connections {
    pub(crate) fn new(private: bool) -> Self {
        Self {
            private,
            client: OnceLock::new(),
        }
    }

    pub(crate) fn client(&self) -> Result<Client, EgressError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let client = Client::new(ClientSpec {
            private: self.private,
            connect_timeout: Duration::from_secs(10),
            user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
            idle: Duration::from_mins(1),
            per_host: 16,
        })?;
        Ok(self.client.get_or_init(|| client).clone())
    }
}

// === impl Desk ===

impl Desk {
    pub(crate) fn new(
        host: Arc<dyn Host>,
        grant: Grant,
        scrub: Arc<Scrub>,
        connections: Arc<Connections>,
        limits: ScriptLimits,
        deadline: Instant,
    ) -> Self {
        Self {
            host,
            grant,
            scrub,
            connections,
            limits,
            patience: Patience::until(deadline),
            fetches: AtomicU32::new(0),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            leaked: Mutex::default(),
        }
    }

    /// Makes a request.
    pub(crate) async fn fetch(&self, args: &RawValue) -> Finished {
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
        let outcome = match (Fetch { desk: self }).send(args).await {
            Ok(reply) => done(&reply),
            Err(refused) => error("TypeError", refused.to_string()),
        };
        Finished::new(outcome, room)
    }

    /// Asks the person behind the client.
    pub(crate) async fn elicit(&self, args: &RawValue) -> OpOutcome {
        let Question { message, schema } = match serde_json::from_str(args.get()) {
            Ok(question) => question,
            Err(wrong) => return error("TypeError", format!("this is no question: {wrong}")),
        };
        let question = Elicitation {
            message: self.clean(&message),
            schema: self.scrub.value(schema, &mut |name| self.warn(name)),
        };
        // A person takes their time.
        let _pause = self.patience.pause();
        match self.host.elicit(question).await {
            Ok(answer) => done(&Answer::from(answer)),
            Err(lost) => error("Error", lost.to_string()),
        }
    }

    /// A text without the values of variables. Whoever reads the log is told.
    pub(crate) fn clean(&self, text: &str) -> String {
        self.scrub.text(text, &mut |name| self.warn(name))
    }

    /// A result without the values of variables.
    pub(crate) fn clean_result(&self, result: Box<RawValue>) -> Box<RawValue> {
        self.scrub.json(result, &mut |name| self.warn(name))
    }

    /// Tells that the value of a variable was on its way out.
    fn warn(&self, name: &str) {
        // Nobody panics while they hold it.
        let mut leaked = self.leaked.lock().unwrap_or_else(PoisonError::into_inner);
        if !leaked.insert(name.to_owned()) {
            return;
        }
        drop(leaked);
        let sentence =
            format!("the tool printed the value of `{name}`, and `****` stands in its place");
        self.host.log(candor_functions::Level::Warning, &sentence);
    }
}

impl From<Elicited> for Answer {
    fn from(answer: Elicited) -> Self {
        let (action, content) = match answer {
            Elicited::Accepted(content) => ("accept", Some(content)),
            Elicited::Declined => ("decline", None),
            Elicited::Cancelled => ("cancel", None),
        };
        Self { action, content }
    }
}
