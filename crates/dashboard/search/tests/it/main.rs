//! Search with a real gateway, a real database and a scripted server.

#![allow(clippy::expect_used, reason = "a failed expectation ends the test")]

mod search;
