//! Who is let in, and who may decide.

mod beyond;
mod own_call;
mod sessions;
mod tokens;
