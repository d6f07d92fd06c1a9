//! All clues about one tool, in three piles.

use candor_model::{DestructivePolicy, Hint};

use super::{READS, VETO};
use crate::description::{DescriptionReading, SentenceReading, SentenceVerb};
use crate::evidence::{EvidenceTally, TallyVerdict};
use crate::head_verb::HeadVerb;
use crate::phrase::PhraseTopic;
use crate::schema::{self, ParameterEvidence};
use crate::siblings::OtherTools;
use crate::verb::{self, KnownVerb, VerbEffect, WordKind};
use crate::words::NameWords;
use crate::{HttpMethod, SourceFacts, ToolFacts, scope};

/// What speaks for and against reading, destroying and repeating.
#[derive(Clone, Debug, Default)]
pub(super) struct HintClues {
    pub(super) reads: EvidenceTally,
    pub(super) destroys: EvidenceTally,
    pub(super) repeats: EvidenceTally,
    /// The same as `destroys`, where only removing counts as destructive: what may raise
    /// the risk above an HTTP method.
    pub(super) removes: EvidenceTally,
}

/// A verb in a sentence is a little less telling than one in a name.
const SENTENCE_DISCOUNT: i32 = 3;

/// One that reads is nearly as telling where the name holds none.
const ONLY_DISCOUNT: i32 = 1;

/// One that was found only behind the beginning of the description is half as telling.
const LATE_DISCOUNT: i32 = 8;

/// What can be asked to do something does it.
const CHOICE: i32 = 14;

/// Who says that only reading is run has thought about it.
const GUARDED: i32 = 9;

/// What can be undone by another tool of the source does something.
const OPPOSITE: i32 = 12;

// === impl HintClues ===

impl HintClues {
    /// Gathers the clues about one tool.
    pub(super) fn gather(
        source: &SourceFacts<'_>,
        tool: &ToolFacts<'_>,
        head: Option<&HeadVerb>,
        prose: &DescriptionReading,
        kin: &OtherTools<'_, '_>,
    ) -> Self {
        let mut clues = Self::default();
        let policy = source.destructive;
        let shape = schema::look(tool.input_schema);
        let said = &prose.said;
        // A verb that says nothing yields to what says what is run, or what can be asked for.
        let hollow = |word: &str| said.guarded && carries(word) || shape.reads && covers(word);
        if let Some(head) = head.filter(|head| !hollow(&head.word)) {
            clues.verb(head.verb, 0, policy, &head.why());
        }
        if let Some((weight, why)) = kin.bare() {
            clues.reads.add(*weight, why.as_str());
        }
        if let Some(lead) = said.lead.as_ref().filter(|lead| !hollow(lead.base)) {
            clues.lead(lead, said, policy, head.is_some());
        }
        clues.phrases(prose);
        clues.schema(shape, head, policy, said.guarded || is_safe(tool));
        clues.labels(tool);
        if let Some(path) = tool.path.filter(|_| tool.method.is_some()) {
            clues.path(path, policy);
        }
        clues.kin(kin);
        clues
    }

    /// The verdict that the tool only reads, if it is one.
    pub(super) fn only_reads(&self) -> Option<TallyVerdict> {
        let verdict = self.reads.verdict(READS)?;
        (verdict.value && self.reads.heaviest_against() < VETO).then_some(verdict)
    }

    /// A verb says something about all three.
    fn verb(&mut self, verb: KnownVerb, discount: i32, policy: DestructivePolicy, why: &str) {
        self.reads.add(less(verb.reads(), discount), why);
        self.repeats.add(less(verb.repeats, discount), why);
        self.effect(verb.effect, discount, policy, why);
    }

    fn effect(&mut self, effect: VerbEffect, discount: i32, policy: DestructivePolicy, why: &str) {
        let piles = [
            (&mut self.destroys, effect.destroys(policy)),
            (
                &mut self.removes,
                effect.destroys(DestructivePolicy::Deletes),
            ),
        ];
        for (pile, weight) in piles {
            pile.add(less(weight, discount), why);
        }
    }

    /// The leading verb, or the worst of those that come with it.
    fn lead(
        &mut self,
        lead: &SentenceVerb,
        said: &SentenceReading,
        policy: DestructivePolicy,
        named: bool,
    ) {
        let others = said.beside.iter().chain(&said.also);
        let other = others.max_by_key(|spoken| spoken.verb.effect);
        let (discount, says) = match said.late {
            true => (LATE_DISCOUNT, "says"),
            false if named || !said.reads() => (SENTENCE_DISCOUNT, "begins with"),
            false => (ONLY_DISCOUNT, "begins with"),
        };
        let why = format!("the description {says} `{}`", lead.word);
        match other.filter(|other| other.verb.effect > lead.verb.effect) {
            Some(worse) => {
                let why = format!("{why} and goes on to `{}`", worse.word);
                self.verb(worse.verb, discount, policy, &why);
            }
            None => self.verb(lead.verb, discount, policy, &why),
        }
    }

