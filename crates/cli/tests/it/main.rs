//! The real binary, as a person or a script uses it.

mod annotate;
mod apply;
mod call;
mod config;
mod doctor;
mod drift;
mod environment;
mod help;
mod hypertool;
mod import;
mod infer;
mod note;
mod sandbox;
mod serve;
mod shop;
mod stdio;
mod tools;
mod toolset;
mod toolset_file;
mod upstream;
