//! The sentences of a description, and the verbs in them.
//!
//! The first sentence counts. Where it does not begin with a verb, a noun that stands for one is
//! looked for ("Semantic search over …"), and then the next sentences are read ("The page's
//! content. Returns …"). What is found so is *late*, and believed less.

use super::asking::{asks, calls_to_read};
use super::computing::{computes, works_out_shape};
use super::guidance::explains;
use super::instruction::{behind_instruction, calls_itself, instructs, names_itself};
use super::joined::{also, beside};
use super::looking::{is_answered, looks_up, reports};
use super::opening::{behind_circumstance, lets};
use super::picture::pictured;
use super::saving::downloads_into;
use super::statement::is_advice;
use super::text::{TextWord, WordBreak};
use super::{SentenceReading, SentenceVerb, unspaced, verb_last};
use crate::head_verb;
use crate::verb::{self, KnownVerb, VerbEffect, WordKind};

/// Words that stand before the verb and say nothing.
#[rustfmt::skip]
const LEAD_IN: [&str; 89] = [
    "this", "tool", "tools", "the", "use", "used", "using", "to", "you", "your", "allows", "allow",
    "lets", "let", "enables", "enabling", "helps", "can", "be", "will", "a", "an", "function",
    "endpoint", "operation", "api", "command", "method", "action", "users", "user", "agents",
    "agent", "it", "is", "that", "which", "for", "deprecated", "beta", "experimental", "preview",
    "please", "one", "more", "multiple", "bulk", "batch", "mcp", "wrapper", "i", "want", "when",
    "need", "primary", "useful", "just", "and", "of", "helper", "utility", "simple", "easy", "quick",
    "way", "able", "capable", "designed", "intended", "meant", "made", "purpose", "attempts", "tries",
    "handy", "ideal", "suitable", "permits", "llm", "llms", "ai", "assistant", "assistants", "client",
    "clients", "developers", "them", "convenience", "generic",
];

/// Words after which a verb has an object, so that it is a verb indeed.
#[rustfmt::skip]
pub(super) const DETERMINERS: [&str; 19] = [
    "it", "them", "the", "a", "an", "its", "their", "all", "each", "any", "this", "these", "new",
    "one", "existing", "every", "that", "or", "and",
];

/// Languages in which nothing can be written.
#[rustfmt::skip]
const READING_LANGUAGES: [&str; 16] = [
    "promql", "logql", "traceql", "jql", "kql", "nrql", "soql", "sosl", "logsql", "wiql", "gaql",
    "jmespath", "jsonpath", "xpath", "fetchxml", "powerquery",
];

/// Whether a word names a language in which nothing can be written.
pub(crate) fn only_reads(word: &str) -> bool {
    READING_LANGUAGES.contains(&word)
}

/// Words for something that may do anything when it is run.
#[rustfmt::skip]
const PROGRAMS: [&str; 11] = [
    "sql", "statement", "statements", "command", "commands", "script", "code", "javascript",
    "arbitrary", "mutation", "python",
];

/// Words that begin a sentence which is about something else than what the tool does. Behind any
/// other word there may be an unknown verb, so what the next sentence says about
/// reading is not believed: "Frobs a page. Returns the page."
#[rustfmt::skip]
const BESIDE_THE_POINT: [&str; 22] = [
    "the", "a", "an", "this", "these", "all", "for", "when", "if", "important", "note", "warning",
    "requires", "required", "always", "never", "deprecated", "your", "each", "any", "represents",
    "critical",
];

/// Words that end a phrase.
const PREPOSITIONS: [&str; 12] = [
    "of", "over", "for", "in", "from", "with", "to", "against", "across", "on", "between", "using",
];

/// Verbs that carry another: what is run, called or gone to says what is done.
const CARRIERS: [&str; 5] = ["run", "execute", "navigate", "invoke", "authenticate"];

/// Nouns that stand for reading.
#[rustfmt::skip]
const READINGS: [&str; 44] = [
    "retrieval", "diagnostic", "diagnostics", "discovery", "inspection", "detection", "assessment",
    "search", "lookup", "research", "investigation", "query", "queries", "analysis", "validation",
    "screener", "comparison", "calculation", "estimation", "linter", "recognition", "classification",
    "summarization", "summarisation", "translation", "extraction", "exploration", "evaluation", "prediction",
    "identification", "interpretation", "examination", "measurement", "enumeration", "introspection",
    "interpolation", "disambiguation", "categorization", "diagnosis", "backtest", "analyses", "geocoding",
    "reasoning", "profiling",
];

