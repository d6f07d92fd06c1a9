//! The gateway's side, with real worker processes.

mod call;
mod fetch;
mod impostors;
mod life;
mod limits;
mod load;
mod pool;
mod program;
mod recorder;
mod secrets;
mod server;
mod tests;
