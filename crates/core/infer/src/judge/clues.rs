//! All clues about one tool, in three piles.

mod prose;

use candor_model::{DestructivePolicy, Hint};

use super::on_get::{is_path_spelled_out, is_safe, is_vague, outspeaks, stands_on_get};
use super::{READS, VETO};
use crate::description::{
    DescribedRequest, DescriptionReading, SentenceReading, SentenceVerb, is_run_to_read, only_reads,
};
use crate::evidence::{EvidenceTally, TallyVerdict};
use crate::head_verb::{ANSWER, HeadVerb, makes_openly};
use crate::phrase::PhraseTopic;
use crate::schema::{ParameterEvidence, SameAgain};
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
    /// The same as `destroys`, without verbs that only repeat an HTTP method, such as `patch`:
    /// what may raise the risk above the method.
    pub(super) overwrites: EvidenceTally,
}

/// A verb that weighs less leaves it open what is done.
const DOUBTFUL: i32 = 8;

/// What a verb weighs that reads and leaves no doubt.
const PLAINLY_READS: i32 = 14;

/// A verb of a name that weighs no more says next to nothing.
const FAINT: i32 = 5;

/// What a request says that the description names, in decibans.
const REQUEST: i32 = 14;

/// A description that names only something to look at, in decibans.
const THING: i32 = 10;

/// What can be asked to do something does it.
const CHOICE: i32 = 14;

/// What is the same when it is said again, in decibans.
const SAME_AGAIN: i32 = 15;

/// Verbs that join two things.
#[rustfmt::skip]
const JOINING: [&str; 9] = [
    "add", "attach", "associate", "bind", "link", "tag", "subscribe", "follow", "assign",
];

/// What takes a program may do anything, in decibans.
const PROGRAM: i32 = 10;

/// What can be undone by another tool of the source does something.
const OPPOSITE: i32 = 12;

// === impl HintClues ===

impl HintClues {
    /// Gathers the clues about one tool, which may have no more of a method than the request that
    /// its description names.
    pub(super) fn gather(
        source: &SourceFacts<'_>,
        tool: &ToolFacts<'_>,
        head: Option<&HeadVerb>,
        prose: &DescriptionReading,
        shape: &ParameterEvidence,
        kin: &OtherTools<'_, '_>,
        request: Option<&DescribedRequest>,
    ) -> Self {
        let mut clues = Self::default();
        let policy = source.destructive;
        let said = &prose.said;
        // A verb that says nothing yields to what says what is run, or what can be asked for.
        let guarded = said.guarded || head.is_some_and(names_reading_language);
        // Who explains how to install something installs nothing.
        let explains = said.explains && said.reads();
        let explained = |head: &&HeadVerb| explains && head.verb.effect.writes();
        let reported = head.is_some_and(names_run_to_read) && said.runs_to_read();
        let hollow = |word: &str| guarded && carries(word) || shape.reads && covers(word);
        let reported = |head: &&HeadVerb| reported && carries(&head.word);
        let safe = is_safe(tool);
        // A request that only the description names tells how the name is to be read. It outweighs
        // no sentence, title or parameter that says otherwise.
        let proven = safe && request.is_none();
        // Only its parameters tell whether a picture is also saved.
        let unknown = tool.input_schema.is_none() && !safe;
        let saved = |head: &HeadVerb| unknown && head.word == "screenshot";
        let counts = |head: &&HeadVerb| (!safe || stands_on_get(tool, head, said)) && !saved(head);
        let named = head.filter(|head| !hollow(&head.word) && !explained(head) && !reported(head));
        // Shapes that come with the call are worked out, and kept nowhere.
        let computed = said.shapes && shape.shape && said.alone();
        if let Some(head) = named.filter(counts) {
            let verb = said.answer(&head.word).unwrap_or(head.verb);
            let answer = computed || is_given_back(head, said);
            let verb = if answer { ANSWER } else { verb };
            clues.verb(verb, 0, policy, &head.why());
            if tool.method.is_some() && repeats_method(&head.word) {
                clues.overwrites = EvidenceTally::default();
            }
        }
        if let Some(request) = request {
            clues.request(request, policy);
        }
        // Who describes `frob_messages` with "Frob messages" does something to them.
        let begun = kin.begins_with(&prose.first);
        if let Some((weight, why)) = kin.bare().filter(|_| !begun) {
            clues.reads.add(*weight, why.as_str());
        }
        let looks = head.is_none_or(|head| head.verb.effect == VerbEffect::Reads);
        if let Some(thing) = prose.thing.as_ref().filter(|_| looks && !begun) {
            let why = format!("the description names something to look at: `{thing}`");
            clues.reads.add(THING, why);
        }
        let vague = |lead: &SentenceVerb| {
            let outspoken = head.is_some_and(|head| outspeaks(tool, head, said));
            safe && (said.late || is_vague(lead) || outspoken)
        };
        let lead = said.lead.as_ref().filter(|lead| !hollow(lead.base));
        let lead = lead.filter(|_| !(said.pictured && unknown));
        if let Some(lead) = lead.filter(|lead| !vague(lead)) {
            let verb = if computed { ANSWER } else { lead.verb };
            let lead = SentenceVerb {
                verb,
                ..lead.clone()
            };
            // A name that says little leaves it to the sentence.
            let named = named.is_some_and(|head| {
                head.verb.weight > FAINT || head.verb.effect == VerbEffect::Adds
            });
            clues.lead(&lead, prose, policy, named);
        }
        if !(proven || computed || explains || unknown && prose.title_pictured) {
            clues.title(head, prose, policy);
        }
        // The name and the sentence say that it reads.
        let reading = head.is_some_and(|head| head.verb.reads() >= PLAINLY_READS)
            && said.lead.is_some()
            && said.reads();
        clues.statements(prose, policy, proven, reading);
        clues.phrases(prose, reading);
        clues.schema(shape, head, policy, said.guarded || proven);
        clues.repeated(shape, head);
        clues.labels(tool);
        if let Some(path) = tool.path.filter(|_| tool.method.is_some()) {
            let reads = head.is_some_and(|head| head.verb.effect == VerbEffect::Reads);
            // `check_if_merged` behind `GET …/merge` asks about it.
            if !(is_safe(tool) && reads && !is_path_spelled_out(tool.name, path)) {
                clues.path(path, policy, safe);
            }
        }
        clues.kin(kin, head, policy);
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
        // A verb that may mean something harmless says little about destroying.
        let doubt = (DOUBTFUL - verb.weight).max(0);
        self.effect(verb.effect, discount + doubt, policy, why);
    }

