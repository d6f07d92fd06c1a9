//! The `[inference]` table.

use candor_model::DestructivePolicy;

use super::context::ReadContext;
use super::precedence::{NONE, SettingCodec, flag, resolve_setting, word};
use super::values;
use crate::origin::SettingOrigin;
use crate::settings::InferenceSettings;
use crate::tree::{ConfigEntry, ConfigNode};

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["enabled", "destructive", "open_world", "titles"];

/// Settles what Candor concludes by itself.
pub(super) fn settings(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> InferenceSettings {
    let default = DestructivePolicy::default();
    InferenceSettings {
        enabled: flag(context, table, "inference.enabled", true),
        destructive: word(
            context,
            table,
            "inference.destructive",
            default,
            &values::destructive,
        ),
        open_world: open_world(context, table),
        titles: flag(context, table, "inference.titles", true),
    }
}

fn open_world(context: &mut ReadContext<'_>, table: &[ConfigEntry]) -> Option<bool> {
    let read = |node: &ConfigNode, _: &SettingOrigin| node.as_bool().map(Some);
    let show = |said: &Option<bool>| said.map_or_else(|| NONE.to_owned(), |yes| yes.to_string());
    let how = SettingCodec {
        read: &read,
        show: &show,
    };
    resolve_setting(context, table, "inference.open_world", None, None, &how)
}
