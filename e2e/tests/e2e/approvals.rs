//! A person decides, knowing what will happen.

mod access;
mod attacks;
mod audit;
mod cases;
mod client_scenarios;
mod coalescing;
mod failing_servers;
mod flows;
mod guarded;
mod inspector;
pub(crate) mod kit;
mod message_client;
mod out_of_band;
mod races;
mod replicas;
mod restart;
mod result_cache;
mod retries;
mod sdks;
mod tasks;
