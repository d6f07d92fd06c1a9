//! JSON Schema validation of arguments and results.
//!
//! Schemas come from third parties. Validation never makes a network request or reads a file (the
//! library is built without support for either), and regular expressions have bounded cost.
//! [`CallArguments`] is the parsed form of a call's arguments, used for validation and everywhere
//! else.

pub mod arguments;
pub mod canonical;
pub mod validator;

pub use arguments::{ArgumentsError, CallArguments};
pub use canonical::canonical;
pub use validator::{SchemaError, SchemaValidator, SchemaViolation};
