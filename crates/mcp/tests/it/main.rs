//! The MCP face as clients meet it: a real gateway in front of a scripted server.

mod doors;
mod legacy;
mod modern;
mod sessions;
mod stdio;
mod streams;
mod world;
