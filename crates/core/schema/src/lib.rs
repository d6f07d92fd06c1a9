//! JSON Schema: arguments and results checked against what a tool declares.
//!
//! A schema comes from a stranger. It can never make a network call or read a file (the library
//! is built without either), and its regular expressions are bounded.

pub mod canonical;
pub mod validator;

pub use canonical::canonical;
pub use validator::{SchemaError, SchemaValidator, SchemaViolation};
