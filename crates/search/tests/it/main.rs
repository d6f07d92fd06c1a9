//! Search as callers see it: which tool comes first, and what always holds.

mod laws;
mod ranking;
mod tools;
