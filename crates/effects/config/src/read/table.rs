//! Reads the keys of one table.

use candor_model::{Diagnostic, FilePosition, Severity};
use candor_text::quote;

use super::context::ReadContext;
use super::draft::{SpannedOption, SpannedTemplate};
use super::setting_type::{Maybe, SettingType, WrittenValue};
use crate::declare::SettingKey;
use crate::env;
use crate::free_text::{check_length, read_free_text};
use crate::interpolate::has_bare_double_dollar;
use crate::origin::SettingOrigin;
use crate::problem::ValueProblem;
use crate::report::bad_value;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, ConfigValue, find};

/// The display form of a setting without a value.
pub(crate) const NONE: &str = "(none)";

/// A table being read. A problem is reported and the key counts as absent; callers detect this by
/// comparing [`ConfigReport::errors`](crate::report::ConfigReport::errors).
pub(crate) struct TableReader<'t, 'c, 'a> {
    /// The report, the overrides, and the settings so far.
    pub(crate) context: &'c mut ReadContext<'a>,
    /// The table's path, for messages.
    pub(crate) path: String,
    /// The entries of the table; empty if it is absent.
    pub(crate) entries: &'t [ConfigEntry],
}

// === impl TableReader ===

impl<'t, 'c, 'a> TableReader<'t, 'c, 'a> {
    /// Begins to read the table at `path`.
    pub(crate) fn new(
        context: &'c mut ReadContext<'a>,
        path: impl Into<String>,
        entries: &'t [ConfigEntry],
    ) -> Self {
        Self {
            context,
            path: path.into(),
            entries,
        }
    }

    /// Reads a setting of Candor itself: flag over environment over file over default. Every layer
    /// is checked, so that overridden mistakes are reported too; only a mistake in the effective
    /// layer refuses the configuration, and the default is used instead.
    pub(crate) fn declared<S: SettingType>(
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
        let shown = shown.as_deref().unwrap_or(NONE);
        self.context.show(&path, shown, origin);
        value
    }

    /// The values written for a setting, lowest layer first.
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

    /// Reads a setting of a declared object. One without a value is not displayed; a mistake is
    /// replaced by the default.
    pub(crate) fn setting<S: SettingType>(
        &mut self,
        key: &str,
        kind: &S,
        default: S::Value,
    ) -> S::Value {
        let env = self.context.env;
        let written = self.get(key).map(|entry| &entry.node.span);
        let origin = self.context.origin_of(written);
        let stated = self.read(key, |node| {
            kind.read(&WrittenValue {
                node,
                origin: &origin,
                env,
                path: None,
            })
        });
        let (value, span) = stated.map_or((default, None), |(value, span)| (value, Some(span)));
        if let Some(shown) = kind.show(&value, None) {
            self.show(key, &shown, span.as_ref());
        }
        value
    }

    /// Reads a setting without a default, displayed only if it was written.
    pub(crate) fn stated<S: SettingType>(&mut self, key: &str, kind: S) -> Option<S::Value> {
        self.setting(key, &Maybe(kind), None)
    }

    /// Reads free text of at most `longest` characters; empty if unset.
    pub(crate) fn free_text(&mut self, key: &str, longest: usize) -> String {
        let read = self.read(key, |node| {
            let words = read_free_text(node.as_text()?)?;
            check_length(words.as_deref().unwrap_or_default(), longest)?;
            Ok(words)
        });
        let Some((Some(words), span)) = read else {
            return String::new();
        };
        self.show(key, &words, Some(&span));
        words
    }