    fn phrases(&mut self, prose: &DescriptionReading) {
        if prose.said.guarded {
            let why = "the description limits what is run to reading";
            self.reads.add(GUARDED, why);
        }
        for found in &prose.phrases {
            self.about(found.about, found.weight, &found.why());
        }
    }

    /// What the parameters give away. A program that is harmless is no clue.
    fn schema(
        &mut self,
        shape: ParameterEvidence,
        head: Option<&HeadVerb>,
        policy: DestructivePolicy,
        harmless: bool,
    ) {
        for (about, weight, why) in &shape.clues {
            self.about(*about, *weight, why);
        }
        // Where things are listed, a choice of actions says which of them.
        let lists = head.is_some_and(|head| matches!(head.word.as_str(), "list" | "search"));
        if let Some((effect, why)) = shape.worst.filter(|_| !lists) {
            self.reads.add(-CHOICE, why.as_str());
            self.effect(effect, 0, policy, &why);
        }
        // Who validates or searches code does not run it; who queries or reads with it does.
        let runs =
            |head: &HeadVerb| matches!(head.word.as_str(), "query" | "read" | "fetch" | "count");
        let looks = head.is_some_and(|head| head.verb.effect == VerbEffect::Reads && !runs(head));
        if let Some(program) = shape.program.filter(|_| !looks && !harmless) {
            let why = format!("its parameter `{program}` takes a program");
            self.reads.add(-VETO, why.as_str());
            self.effect(VerbEffect::Acts, 0, policy, &why);
        }
    }

    fn labels(&mut self, tool: &ToolFacts<'_>) {
        let scopes = scope::scopes(tool.scopes).filter(|_| !is_safe(tool));
        if let Some((weight, why)) = scopes {
            self.reads.add(weight, why);
        }
        for (about, weight, why) in scope::tags(tool.tags) {
            self.about(about, weight, &why);
        }
    }

    /// The last word of an HTTP path is an action where it is a verb: `/pods/{name}/exec`. A verb
    /// that is also a noun is one only after a parameter, and only if it acts or removes.
    fn path(&mut self, path: &str, policy: DestructivePolicy) {
        let mut segments = path.trim_end_matches('/').rsplit('/');
        let last = segments.next().unwrap_or_default();
        let after_parameter = segments.next().is_some_and(|one| one.starts_with('{'));
        let name = NameWords::split(last);
        let Some(word) = name.words.last().filter(|_| !last.starts_with('{')) else {
            return;
        };
        let Some(verb) = verb::base(&word.low) else {
            return;
        };
        let acts = matches!(verb.effect, VerbEffect::Acts | VerbEffect::Removes);
        if verb.effect.writes() && (verb.kind == WordKind::Verb || (after_parameter && acts)) {
            let why = format!("the path ends with `{}`", word.low);
            self.verb(verb, 1, policy, &why);
        }
    }

    fn kin(&mut self, kin: &OtherTools<'_, '_>) {
        if let Some(opposite) = kin.opposite() {
            let why = format!("another tool is its opposite, `{opposite}`");
            self.reads.add(-OPPOSITE, why);
        }
        if let Some((weight, why)) = kin.same_verb(Hint::ReadOnly) {
            self.reads.add(weight, why);
        }
        let hints = [
            (Hint::Destructive, &mut self.destroys),
            (Hint::Idempotent, &mut self.repeats),
        ];
        for (hint, pile) in hints {
            let said = kin.same_verb(hint).or_else(|| kin.same_effect(hint));
            if let Some((weight, why)) = said {
                pile.add(weight, why);
            }
        }
    }

    fn about(&mut self, about: PhraseTopic, weight: i32, why: &str) {
        match about {
            PhraseTopic::Reads => self.reads.add(weight, why),
            PhraseTopic::Repeats => self.repeats.add(weight, why),
            PhraseTopic::Destroys => {
                self.destroys.add(weight, why);
                self.removes.add(weight, why);
                // What destroys does not only read.
                self.reads.add(-weight.max(0), why);
            }
        }
    }
}

/// Verbs that only carry what is run.
fn carries(word: &str) -> bool {
    matches!(word, "run" | "execute")
}

/// Verbs that cover whatever can be asked for.
fn covers(word: &str) -> bool {
    matches!(word, "manage" | "handle" | "control" | "operate")
}

/// Whether the HTTP method is meant for reading. Then what a tool is allowed to do, and what a
/// parameter might carry, is no reason to doubt it: a GET may need the scope of its whole API.
fn is_safe(tool: &ToolFacts<'_>) -> bool {
    tool.method.is_some_and(HttpMethod::is_safe)
}

/// A weight nearer to nothing.
fn less(weight: i32, discount: i32) -> i32 {
    weight.signum() * (weight.abs() - discount).max(0)
}
