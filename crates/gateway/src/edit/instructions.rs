//! Changed instructions of sources, and accepting them.

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, InstructionPin, SourceName};
use serde_json::json;

use super::record::{check_author, record};
use super::{EditError, Editor};

impl Editor<'_> {
    /// The sources whose instructions have changed, by name.
    #[boxed]
    pub async fn changed_instructions(&self) -> Result<Vec<InstructionPin>, EditError> {
        let mut pins = self.store().instruction_pins().await?;
        pins.retain(|pin| pin.found.is_some());
        Ok(pins)
    }

    /// The changed instructions of one source, if they wait for a decision.
    #[boxed]
    pub async fn changed_instructions_of(
        &self,
        source: &SourceName,
    ) -> Result<Option<InstructionPin>, EditError> {
        let changed = self.changed_instructions().await?;
        Ok(changed.into_iter().find(|pin| pin.source == *source))
    }

    /// Accepts the changed instructions in `pin`: clients get them from now on.
    pub(super) async fn accept_instructions(
        &self,
        author: &ChangeAuthor,
        pin: &InstructionPin,
    ) -> Result<(), EditError> {
        check_author(author)?;
        let seen = pin.found.as_deref().unwrap_or_default();
        let accepted = InstructionPin {
            accepted: seen.into(),
            found: None,
            ..pin.clone()
        };
        let (old, new) = (json!({"text": pin.accepted}), json!({"text": seen}));
        let subject = format!("source {}", pin.source);
        let action = "drift.accept-instructions";
        let change = record(author, action, subject, Some(old), Some(new));
        let store = self.store();
        store
            .accept_instructions(&accepted, Some(seen), &change)
            .await?;
        Ok(())
    }
}
