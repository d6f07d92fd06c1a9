//! What a handler has in hand while it runs.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    CapabilityViolation, ElicitationAnswer, ElicitationRequest, Failure, FunctionCaller,
    FunctionDefinition, ReplyContent, Tool, ToolCapabilities, ToolFiles, ToolHttpClient,
    ToolInvocation, ToolLogLevel, ToolReply, arguments, schema,
};

/// One call, as its handler sees it. Clones are the same call.
#[derive(Clone, Debug)]
pub struct Context(Arc<CallState>);

#[derive(Debug)]
struct CallState {
    definition: Arc<FunctionDefinition>,
    folders: Arc<[PathBuf]>,
    grant: ToolCapabilities,
    invocation: ToolInvocation,
}

// === impl Context ===

impl Context {
    pub(crate) fn new(tool: &Tool, invocation: ToolInvocation) -> Self {
        Self(Arc::new(CallState {
            definition: tool.shared_definition(),
            folders: tool.folders(),
            grant: ToolCapabilities::of(tool.definition(), invocation.known),
            invocation,
        }))
    }

    /// What the tool says of itself.
    pub fn definition(&self) -> &FunctionDefinition {
        &self.0.definition
    }

    /// Whom the call is made for.
    pub fn caller(&self) -> &FunctionCaller {
        &self.0.invocation.caller
    }

    /// A variable. It may be a secret: it belongs into a request, and into no reply and no log.
    pub fn env(&self, name: &str) -> Option<&str> {
        let value = self.0.invocation.variables.get(name)?;
        Some(value.expose())
    }

    /// A variable without which there is nothing to be done.
    pub fn require_env(&self, name: &str) -> Result<&str, Failure> {
        self.env(name).ok_or_else(|| {
            Failure::new(format!(
                "the variable `{name}` is not set; it must be set where this tool runs"
            ))
        })
    }

    /// Whether the call was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.invocation.cancel.is_cancelled()
    }

    /// Waits until the call is cancelled. There is a moment after that to leave
    /// things in order; then the handler is dropped.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static {
        self.0.invocation.cancel.clone().cancelled_owned()
    }

    /// Says how far it has come. `done` should grow from one time to the next.
    pub fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        self.0.invocation.host.progress(done, total, message);
    }

    /// Writes a message to the log.
    pub fn log(&self, level: ToolLogLevel, message: impl AsRef<str>) {
        self.0.invocation.host.log(level, message.as_ref());
    }

    /// Writes a debug message to the log.
    pub fn debug(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Debug, message);
    }

    /// Says how things go.
    pub fn info(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Info, message);
    }

    /// Says that something is odd.
    pub fn warn(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Warning, message);
    }

    /// Says that something went wrong.
    pub fn error(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Error, message);
    }

    /// A reply with a value: structured where it is an object, and as text.
    pub fn json(&self, value: &impl Serialize) -> Result<ToolReply, Failure> {
        ToolReply::json(value)
    }

    /// A reply with a text.
    pub fn text(&self, text: impl Into<String>) -> ToolReply {
        ToolReply::text(text)
    }

    /// A reply with a text in Markdown. The protocol knows one kind of text.
    pub fn markdown(&self, text: impl Into<String>) -> ToolReply {
        ToolReply::text(text)
    }

    /// A reply with a text in HTML. The protocol knows one kind of text.
    pub fn html(&self, text: impl Into<String>) -> ToolReply {
        ToolReply::text(text)
    }

    /// A reply with a picture.
    pub fn image(&self, data: impl Into<Bytes>, mime: impl Into<String>) -> ToolReply {
        ToolReply::default().with(ReplyContent::image(data, mime))
    }

    /// A failure. The sentence should say what was wrong, with the value, and the way out.
    pub fn fail(&self, sentence: impl Into<String>) -> Failure {
        Failure::new(sentence)
    }

    /// Asks the person behind the client to fill in a form. Nothing comes back if they said no or
    /// closed it; it is a failure if no person can be asked.
    ///
    /// The fields of `T` can be texts, numbers, switches and choices, each of them optional.
    pub async fn elicit<T>(&self, message: impl Into<String>) -> Result<Option<T>, Failure>
    where
        T: DeserializeOwned + JsonSchema,
    {
        let schema = schema::form::<T>().map_err(|field| {
            Failure::new(format!(
                "`{field}` cannot be asked for in a form; only texts, numbers, switches and \
                 choices can"
            ))
        })?;
        let question = ElicitationRequest {
            message: message.into(),
            schema: schema.clone(),
        };
        match self.0.invocation.host.elicit(question).await? {
            ElicitationAnswer::Accepted(answer) => {
                arguments::read_answer(&schema, answer).map(Some)
            }
            ElicitationAnswer::Declined | ElicitationAnswer::Cancelled => Ok(None),
        }
    }

    /// HTTP, as far as the tool's annotations allow it.
    pub fn http(&self) -> ToolHttpClient {
        ToolHttpClient::new(self.clone())
    }

    /// The files of the tool's folders, as far as its annotations allow it.
    pub fn files(&self) -> ToolFiles {
        ToolFiles::new(self.clone())
    }

    pub(crate) fn grant(&self) -> &ToolCapabilities {
        &self.0.grant
    }

    pub(crate) fn folders(&self) -> &[PathBuf] {
        &self.0.folders
    }

    pub(crate) fn may_reach_private(&self) -> bool {
        self.0.invocation.private
    }

    /// Hands on what the grant says, and tells the host if it is a refusal.
    pub(crate) fn judged(
        &self,
        judgement: Result<(), CapabilityViolation>,
    ) -> Result<(), CapabilityViolation> {
        judgement.inspect_err(|violation| self.report(violation))
    }

    /// Tells the host what the tool tried.
    pub(crate) fn report(&self, violation: &CapabilityViolation) {
        self.0.invocation.host.violation(violation);
    }
}
