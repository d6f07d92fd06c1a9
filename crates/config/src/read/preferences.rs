//! How a house wants to be asked, everywhere or in one toolset.

use std::time::Duration;

use candor_model::{PreferenceEdits, Preferences, Unset};

use super::context::Context;
use super::values;
use crate::duration;
use crate::problem::Problem;
use crate::tree::{Entry, Node, find};

/// The known keys.
pub(super) const KEYS: [&str; 8] = [
    "auto_approve_read_only",
    "always_confirm_destructive",
    "show_warnings",
    "trust_idempotent_retries",
    "unset",
    "out_of_band",
    "cache",
    "collapse",
];

/// The longest that a result is kept: what is older is no answer any more.
const LONGEST_CACHE: Duration = Duration::from_hours(24);

/// A table with preferences in it.
pub(super) struct Table<'t, 'c, 'a> {
    pub(super) context: &'c mut Context<'a>,
    pub(super) entries: &'t [Entry],
    /// The table's path, for messages.
    pub(super) path: &'t str,
    /// Whether a default that nobody changed is shown.
    pub(super) shows_defaults: bool,
}

// === impl Table ===

impl Table<'_, '_, '_> {
    /// Reads what is stated. A preference that cannot be read counts as unstated.
    pub(super) fn read(mut self) -> PreferenceEdits {
        let default = Preferences::default();
        PreferenceEdits {
            auto_approve_read_only: self
                .flag("auto_approve_read_only", default.auto_approve_read_only),
            always_confirm_destructive: self.flag(
                "always_confirm_destructive",
                default.always_confirm_destructive,
            ),
            show_warnings: self.flag("show_warnings", default.show_warnings),
            trust_idempotent_retries: self
                .flag("trust_idempotent_retries", default.trust_idempotent_retries),
            unset: self.unset(default.unset),
            out_of_band: self.flag("out_of_band", default.out_of_band),
            cache: self.cache(default.cache.unwrap_or_default()),
            collapse: self.flag("collapse", default.collapse),
        }
    }

    fn flag(&mut self, key: &str, default: bool) -> Option<bool> {
        self.stated(key, default, Node::as_bool, bool::to_string)
    }

    fn unset(&mut self, default: Unset) -> Option<Unset> {
        let read = |node: &Node| values::unset(node.as_text()?);
        self.stated("unset", default, read, |unset| unset.as_str().to_owned())
    }

    fn cache(&mut self, default: Duration) -> Option<Duration> {
        let read = |node: &Node| {
            duration::parse_within(&node.as_scalar_text()?, Duration::ZERO, LONGEST_CACHE)
        };
        self.stated("cache", default, read, |time| duration::show(*time))
    }

    fn stated<T: Copy>(
        &mut self,
        key: &str,
        default: T,
        read: impl FnOnce(&Node) -> Result<T, Problem>,
        show: impl FnOnce(&T) -> String,
    ) -> Option<T> {
        let path = format!("{}.{key}", self.path);
        let written = find(self.entries, key).map(|entry| &entry.node);
        let stated = written.and_then(|node| {
            let report = &mut self.context.report;
            read(node)
                .map_err(|problem| report.bad_value(&node.span, &path, problem))
                .ok()
        });
        if stated.is_some() || self.shows_defaults {
            let span = written.filter(|_| stated.is_some()).map(|node| &node.span);
            let origin = self.context.origin_of(span);
            let value = show(stated.as_ref().unwrap_or(&default));
            self.context.show(&path, &value, origin);
        }
        stated
    }
}
