//! Flag over environment over file over default, one setting at a time.

use candor_model::FilePosition;

use super::context::ReadContext;
use super::setting_type::{SettingType, WrittenValue};
use crate::declare::SettingKey;
use crate::env;
use crate::origin::SettingOrigin;
use crate::report::bad_value;
use crate::tree::{ConfigEntry, ConfigNode, find};

/// A table of settings being read.
pub(crate) struct TableReader<'t, 'c, 'a> {
    /// The report, the overrides, and the settings so far.
    pub(crate) context: &'c mut ReadContext<'a>,
    entries: &'t [ConfigEntry],
    path: &'t str,
}

// === impl TableReader ===

impl<'t, 'c, 'a> TableReader<'t, 'c, 'a> {
    /// Begins to read a table of the file; an absent one has no entries.
    pub(crate) fn new(
        context: &'c mut ReadContext<'a>,
        entries: &'t [ConfigEntry],
        path: &'t str,
    ) -> Self {
        Self {
            context,
            entries,
            path,
        }
    }

    /// Reads one setting. Every layer is checked, so that an overridden mistake is reported too;
    /// only a mistake in the layer that counts refuses the whole, and then the default stands in.
    pub(crate) fn setting<S: SettingType>(
        &mut self,
        key: &SettingKey,
        kind: &S,
        default: &S::Value,
    ) -> S::Value {
        let path = format!("{}.{}", self.path, key.key);
        let unset = |value: &S::Value| (kind.show(value, None), SettingOrigin::Default);
        let (mut shown, mut origin) = unset(default);
        let mut value = default.clone();
        let mut sound = true;
        for (from, node) in self.layers(key) {
            let written = WrittenValue {
                node: &node,
                origin: &from,
                env: self.context.env,
                path: self.context.flags.path(&from),
            };
            match kind.read(&written) {
                Ok(read) => {
                    shown = kind.show(&read, Some(&written));
                    (value, origin, sound) = (read, from, true);
                }
                Err(problem) => {
                    let place = place_of(&from);
                    self.context
                        .report
                        .push(bad_value(&path, problem).at(place));
                    (shown, origin) = unset(default);
                    (value, sound) = (default.clone(), false);
                }
            }
        }
        self.context.refused |= !sound;
        self.context.show(&path, &shown, origin);
        value
    }

    /// What is written for a setting, lowest layer first.
    fn layers(&self, key: &SettingKey) -> Vec<(SettingOrigin, ConfigNode)> {
        let file = find(self.entries, key.key).map(|entry| {
            let origin = self.context.origin_of(Some(&entry.node.span));
            (origin, entry.node.clone())
        });
        let variable = key.env.and_then(|name| {
            let text = env::non_empty(self.context.env, name)?;
            Some((SettingOrigin::Env { name }, ConfigNode::text(text)))
        });
        let flag = key.flag.and_then(|name| {
            let text = self.context.flags.text(name)?;
            Some((SettingOrigin::Flag { name }, ConfigNode::text(text)))
        });
        file.into_iter().chain(variable).chain(flag).collect()
    }
}

/// Where a value was written.
pub(super) fn place_of(origin: &SettingOrigin) -> FilePosition {
    match origin {
        SettingOrigin::File { place } => place.clone(),
        other => FilePosition {
            file: other.to_string(),
            position: None,
        },
    }
}
