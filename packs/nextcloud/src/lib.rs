//! The Nextcloud tools: notes, files, boards, tables, shares, recipes, news, contacts and
//! calendars of one account.
//!
//! [`toolbox`] makes the tools and sends nothing, so that their definitions can be printed without
//! a server. [`capability_gate`] asks the server which apps it has. [`hint_table`] writes what
//! every tool requests and why its hints are what they are; it is made from the same definitions.
//!
//! A tool that says `readOnlyHint: true` is held to it: its requests go through a client that
//! refuses every method that is not safe.

mod account;
mod accounts;
mod calendar;
mod capability;
mod client;
mod contacts;
mod cookbook;
mod dav;
mod deck;
mod effect;
mod etag;
mod files;
mod hint_table;
mod login;
mod news;
mod not_offered;
mod notes;
mod options;
mod pack_call;
mod pack_tool;
mod page;
mod path;
mod php_list;
mod removal;
mod sharing;
mod tables;
mod toolbox;
mod xml;

pub use capability::{ModuleGate, ModuleState, capability_gate};
pub use hint_table::hint_table;
pub use login::{CallerLogin, LoginFuture, LoginStore, MemoryLogins};
pub use not_offered::not_offered;
pub use options::{NextcloudError, NextcloudOptions};
pub use pack_tool::PackModule;
pub use toolbox::{
    module_tools, toolbox, toolbox_with_logins, toolbox_without, unconnected_toolbox,
};
