//! Changed definitions, and accepting them.

use std::collections::BTreeSet;

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, Digest, DriftRecord, QualifiedName, SourceName, ToolPattern};
use serde_json::json;

use super::record::{check_author, record};
use super::{EditError, Editor};

/// Whose changes are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DriftSelection {
    /// One tool's; with a hash, only if that is its current definition.
    Tool(QualifiedName, Option<Digest>),
    /// All of a source.
    Source(SourceName),
}

impl Editor<'_> {
    /// All drifts that wait for a decision, by name.
    #[boxed]
    pub async fn drifts(&self) -> Result<Vec<DriftRecord>, EditError> {
        Ok(self.store().drifts().await?)
    }

    /// The drift of one tool.
    #[boxed]
    pub async fn drift(&self, name: &QualifiedName) -> Result<DriftRecord, EditError> {
        let drifts = self.drifts().await?;
        let found = drifts.into_iter().find(|drift| drift.name == *name);
        found.ok_or_else(|| self.no_drift(name))
    }

    /// Accepts changes: the definitions that were found become the pinned ones, and the tools are
    /// served again. All tools or none. With a whole source, its instructions are accepted too; if
    /// nothing else has changed, no tool is returned.
    #[boxed]
    pub async fn accept_drift(
        &self,
        author: &ChangeAuthor,
        which: &DriftSelection,
    ) -> Result<Vec<DriftRecord>, EditError> {
        check_author(author)?;
        let accepted = match which {
            DriftSelection::Tool(name, hash) => {
                let drift = self.drift(name).await?;
                if let Some(hash) = hash.filter(|hash| *hash != drift.found.hash) {
                    return Err(EditError::Invalid(format!(
                        "`{name}` has changed again: it is `{}` now, not `{hash}`; look at it \
                         before you accept it",
                        drift.found.hash
                    )));
                }
                vec![drift]
            }
            DriftSelection::Source(source) => {
                let mut drifts = self.drifts().await?;
                drifts.retain(|drift| drift.name.source() == source);
                match self.changed_instructions_of(source).await? {
                    Some(changed) => self.accept_instructions(author, &changed).await?,
                    None if drifts.is_empty() => return Err(self.no_drift_of(source)),
                    None => {}
                }
                drifts
            }
        };
        self.check_own_drifts(&accepted)?;
        let changes: Vec<_> = accepted
            .iter()
            .map(|drift| {
                let old = drift.pinned.map(|hash| json!({"hash": hash.to_string()}));
                let new = json!({
                    "hash": drift.found.hash.to_string(),
                    "differences": drift.differences,
                });
                let subject = drift.name.to_string();
                record(author, "drift.accept", subject, old, Some(new))
            })
            .collect();
        self.store().accept_drifts(&accepted, &changes).await?;
        self.gateway.catch_up().await;
        Ok(accepted)
    }

    fn no_drift(&self, name: &QualifiedName) -> EditError {
        match self.check_known(&ToolPattern::exactly(name)) {
            Err(unknown) => unknown,
            Ok(()) => EditError::Unknown(format!("`{name}` is as it was pinned")),
        }
    }

    fn no_drift_of(&self, source: &SourceName) -> EditError {
        let names = self.known_names();
        let sources: BTreeSet<_> = names.iter().map(QualifiedName::source).collect();
        EditError::Unknown(if sources.contains(source) {
            format!("every tool of `{source}` is as it was pinned")
        } else {
            format!("no tool of a source `{source}` was ever seen")
        })
    }
}