    /// The entry of a key; `null` is as good as absent.
    pub(crate) fn get(&self, key: &str) -> Option<&'t ConfigEntry> {
        find(self.entries, key).filter(|entry| entry.node.value != ConfigValue::Null)
    }

    /// Reads a value with a function.
    pub(crate) fn read<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&'t ConfigNode) -> Result<T, ValueProblem>,
    ) -> SpannedOption<T> {
        let node = &self.get(key)?.node;
        let value = read(node).map_err(|problem| self.bad(key, &node.span, problem));
        Some((value.ok()?, node.span.clone()))
    }

    /// A text with variables.
    pub(crate) fn template(&mut self, key: &str) -> Option<SpannedTemplate> {
        let node = &self.get(key)?.node;
        self.taken(key, node, node.as_text().map(str::to_owned))
    }

    /// The text with variables that names a program. Some clients write it and its arguments as one
    /// list.
    pub(crate) fn program(&mut self, key: &str) -> Option<SpannedTemplate> {
        let node = &self.get(key)?.node;
        let text = node.as_text().map(str::to_owned).map_err(|mut problem| {
            if matches!(node.value, ConfigValue::List(_)) {
                let hint = "write the program alone, as in `command = \"npx\"`, and the rest as \
                            `args = [\"-y\", \"server\"]`";
                problem.hint = Some(hint.to_owned());
            }
            problem
        });
        self.taken(key, node, text)
    }

    /// Checks the text with variables that a source of `kind`, which begins at `span`, cannot do
    /// without.
    pub(crate) fn check_needed(
        &mut self,
        kind: &str,
        key: &str,
        span: &ByteSpan,
        code: &'static str,
        hint: &str,
    ) {
        if self.get(key).is_none() {
            let says = format!("is of kind `{kind}`, but has no `{key}`");
            self.refuse(span, code, &says, hint);
        }
        self.template(key);
    }

    /// A list of texts with variables.
    pub(crate) fn templates(&mut self, key: &str) -> Vec<SpannedTemplate> {
        let (items, _) = self.read(key, ConfigNode::as_list).unwrap_or_default();
        let numbered = items.iter().enumerate();
        numbered
            .filter_map(|(index, item)| {
                self.taken(&format!("{key}[{index}]"), item, item.as_scalar_text())
            })
            .collect()
    }

    /// A table of texts with variables. Values are not repeated in messages.
    pub(crate) fn pairs(&mut self, key: &str) -> Vec<(String, SpannedTemplate)> {
        let must_be = |what: &str| ValueProblem::new(format!("must be {what}"));
        let table = self.read(key, |node| node.as_table().map_err(|_| must_be("a table")));
        let (entries, _) = table.unwrap_or_default();
        entries
            .iter()
            .filter_map(|entry| {
                let text = entry.node.as_scalar_text().map_err(|_| must_be("a text"));
                let template = self.taken(&format!("{key}.{}", entry.key), &entry.node, text)?;
                Some((entry.key.clone(), template))
            })
            .collect()
    }

    /// A text with variables as it was read, or nothing and what is wrong with it.
    fn taken(
        &mut self,
        key: &str,
        node: &ConfigNode,
        parsed: Result<String, ValueProblem>,
    ) -> Option<SpannedTemplate> {
        let span = node.span.clone();
        let text = parsed
            .map_err(|problem| self.bad(key, &span, problem))
            .ok()?;
        if self.context.notes_dollars && has_bare_double_dollar(&text) {
            let key = quote(&format!("{}.{key}", self.path));
            let message = format!("{key} holds `$$`, which stands for one `$` here");
            let remark = Diagnostic::new(Severity::Note, "config::dollar", message)
                .with_hint("write `$$$$` for two");
            self.context.report.push_at(&span, remark);
        }
        Some(SpannedTemplate { text, span })
    }

    /// Adds an error about the value of a key.
    pub(crate) fn bad(&mut self, key: &str, span: &ByteSpan, problem: ValueProblem) {
        let key = format!("{}.{key}", self.path);
        self.context.report.bad_value(span, &key, problem);
    }

    /// Adds an error about the table as a whole.
    pub(crate) fn refuse(&mut self, span: &ByteSpan, code: &'static str, says: &str, hint: &str) {
        let error = Diagnostic::error(code, format!("{} {says}", quote(&self.path)));
        self.context.report.push_at(span, error.with_hint(hint));
    }

    /// Warns that a key does nothing here.
    pub(crate) fn ignored(&mut self, key: &str, why: &str) {
        if let Some(entry) = self.get(key) {
            let message = format!(
                "{} is ignored: {why}",
                quote(&format!("{}.{key}", self.path))
            );
            let diagnostic = Diagnostic::warning("config::ignored-key", message);
            self.context.report.push_at(&entry.key_span, diagnostic);
        }
    }

    /// Records a settled value of a key, written at `span`.
    pub(crate) fn show(&mut self, key: &str, value: &str, span: Option<&ByteSpan>) {
        let origin = self.context.origin_of(span);
        self.context
            .show(&format!("{}.{key}", self.path), value, origin);
    }
}

/// The place where a value was written.
pub(super) fn place_of(origin: &SettingOrigin) -> FilePosition {
    match origin {
        SettingOrigin::File { place } => place.clone(),
        other => FilePosition {
            file: other.to_string(),
            position: None,
        },
    }
}
