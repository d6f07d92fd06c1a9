//! The page of a tool in front of a real gateway, a real database and scripted servers.

mod access;
mod annotating;
mod conflict;
mod drifting;
mod hostile;
mod looking;
mod noting;
mod shop;
mod undoing;
