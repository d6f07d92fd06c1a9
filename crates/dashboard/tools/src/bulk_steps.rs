//! What is done to many tools, and what becomes of it.

use candor_gateway::edit::{AmendmentOutcome, EditError, Editor, KeyedAmendment};
use candor_model::{
    ChangeAuthor, FieldEdit, Hint, OpinionEdit, OpinionKey, QualifiedName, ToolPattern,
};

/// What is done to one tool.
#[derive(Clone, Debug)]
pub(crate) struct BulkStep {
    pub(crate) name: QualifiedName,
    pub(crate) key: OpinionKey,
    pub(crate) hints: Vec<(Hint, FieldEdit<bool>)>,
    /// Why each is suggested, where somebody agrees.
    pub(crate) evidence: Vec<String>,
}

/// What became of it.
#[derive(Debug, Default)]
pub(crate) struct BulkReport {
    /// How many tools are different now.
    pub(crate) tools: usize,
    /// How many hints of them.
    pub(crate) hints: usize,
    /// How many tools were so already.
    pub(crate) same: usize,
    /// Which tools are as they were, and why.
    pub(crate) refused: Vec<(String, String)>,
}

/// Does it, in one transaction. Where an error comes back, nothing was done.
pub(crate) async fn carry_out(
    steps: &[BulkStep],
    desk: &Editor<'_>,
    author: &ChangeAuthor,
) -> Result<BulkReport, EditError> {
    let wanted: Vec<KeyedAmendment> = steps.iter().map(BulkStep::amending).collect();
    let became = desk.amend_all(author, &wanted).await?;
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

// === impl Step ===

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

/// A step about one tool in one place.
pub(crate) fn key(name: &QualifiedName, scope: candor_model::OpinionScope) -> OpinionKey {
    OpinionKey {
        scope,
        about: ToolPattern::exactly(name),
    }
}
