//! Errors in YAML documents.

use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;

use crate::YamlLimits;

/// The maximum length of a parser message, in characters.
const LONGEST: usize = 200;

/// Why a document was rejected, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct YamlError {
    /// The line, counted from 1, if known.
    pub line: Option<usize>,
    /// The column, counted from 1, if known.
    pub column: Option<usize>,
    /// The problem: one line, without a final period.
    pub reason: String,
}

// === impl YamlError ===

impl YamlError {
    /// An error that is not caused by the text.
    pub(crate) fn without_place(error: &std::io::Error) -> Self {
        Self {
            line: None,
            column: None,
            reason: format!("there is not enough memory to read it: {error}"),
        }
    }

    pub(crate) fn new(error: &Error, limits: &YamlLimits) -> Self {
        let at = error.location();
        let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        Self {
            line: at.map(|at| count(at.line())),
            column: at.map(|at| count(at.column())),
            reason: reason(error, limits),
        }
    }
}

fn reason(error: &Error, limits: &YamlLimits) -> String {
    let YamlLimits {
        nodes,
        aliased,
        depth,
    } = limits;
    match error {
        Error::AliasError { error, .. } => reason(error, limits),
        Error::MultipleDocuments { .. } => {
            "it holds more than one document; a line `---` begins another".to_owned()
        }
        Error::DuplicateMappingKey { key: Some(key), .. } => {
            format!("the key `{}` is there twice", shown(key))
        }
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Depth { .. } => format!("it is nested more than {depth} levels deep"),
            BudgetBreach::Nodes { .. } | BudgetBreach::Events { .. } => {
                format!("it holds more than {nodes} values")
            }
            _ => format!("its aliases bring more than {aliased} values"),
        },
        Error::AliasReplayLimitExceeded { .. } => {
            format!("its aliases bring more than {aliased} values")
        }
        other => {
            let text = other.to_string();
            let line = text.lines().next().unwrap_or_default();
            // The position is reported separately.
            shown(
                line.rsplit_once(" at line ")
                    .map_or(line, |(reason, _)| reason),
            )
        }
    }
}

/// A text from the file or the parser, shortened and on one line.
fn shown(text: &str) -> String {
    let visible = text.chars().filter(|c| !c.is_control());
    visible.take(LONGEST).collect()
}
