//! The tools against servers that other people wrote: Radicale for calendars and contacts,
//! `WsgiDAV` for files. Each case of a tool that such a server can answer runs there too.

mod calendars;
mod coverage;
mod files;
mod judge;
mod series;
mod server;

pub(crate) use coverage::coverage_table;