    fn effect(&mut self, effect: VerbEffect, discount: i32, policy: DestructivePolicy, why: &str) {
        let piles = [
            (&mut self.destroys, effect.destroys(policy)),
            (&mut self.overwrites, effect.destroys(policy)),
        ];
        for (pile, weight) in piles {
            pile.add(less(weight, discount), why);
        }
    }

    /// What the parameters give away. A program that is harmless is no clue.
    fn schema(
        &mut self,
        shape: &ParameterEvidence,
        head: Option<&HeadVerb>,
        policy: DestructivePolicy,
        harmless: bool,
    ) {
        // Who validates an update takes what the update would.
        let examines = head.is_some_and(|head| examines(&head.word));
        // Where something is only read, what is replaced is at most an earlier answer.
        let plain = head.is_some_and(|head| head.verb.reads() >= PLAINLY_READS);
        for (about, weight, why) in &shape.clues {
            if plain && *about == PhraseTopic::Destroys {
                continue;
            }
            let of_update = match about {
                PhraseTopic::Reads => *weight < 0,
                PhraseTopic::Destroys => true,
                PhraseTopic::Repeats => false,
            };
            if !(examines && of_update) {
                self.about(*about, *weight, why);
            }
        }
        // Where things are listed, a choice of actions says which of them.
        let lists = head.is_some_and(|head| {
            matches!(
                head.word.as_str(),
                "list" | "search" | "find" | "query" | "browse"
            )
        });
        if let Some((effect, why)) = shape.worst.as_ref().filter(|_| !lists && !examines) {
            self.reads.add(-CHOICE, why.as_str());
            self.effect(*effect, 0, policy, why);
        }
        if let Some(place) = shape.saves_to.as_ref().filter(|_| !harmless) {
            let why = format!("its parameter `{place}` says where the result is saved");
            self.reads.add(-VETO, why.as_str());
        }
        // Who validates or searches code does not run it; who queries or reads with it does.
        let runs = |head: &HeadVerb| {
            matches!(
                head.word.as_str(),
                "query" | "read" | "fetch" | "count" | "evaluate"
            )
        };
        let looks = head.is_some_and(|head| head.verb.effect == VerbEffect::Reads && !runs(head));
        if let Some(program) = shape.program.as_ref().filter(|_| !looks && !harmless) {
            let why = format!("its parameter `{program}` takes a program");
            self.reads.add(-PROGRAM, why.as_str());
            self.effect(VerbEffect::Acts, 0, policy, &why);
        }
    }

