//! Saving and reading what was observed when tools were verified.

use std::collections::HashMap;

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, DefinitionPin, Digest, DriftRecord, EVIDENCE_MAX, Hint, ObservedHint,
    QualifiedName, SourceName, ToolPattern, Verification,
};
use serde_json::{Value, json};

use super::record::{check_author, record};
use super::{EditError, Editor, text};
use crate::catalogue::endpoint::Endpoint;
use crate::catalogue::offer::effective;

impl Editor<'_> {
    /// The observations about every verified tool, by name.
    #[boxed]
    pub async fn verifications(&self) -> Result<Vec<Verification>, EditError> {
        Ok(self.store().verifications().await?)
    }

    /// The observations about tools that do not behave as they declare, by name. Only tools that
    /// still have the verified definition are included.
    #[boxed]
    pub async fn contradictions(&self) -> Result<Vec<Verification>, EditError> {
        let mut found = self.verifications().await?;
        found.retain(|one| one.contradictions().next().is_some());
        if found.is_empty() {
            return Ok(found);
        }
        let pins = self.store().pins().await?;
        let pins = pins.into_iter().map(|pin| (pin.name, pin.hash));
        let drifts = self.store().drifts().await?;
        let drifts = drifts.into_iter().map(|one| (one.name, one.found.hash));
        // If a definition has changed, the changed one is what the source offers.
        let current: HashMap<QualifiedName, Digest> = pins.chain(drifts).collect();
        found.retain(|one| current.get(&one.tool) == Some(&one.definition));
        Ok(found)
    }

    /// Saves the observations about some tools, all or none. A tool must still have the definition
    /// that was verified.
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
        let held = verifications.iter().filter_map(|one| self.held_back(one));
        let held: Vec<_> = held.collect();
        store
            .save_verifications(verifications, &held, &change)
            .await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// Removes the observations about a source's tools, and returns their number.
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

    /// The record that quarantines a tool until a person has reviewed it: it was relied on to be
    /// read-only or non-destructive, and calls showed otherwise.
    fn held_back(&self, verification: &Verification) -> Option<DriftRecord> {
        let catalogue = self.gateway.catalogue();
        let tool = catalogue.named(&verification.tool)?;
        if tool.quarantine.is_some() {
            return None;
        }
        let snapshot = self.gateway.snapshot();
        let opinions = &snapshot.settings.opinions;
        let relied = effective(tool, opinions, &Endpoint::default()).relied;
        let is_broken = |one: &&ObservedHint| {
            matches!(one.hint, Hint::ReadOnly | Hint::Destructive)
                && one.value == one.hint.careful()
                && relied
                    .hint(one.hint)
                    .is_some_and(|fact| fact.value != one.value)
        };
        let broken = verification.contradictions().filter(is_broken);
        let differences: Vec<String> = broken.map(contradiction).collect();
        let pin = snapshot.pins.get(&verification.tool)?;
        let holds = !differences.is_empty() && pin.hash == verification.definition;
        holds.then(|| DriftRecord {
            name: verification.tool.clone(),
            renamed_from: None,
            pinned: Some(pin.hash),
            found: DefinitionPin {
                at_micros: verification.at_micros,
                ..pin.as_ref().clone()
            },
            differences,
            loosens: false,
            quarantined: true,
        })
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

/// A line about a hint that was contradicted.
fn contradiction(observed: &ObservedHint) -> String {
    format!(
        "{}: {} is relied upon, but calls showed {}: {}",
        observed.hint.wire(),
        !observed.value,
        observed.value,
        observed.evidence
    )
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
