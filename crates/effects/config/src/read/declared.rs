//! Names declared in the file, including those of invalid entries.

use candor_model::{Diagnostic, SourceName, glob};
use candor_text::quote;

use super::context::ReadContext;
use crate::problem::did_you_mean;
use crate::tree::{ByteSpan, ConfigEntry, find};

/// The maximum number of names considered for a suggestion.
const MOST_COMPARED: usize = 100;

/// The names in the file.
pub(super) struct DeclaredNames<'r> {
    sources: Vec<&'r str>,
    toolsets: Vec<&'r str>,
    environments: Vec<&'r str>,
}

/// Kinds of declarations that may also be created elsewhere.
#[derive(Clone, Copy)]
pub(super) enum DeclaredKind {
    Toolset,
    Environment,
}

// === impl DeclaredNames ===

impl<'r> DeclaredNames<'r> {
    /// Collects the names from the root of the document.
    pub(super) fn of(root: &'r [ConfigEntry]) -> Self {
        let names = |key: &str| {
            let table = find(root, key).and_then(|found| found.node.as_table().ok());
            let entries = table.unwrap_or_default().iter();
            entries.map(|entry| entry.key.as_str()).collect()
        };
        Self {
            sources: names("sources"),
            toolsets: names("toolsets"),
            environments: names("environments"),
        }
    }

    /// The sources whose names can be used.
    pub(super) fn sources(&self) -> Vec<SourceName> {
        let names = self.sources.iter();
        names
            .filter_map(|name| SourceName::parse(name).ok())
            .collect()
    }

    /// Warns if nothing of the file fits `pattern`, which `path` speaks of.
    pub(super) fn expect(
        &self,
        context: &mut ReadContext<'_>,
        kind: DeclaredKind,
        pattern: &str,
        path: &str,
        span: &ByteSpan,
    ) {
        let (what, article, code, names) = match kind {
            DeclaredKind::Toolset => ("toolset", "a", "config::no-such-toolset", &self.toolsets),
            DeclaredKind::Environment => (
                "environment",
                "an",
                "config::no-such-environment",
                &self.environments,
            ),
        };
        if names.iter().any(|name| glob::glob_matches(pattern, name)) {
            return;
        }
        let (path, shown) = (quote(path), quote(pattern));
        let message =
            format!("{path} is about the {what} {shown}, which this file does not declare");
        let compared = names.iter().take(MOST_COMPARED).copied();
        let hint = did_you_mean(pattern, compared).unwrap_or_else(|| {
            format!("it applies as soon as such {article} {what} is created elsewhere")
        });
        let warning = Diagnostic::warning(code, message).with_hint(hint);
        context.report.push_at(span, warning);
    }
}
