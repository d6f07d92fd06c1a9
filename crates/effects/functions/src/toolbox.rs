//! Tools that have been checked and can be called.

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

/// How long a handler may go on after its call was cancelled, to leave things in order.
const GRACE: Duration = Duration::from_secs(1);

/// Tools whose definitions are in order. Clones share them.
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

/// There is no such tool.
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
        // Nobody else has it yet: it was made just now.
        if let Some(shared) = Arc::get_mut(&mut self.0) {
            shared.left_out = sentences;
        }
        self
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The version of the toolbox.
    pub fn version(&self) -> &str {
        &self.0.version
    }

    /// What a model is told about it as a whole.
    pub fn instructions(&self) -> Option<&str> {
        self.0.instructions.as_deref()
    }

    /// What the tools say of themselves, in the order in which they were added.
    pub fn definitions(&self) -> impl Iterator<Item = &FunctionDefinition> {
        self.0.tools.iter().map(Tool::definition)
    }

    /// What one tool says of itself.
    pub fn definition(&self, name: &str) -> Option<&FunctionDefinition> {
        self.tool(name).map(Tool::definition)
    }

    /// What could be offered and is not, and why, in sentences for people.
    pub fn left_out(&self) -> &[String] {
        &self.0.left_out
    }

    /// What was found odd about them, and is no reason not to serve them.
    pub fn warnings(&self) -> &[DefinitionProblem] {
        &self.0.warnings
    }

    /// Calls a tool. Whatever its handler does is a reply: a failure, arguments that do not fit
    /// and a panic are replies that tell of an error.
    ///
    /// A handler whose call is cancelled has a moment to finish, and is dropped if it does not.
    /// Dropping the future drops the handler at once. One that blocks its thread instead of
    /// waiting cannot be stopped.
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
            // What is finished counts, even if the call was cancelled.
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

/// Runs a handler so that its panic ends nothing but its call.
fn guarded(
    start: impl FnOnce() -> HandlerFuture,
) -> impl Future<Output = Result<ToolReply, Failure>> {
    // A handler is not looked at again after it has panicked, so nothing half-done is seen.
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

/// What a panic says.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked without a word").to_owned()
}
