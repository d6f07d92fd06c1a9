//! The dashboard: all pages together, and those on which a person decides.
//!
//! What pages are made of is `frame`; those about tools, toolsets, sources and so on are crates of
//! their own beside this one. Here are approvals, the door with its lock, and the one router.

mod approvals;
mod login;
mod logout;
mod router;

pub use candor_frame::{PagesConfig, nothing_here};
pub use router::{router, routes};
