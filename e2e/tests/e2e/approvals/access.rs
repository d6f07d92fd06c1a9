//! Who is let in, and who may decide.

mod own_call;
mod public_address;
mod sessions;
mod tokens;
