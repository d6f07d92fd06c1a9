//! Functions: tools written by users, which run where they can do what they say and no more.

mod bundles;
mod clients;
mod confinement;
mod false_hints;
mod gs1;
mod kit;
mod many;
mod messages;
mod reload;
mod resources;
mod secrets;
mod seeds;
