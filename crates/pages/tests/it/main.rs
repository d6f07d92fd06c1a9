//! The pages in front of a real gateway, a real database and a scripted server.

mod access;
mod deciding;
mod doors;
mod hostile;
mod links;
mod lists;
mod standing;
