//! The pages in front of a real gateway, a real database and a scripted server.

mod access;
mod browser;
mod deciding;
mod doors;
mod hostile;
mod html;
mod links;
mod lists;
mod standing;
mod world;
