//! Functions: tools written by users, which run where they can do what they say and no more.

mod kit;
mod lies;
mod many;
mod secrets;
mod walls;
