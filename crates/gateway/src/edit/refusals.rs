//! What confined programs were refused, and whether instances share their state.

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, EVIDENCE_MAX, InstanceCheck, ProgramRefusal, SourceName};
use candor_store::REFUSALS_MAX;
use serde_json::json;

use super::record::{check_author, record};
use super::{EditError, Editor, text};

impl Editor<'_> {
    /// What the program of a source was refused, or those of all sources, the newest first.
    #[boxed]
    pub async fn refusals(
        &self,
        source: Option<&SourceName>,
    ) -> Result<Vec<ProgramRefusal>, EditError> {
        Ok(self.store().program_refusals(source, REFUSALS_MAX).await?)
    }

    /// What was found when the server of a source was started twice.
    pub fn instance_check(&self, source: &SourceName) -> Option<InstanceCheck> {
        self.gateway.snapshot().instance_check(source).cloned()
    }

    /// Keeps what was found when the server of a source was started twice. One whose instances do
    /// not share their state is not split from now on.
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
