//! Reads a built binary: how much of it is loaded, and which futures were compiled more than once.
//!
//! The compiler makes the body of an `async fn` in the crate that awaits it, not in the crate that
//! writes it, and so does the code that drops it. A future which several crates await is therefore
//! compiled several times, with everything inside it. A future that is boxed where it is written is
//! compiled there and nowhere else. Both are seen in the symbols of a binary, so a test can hold
//! the number whatever the clock says.

mod compile_units;
mod future_counts;
mod future_name;
mod read_binary;

pub use future_counts::{CopiedFuture, FutureCounts, LibraryCounts};
pub use future_name::{FutureKind, FutureName};
pub use read_binary::{BinaryError, BinaryFigures, read_binary};
