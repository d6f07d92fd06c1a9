//! The MCP face as clients meet it: a real gateway in front of a scripted server.

#![expect(
    clippy::needless_pass_by_value,
    reason = "requests read better without borrows"
)]

mod doors;
mod legacy;
mod modern;
mod sessions;
mod stdio;
mod streams;
mod tcp;
mod world;
