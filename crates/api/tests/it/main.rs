//! `/api/v1` in front of a real gateway, a real database and scripted servers.

mod annotations;
mod audit;
mod canary;
mod contract;
mod document;
mod doors;
mod drift;
mod editors;
mod environments;
mod pages;
mod sources;
mod suggestions;
mod tools;
mod world;
