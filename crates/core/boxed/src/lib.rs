//! Boxed futures for async functions that cross crate boundaries, so that each compiles only once.
//!
//! The compiler generates the body of an `async fn` again in every crate that awaits it, together
//! with everything it awaits: every caller of the store used to compile the state machines of both
//! database drivers. A boxed future prevents that at the cost of one small allocation. The async
//! functions that the store, the sources and the gateway offer to other crates are therefore boxed;
//! `docs/decisions/0016-boundaries-that-compile-once.md` has the figures.

/// Makes an `async fn` return a boxed future, which is compiled only in its own crate.
///
/// ```
/// use candor_boxed::boxed;
///
/// /// Adds the numbers.
/// #[boxed]
/// pub async fn sum(numbers: &[u8]) -> u8 {
///     numbers.iter().sum()
/// }
/// ```
pub use async_recursion::async_recursion as boxed;
