//! Whether a tool reads, destroys, and may be repeated.
//!
//! Clues are gathered into three piles, and the piles into findings. Without an HTTP method:
//! a tool is *suggested* to be read-only from 10 decibans on, if no single clue of 9 or more
//! speaks against it; that it writes is found from 3 decibans on, or from a single clue of 12 on where
//! something may be lost. A finding that raises the risk applies by itself from 5 decibans on, that a
//! tool writes from 7 on; below, it too is only a suggestion.
//!
//! With a method, the method's table applies. It yields to evidence that raises the risk: a GET
//! that says delete, a POST that revokes, a PUT that needs an etag. A POST that seems only to read
//! keeps the method's hints and gets a suggestion.

mod by_method;
mod clues;
mod on_get;
mod undecided;

use candor_model::Hint;

use self::clues::HintClues;
use crate::description::{DescribedRequest, DescriptionReading};
use crate::evidence::{HabitStance, TallyVerdict};
use crate::head_verb::HeadVerb;
use crate::schema::ParameterEvidence;
use crate::siblings::OtherTools;
use crate::{HintFinding, SourceFacts, ToolFacts, UndecidedHint, calibration};

/// The least that a pile must lean for a finding.
const FINDING: i32 = 3;

/// The least for a finding that raises the risk to apply by itself.
const APPLIES: i32 = 5;

/// The same for the finding that a tool writes: below, half of those tools only read. Unset, it counts as
/// writing too.
const WRITES: i32 = 7;

/// The least for a suggestion that a tool only reads: the one guess that can hurt.
const READS: i32 = 10;

/// A clue of this weight against reading forbids to suggest it, whatever else is said.
const VETO: i32 = 9;

/// A clue of this weight against reading says that the tool writes, whatever else is said: a
/// sentence that it deletes, an action that it can be asked for.
const DENIED: i32 = 12;

/// What is found about reading, destroying and repeating, and what is not.
pub(crate) fn judge(
    source: &SourceFacts<'_>,
    tool: &ToolFacts<'_>,
    head: Option<&HeadVerb>,
    prose: &DescriptionReading,
    shape: &ParameterEvidence,
    kin: &OtherTools<'_, '_>,
) -> (Vec<HintFinding>, Vec<UndecidedHint>) {
    let request = prose.request.as_ref().filter(|_| tool.method.is_none());
    let seen = request.map_or(*tool, |request| as_described(tool, request));
    let clues = HintClues::gather(source, &seen, head, prose, shape, kin, request);
    let findings = match tool.method {
        Some(method) => by_method::findings(method, source.destructive, &clues),
        None => by_words(&clues),
    };
    let undecided = undecided::hints(&clues, &findings);
    (findings, undecided)
}

/// A tool with the request that its description names. What it says is evidence like any other
/// text: it tells how the name is to be read, and decides nothing as a method does. Such a name
/// spells the path out, so the path is no further evidence.
fn as_described<'a>(tool: &ToolFacts<'a>, request: &DescribedRequest) -> ToolFacts<'a> {
    ToolFacts {
        method: Some(request.method),
        ..*tool
    }
}

/// The findings about a tool without a method.
fn by_words(clues: &HintClues) -> Vec<HintFinding> {
    if let Some(reads) = clues.only_reads() {
        return reading(&reads, clues);
    }
    let reads = clues
        .reads
        .verdict(FINDING)
        .filter(|verdict| !verdict.value);
    // One clue against much that speaks for reading leaves it open, which counts as writing. Only where
    // something may be lost it decides alone.
    let lost = clues.destroys.total() >= FINDING;
    let reads = reads.or_else(|| clues.reads.denied(DENIED).filter(|_| lost));
    let destroys = clues.destroys.careful(APPLIES, VETO);
    let destroys = destroys.or_else(|| clues.destroys.verdict(FINDING));
    let destroys = destroys.filter(|verdict| !is_moot(verdict));
    let repeats = clues.repeats.verdict(FINDING);
    // Where the source declares similar tools both ways, nobody can know.
    let disputed = |verdict: &TallyVerdict| verdict.value && verdict.habit == HabitStance::Against;
    let repeats = repeats.filter(|verdict| !disputed(verdict));
    [
        (Hint::ReadOnly, reads),
        (Hint::Destructive, destroys),
        (Hint::Idempotent, repeats),
    ]
    .into_iter()
    .filter_map(|(hint, verdict)| {
        let verdict = verdict?;
        let raises = verdict.value == hint.careful();
        let least = if hint == Hint::ReadOnly {
            WRITES
        } else {
            APPLIES
        };
        let applies = raises && verdict.decibans >= least;
        Some(finding(hint, verdict, applies))
    })
    .collect()
}

/// Whether the source calls similar tools destructive and not destructive, and little else speaks
/// for it. Then it stays unset, which counts as destructive, and the reason is said.
fn is_moot(verdict: &TallyVerdict) -> bool {
    verdict.value && verdict.habit == HabitStance::Against && verdict.decibans < READS
}

/// Three suggestions: what only reads destroys nothing, and may be repeated unless the
/// description says otherwise.
fn reading(reads: &TallyVerdict, clues: &HintClues) -> Vec<HintFinding> {
    let accompanying = |value| TallyVerdict {
        value,
        decibans: reads.decibans,
        habit: reads.habit,
        evidence: std::iter::once("it seems only to read".into())
            .chain(reads.evidence.first().cloned())
            .collect(),
    };
    let read_only = finding(Hint::ReadOnly, reads.clone(), false);
    // They are as sure as that it reads.
    let follows = |hint, value| HintFinding {
        confidence: read_only.confidence,
        ..finding(hint, accompanying(value), false)
    };
    let destructive = follows(Hint::Destructive, false);
    let repeats = clues.repeats.heaviest_against() < VETO;
    let idempotent = repeats.then(|| follows(Hint::Idempotent, true));
    [read_only, destructive]
        .into_iter()
        .chain(idempotent)
        .collect()
}

fn finding(hint: Hint, verdict: TallyVerdict, applies: bool) -> HintFinding {
    HintFinding {
        hint,
        value: verdict.value,
        confidence: calibration::confidence(hint, &verdict),
        evidence: verdict.evidence,
        applies,
    }
}

#[cfg(test)]
mod tests;
