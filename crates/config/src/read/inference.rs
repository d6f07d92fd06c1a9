//! The `[inference]` table.

use candor_model::DestructivePolicy;

use super::context::Context;
use super::settle::{How, NONE, flag, settle, word};
use super::values;
use crate::origin::Origin;
use crate::settings::InferenceSettings;
use crate::tree::{Entry, Node};

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["enabled", "destructive", "open_world", "titles"];

/// Settles what Candor concludes by itself.
pub(super) fn settings(context: &mut Context<'_>, table: &[Entry]) -> InferenceSettings {
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

fn open_world(context: &mut Context<'_>, table: &[Entry]) -> Option<bool> {
    let read = |node: &Node, _: &Origin| node.as_bool().map(Some);
    let show = |said: &Option<bool>| said.map_or_else(|| NONE.to_owned(), |yes| yes.to_string());
    let how = How {
        read: &read,
        show: &show,
    };
    settle(context, table, "inference.open_world", None, None, &how)
}
