//! Checked tools that can be called.

#[cfg(test)]
mod tests;

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use candor_model::nearest;
use serde_json::{Map, Value};
use tokio::time::timeout;

use crate::tool::HandlerFuture;
use crate::{
    Context, DefinitionProblem, Failure, FunctionDefinition, Tool, ToolInvocation, ToolReply,
};

/// How long a handler may continue after cancellation, to clean up.
const GRACE: Duration = Duration::from_secs(1);

/// Tools with valid definitions. Clones share them.
#[derive(Clone)]
pub struct Toolbox(Arc<ToolboxShared>);

struct ToolboxShared {
    name: String,
    version: String,
    instructions: Option<String>,
    tools: Vec<Tool>,
    places: BTreeMap<String, usize>,
    warnings: Vec<DefinitionProblem>,
    left_out: Vec<String>,
}

/// The error for an unknown tool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tool `{}`{}", name.escape_debug(), meant(nearest.as_deref()))]
pub struct UnknownTool {
    /// The name that was called.
    pub name: String,
    /// The tool that was probably meant.
    pub nearest: Option<String>,
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

// === impl Toolbox ===

impl Toolbox {
    pub(crate) fn new(
        name: String,
        version: String,
        instructions: Option<String>,
        tools: Vec<Tool>,
        warnings: Vec<DefinitionProblem>,
    ) -> Self {
        let names = tools.iter().map(|tool| tool.definition().name.clone());
        let places = names.zip(0..).collect();
        Self(Arc::new(ToolboxShared {
            name,
            version,
            instructions,
            tools,
            places,
            warnings,
            left_out: Vec::new(),
        }))
    }

    pub(crate) fn with_left_out(mut self, sentences: Vec<String>) -> Self {
        // It was just created, so there are no other references.
        if let Some(shared) = Arc::get_mut(&mut self.0) {
            shared.left_out = sentences;
        }
        self
    }

    /// The name of the toolbox.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The version of the toolbox.
    pub fn version(&self) -> &str {
        &self.0.version
    }

    /// The instructions for models.
    pub fn instructions(&self) -> Option<&str> {
        self.0.instructions.as_deref()
    }

    /// The definitions, in the order in which the tools were added.
    pub fn definitions(&self) -> impl Iterator<Item = &FunctionDefinition> {
        self.0.tools.iter().map(Tool::definition)
    }

    /// The definition of one tool.
    pub fn definition(&self, name: &str) -> Option<&FunctionDefinition> {
        self.tool(name).map(Tool::definition)
    }

    /// What is not offered and why, as sentences for users.
    pub fn left_out(&self) -> &[String] {
        &self.0.left_out
    }

    /// Problems that do not prevent the tools from being served.
    pub fn warnings(&self) -> &[DefinitionProblem] {
        &self.0.warnings
    }

    /// Calls a tool. Every outcome of the handler is a result: failures, invalid arguments and
    /// panics are results with `isError`.
    ///
    /// A cancelled handler has a moment to finish before it is dropped. Dropping the future drops
    /// the handler at once. A handler that blocks its thread cannot be stopped.
    pub async fn call(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        invocation: ToolInvocation,
    ) -> Result<ToolReply, UnknownTool> {
        let Some(tool) = self.tool(name) else {
            return Err(self.unknown(name));
        };
        let cancel = invocation.cancel.clone();
        let context = Context::new(tool, invocation);
        let mut running = std::pin::pin!(guarded(|| tool.run(context, arguments)));
        let done = tokio::select! {
            // A finished result is used even if the call was cancelled.
            biased;
            done = &mut running => Some(done),
            () = cancel.cancelled() => timeout(GRACE, running).await.ok(),
        };
        let done = done.unwrap_or_else(|| Err(Failure::new("the call was cancelled")));
        Ok(done.unwrap_or_else(Into::into))
    }

    fn tool(&self, name: &str) -> Option<&Tool> {
        let place = self.0.places.get(name)?;
        self.0.tools.get(*place)
    }

    fn unknown(&self, name: &str) -> UnknownTool {
        let known = self.definitions().map(|known| known.name.as_str());
        UnknownTool {
            name: name.chars().take(200).collect(),
            nearest: nearest(name, known).map(ToOwned::to_owned),
        }
    }
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.definitions().map(|known| &known.name).collect();
        f.debug_struct("Toolbox")
            .field("name", &self.0.name)
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}

/// Runs a handler so that a panic affects only its call.
fn guarded(
    start: impl FnOnce() -> HandlerFuture,
) -> impl Future<Output = Result<ToolReply, Failure>> {
    // A handler is never polled again after a panic, so no inconsistent state is observed.
    let mut started = catch_unwind(AssertUnwindSafe(start));
    poll_fn(move |task| {
        let polled = match &mut started {
            Ok(running) => catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(task)))
                .map_err(|it| said(&*it)),
            Err(panic) => Err(said(&**panic)),
        };
        polled.unwrap_or_else(|message| {
            Poll::Ready(Err(Failure::new(format!("the tool failed: {message}"))))
        })
    })
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked without a word").to_owned()
}
