//! What was inferred, beside what the author said.

use candor_infer::{SourceFacts, ToolFacts, ToolInference, infer};
use candor_model::{DestructivePolicy, Hint, Hints};

use super::corpus::CorpusServer;

/// Which declared hints inference may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HintVisibility {
    /// No declared hints.
    Blind,
    /// Those of a tool's siblings.
    Siblings,
}

/// One server, measured.
#[derive(Debug)]
pub(crate) struct ServerScore {
    pub(crate) server: String,
    pub(crate) tools: usize,
    /// The policy under which destructive is inferred best.
    pub(crate) policy: DestructivePolicy,
    /// One score for each hint, in their order.
    pub(crate) scores: [HintScore; 4],
    pub(crate) errors: Vec<WrongHint>,
}

/// How well one hint was inferred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HintScore {
    /// How many tools have a label.
    pub(crate) of: usize,
    pub(crate) right: usize,
    /// How many were taken for safer than their author says.
    pub(crate) unsafe_: usize,
}

/// One tool that was judged wrongly.
#[derive(Debug)]
pub(crate) struct WrongHint {
    pub(crate) tool: String,
    pub(crate) hint: Hint,
    pub(crate) label: bool,
    pub(crate) guess: Option<bool>,
    pub(crate) why: String,
}

/// Measures one server under the policy that suits it best.
pub(crate) fn measure(server: &CorpusServer, sight: HintVisibility) -> ServerScore {
    let rows = DestructivePolicy::ALL
        .iter()
        .map(|policy| under(server, sight, *policy));
    // Of equals the default is taken, since a house that has said nothing has that one.
    let worth = |row: &ServerScore| {
        let score = row.scores[Hint::Destructive.index()];
        (score.right, row.policy == DestructivePolicy::default())
    };
    let best = rows.max_by_key(worth);
    best.unwrap_or_else(|| under(server, sight, DestructivePolicy::default()))
}

fn under(server: &CorpusServer, sight: HintVisibility, policy: DestructivePolicy) -> ServerScore {
    let facts: Vec<ToolFacts<'_>> = server
        .tools
        .iter()
        .map(|tool| ToolFacts {
            name: &tool.name,
            title: tool.title.as_deref(),
            description: tool.description.as_deref(),
            input_schema: tool.input_schema.as_ref(),
            method: None,
            path: None,
            scopes: &tool.scopes,
            tags: &tool.tags,
            declared: match sight {
                HintVisibility::Blind => Hints::UNSET,
                HintVisibility::Siblings => tool.labels(),
            },
        })
        .collect();
    let inferences = infer(&SourceFacts {
        name: &server.name,
        tools: &facts,
        destructive: policy,
        open_world: None,
    });
    let mut row = ServerScore {
        server: server.name.clone(),
        tools: server.tools.len(),
        policy,
        scores: [HintScore::default(); 4],
        errors: Vec::new(),
    };
    for (tool, inference) in server.tools.iter().zip(&inferences) {
        row.count(&tool.name, tool.labels(), inference);
    }
    row
}

// === impl ServerScore ===

impl ServerScore {
    fn count(&mut self, tool: &str, labels: Hints, inference: &ToolInference) {
        let guesses = inference.guess();
        let writes = labels.get(Hint::ReadOnly) != Some(true);
        for (hint, label) in labels.iter() {
            // Whether a read destroys or repeats is no question.
            if matches!(hint, Hint::Destructive | Hint::Idempotent) && !writes {
                continue;
            }
            let guess = guesses.get(hint);
            let taken = guess.unwrap_or(hint.default_value());
            let score = &mut self.scores[hint.index()];
            score.of += 1;
            if taken == label {
                score.right += 1;
                continue;
            }
            score.unsafe_ += usize::from(label == hint.careful());
            let mut findings = inference.findings.iter().rev();
            let because = findings.find(|finding| finding.hint == hint);
            self.errors.push(WrongHint {
                tool: tool.to_owned(),
                hint,
                label,
                guess,
                why: because.map_or_else(
                    || "nothing found".to_owned(),
                    |one| format!("{}: {}", one.confidence, one.because()),
                ),
            });
        }
    }
}

// === impl HintScore ===

impl HintScore {
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            of: self.of + other.of,
            right: self.right + other.right,
            unsafe_: self.unsafe_ + other.unsafe_,
        }
    }
}
