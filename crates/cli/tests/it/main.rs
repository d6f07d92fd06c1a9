//! The real binary, as a person or a script uses it.

mod annotate;
mod api;
mod apply;
mod call;
mod config;
mod demo;
mod doctor;
mod doctor_api;
mod drift;
mod environment;
mod help;
mod hypertool;
mod import;
mod infer;
mod lint;
mod login;
mod note;
mod openapi;
mod sandbox;
mod serve;
mod shop;
mod stdio;
mod tools;
mod toolset;
mod toolset_file;
mod upstream;
