//! What Candor would say if a person agreed, and agreeing.

use std::sync::Arc;

use candor_infer::{Confidence, Finding};
use candor_model::{
    Amend, Amendment, Author, Hint, OpinionKey, QualifiedName, Say, Scope, SourceName, ToolPattern,
};
use candor_store::OpinionWrite;

use super::amend::voice;
use super::record::{check_author, record, some_opinion};
use super::{Desk, DeskError};
use crate::catalogue::{Offered, Tool};

/// How often accepting is tried again after somebody else was faster.
const TRIES: usize = 20;

/// Something that waits for a person's yes.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// About which tool.
    pub tool: Arc<Tool>,
    /// What, and on what evidence.
    pub finding: Finding,
}

/// Which suggestions are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Those about one tool: about one hint, or all.
    Tool(QualifiedName, Option<Hint>),
    /// All of a source that are at least this sure.
    Source(SourceName, Confidence),
}

/// A suggestion that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// About which tool.
    pub name: QualifiedName,
    /// Which hint.
    pub hint: Hint,
    /// Its value from now on.
    pub value: bool,
}

impl Desk<'_> {
    /// What waits for a yes, in the order of the catalogue: what nobody has decided yet and
    /// nobody who is relied upon has said. Where the source itself says that there is danger,
    /// a guess to the contrary is not offered.
    pub fn suggestions(&self) -> Vec<Suggestion> {
        let catalogue = self.gateway.catalogue();
        catalogue
            .everything()
            .tools()
            .iter()
            .flat_map(|offered| {
                let open = offered.tool.suggestions.iter();
                open.filter(|finding| self.is_open(offered, finding))
                    .map(|finding| Suggestion {
                        tool: Arc::clone(&offered.tool),
                        finding: finding.clone(),
                    })
            })
            .collect()
    }

    fn is_open(&self, offered: &Offered, finding: &Finding) -> bool {
        let hint = finding.hint;
        let relied = offered.effective.relied.hint(hint);
        if relied.is_some_and(|fact| fact.value == finding.value && fact.origin.is_said()) {
            return false;
        }
        let declares_danger = offered
            .tool
            .declared
            .hint(hint)
            .is_some_and(|said| said.say == Say::Set(hint.careful()));
        let known = self.gateway.known();
        let decided = known
            .said
            .book
            .about(&Scope::Everywhere, &offered.tool.name)
            .hint(hint)
            .is_some();
        !declares_danger && !decided
    }

    /// Says what was suggested, in the name of whoever agrees. All or nothing.
    pub async fn accept(
        &self,
        author: &Author,
        choice: &Choice,
    ) -> Result<Vec<Accepted>, DeskError> {
        check_author(author)?;
        for _ in 0..TRIES {
            match self.try_accept(author, choice).await {
                Err(DeskError::Stale { .. }) => self.gateway.catch_up().await,
                done => return done,
            }
        }
        self.try_accept(author, choice).await
    }

    async fn try_accept(
        &self,
        author: &Author,
        choice: &Choice,
    ) -> Result<Vec<Accepted>, DeskError> {
        let chosen: Vec<_> = self
            .suggestions()
            .into_iter()
            .filter(|suggestion| choice.includes(suggestion))
            .collect();
        if chosen.is_empty() {
            return Err(self.nothing(choice));
        }
        let mut accepted = Vec::with_capacity(chosen.len());
        let (mut writes, mut changes) = (Vec::new(), Vec::new());
        for of_tool in chosen.chunk_by(|a, b| a.tool.name == b.tool.name) {
            let key = OpinionKey::everywhere(ToolPattern::exactly(&of_tool[0].tool.name));
            let before = self.opinion(&key).await?;
            let mut after = before.opinion.clone();
            for Suggestion { tool, finding } in of_tool {
                let mut amendment = Amendment::default();
                amendment.set_hint(finding.hint, Some(Amend::Set(finding.value)));
                self.check_amendment(&key, &amendment)?;
                after = after.amended(&amendment, &voice(&agreeing(author, finding), &key));
                accepted.push(Accepted {
                    name: tool.name.clone(),
                    hint: finding.hint,
                    value: finding.value,
                });
            }
            candor_resolve::check(&after)?;
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
        self.store().write_opinions(&writes, &changes).await?;
        self.gateway.catch_up().await;
        Ok(accepted)
    }

    fn nothing(&self, choice: &Choice) -> DeskError {
        let sentence = match choice {
            Choice::Tool(name, _) if !self.knows(name) => {
                return self
                    .check_known(&ToolPattern::exactly(name))
                    .err()
                    .unwrap_or_else(|| DeskError::Unknown(format!("there is no tool `{name}`")));
            }
            Choice::Tool(name, Some(hint)) => {
                format!("nothing is suggested about `{}` of `{name}`", hint.key())
            }
            Choice::Tool(name, None) => format!("nothing is suggested about `{name}`"),
            Choice::Source(source, least) => format!(
                "nothing is suggested about tools of `{source}` with {least} or more; \
                 `candor infer` lists what there is"
            ),
        };
        DeskError::Unknown(sentence)
    }
}

// === impl Choice ===

impl Choice {
    fn includes(&self, Suggestion { tool, finding }: &Suggestion) -> bool {
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

/// The reason is the evidence, after whatever the person adds.
fn agreeing(author: &Author, finding: &Finding) -> Author {
    let evidence = format!(
        "accepted a suggestion of {}: {}",
        finding.confidence,
        finding.because()
    );
    let why = match &author.why {
        Some(why) => format!("{why} ({evidence})"),
        None => evidence,
    };
    Author {
        why: Some(why),
        ..author.clone()
    }
}
