//! The `[endpoint]` table.

use candor_model::HintProfile;

use super::context::ReadContext;
use super::precedence::{SettingCodec, flag, resolve_setting, word};
use super::values;
use crate::origin::SettingOrigin;
use crate::settings::EndpointSettings;
use crate::tree::{ConfigEntry, ConfigNode};

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["profile", "provenance", "budget", "management"];

/// Settles what `/mcp` writes.
pub(super) fn settings(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> EndpointSettings {
    let default = HintProfile::default();
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

fn budget(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> usize {
    let how = SettingCodec {
        read: &|node: &ConfigNode, _: &SettingOrigin| values::budget(node),
        show: &ToString::to_string,
    };
    let default = candor_resolve::notes::BUDGET;
    resolve_setting(context, table, "endpoint.budget", None, default, &how)
}
