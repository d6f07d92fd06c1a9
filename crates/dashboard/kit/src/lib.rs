//! The building blocks of every page.
//!
//! Pages are rendered on the server and work without a script, on a phone, with a keyboard and with
//! a screen reader. They translate; decisions are made in the gateway.
//!
//! - External text is escaped by the templates and isolated from the text around it
//!   ([`ExternalText`], `<bdi>`), so that it can neither become markup nor change the direction of
//!   the page. Markup is made by types of this crate that are `HtmlSafe`; no template says `|safe`.
//! - `GET` changes nothing. A `POST` must come from one of our pages: `origin_check` checks where
//!   it comes from, [`csrf`] the token in its form.
//! - The reader of a page is authenticated ([`CurrentUser`]) or holds an approval link.
//! - [`badge`] and [`wording`] hold the vocabulary that all pages share.

mod asset;
pub mod badge;
mod behaviour_counts;
mod catalogue_cache;
mod change_summary;
pub mod chart;
pub mod clock;
pub mod cookie;
pub mod csrf;
pub mod current_user;
pub mod external_text;
pub mod form;
mod form_option;
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
mod state_badge;
mod to_sentence;
pub mod upload;
pub mod wording;

pub use badge::{BadgeLegend, BadgeList, ToolBehaviour, ToolFlags};
pub use behaviour_counts::BehaviourCounts;
pub use catalogue_cache::CatalogueCache;
pub use change_summary::ChangeSummary;
pub use clock::{DisplayTime, now_micros};
pub use current_user::CurrentUser;
pub use external_text::ExternalText;
pub use form::SubmittedForm;
pub use form_option::{FormOption, PROFILE_OPTIONS, form_options};
pub use help_tip::HelpTip;
pub use layout::{NavLink, PageLayout, SiteSection, TOOL_TABS, render_page, see_other};
pub use live::TryItNotifier;
pub use markdown::RenderedMarkdown;
pub use origin_check::not_found_page;
pub use page_error::PageError;
pub use pager::{CursorPager, NumberedPager, ROWS};
pub use path_segment::PathSegment;
pub use select_field::SelectField;
pub use state::{DashboardConfig, DashboardState, serve};
pub use state_badge::StateBadge;
pub use to_sentence::to_sentence;
pub use upload::{UploadForm, UploadedFile};
pub use wording::sentence;
