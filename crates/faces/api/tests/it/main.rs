//! `/api/v1` in front of a real gateway, a real database and scripted servers.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod access;
mod annotations;
mod approvals;
mod audit;
mod builders;
mod canary;
mod contract;
mod document;
mod drift;
mod editors;
mod environments;
mod fixture;
mod notes;
mod own_guard;
mod pages;
mod policy;
mod roles;
mod rules;
mod sign_in_links;
mod sources;
mod standing;
mod suggestions;
mod tokens;
mod tools;
mod toolsets;
mod verifications;
