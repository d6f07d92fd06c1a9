//! The `[endpoint]` table.

use candor_model::Profile;

use super::context::Context;
use super::settle::{How, flag, settle, word};
use super::values;
use crate::origin::Origin;
use crate::settings::EndpointSettings;
use crate::tree::{Entry, Node};

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["profile", "provenance", "budget", "management"];

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
        budget: budget(context, table),
        management: flag(context, table, "endpoint.management", true),
    }
}

fn budget(context: &mut Context<'_>, table: &[Entry]) -> usize {
    let how = How {
        read: &|node: &Node, _: &Origin| values::budget(node),
        show: &ToString::to_string,
    };
    let default = candor_resolve::notes::BUDGET;
    settle(context, table, "endpoint.budget", None, default, &how)
}