    /// What a call says that may be said twice: which two things belong together, or what is to
    /// be the case.
    fn repeated(&mut self, shape: &ParameterEvidence, head: Option<&HeadVerb>) {
        let word = head.map_or("", |head| head.word.as_str());
        match shape.again {
            Some(SameAgain::TwoThings) if JOINING.contains(&word) => {
                let why = "it joins two things that are there already";
                self.repeats.add(SAME_AGAIN, why);
            }
            Some(SameAgain::Switch) if word == "toggle" => {
                self.repeats
                    .add(SAME_AGAIN, "a switch says what is to be the case");
            }
            _ => {}
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

    /// A request that the description names, such as `GET /pages`. A POST may do anything, so it
    /// says nothing.
    fn request(&mut self, request: &DescribedRequest, policy: DestructivePolicy) {
        let (reads, effect) = match request.method {
            HttpMethod::Get | HttpMethod::Head | HttpMethod::Options => (REQUEST, None),
            HttpMethod::Post => return,
            HttpMethod::Put | HttpMethod::Patch => (-REQUEST, None),
            HttpMethod::Delete => (-REQUEST, Some(VerbEffect::Removes)),
        };
        let why = format!(
            "the description is a request: `{} {}`",
            request.method, request.path
        );
        self.reads.add(reads, why.as_str());
        if let Some(effect) = effect {
            self.effect(effect, 0, policy, &why);
        }
    }

    /// The last word of an HTTP path is an action where it is a verb: `/pods/{name}/exec`. A verb
    /// that is also a noun is one only after a parameter, and only if it acts or removes.
    fn path(&mut self, path: &str, policy: DestructivePolicy, safe: bool) {
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
        // `/arrivals-for-stop` and `/mail-settings/bounce-purge` name things; `/auth.revoke` does it.
        if safe && name.words.len() > 1 && !word.opens {
            return;
        }
        let acts = matches!(verb.effect, VerbEffect::Acts | VerbEffect::Removes)
            && !(safe && verb.kind == WordKind::Noun);
        if verb.effect.writes() && (verb.kind == WordKind::Verb || (after_parameter && acts)) {
            let why = format!("the path ends with `{}`", word.low);
            self.verb(verb, 1, policy, &why);
        }
    }

    fn kin(
        &mut self,
        kin: &OtherTools<'_, '_>,
        head: Option<&HeadVerb>,
        policy: DestructivePolicy,
    ) {
        if let Some(opposite) = kin.opposite() {
            let why = format!("another tool is its opposite, `{opposite}`");
            self.reads.add(-OPPOSITE, why);
        }
        if let Some((weight, why)) = kin.same_verb_reads() {
            self.reads.add_habit(weight, why);
        }
        if let Some((weight, why)) = kin.all_read() {
            self.reads.add_habit(weight, why);
        }
        let own = head.map(|head| head.verb);
        let destroys = own.map_or(0, |verb| verb.effect.destroys(policy));
        let repeats = own.map_or(0, |verb| verb.repeats);
        let hints = [
            (Hint::Destructive, destroys, &mut self.destroys),
            (Hint::Idempotent, repeats, &mut self.repeats),
        ];
        for (hint, own, pile) in hints {
            match kin.habit(hint, own) {
                Some((weight, why)) => pile.add_habit(weight, why),
                None if kin.disagrees(hint) => pile.note_disagreement(),
                None => {}
            }
        }
    }

    fn about(&mut self, about: PhraseTopic, weight: i32, why: &str) {
        match about {
            PhraseTopic::Reads => self.reads.add(weight, why),
            PhraseTopic::Repeats => self.repeats.add(weight, why),
            PhraseTopic::Destroys => {
                self.destroys.add(weight, why);
                self.overwrites.add(weight, why);
                // What destroys does not only read.
                self.reads.add(-weight.max(0), why);
            }
        }
    }
}

/// Whether what a name makes is only given back: `generate_report` with "Get the figures for a report".
fn is_given_back(head: &HeadVerb, said: &SentenceReading) -> bool {
    let lead = said.lead.as_ref().filter(|_| !said.late && said.reads());
    let plain = lead.is_some_and(|lead| {
        lead.verb.effect == VerbEffect::Reads && lead.verb.weight >= PLAINLY_READS
    });
    plain && makes_openly(&head.word, &head.beside)
}

/// Verbs that say no more than the HTTP method: `patch_customer` behind PATCH.
fn repeats_method(word: &str) -> bool {
    matches!(word, "put" | "patch" | "post")
}

/// Verbs that look at something that is not done yet.
fn examines(word: &str) -> bool {
    matches!(
        word,
        "validate" | "verify" | "check" | "lint" | "preview" | "diff" | "estimate"
    )
}

/// Whether a name says that only what reads is run: `execute_promql_query`.
fn names_reading_language(head: &HeadVerb) -> bool {
    head.beside.iter().any(|word| only_reads(word))
}

/// Whether a name says that something is run which is only read: `run_sales_report`.
fn names_run_to_read(head: &HeadVerb) -> bool {
    head.beside.last().is_some_and(|word| is_run_to_read(word))
}

/// Verbs that only carry what is run.
fn carries(word: &str) -> bool {
    matches!(word, "run" | "execute")
}

/// Verbs that cover whatever can be asked for.
fn covers(word: &str) -> bool {
    matches!(word, "manage" | "handle" | "control" | "operate")
}

/// A weight nearer to nothing.
fn less(weight: i32, discount: i32) -> i32 {
    weight.signum() * (weight.abs() - discount).max(0)
}
