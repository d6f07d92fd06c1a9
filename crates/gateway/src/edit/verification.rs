//! What was observed when tools were verified.

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, EVIDENCE_MAX, SourceName, ToolPattern, Verification};
use serde_json::{Value, json};

use super::record::{check_author, record};
use super::{EditError, Editor, text};

impl Editor<'_> {
    /// What was observed of every tool that was verified, by name.
    #[boxed]
    pub async fn verifications(&self) -> Result<Vec<Verification>, EditError> {
        Ok(self.store().verifications().await?)
    }

    /// Keeps what was observed of some tools: of all of them or of none. A tool must have the
    /// definition that it had when it was verified.
    #[boxed]
    pub async fn save_verifications(
        &self,
        author: &ChangeAuthor,
        verifications: &[Verification],
    ) -> Result<(), EditError> {
        check_author(author)?;
        for verification in verifications {
            self.check_verification(verification)?;
        }
        let subject = match verifications {
            [] => return Err(EditError::Invalid("no tool was verified".to_owned())),
            [one] => one.tool.to_string(),
            [first, ..] => {
                let (count, source) = (verifications.len(), first.tool.source());
                format!("{count} tools of source {source}")
            }
        };
        let new = verifications.iter().map(in_history).collect::<Value>();
        let change = record(author, "verification.save", subject, None, Some(new));
        let store = self.store();
        store.save_verifications(verifications, &change).await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// Forgets what was observed of a source's tools, and says of how many.
    #[boxed]
    pub async fn forget_verifications(
        &self,
        author: &ChangeAuthor,
        source: &SourceName,
    ) -> Result<u64, EditError> {
        check_author(author)?;
        let subject = format!("source {source}");
        let change = record(author, "verification.forget", subject, None, None);
        let forgotten = self.store().forget_verifications(source, &change).await?;
        if forgotten == 0 {
            let sentence = format!("no tool of a source `{source}` was verified");
            return Err(EditError::Unknown(sentence));
        }
        self.gateway.catch_up().await;
        Ok(forgotten)
    }

    fn check_verification(&self, verification: &Verification) -> Result<(), EditError> {
        let name = &verification.tool;
        for observed in &verification.hints {
            text::check("the evidence", &observed.evidence, EVIDENCE_MAX)?;
        }
        let catalogue = self.gateway.catalogue();
        let Some(tool) = catalogue.named(name) else {
            self.check_known(&ToolPattern::exactly(name))?;
            return Err(EditError::Unknown(format!(
                "`{name}` is not offered by its source now, though it was before"
            )));
        };
        if tool.hash == verification.definition {
            return Ok(());
        }
        Err(EditError::Invalid(format!(
            "`{name}` is not what was verified: its definition is `{}`, not `{}`; verify it again",
            tool.hash, verification.definition
        )))
    }
}

fn in_history(verification: &Verification) -> Value {
    let hints = verification.hints.iter();
    let hints = hints.map(|observed| {
        json!({
            "hint": observed.hint.key(),
            "value": observed.value,
            "contradicts": observed.contradicts,
        })
    });
    json!({
        "tool": verification.tool.to_string(),
        "definition": verification.definition.to_string(),
        "hints": hints.collect::<Value>(),
    })
}
