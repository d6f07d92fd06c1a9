//! The gateway as a registry: its form, its pages, who may read it, and a client that does.

mod access;
mod client;
mod form;
mod listing;
mod world;
