//! The context of a call, as passed to its handler.

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

/// The context of one call. Clones refer to the same call.
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

    /// The definition of the tool.
    pub fn definition(&self) -> &FunctionDefinition {
        &self.0.definition
    }

    /// The caller of the tool.
    pub fn caller(&self) -> &FunctionCaller {
        &self.0.invocation.caller
    }

    /// The value of a variable. It may be a secret: use it in requests, never in results or logs.
    pub fn env(&self, name: &str) -> Option<&str> {
        let value = self.0.invocation.variables.get(name)?;
        Some(value.expose())
    }

    /// The value of a required variable; a failure if it is not set.
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

    /// Waits until the call is cancelled. The handler then has a moment to clean up before it is
    /// dropped.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static {
        self.0.invocation.cancel.clone().cancelled_owned()
    }

    /// Reports progress. `done` should increase from call to call.
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

    /// Writes an info message to the log.
    pub fn info(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Info, message);
    }

    /// Writes a warning to the log.
    pub fn warn(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Warning, message);
    }

    /// Writes an error message to the log.
    pub fn error(&self, message: impl AsRef<str>) {
        self.log(ToolLogLevel::Error, message);
    }

    /// A result with a JSON value: as text, and as structured content if it is an object.
    pub fn json(&self, value: &impl Serialize) -> Result<ToolReply, Failure> {
        ToolReply::json(value)
    }

    /// A text result.
    pub fn text(&self, text: impl Into<String>) -> ToolReply {
        ToolReply::text(text)
    }

    /// A result in Markdown. The protocol does not distinguish kinds of text.
    pub fn markdown(&self, text: impl Into<String>) -> ToolReply {
        ToolReply::text(text)
    }

    /// A result in HTML. The protocol does not distinguish kinds of text.
    pub fn html(&self, text: impl Into<String>) -> ToolReply {
        ToolReply::text(text)
    }

    /// A result with an image.
    pub fn image(&self, data: impl Into<Bytes>, mime: impl Into<String>) -> ToolReply {
        ToolReply::default().with(ReplyContent::image(data, mime))
    }

    /// A failure. The sentence should name the problem, with the offending value, and how to fix
    /// it.
    pub fn fail(&self, sentence: impl Into<String>) -> Failure {
        Failure::new(sentence)
    }

    /// Asks the user to fill in a form. Returns `None` if they declined or closed it; fails if the
    /// client cannot ask.
    ///
    /// The fields of `T` can be texts, numbers, booleans and enums, each possibly optional.
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

    /// An HTTP client, restricted by the tool's annotations.
    pub fn http(&self) -> ToolHttpClient {
        ToolHttpClient::new(self.clone())
    }

    /// Access to the files in the tool's folders, restricted by its annotations.
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

    /// Converts a check result, reporting violations to the host.
    pub(crate) fn judged(
        &self,
        judgement: Result<(), CapabilityViolation>,
    ) -> Result<(), CapabilityViolation> {
        judgement.inspect_err(|violation| self.report(violation))
    }

    /// Reports a violation to the host.
    pub(crate) fn report(&self, violation: &CapabilityViolation) {
        self.0.invocation.host.violation(violation);
    }
}
