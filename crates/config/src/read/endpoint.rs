//! The `[endpoint]` table.

use candor_model::Profile;

use super::context::Context;
use super::settle::{flag, word};
use super::values;
use crate::settings::EndpointSettings;
use crate::tree::Entry;

/// The known keys.
pub(super) const KEYS: [&str; 2] = ["profile", "provenance"];

/// Settles what `/mcp` writes.
pub(super) fn settings(context: &mut Context<'_>, table: &[Entry]) -> EndpointSettings {
    let default = Profile::default();
    EndpointSettings {
        profile: word(
            context,
            table,
            "endpoint.profile",
            default,
            &values::profile,
        ),
        provenance: flag(context, table, "endpoint.provenance", false),
    }
}
