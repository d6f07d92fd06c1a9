//! The pages of the house in front of a real gateway and a real database.

#[macro_use]
mod kept;

mod access;
mod environments;
mod hostile;
mod house;
mod policy;
mod simulate;
mod variables;
