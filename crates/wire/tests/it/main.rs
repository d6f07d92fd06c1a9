//! Links to real processes and real HTTP servers, healthy and not.

mod http;
mod http_stream;
mod sse;
mod stdio;
mod stdio_end;
mod support;
