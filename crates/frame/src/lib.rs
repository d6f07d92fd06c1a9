//! What every page is made of.
//!
//! Pages are rendered here, complete without a script, and the same for a phone, a keyboard and a
//! screen reader. They are a face: they translate and never decide.
//!
//! - Everything that comes from elsewhere is escaped by the templates and isolated from the text
//!   around it ([`Outside`], `<bdi>`), so that it can neither become markup nor turn the
//!   direction of our words. Markup of ours is made by types of this crate that are
//!   `HtmlSafe`; no template says `|safe`.
//! - Looking changes nothing. What changes something is a `POST` from a page of ours: `door`
//!   says which pages those are, and [`field`] how a form proves that it came from one.
//! - Whoever sees a page was recognised ([`Visitor`]) or holds a link that was sent to them.
//! - One vocabulary ([`badge`]) says what a tool does, in every list and on every page.

mod asset;
pub mod badge;
pub mod chart;
mod choices;
pub mod clock;
pub mod cookie;
mod door;
pub mod field;
pub mod form;
pub mod frame;
mod live;
pub mod local_path;
pub mod outside;
pub mod pager;
mod pages;
pub mod prose;
pub mod query;
pub mod segment;
pub mod tip;
pub mod upload;
pub mod visitor;
pub mod words;
pub mod wrong;

pub use badge::{Badges, Behaviour, Legend, Nature};
pub use choices::Choices;
pub use clock::{Moment, now_micros};
pub use door::nothing_here;
pub use form::Form;
pub use frame::{Frame, Section, Tab, page, see};
pub use live::Bell;
pub use outside::Outside;
pub use pager::{Pager, ROWS, Trail};
pub use pages::{Pages, PagesConfig, serve};
pub use prose::Prose;
pub use segment::Segment;
pub use tip::Tip;
pub use upload::{Upload, Uploaded};
pub use visitor::Visitor;
pub use wrong::Wrong;
