//! Refusals of confined programs, and whether instances share their state.

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, EVIDENCE_MAX, InstanceCheck, ProgramRefusal, SourceName};
use candor_store::REFUSALS_MAX;
use serde_json::json;

use super::record::{check_author, record};
use super::{EditError, Editor, text};

impl Editor<'_> {
    /// The refusals of one source's program, or of all sources, the newest first.
    #[boxed]
    pub async fn refusals(
        &self,
        source: Option<&SourceName>,
    ) -> Result<Vec<ProgramRefusal>, EditError> {
        Ok(self.store().program_refusals(source, REFUSALS_MAX).await?)
    }

    /// The result of starting the server of a source twice.
    pub fn instance_check(&self, source: &SourceName) -> Option<InstanceCheck> {
        self.gateway.snapshot().instance_check(source).cloned()
    }

    /// Saves the result of starting the server of a source twice. A source whose instances do not
    /// share their state is no longer split.
    #[boxed]
    pub async fn save_instance_check(
        &self,
        author: &ChangeAuthor,
        check: &InstanceCheck,
    ) -> Result<(), EditError> {
        check_author(author)?;
        text::check("the evidence", &check.evidence, EVIDENCE_MAX)?;
        let subject = format!("source {}", check.source);
        let new = json!({"shared": check.shared, "evidence": check.evidence});
        let change = record(author, "verification.instances", subject, None, Some(new));
        self.store().save_instance_check(check, &change).await?;
        self.gateway.catch_up().await;
        Ok(())
    }
}
