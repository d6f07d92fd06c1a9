//! The Linux implementation.

mod bpf;
mod calls;
mod capabilities;
mod control;
mod filter;
mod guard;
mod keeper;
mod kernel;
mod landlock;
mod launcher;
mod rlimit;
mod scratch;
mod spawn;
mod supervisor;

pub(crate) use guard::GuardInner;
pub(crate) use kernel::{knows_notifications, landlock_version};
pub use launcher::run_launcher;
pub use spawn::spawn;