/// What is only read when it is run: "Runs a report".
#[rustfmt::skip]
const RUN_TO_READ: [&str; 49] = [
    "report", "reports", "search", "searches", "lookup", "lookups", "comparison", "calculation",
    "estimation", "forecast", "screener", "diagnostics", "view", "views", "screen", "screens", "check",
    "checks", "linter", "linting", "review", "analysis", "analyses", "backtest", "backtests", "inspection",
    "detection", "assessment", "diagnosis", "computation", "regression", "aggregation", "valuation",
    "detector", "checker", "validator", "validation", "profiler", "calculations", "diagnostic", "comparisons",
    "appraisal", "pagerank", "centrality", "betweenness", "algorithm", "algorithms", "explain",
    "statistics",
];

/// Whether a noun names something that is only read when it is run.
pub(crate) fn is_run_to_read(word: &str) -> bool {
    RUN_TO_READ.contains(&word)
}

/// Within how many words the noun of a carrier stands, and the guard of what is run.
const NEAR: usize = 5;
const ANSWER: usize = 6;
const GUARD: usize = 9;

/// How many words of lead-in are skipped at most.
const LEAD_IN_WORDS: usize = 14;

/// How many words of a sentence are looked at.
const SENTENCE_WORDS: usize = 60;

/// How many sentences are looked at for a verb.
const SENTENCES: usize = 3;

/// Within how many words a label ends, and a noun that stands for a verb is found.
const LABELLED: usize = 7;
const LABEL_WORDS: usize = 5;

