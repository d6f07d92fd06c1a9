//! Registries that answer well, late, wrongly or not at all.

mod files;
mod looks;
mod many;
mod network;
mod outage;
mod support;
