//! What was inferred, beside what the author said.

use candor_infer::{InputSchema, SourceFacts, ToolFacts, ToolInference, infer};
use candor_model::{DestructivePolicy, Hint, Hints};

use super::baseline;
use super::corpus::CorpusServer;
use super::reliability::ReliabilityTable;

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
    /// The same for a plain list of verbs.
    pub(crate) baseline: [HintScore; 4],
    /// How many tools are labelled read-only, and how many of them are taken for writes or for
    /// destructive without a person: false alarms.
    pub(crate) labelled_reading: usize,
    pub(crate) alarms: usize,
    /// How often each stated confidence was right.
    pub(crate) reliability: ReliabilityTable,
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
    /// For how many something was found, and how many of those are right.
    pub(crate) stated: usize,
    pub(crate) right_stated: usize,
}

/// One tool that was judged wrongly.
#[derive(Debug)]
pub(crate) struct WrongHint {
    pub(crate) tool: String,
    pub(crate) hint: Hint,
    pub(crate) label: bool,
    pub(crate) guess: Option<bool>,
    /// Whether it is labelled read-only and taken for more without a person.
    pub(crate) alarm: bool,
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

/// What is inferred about the tools of a server.
pub(crate) fn infer_server(
    server: &CorpusServer,
    sight: HintVisibility,
    policy: DestructivePolicy,
) -> Vec<ToolInference> {
    let facts: Vec<ToolFacts<'_>> = server
        .tools
        .iter()
        .map(|tool| ToolFacts {
            name: &tool.name,
            title: tool.title.as_deref(),
            description: tool.description.as_deref(),
            input_schema: tool.input_schema.as_ref().map(InputSchema::Value),
            method: tool.method(),
            path: tool.path.as_deref(),
            scopes: &tool.scopes,
            tags: &tool.tags,
            declared: match sight {
                HintVisibility::Blind => Hints::UNSET,
                HintVisibility::Siblings => tool.labels(),
            },
        })
        .collect();
    infer(&SourceFacts {
        name: &server.name,
        tools: &facts,
        destructive: policy,
        open_world: None,
    })
}

/// Measures one server under a policy.
pub(crate) fn under(
    server: &CorpusServer,
    sight: HintVisibility,
    policy: DestructivePolicy,
) -> ServerScore {
    let inferences = infer_server(server, sight, policy);
    let mut row = ServerScore {
        server: server.name.clone(),
        tools: server.tools.len(),
        policy,
        scores: [HintScore::default(); 4],
        baseline: [HintScore::default(); 4],
        labelled_reading: 0,
        alarms: 0,
        reliability: ReliabilityTable::default(),
        errors: Vec::new(),
    };
    for (tool, inference) in server.tools.iter().zip(&inferences) {
        row.count(&tool.name, tool.labels(), inference);
    }
    row
}

/// Why nothing was found.
fn unset(inference: &ToolInference, hint: Hint) -> String {
    let mut undecided = inference.undecided.iter();
    let why = undecided.find(|one| one.hint == hint);
    why.map_or_else(|| "nothing found".to_owned(), |one| one.because.to_string())
}

// === impl ServerScore ===

impl ServerScore {
    fn count(&mut self, tool: &str, labels: Hints, inference: &ToolInference) {
        let guesses = inference.guess();
        let plain = baseline::hints(tool);
        self.reliability.count(labels, inference);
        let alarm = is_alarm(labels, inference);
        self.labelled_reading += usize::from(labels.get(Hint::ReadOnly) == Some(true));
        self.alarms += usize::from(alarm);
        let writes = labels.get(Hint::ReadOnly) != Some(true);
        for (hint, label) in labels.iter() {
            // Whether a read destroys or repeats is no question.
            if matches!(hint, Hint::Destructive | Hint::Idempotent) && !writes {
                continue;
            }
            let guess = guesses.get(hint);
            self.baseline[hint.index()].add(hint, label, plain.get(hint));
            if self.scores[hint.index()].add(hint, label, guess) {
                continue;
            }
            let mut findings = inference.findings.iter().rev();
            let because = findings.find(|finding| finding.hint == hint);
            self.errors.push(WrongHint {
                tool: tool.to_owned(),
                hint,
                label,
                guess,
                alarm,
                why: because.map_or_else(
                    || unset(inference, hint),
                    |one| format!("{}: {}", one.confidence, one.because()),
                ),
            });
        }
    }
}

/// Whether a tool that is labelled read-only is taken for more without a person.
fn is_alarm(labels: Hints, inference: &ToolInference) -> bool {
    let applied = inference.applied();
    let raised =
        applied.get(Hint::ReadOnly) == Some(false) || applied.get(Hint::Destructive) == Some(true);
    labels.get(Hint::ReadOnly) == Some(true) && raised
}

// === impl HintScore ===

impl HintScore {
    /// Counts one tool; whether it was judged rightly.
    fn add(&mut self, hint: Hint, label: bool, guess: Option<bool>) -> bool {
        let taken = guess.unwrap_or(hint.default_value());
        self.of += 1;
        self.stated += usize::from(guess.is_some());
        self.right_stated += usize::from(guess == Some(label));
        self.right += usize::from(taken == label);
        self.unsafe_ += usize::from(taken != label && label == hint.careful());
        taken == label
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            of: self.of + other.of,
            right: self.right + other.right,
            unsafe_: self.unsafe_ + other.unsafe_,
            stated: self.stated + other.stated,
            right_stated: self.right_stated + other.right_stated,
        }
    }
}
