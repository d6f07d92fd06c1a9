//! The pages on which a person decides.
//!
//! Rendered here, complete without a script, and the same for a phone, a keyboard and a screen
//! reader. A face: it translates and never decides. What is shown is what the gateway's desk
//! says; what is sent goes to the desk.
//!
//! - Everything that comes from elsewhere is escaped by the templates and isolated from the text
//!   around it, so that it can neither become markup nor turn the direction of our words.
//! - Looking changes nothing. What changes something is a `POST` from a page of ours: `door`
//!   says which pages those are, and `field` how a form proves that it came from one.
//! - Whoever sees a page was recognised (`visitor`) or holds a link that was sent to them.

mod approvals;
mod asset;
mod clock;
mod cookie;
mod door;
mod field;
mod form;
mod frame;
mod local_path;
mod login;
mod logout;
mod query;
mod router;
mod segment;
mod visitor;
mod wrong;

pub use router::{PagesConfig, router};
