//! A person decides, knowing what will happen.

mod access;
mod attacks;
mod audit;
mod benchmark;
mod collapse;
mod counting;
mod flows;
mod guarded;
mod inspector;
mod kept;
pub(crate) mod kit;
mod oob;
mod races;
mod replicas;
mod restart;
mod retries;
mod scenes;
mod sdk_python;
mod sdk_rmcp;
mod sdk_typescript;
mod tasks;
mod wire;
