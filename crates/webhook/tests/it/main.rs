//! Webhooks of a real gateway, told to a scripted server.

mod log;
mod logs;
mod once;
mod signed;
mod slack;
mod told;
mod tries;
mod world;
