//! The steps of a bulk edit, and their outcome.

use candor_gateway::edit::{AmendmentOutcome, EditError, Editor, KeyedAmendment};
use candor_model::{
    ChangeAuthor, FieldEdit, Hint, OpinionEdit, OpinionKey, QualifiedName, ToolPattern,
};

/// The edit of one tool.
#[derive(Clone, Debug)]
pub(crate) struct BulkStep {
    pub(crate) name: QualifiedName,
    pub(crate) key: OpinionKey,
    pub(crate) hints: Vec<(Hint, FieldEdit<bool>)>,
    /// The evidence for each hint, where suggestions are accepted.
    pub(crate) evidence: Vec<String>,
}

/// The outcome of a bulk edit.
#[derive(Debug, Default)]
pub(crate) struct BulkReport {
    /// The number of tools that changed.
    pub(crate) tools: usize,
    /// The number of hints that changed.
    pub(crate) hints: usize,
    /// The number of tools that already had the values.
    pub(crate) same: usize,
    /// The tools that were refused, and why.
    pub(crate) refused: Vec<(String, String)>,
}

/// Applies all steps in one transaction. On an error nothing was changed.
pub(crate) async fn carry_out(
    steps: &[BulkStep],
    editor: &Editor<'_>,
    author: &ChangeAuthor,
) -> Result<BulkReport, EditError> {
    let wanted: Vec<KeyedAmendment> = steps.iter().map(BulkStep::amending).collect();
    let became = editor.amend_all(author, &wanted).await?;
    let mut report = BulkReport::default();
    for (step, became) in steps.iter().zip(became) {
        match became {
            AmendmentOutcome::Changed => {
                report.tools += 1;
                report.hints += step.hints.len();
            }
            AmendmentOutcome::Same => report.same += 1,
            AmendmentOutcome::Refused(error) => {
                let refusal = (step.name.to_string(), error.to_string());
                report.refused.push(refusal);
            }
        }
    }
    Ok(report)
}

// === impl BulkStep ===

impl BulkStep {
    fn amending(&self) -> KeyedAmendment {
        let says = self.hints.iter().enumerate().map(|(at, (hint, amend))| {
            let mut amendment = OpinionEdit::default();
            amendment.set_hint(*hint, Some(amend.clone()));
            (amendment, self.evidence.get(at).cloned())
        });
        KeyedAmendment {
            key: self.key.clone(),
            says: says.collect(),
            agreed: !self.evidence.is_empty(),
        }
    }
}

/// The key of the annotations of one tool in one scope.
pub(crate) fn key(name: &QualifiedName, scope: candor_model::OpinionScope) -> OpinionKey {
    OpinionKey {
        scope,
        about: ToolPattern::exactly(name),
    }
}
