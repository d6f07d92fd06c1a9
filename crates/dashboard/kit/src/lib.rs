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
pub mod clock;
pub mod cookie;
pub mod csrf;
pub mod current_user;
pub mod external_text;
pub mod form;
pub mod help_tip;
pub mod layout;
mod live;
pub mod local_path;
pub mod markdown;
mod origin_check;
pub mod page_error;
pub mod pager;
pub mod path_segment;
pub mod query;
mod select_field;
mod state;
pub mod upload;
pub mod wording;

pub use badge::{BadgeLegend, BadgeList, ToolBehaviour, ToolFlags};
pub use clock::{DisplayTime, now_micros};
pub use current_user::CurrentUser;
pub use external_text::ExternalText;
pub use form::SubmittedForm;
pub use help_tip::HelpTip;
pub use layout::{NavLink, PageLayout, SiteSection, render_page, see_other};
pub use live::TryItNotifier;
pub use markdown::RenderedMarkdown;
pub use origin_check::not_found_page;
pub use page_error::PageError;
pub use pager::{CursorPager, NumberedPager, ROWS};
pub use path_segment::PathSegment;
pub use select_field::SelectField;
pub use state::{DashboardConfig, DashboardState, serve};
pub use upload::{UploadForm, UploadedFile};
