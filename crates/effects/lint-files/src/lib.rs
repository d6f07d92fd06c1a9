//! Files of a lint run: the project's policy, overrides for tools that cannot be edited, and the
//! places of tools in documents and programs.
//!
//! Everything here works on texts; the caller reads and writes the files.

mod function;
mod operation;
mod overrides;
mod place;
mod policy;
mod script_text;

pub use function::edit_function;
pub use operation::edit_operation;
pub use overrides::{OverridesError, ToolOverride, add_overrides};
pub use place::{OperationPlaces, function_position};
pub use policy::read_policy;
