//! Whole documents: in the manner of well-known APIs, from a real one, and from those who mean
//! harm.

mod github;
mod golden;
mod hostile;
mod render;
mod usable;
