//! A framework for user-defined tools with enforced annotations.
//!
//! A [`Tool`] consists of a name, a description, a typed input, hints and an async handler. Tools
//! are added to a [`Group`]; [`Group::build`] checks them, reports all problems at once, and
//! returns a [`Toolbox`]. The same toolbox runs inside the gateway, as a stdio server and as an
//! HTTP server:
//!
//! ```no_run
//! use candor_functions::{Context, Failure, Group, JsonSchema, Tool};
//!
//! #[derive(serde::Deserialize, JsonSchema)]
//! struct Greeting {
//!     /// Whom to greet.
//!     name: String,
//! }
//!
//! async fn greet(_: Context, input: Greeting) -> Result<String, Failure> {
//!     Ok(format!("Hello, {}!", input.name))
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     let greet = Tool::new("greet", "Says hello.", greet).read_only(true).open_world(false);
//!     candor_functions::main(Group::new("greetings", "1.0.0").tool(greet))
//! }
//! ```
//!
//! # Guarantees
//!
//! The [`ToolCapabilities`] of a tool follow from its [`FunctionDefinition`]: the hosts it may
//! reach, the methods it may use, and whether it may write. The host of a tool, in Rust or in
//! TypeScript, checks them first; a [`CapabilityViolation`] is returned to the tool as an error
//! that names the hint, and reported to the [`ToolHost`], which records it.
//!
//! In Rust this applies to everything done through the [`Context`]: its HTTP client and its files.
//! A handler is native code and can bypass it by opening sockets or files itself; its annotations
//! are then only the author's claim. For untrusted authors, the TypeScript runtime is isolated:
//! only what the host provides exists there.

mod annotations;
mod arguments;
mod capabilities;
mod check;
mod content;
mod context;
mod definition;
mod failure;
mod files;
mod group;
mod host;
mod http;
mod invocation;
mod problem;
mod reply;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod tool;
mod toolbox;
mod violation;

pub use self::http::{HttpError, HttpReply, HttpRequest, ToolHttpClient};
#[doc(hidden)]
pub use annotations::{ExpectedAnnotations, annotation_problems};
pub use candor_model::{Hint, Hints, Secret, Severity};
pub use capabilities::ToolCapabilities;
pub use check::{CheckStrictness, check};
pub use content::ReplyContent;
pub use context::Context;
pub use definition::FunctionDefinition;
pub use failure::Failure;
pub use files::{FileError, FolderEntry, FolderEntryKind, ToolFiles};
pub use group::Group;
pub use host::{
    ElicitationAnswer, ElicitationError, ElicitationRequest, FunctionCaller, ToolHost, ToolLogLevel,
};
pub use invocation::ToolInvocation;
pub use problem::{DefinitionProblem, DefinitionProblems};
pub use reply::{IntoToolReply, Json, ToolReply};
pub use schemars::JsonSchema;
#[cfg(feature = "serve")]
pub use serve::{ToolServer, ToolServerError, main, serve_http, serve_stdio};
pub use tool::{NoInput, Tool};
pub use toolbox::{Toolbox, UnknownTool};
pub use violation::{AttemptedAction, CapabilityViolation};
