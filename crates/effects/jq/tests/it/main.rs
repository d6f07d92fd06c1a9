//! Filters in real worker processes, kind and hostile.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod hostile;
mod impostors;
mod life;
mod select;
mod support;
