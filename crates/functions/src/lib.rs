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
//! A [`Definition`] is what a tool says of itself. From it follows its [`Grant`]: the addresses it
//! may reach, with which methods, and whether it may write. Whoever runs a tool, in Rust or in
//! TypeScript, asks the grant first; what it refuses is a [`Breach`], told to the tool by an error
//! that names the hint, and to the [`Host`], which records it.
//!
//! In Rust this holds for what goes through the [`Context`]: its HTTP client and its files. A
//! handler is native code, and one that opens a socket or a file by itself goes around it; then
//! the annotations are its author's word and nothing more. Where the author is not to be taken at
//! their word, the TypeScript runtime has walls: there nothing exists but what the host hands in.

mod annotations;
mod arguments;
mod breach;
mod check;
mod content;
mod context;
mod definition;
mod failure;
mod files;
mod grant;
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

pub use self::http::{Http, HttpError, HttpReply, HttpRequest};
#[doc(hidden)]
pub use annotations::{Expected, annotation_problems};
pub use breach::{Attempt, Breach};
pub use candor_model::{Hint, Hints, Secret, Severity};
pub use check::{Strictness, check};
pub use content::Content;
pub use context::Context;
pub use definition::Definition;
pub use failure::Failure;
pub use files::{Entry, EntryKind, FileError, Files};
pub use grant::Grant;
pub use group::Group;
pub use host::{Caller, ElicitError, Elicitation, Elicited, Host, Level};
pub use invocation::Invocation;
pub use problem::{Problem, Problems};
pub use reply::{IntoReply, Json, Reply};
pub use schemars::JsonSchema;
#[cfg(feature = "serve")]
pub use serve::{ServeError, Server, main, serve_http, serve_stdio};
pub use tool::{NoInput, Tool};
pub use toolbox::{Toolbox, UnknownTool};
