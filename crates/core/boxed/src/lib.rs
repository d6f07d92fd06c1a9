//! Calls between crates that are compiled once.
//!
//! The compiler makes the body of an `async fn` again in every crate that awaits it, with
//! everything it awaits itself: every caller of the store used to compile the state
//! machines of both database drivers. A boxed future ends that, for one small allocation. The
//! calls that the store, the sources and the gateway offer to other crates are therefore boxed;
//! `docs/decisions/0016-boundaries-that-compile-once.md` has the figures.

/// Makes an `async fn` return a boxed future, which is compiled in its own crate only.
///
/// ```
/// use candor_boxed::boxed;
///
/// /// Adds, in a while.
/// #[boxed]
/// pub async fn sum(numbers: &[u8]) -> u8 {
///     numbers.iter().sum()
/// }
/// ```
pub use async_recursion::async_recursion as boxed;
