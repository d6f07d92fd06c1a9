//! What is done to many tools, and what becomes of it.

use candor_gateway::desk::{Amended, Amending, Desk, DeskError};
use candor_model::{Amend, Amendment, Author, Hint, OpinionKey, QualifiedName, ToolPattern};

/// What is done to one tool.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) name: QualifiedName,
    pub(crate) key: OpinionKey,
    pub(crate) hints: Vec<(Hint, Amend<bool>)>,
    /// Why each is suggested, where somebody agrees.
    pub(crate) evidence: Vec<String>,
}

/// What became of it.
#[derive(Debug, Default)]
pub(crate) struct Report {
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
    steps: &[Step],
    desk: &Desk<'_>,
    author: &Author,
) -> Result<Report, DeskError> {
    let wanted: Vec<Amending> = steps.iter().map(Step::amending).collect();
    let became = desk.amend_all(author, &wanted).await?;
    let mut report = Report::default();
    for (step, became) in steps.iter().zip(became) {
        match became {
            Amended::Changed => {
                report.tools += 1;
                report.hints += step.hints.len();
            }
            Amended::Same => report.same += 1,
            Amended::Refused(error) => {
                let refusal = (step.name.to_string(), error.to_string());
                report.refused.push(refusal);
            }
        }
    }
    Ok(report)
}

// === impl Step ===

impl Step {
    fn amending(&self) -> Amending {
        let says = self.hints.iter().enumerate().map(|(at, (hint, amend))| {
            let mut amendment = Amendment::default();
            amendment.set_hint(*hint, Some(amend.clone()));
            (amendment, self.evidence.get(at).cloned())
        });
        Amending {
            key: self.key.clone(),
            says: says.collect(),
            agreed: !self.evidence.is_empty(),
        }
    }
}

/// A step about one tool in one place.
pub(crate) fn key(name: &QualifiedName, scope: candor_model::Scope) -> OpinionKey {
    OpinionKey {
        scope,
        about: ToolPattern::exactly(name),
    }
}
