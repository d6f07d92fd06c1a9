//! Tools written by users, whose annotations are part of the definition and hold.
//!
//! A [`Tool`] is a name, a description, a typed input, what it does to the world, and an async
//! handler. Tools are put into a [`Group`]; [`Group::build`] checks them, all problems at once,
//! and gives a [`Toolbox`]. The same toolbox runs inside the gateway, as a server over stdio and
//! as a server over HTTP:
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
//! # What is guaranteed
//!
//! A [`FunctionDefinition`] is what a tool says of itself. From it follows its
//! [`ToolCapabilities`]: the addresses it may reach, with which methods, and whether it may write.
//! The host of a tool, in Rust or in TypeScript, checks them first; what they refuse is a
//! [`CapabilityViolation`], told to the tool by an error that names the hint, and to the
//! [`ToolHost`], which records it.
//!
//! In Rust this holds for what goes through the [`Context`]: its HTTP client and its files. A
//! handler is native code, and one that opens a socket or a file by itself goes around it; then
//! the annotations are its author's word and nothing more. Where the author is not to be taken at
//! their word, the TypeScript runtime has walls: there nothing exists but what the host hands in.

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
