//! JSON Schema: arguments and results checked against what a tool declares.
//!
//! A schema comes from a third party. It can never make a network call or read a file (the library
//! is built without either), and its regular expressions are bounded. [`CallArguments`] are what it
//! is checked on, and everything else about a call too.

pub mod arguments;
pub mod canonical;
pub mod validator;

pub use arguments::{ArgumentsError, CallArguments};
pub use canonical::canonical;
pub use validator::{SchemaError, SchemaValidator, SchemaViolation};
