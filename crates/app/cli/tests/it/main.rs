//! The real binary, as a person or a script uses it.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod adopt;
mod annotate;
mod api;
mod apply;
mod approvals;
mod approvals_watch;
mod call;
mod call_approved;
mod config;
mod credentials;
mod demo;
mod doctor;
mod doctor_api;
mod drift;
mod environment;
mod functions;
mod functions_new;
mod functions_test;
mod gs1;
mod help;
mod hypertool;
mod import;
mod infer;
mod lint;
mod login;
mod nextcloud;
mod note;
mod open;
mod openapi;
mod policy;
mod pty;
mod sandbox;
mod serve;
mod shop;
mod stdio;
mod token;
mod tools;
mod toolset;
mod toolset_file;
mod upstream;
mod waiting;
