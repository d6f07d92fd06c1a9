//! Links to real processes and real HTTP servers, healthy and not.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod http;
mod http_stream;
mod pool;
mod proxy;
mod raw;
mod sse;
mod stdio;
mod stdio_end;
mod support;
mod tls;
