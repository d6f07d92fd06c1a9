//! Functions: tools written by users, which run where they can do what they say and no more.

mod bundles;
mod clients;
mod gs1;
mod kit;
mod lies;
mod many;
mod reload;
mod secrets;
mod seeds;
mod talk;
mod walls;
