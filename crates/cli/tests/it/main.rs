//! The real binary, as a person or a script uses it.

mod call;
mod config;
mod doctor;
mod help;
mod import;
mod sandbox;
mod serve;
mod stdio;
mod tools;
mod upstream;
