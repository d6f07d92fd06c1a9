//! What Candor promises, shown on the built binary.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod added_sources;
mod adopt;
mod annotations;
mod approvals;
mod audit;
mod benchmarks;
mod build_size;
mod configuration;
mod confine;
mod conformance;
mod cost;
mod dashboard;
mod documents;
mod eras;
mod extensions;
mod faults;
mod functions;
mod guard;
mod guides;
mod killed_verify;
mod layers;
mod lifecycle;
mod limits;
mod lint;
mod lossless;
mod openapi;
mod packaging;
mod peers;
mod recorded;
mod reload;
mod remembered;
mod same_uri;
mod secrets;
mod source_tasks;
mod split;
mod toolsets;
