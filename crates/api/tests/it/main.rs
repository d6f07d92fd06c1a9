//! `/api/v1` in front of a real gateway, a real database and scripted servers.

mod annotations;
mod audit;
mod builders;
mod canary;
mod contract;
mod document;
mod doors;
mod drift;
mod editors;
mod environments;
mod notes;
mod pages;
mod sources;
mod suggestions;
mod tools;
mod toolsets;
mod world;
