//! Clues from the description and the title.

use candor_model::DestructivePolicy;

use super::{DOUBTFUL, HintClues, VETO, carries};
use crate::description::{DescriptionReading, PlainClaim, SentenceVerb, StatementForm};
use crate::head_verb::{ANSWER, HeadVerb};
use crate::phrase::PhraseTopic;
use crate::verb::{VerbEffect, WordKind};

/// A verb in a sentence is a little less telling than one in a name.
const SENTENCE_DISCOUNT: i32 = 3;

/// One that reads is nearly as telling where the name holds none.
const ONLY_DISCOUNT: i32 = 1;

/// One that was found only behind the beginning of the description is half as telling; one that
/// reads tells a little more.
const LATE_DISCOUNT: i32 = 8;
const LATE_READS_DISCOUNT: i32 = 6;

/// A statement that the tool writes, beside its leading verb: plain, indirect, or perhaps advice.
const PLAIN_STATEMENT: i32 = 12;
const INDIRECT_STATEMENT: i32 = 10;
const ADVICE_STATEMENT: i32 = 5;

/// How many sentences say what the tool does, before those that explain.
const NEAR: usize = 3;

/// On a method that is meant for reading, a sentence alone does not overrule.
const STATEMENT_ON_GET: i32 = 8;

/// What is said to be replaced is lost, in any clause.
const REPLACED: i32 = 2;

/// A title says what a name would.
const TITLE_DISCOUNT: i32 = 3;

/// Who says that only reading is run has thought about it.
const GUARDED: i32 = 11;

/// Verbs that put an answer in order.
#[rustfmt::skip]
const ARRANGING: [&str; 10] = [
    "prioritize", "sort", "deduplicate", "dedupe", "normalize", "format", "combine", "condense", "consolidate",
    "slice",
];

// === impl HintClues ===

impl HintClues {
    /// The leading verb, or the worst of those that come with it.
    pub(super) fn lead(
        &mut self,
        lead: &SentenceVerb,
        prose: &DescriptionReading,
        policy: DestructivePolicy,
        named: bool,
    ) {
        let said = &prose.said;
        let others = said.beside.iter().chain(&said.also);
        let other = others.max_by_key(|spoken| spoken.verb.effect);
        let (discount, says) = match said.late {
            true if said.reads() => (LATE_READS_DISCOUNT, "says"),
            true => (LATE_DISCOUNT, "says"),
            false if named || !said.reads() && lead.verb != ANSWER => {
                (SENTENCE_DISCOUNT, "begins with")
            }
            false => (ONLY_DISCOUNT, "begins with"),
        };
        let quote = &prose.opening;
        let why = format!("the description {says} `{}`", lead.word);
        // "Browse and navigate the archive" goes nowhere.
        let looks_around =
            |other: &SentenceVerb| other.base == "navigate" && said.beside.contains(other);
        // "Finds and prioritizes what is open" puts the answer in order.
        let arranges = |other: &SentenceVerb| ARRANGING.contains(&other.base);
        let worse = |other: &&SentenceVerb| {
            other.verb.effect > lead.verb.effect
                && !looks_around(other)
                && !arranges(other)
                && (other.verb.weight >= DOUBTFUL || lead.verb.effect.writes())
        };
        if let Some(worse) = other.filter(worse) {
            let why = format!("{why} and goes on to `{}`: \"{quote}\"", worse.word);
            self.verb(worse.verb, discount, policy, &why);
        } else {
            let why = format!("{why}: \"{quote}\"");
            self.verb(lead.verb, discount, policy, &why);
        }
    }

    /// The title speaks where neither name nor description does. Where they read and it writes,
    /// it is believed too.
    pub(super) fn title(
        &mut self,
        head: Option<&HeadVerb>,
        prose: &DescriptionReading,
        policy: DestructivePolicy,
    ) {
        let limited = |title: &&SentenceVerb| prose.said.guarded && carries(title.base);
        let Some(title) = prose.title.as_ref().filter(|title| !limited(title)) else {
            return;
        };
        let why = format!("the title begins with `{}`", title.word);
        // "Create locator" for what is generated as an answer.
        let lead = prose.said.lead.as_ref();
        let answers =
            lead.is_some_and(|lead| lead.verb == ANSWER) && title.verb.effect == VerbEffect::Adds;
        let reads = title.verb.effect == VerbEffect::Reads;
        let open = head.is_none_or(|head| reads && head.verb.effect == VerbEffect::Reads);
        let silent = open && prose.said.lead.is_none();
        // A verb that may give an answer forbids nothing.
        let sure = title.verb.kind == WordKind::Verb && title.verb.weight > DOUBTFUL;
        if silent {
            self.verb(title.verb, TITLE_DISCOUNT, policy, &why);
        } else if title.verb.effect.writes() && sure && !answers {
            self.reads.add(-VETO, why.as_str());
        }
    }

    /// What any sentence says that the tool does, beside the leading verb.
    pub(super) fn statements(
        &mut self,
        prose: &DescriptionReading,
        policy: DestructivePolicy,
        safe: bool,
        reading: bool,
    ) {
        let said = &prose.said;
        // Who says that it only reads means the answer by what it adds.
        let claimed = said.reads() && prose.claims.iter().any(PlainClaim::is_plain_reading);
        let mut heard: Vec<&str> = Vec::new();
        if said.lead.is_some() {
            heard.extend(
                said.lead
                    .iter()
                    .chain(&said.beside)
                    .chain(&said.also)
                    .map(|one| one.base),
            );
        }
        for statement in &prose.statements {
            let verb = &statement.verb;
            if heard.contains(&verb.base) {
                continue;
            }
            heard.push(verb.base);
            let background =
                reading && matches!(verb.verb.effect, VerbEffect::Adds | VerbEffect::Acts);
            let weight = match statement.form {
                _ if claimed && verb.base == "add" => ADVICE_STATEMENT,
                // Far behind a plain beginning, the passive explains how things came to be.
                StatementForm::Indirect if background && statement.sentence > NEAR => {
                    ADVICE_STATEMENT
                }
                StatementForm::Indirect if safe => STATEMENT_ON_GET,
                _ if safe && verb.verb.effect != VerbEffect::Removes => STATEMENT_ON_GET,
                StatementForm::Active if verb.verb.kind == WordKind::Verb => PLAIN_STATEMENT,
                StatementForm::Active | StatementForm::Indirect => INDIRECT_STATEMENT,
                StatementForm::Imperative => ADVICE_STATEMENT,
            };
            let weight = weight.min(verb.verb.weight);
            let why = statement.why();
            self.reads.add(-weight, why.as_str());
            let discount = match verb.base {
                "replace" | "overwrite" => REPLACED,
                _ => PLAIN_STATEMENT + SENTENCE_DISCOUNT - weight,
            };
            self.effect(verb.verb.effect, discount, policy, &why);
        }
    }

    /// Set phrases and plain claims. Where the name and the sentence read, `reading`, a phrase about
    /// destroying speaks of something else: "Lists destructive actions".
    pub(super) fn phrases(&mut self, prose: &DescriptionReading, reading: bool) {
        if prose.said.guarded {
            let why = "the description limits what is run to reading";
            self.reads.add(GUARDED, why);
        }
        let of_other = |about| reading && about == PhraseTopic::Destroys;
        for found in prose.phrases.iter().filter(|found| !of_other(found.about)) {
            self.about(found.about, found.weight, &found.why());
        }
        for claim in &prose.claims {
            let why = format!("the description says \"{}\"", claim.quote);
            self.about(claim.about, claim.weight, &why);
        }
    }
}