/// Finds the leading verb of a sentence from a place on.
type LeadVerbFinder = fn(&[TextWord<'_>], usize) -> Option<usize>;

/// Reads the beginning of a description.
pub(super) fn read(tokens: &[TextWord<'_>]) -> SentenceReading {
    let mut rest = tokens;
    let mut unknown = false;
    for place in 0..SENTENCES {
        let inside = rest.iter().skip(1).position(TextWord::begins_sentence);
        let (sentence, later) = rest.split_at(inside.map_or(rest.len(), |at| at + 1));
        // Later sentences say what the tool does only if they begin with it at once: "To confirm
        // that you may, …" is advice.
        let found = match place {
            0 if instructs(sentence) => said(behind_instruction(sentence), lead),
            0 => pictured(sentence)
                .or_else(|| said(sentence, lead))
                .or_else(|| nominal(sentence))
                .or_else(|| provided(sentence)),
            // "Confirm that you may" is advice too.
            _ if sentence.first().is_some_and(|first| is_advice(first.word)) => None,
            _ => said(sentence, at_once).map(|found| SentenceReading {
                late: true,
                ..found
            }),
        };
        match found {
            Some(said) if said.late && unknown && said.reads() => {
                return SentenceReading::default();
            }
            Some(said) => return said,
            None => {}
        }
        let aside = |token: &TextWord<'_>| BESIDE_THE_POINT.contains(&token.word);
        unknown |= !sentence.first().is_some_and(aside) && !instructs(sentence);
        rest = later;
    }
    unspaced::read(tokens)
        .or_else(|| verb_last::read(tokens))
        .unwrap_or_default()
}

/// The place of a sentence's leading verb, also behind a label.
pub(super) fn leading(sentence: &[TextWord<'_>]) -> Option<usize> {
    lead(sentence, 0)
        .or_else(|| lead(sentence, behind_circumstance(sentence)?))
        .or_else(|| lead(sentence, behind_label(sentence)?))
}

/// Words with which a question begins.
const ASKING: [&str; 6] = ["which", "what", "who", "whose", "where", "why"];

/// What a sentence says that begins with a verb, or has one behind its label. A question says nothing:
/// "Which archives hold the records".
fn said(sentence: &[TextWord<'_>], lead: LeadVerbFinder) -> Option<SentenceReading> {
    let begins = sentence.first().map_or("", |first| first.word);
    if ASKING.contains(&begins) {
        return None;
    }
    let label = behind_label(sentence);
    let named = label.filter(|at| names_itself(sentence[at - 1].word));
    let lead = named
        .and_then(|at| lead(sentence, at))
        .or_else(|| lead(sentence, 0))
        .or_else(|| lead(sentence, behind_circumstance(sentence)?))
        .or_else(|| lead(sentence, label?))?;
    let spoken = SentenceVerb::at(&sentence[lead..])?;
    let behind = lead + spoken.word.split(' ').count();
    let rest = &sentence[behind..];
    let rest = &rest[..rest.len().min(SENTENCE_WORDS)];
    let mut said = SentenceReading::default();
    said.guarded = guarded(&spoken, rest);
    said.explains = explains(&spoken, rest);
    said.shapes = works_out_shape(&spoken, rest);
    said.lead = meant(spoken, rest).filter(|_| !said.guarded);
    let listed = beside(rest, &mut said);
    also(&sentence[lead..], behind - lead + listed, &mut said);
    Some(said)
}

/// "Semantic search over", "dry-run validation of", "entry point for finding": a noun at the end
/// of the first phrase says what is done, or a verb behind "for".
fn nominal(sentence: &[TextWord<'_>]) -> Option<SentenceReading> {
    let near = &sentence[..sentence.len().min(LABEL_WORDS + 1)];
    let ends = |token: &TextWord<'_>| {
        PREPOSITIONS.contains(&token.word) || token.before == WordBreak::Label
    };
    let end = near.iter().position(ends)?;
    let thing = end == 2 && matches!(near[0].word, "the" | "a" | "an");
    let noun = near[..end]
        .iter()
        .rev()
        .find(|token| !token.joined && !token.joins && is_deed(token.word, thing));
    let aim = near.get(end + 1).filter(|_| near[end].word == "for");
    let aim = aim.filter(|token| token.word.ends_with("ing"));
    let word = noun.or(aim)?.word;
    Some(SentenceReading {
        lead: Some(reading(word).or_else(|| SentenceVerb::of(word))?),
        late: true,
        ..SentenceReading::default()
    })
}

/// "The search API provides places near a point": what somebody is said to give is read, if
/// nothing else is said before.
fn provided(sentence: &[TextWord<'_>]) -> Option<SentenceReading> {
    let near = &sentence[..sentence.len().min(LABELLED)];
    let gives =
        |token: &TextWord<'_>| matches!(token.word, "provides" | "returns" | "lists" | "shows");
    let at = near.iter().position(gives).filter(|at| *at > 0)?;
    let plain = |token: &TextWord<'_>| {
        token.before <= WordBreak::Space && !matches!(token.word, "and" | "or" | "to" | "that")
    };
    let subject = near[0].word;
    (near[1..=at].iter().all(plain) && !subject.ends_with('s')).then_some(SentenceReading {
        lead: Some(SentenceVerb::of(near[at].word)?),
        late: true,
        ..SentenceReading::default()
    })
}

/// Whether a noun stands for something that is done. Most nouns of the table are things, and
/// "the set of pages" is one.
fn is_deed(word: &str, thing: bool) -> bool {
    let verb = verb::base(word);
    verb.is_some_and(|verb| {
        verb.effect == VerbEffect::Reads || verb.kind == WordKind::Both && !thing
    })
}

/// "Performs an analysis", "run a find query", "navigate and return the text": another word says
/// what is done, not the verb. Who only performs something that reads, reads; who runs it, or
/// goes there, may do anything, so nothing is said.
fn meant(spoken: SentenceVerb, sentence: &[TextWord<'_>]) -> Option<SentenceVerb> {
    let near = sentence.iter().take(ANSWER).map(|token| token.word);
    let near: Vec<&str> = near.collect();
    if head_verb::makes_answer(spoken.base, near.iter().copied())
        || head_verb::makes(spoken.base, &near) && is_returned(sentence)
        || asks(&spoken, sentence)
        || calls_to_read(&spoken, sentence)
        || looks_up(spoken.base, sentence)
        || reports(&spoken, sentence)
        || computes(&spoken, sentence)
    {
        return Some(SentenceVerb {
            verb: head_verb::ANSWER,
            ..spoken
        });
    }
    if downloads_into(spoken.base, sentence) {
        return Some(SentenceVerb {
            verb: KnownVerb {
                effect: VerbEffect::Adds,
                weight: head_verb::ANSWER.weight,
                ..spoken.verb
            },
            ..spoken
        });
    }
    if spoken.base == "call" && is_answered(sentence) {
        return None;
    }
    let performs = matches!(spoken.base, "perform" | "do" | "conduct");
    if !performs && !CARRIERS.contains(&spoken.base) {
        return Some(spoken);
    }
    let near = &sentence[..sentence.len().min(NEAR)];
    let to_read = ends_phrase_to_read(sentence);
    // A "code review" runs no code.
    if near.iter().any(|token| PROGRAMS.contains(&token.word)) && !to_read {
        return Some(spoken);
    }
    if !performs && to_read {
        return Some(SentenceVerb {
            verb: head_verb::ANSWER,
            ..spoken
        });
    }
    let reading = near.iter().find_map(|token| reading(token.word));
    let amid = |token| SentenceVerb::amid(std::slice::from_ref(token));
    let noun = reading.or_else(|| near.iter().find_map(amid));
    match noun {
        Some(noun) if performs => Some(noun),
        Some(noun) if !noun.verb.effect.writes() => None,
        _ => Some(spoken),
    }
}

/// Whether the first phrase behind a verb ends with something that is only read when it is run:
/// "a monthly sales report for one shop".
fn ends_phrase_to_read(sentence: &[TextWord<'_>]) -> bool {
    let ends = |token: &TextWord<'_>| {
        token.before > WordBreak::Space
            || PREPOSITIONS.contains(&token.word)
            || matches!(token.word, "that" | "which")
    };
    let near = &sentence[..sentence.len().min(GUARD)];
    // "An energy and force calculation" is one; "the report and save it" is not.
    let goes_on =
        |pair: &[TextWord<'_>]| pair[0].word == "and" && verb::spoken(pair[1].word).is_some();
    let joined = near.windows(2).position(goes_on);
    let end = near.iter().position(ends).unwrap_or(near.len());
    let end = joined.map_or(end, |joined| end.min(joined));
    let last = end.checked_sub(1).map(|last| near[last].word);
    last.is_some_and(is_run_to_read)
}

/// "Render a page to an image and return it": what is made is the answer.
fn is_returned(sentence: &[TextWord<'_>]) -> bool {
    sentence.windows(3).any(|words| {
        let [joint, verb, object] = [words[0].word, words[1].word, words[2].word];
        joint == "and" && matches!(verb, "return" | "returns") && matches!(object, "it" | "them")
    })
}

/// What is done where a noun stands for reading.
fn reading(word: &str) -> Option<SentenceVerb> {
    let read = SentenceVerb::of("read").filter(|_| READINGS.contains(&word))?;
    let word = word.to_owned();
    Some(SentenceVerb { word, ..read })
}

/// Whether what is run is said to be only what reads: "executes a safe, read-only SQL query",
/// "run SELECT statements".
fn guarded(spoken: &SentenceVerb, sentence: &[TextWord<'_>]) -> bool {
    let runs = CARRIERS.contains(&spoken.base) || !spoken.verb.effect.writes();
    let near = &sentence[..sentence.len().min(GUARD)];
    let program = |token: &TextWord<'_>| {
        matches!(
            token.word,
            "sql" | "query" | "queries" | "statement" | "statements" | "cypher" | "select"
        )
    };
    let reading = |token: &TextWord<'_>| only_reads(token.word);
    let only = near.windows(2).any(|pair| {
        let [one, next] = [pair[0].word, pair[1].word];
        let limits = matches!(one, "select" | "read") && program(&pair[1]);
        one == "read" && next == "only" || one == "readonly" || limits
    });
    let selects = near
        .windows(2)
        .any(|pair| pair[1].word == "select" && program(&pair[0]));
    // "Run a SELECT (or WITH) query".
    let alternatives = ["with", "cte", "show", "explain", "describe"];
    let selects = selects
        || near.windows(3).any(|words| {
            let joint = matches!(words[1].word, "or" | "and");
            words[0].word == "select" && joint && alternatives.contains(&words[2].word)
        });
    runs && ((only || selects) && near.iter().any(program) || near.iter().any(reading))
}

/// Where a sentence goes on behind its label: "Notion | Retrieve a page".
fn behind_label(sentence: &[TextWord<'_>]) -> Option<usize> {
    let near = &sentence[..sentence.len().min(LABELLED)];
    let ends = |token: &TextWord<'_>| token.before == WordBreak::Label;
    near.iter().skip(1).position(ends).map(|at| at + 1)
}

/// The place `from` if there is a verb.
fn at_once(sentence: &[TextWord<'_>], from: usize) -> Option<usize> {
    let rest = sentence.get(from..)?;
    let next = rest.get(1).map_or("", |next| next.word);
    // "Does not persist", "Accepts the same names": nothing is done.
    let idle = matches!(rest.first()?.word, "accepts" | "takes" | "supports");
    // What is a verb only before its object mostly is a noun here: "Names, not paths".
    let noun = verb::inflected(rest[0].word).is_none() && SentenceVerb::of(rest[0].word).is_some();
    let spoken = !rest[0].quoted && !idle && !noun && !matches!(next, "not" | "never" | "nothing");
    (spoken && is_verb(rest, false)).then_some(from)
}

/// The place of the leading verb: the first word that is neither lead-in nor an adverb.
fn lead(sentence: &[TextWord<'_>], from: usize) -> Option<usize> {
    let mut behind = from;
    for at in (from..sentence.len()).take(LEAD_IN_WORDS) {
        if at < behind {
            continue;
        }
        let word = sentence[at].word;
        let rest = &sentence[at..];
        let leads_in = LEAD_IN.contains(&word) && !previews(rest);
        if leads_in || sentence[at].is_adverb() || calls_itself(rest) || is_manner(&sentence[at]) {
            continue;
        }
        if let Some(words) = lets(rest) {
            behind = at + words;
            continue;
        }
        let before = at.checked_sub(1).map_or("", |before| sentence[before].word);
        let article = at > from && matches!(before, "the" | "a" | "an");
        // "One-call summary" calls nothing; who "bulk-creates" creates.
        let manner = at > 0 && is_manner(&sentence[at - 1]);
        let counted = sentence[at].joined && !manner;
        if !counted && is_verb(rest, article) {
            return Some(at);
        }
        // "Jira, search for issues" has a label before its sentence.
        let labelled = rest
            .get(1)
            .is_some_and(|next| next.before >= WordBreak::Comma);
        if !(labelled && at < 3) {
            return None;
        }
    }
    None
}

/// Whether a word says how the one behind its hyphen is done: "bulk-creates", "fuzzy-match".
fn is_manner(token: &TextWord<'_>) -> bool {
    token.joins
        && matches!(
            token.word,
            "bulk"
                | "batch"
                | "mass"
                | "soft"
                | "hard"
                | "auto"
                | "force"
                | "reverse"
                | "forward"
                | "fuzzy"
                | "cross"
                | "deep"
                | "fact"
        )
}

/// Whether "preview" is a verb and no label: "Preview the next bill".
fn previews(tokens: &[TextWord<'_>]) -> bool {
    let object = |next: &TextWord<'_>| {
        next.before == WordBreak::Space && matches!(next.word, "a" | "an" | "the" | "how" | "what")
    };
    tokens[0].word == "preview" && tokens.get(1).is_some_and(object)
}

/// Whether a sentence goes on with a verb. A word that mostly is a noun is a verb only before
/// its object: "comment on" is not, "comments of a page" is not, "tag a file" is. "The set of
/// pages" sets nothing; but who gives "the list of pages" lists them.
fn is_verb(tokens: &[TextWord<'_>], article: bool) -> bool {
    let Some(spoken) = SentenceVerb::at(tokens).filter(|_| !is_compound(tokens)) else {
        return false;
    };
    if goes_to_place(tokens) || is_record(tokens, spoken.verb) {
        return false;
    }
    let of = tokens.get(1).is_some_and(|next| next.word == "of");
    if (article || of) && spoken.verb.kind != WordKind::Verb && spoken.verb.effect.writes() {
        return false;
    }
    let object = tokens.get(1).filter(|next| next.before == WordBreak::Space);
    let has_object = object.is_some_and(|next| DETERMINERS.contains(&next.word));
    // "Training load", "processing status" are things.
    let thing = spoken.verb.effect.writes() && tokens[0].word.ends_with("ing");
    spoken.verb.kind != WordKind::Noun && !thing || has_object
}

/// Whether a place in a text is gone to: "Go to definition".
fn goes_to_place(tokens: &[TextWord<'_>]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word);
    word(0) == "go"
        && word(1) == "to"
        && matches!(word(2), "definition" | "declaration" | "implementation")
}

/// Whether a word that may be a noun names of what there is a record: "Change history for an app",
/// "Launches by this user".
fn is_record(tokens: &[TextWord<'_>], verb: KnownVerb) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word);
    let joint = matches!(word(2), "for" | "of" | "about" | "by");
    let record = verb.kind != WordKind::Verb
        && joint
        && matches!(word(1), "history" | "log" | "logs" | "stats" | "statistics");
    let plural = word(0).ends_with('s') && word(1) == "by" && tokens[1].before == WordBreak::Space;
    // "Pages that link here", "Type and syntax problems".
    let things = verb.kind == WordKind::Noun && matches!(word(1), "that" | "and");
    verb.effect.writes() && (record || plural || things)
}

/// Whether a hyphen makes another word of a verb: "one-call", "set-by-set", "read-only". What is
/// done "get-or-create" or "bulk-create" is done.
fn is_compound(tokens: &[TextWord<'_>]) -> bool {
    let [first, rest @ ..] = tokens else {
        return false;
    };
    let pair = rest
        .first()
        .is_some_and(|next| matches!(next.word, "or" | "and"));
    first.joins && !pair
}
