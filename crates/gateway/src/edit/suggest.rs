//! Suggestions of hints, and accepting them.

use std::sync::Arc;

use candor_boxed::boxed;
use candor_infer::{Confidence, HintFinding};
use candor_model::{
    ChangeAuthor, FieldEdit, FieldValue, Hint, OpinionEdit, OpinionKey, OpinionScope,
    QualifiedName, SourceName, ToolPattern,
};
use candor_store::OpinionWrite;

use super::amend::provenance;
use super::record::{check_author, record, some_opinion};
use super::retry::retry_stale;
use super::{EditError, Editor};
use crate::catalogue::{CatalogueTool, OfferedTool};

/// A suggestion that waits for a person's decision.
#[derive(Clone, Debug)]
pub struct HintSuggestion {
    /// The tool it is about.
    pub tool: Arc<CatalogueTool>,
    /// The suggested hint and its evidence.
    pub finding: HintFinding,
}

/// Which suggestions are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuggestionChoice {
    /// Those about one tool: about one hint, or all.
    Tool(QualifiedName, Option<Hint>),
    /// All of a source with at least this confidence.
    Source(SourceName, Confidence),
}

/// A suggestion that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedHint {
    /// The tool it is about.
    pub name: QualifiedName,
    /// The hint that is now set.
    pub hint: Hint,
    /// The new value of the hint.
    pub value: bool,
}

impl Editor<'_> {
    /// The open suggestions, in the order of the catalogue: those that no one has decided and that
    /// no trusted author has stated. If the source itself declares danger, a guess to the contrary
    /// is not offered.
    pub fn suggestions(&self) -> Vec<HintSuggestion> {
        let catalogue = self.gateway.catalogue();
        catalogue
            .everything()
            .tools()
            .iter()
            .flat_map(|offered| {
                let open = offered.tool.suggestions.iter();
                open.filter(|finding| self.is_open(offered, finding))
                    .map(|finding| HintSuggestion {
                        tool: Arc::clone(&offered.tool),
                        finding: finding.clone(),
                    })
            })
            .collect()
    }

    fn is_open(&self, offered: &OfferedTool, finding: &HintFinding) -> bool {
        let hint = finding.hint;
        let relied = offered.effective.relied.hint(hint);
        if relied.is_some_and(|fact| fact.value == finding.value && fact.origin.is_said()) {
            return false;
        }
        let declares_danger = offered
            .tool
            .declared
            .hint(hint)
            .is_some_and(|said| said.value == FieldValue::Set(hint.careful()));
        let snapshot = self.gateway.snapshot();
        let decided = snapshot
            .settings
            .opinions
            .about(&OpinionScope::Everywhere, &offered.tool.name)
            .hint(hint)
            .is_some();
        !declares_danger && !decided
    }

    /// The suggestions that would be accepted, in the order of the catalogue.
    pub fn chosen(&self, choice: &SuggestionChoice) -> Result<Vec<HintSuggestion>, EditError> {
        let mut chosen = self.suggestions();
        chosen.retain(|suggestion| choice.includes(suggestion));
        if chosen.is_empty() {
            return Err(self.nothing(choice));
        }
        Ok(chosen)
    }

    /// Accepts suggestions in the name of an editor. All or nothing.
    #[boxed]
    pub async fn accept(
        &self,
        author: &ChangeAuthor,
        choice: &SuggestionChoice,
    ) -> Result<Vec<AcceptedHint>, EditError> {
        check_author(author)?;
        retry_stale("what was suggested", None, || {
            Box::pin(async {
                let done = self.try_accept(author, choice).await;
                if matches!(done, Err(EditError::Stale { .. })) {
                    // A concurrent change may have settled the suggestion.
                    self.gateway.catch_up().await;
                }
                done
            })
        })
        .await
    }

    async fn try_accept(
        &self,
        author: &ChangeAuthor,
        choice: &SuggestionChoice,
    ) -> Result<Vec<AcceptedHint>, EditError> {
        let chosen = self.chosen(choice)?;
        let mut accepted = Vec::with_capacity(chosen.len());
        let (mut writes, mut changes) = (Vec::new(), Vec::new());
        for of_tool in chosen.chunk_by(|a, b| a.tool.name == b.tool.name) {
            let key = OpinionKey::everywhere(ToolPattern::exactly(&of_tool[0].tool.name));
            let before = self.opinion(&key).await?;
            let mut after = before.opinion.clone();
            for HintSuggestion { tool, finding } in of_tool {
                let mut amendment = OpinionEdit::default();
                amendment.set_hint(finding.hint, Some(FieldEdit::Set(finding.value)));
                self.check_amendment(&key, &amendment)?;
                after = after.amended(&amendment, &provenance(&agreeing(author, finding), &key));
                accepted.push(AcceptedHint {
                    name: tool.name.clone(),
                    hint: finding.hint,
                    value: finding.value,
                });
            }
            candor_resolve::check_opinion(&after)?;
            self.check_own_opinion(&key, &before.opinion, &after)?;
            let (old, new) = (some_opinion(&before.opinion), some_opinion(&after));
            changes.push(record(
                author,
                "annotations.accept",
                key.to_string(),
                old,
                new,
            ));
            writes.push(OpinionWrite {
                key,
                expected: before.version.unwrap_or(0),
                opinion: Some(after),
            });
        }
        let written = self.store().write_opinions(&writes, &changes).await?;
        self.gateway.catch_up_with(Some(written)).await;
        Ok(accepted)
    }

    fn nothing(&self, choice: &SuggestionChoice) -> EditError {
        let sentence = match choice {
            SuggestionChoice::Tool(name, _) if !self.knows(name) => {
                return self
                    .check_known(&ToolPattern::exactly(name))
                    .err()
                    .unwrap_or_else(|| EditError::Unknown(format!("there is no tool `{name}`")));
            }
            SuggestionChoice::Tool(name, Some(hint)) => {
                format!("nothing is suggested about `{}` of `{name}`", hint.key())
            }
            SuggestionChoice::Tool(name, None) => format!("nothing is suggested about `{name}`"),
            SuggestionChoice::Source(source, least) => format!(
                "nothing is suggested about tools of `{source}` with {least} or more; \
                 `candor infer` lists what there is"
            ),
        };
        EditError::Unknown(sentence)
    }
}

// === impl SuggestionChoice ===

impl SuggestionChoice {
    fn includes(&self, HintSuggestion { tool, finding }: &HintSuggestion) -> bool {
        match self {
            Self::Tool(name, hint) => {
                tool.name == *name && hint.is_none_or(|hint| finding.hint == hint)
            }
            Self::Source(source, least) => {
                tool.name.source() == source && finding.confidence >= *least
            }
        }
    }
}

/// The author, with the evidence appended to the author's reason.
fn agreeing(author: &ChangeAuthor, finding: &HintFinding) -> ChangeAuthor {
    let evidence = format!(
        "accepted a suggestion of {}: {}",
        finding.confidence,
        finding.because()
    );
    let why = match &author.why {
        Some(why) => format!("{why} ({evidence})"),
        None => evidence,
    };
    ChangeAuthor {
        why: Some(why),
        ..author.clone()
    }
}
