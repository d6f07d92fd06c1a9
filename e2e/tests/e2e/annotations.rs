//! Annotations: what every tool says about itself, who says so, and what happens when that
//! changes.

mod channels;
mod concurrency;
mod contradiction;
mod drift;
mod endpoints;
mod overrides;
mod passthrough;
mod profiles;
mod replicas;
mod sealed_secrets;
mod tolerance;
mod upstream;

use candor_testkit::{PATIENCE, until};
