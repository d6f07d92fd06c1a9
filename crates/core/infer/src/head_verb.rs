//! The verb that says what a tool does, wherever it stands in the name.

mod agent;
mod answers;
mod question;
mod things;

use self::agent::{agent, doer};
use self::answers::CREDENTIALS;
pub(crate) use self::answers::{ANSWER, makes, makes_answer, makes_openly, makes_perhaps};
use self::question::question;
pub(crate) use self::things::is_to_read;
use crate::naming_style::{NamingStyle, VerbOrder, repeats_group};
use crate::verb::{self, KnownVerb, VerbEffect, WordKind};
use crate::words::{NameWord, NameWords};

/// The head verb of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadVerb {
    pub(crate) word: String,
    /// What it does. The weight is lowered where its place leaves doubt.
    pub(crate) verb: KnownVerb,
    /// Its place among the words of the name.
    pub(crate) at: usize,
    /// Where that is, for evidence.
    pub(crate) place: VerbPosition,
    /// The other words, without the source's prefix.
    pub(crate) beside: Vec<String>,
}

/// Where in a name a verb stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerbPosition {
    First,
    Middle,
    Last,
}

/// Points that a word needs to be taken for the head: a verb that is also a noun, at the end of a
/// name of a source without a clear order, just has them.
const ENOUGH: i32 = 6;

/// What a verb weighs that reads and leaves no doubt.
const PLAIN: i32 = 14;

/// What a verb weighs that hardly leaves any.
const SURELY: i32 = 11;

/// Words before things that are looked at, in names without a verb: `latest_news`.
#[rustfmt::skip]
const LOOKED_AT: [&str; 55] = [
    "latest", "current", "recent", "upcoming", "historical", "live", "available", "top", "trending", "popular",
    "nearest", "nearby", "similar", "related", "random", "now", "my", "stale", "pending", "unread", "overdue",
    "unused", "missing", "expired", "failing", "orphaned", "idle", "due", "best", "worst", "most", "least",
    "newest", "oldest", "highest", "lowest", "largest", "smallest", "longest", "shortest", "today", "todays",
    "yesterday", "tomorrow", "past", "closest", "featured", "suggested", "recommended", "supported",
    "common", "estimated", "expected", "predicted", "projected",
];

/// How things are, at the end of a name: what is built has a `build_status`.
#[rustfmt::skip]
const STATES: [&str; 15] = [
    "status", "info", "stats", "statistics", "summary", "history", "logs", "metrics", "details", "health",
    "metadata", "depth", "results", "usage", "state",
];

/// Words that join a noun to what it is about.
const JOINTS: [&str; 6] = ["by", "of", "for", "in", "per", "from"];

/// Words of which the first is no verb beside the second: what is in the play store is not played.
#[rustfmt::skip]
const COMPOUNDS: [(&str, &str); 34] = [
    ("block", "height"), ("block", "number"), ("block", "hash"), ("block", "explorer"), ("stack", "trace"),
    ("login", "status"), ("login", "history"), ("queue", "depth"), ("queue", "status"), ("queue", "stats"),
    ("queue", "length"), ("order", "status"), ("order", "history"), ("sleep", "data"), ("sleep", "score"),
    ("sleep", "summary"), ("debug", "info"),
    ("play", "store"), ("play", "console"), ("call", "graph"), ("call", "hierarchy"),
    ("call", "tree"), ("call", "log"), ("call", "logs"), ("call", "stack"), ("change", "log"),
    ("change", "history"), ("press", "release"), ("press", "releases"), ("order", "book"),
    ("stop", "words"), ("goto", "definition"), ("goto", "declaration"), ("goto", "implementation"),
];

/// What is found when it is resolved.
#[rustfmt::skip]
const IDENTIFIED: [&str; 28] = [
    "id", "ids", "identifier", "identifiers", "names", "alias", "aliases", "symbol", "symbols", "entity", "entities",
    "contact", "uri", "dns", "domain", "host", "hostname", "ip", "doi", "dois", "ref", "reference", "references",
    "location", "address", "handle", "version", "geocode",
];

// === impl HeadVerb ===

impl HeadVerb {
    /// The evidence in words.
    pub(crate) fn why(&self) -> String {
        let place = match self.place {
            VerbPosition::First => "begins with",
            VerbPosition::Middle => "says",
            VerbPosition::Last => "ends with",
        };
        format!("the name {place} `{}`", self.word)
    }
}

/// Finds the head verb: every verb in the name gets points for what it is and where it stands,
/// and the one with the most wins; of equals, the first. `lead` is the verb with which the
/// description begins: where the name holds it too, both mean the same.
pub(crate) fn find(
    name: &NameWords<'_>,
    house: &NamingStyle,
    lead: Option<&str>,
) -> Option<HeadVerb> {
    let words = house.proper(name);
    let offset = name.words.len() - words.len();
    if let Some(question) = question(words, offset) {
        return Some(question);
    }
    let mut best: Option<(i32, usize, KnownVerb)> = None;
    for (at, word) in words.iter().enumerate() {
        let Some(verb) = verb_at(words, at) else {
            continue;
        };
        let bonus = match lead {
            Some(lead) if lead == word.low => 9,
            // "Get the data for a report" makes a thing of `report_issue`, wherever it stands.
            Some(lead) if verb.kind == WordKind::Noun && writes_beside(lead, verb) => -12,
            // So does "Show the status of a rollout" of `rollout_status`.
            Some(lead) if ends_to_read(words) && writes_beside(lead, verb) => -14,
            _ if at + offset > 0 && ends_to_read(words) && names_run(verb) => -12,
            // Also at the beginning: nobody builds the `build_status`.
            _ if ends_with_state(words) && names_run(verb) && !writes(lead) => -14,
            // "Count the messages" makes a thing of `message_stats`, "Show the changes" even of
            // `amend_history`.
            Some(lead) if is_past(words) && reads_plainly(lead) && verb.effect.writes() => -20,
            // The description begins with another verb, so this word is likely a thing.
            Some(_) if at + offset > 0 && verb.kind == WordKind::Noun => -6,
            Some(_) if name.words.len() == 1 && verb.kind == WordKind::Noun => -10,
            _ => 0,
        };
        let product = at + offset == 0 && house.is_product(&word.low) && acts_later(words, at);
        let doubt = if product { -8 } else { 0 };
        let points = bonus + doubt + points(words, at, offset, verb, house.order);
        if points >= ENOUGH && best.is_none_or(|(most, ..)| points > most) {
            best = Some((points, at, verb));
        }
    }
    // `deploy-services-reader` reads; where another verb is found, it must be one beyond doubt.
    let agent = agent(words).filter(|_| best.is_none_or(|(.., verb)| verb.kind != WordKind::Verb));
    let (_, at, verb) = agent.or(best).or_else(|| doer(words))?;
    let place = match offset + at {
        0 => VerbPosition::First,
        written if written + 1 == name.words.len() => VerbPosition::Last,
        _ => VerbPosition::Middle,
    };
    let others = words.iter().enumerate().filter(|(other, _)| *other != at);
    let verb = worst_of_pair(doubted(verb, words, at, house.order), &words[at + 1..]);
    Some(HeadVerb {
        word: words[at].low.clone(),
        verb: answering(verb, words, at),
        at: at + offset,
        place,
        beside: others.map(|(_, word)| word.low.clone()).collect(),
    })
}

/// Whether a verb writes although the description begins with one that plainly reads.
fn writes_beside(lead: &str, verb: KnownVerb) -> bool {
    let plain = verb::base(lead).filter(|lead| lead.kind != WordKind::Noun);
    verb.effect.writes()
        && verb.kind != WordKind::Verb
        && plain.is_some_and(|lead| lead.effect == VerbEffect::Reads && lead.weight >= PLAIN)
}

/// Whether a name ends with something to look at.
fn ends_to_read(words: &[NameWord<'_>]) -> bool {
    let last = words.last().filter(|_| words.len() > 1);
    last.is_some_and(|last| is_to_read(&last.low))
}

/// Whether a name ends with how things are.
fn ends_with_state(words: &[NameWord<'_>]) -> bool {
    let last = words.last().filter(|_| words.len() > 1);
    // Who has `process_data` processes it; the `process_list_data` is a thing.
    let data = |last: &NameWord<'_>| words.len() > 2 && last.low == "data";
    last.is_some_and(|last| STATES.contains(&last.low.as_str()) || data(last))
}

/// Whether a name ends with a record of what has happened, or of how far it is.
fn is_past(words: &[NameWord<'_>]) -> bool {
    let last = words.last().filter(|_| words.len() > 1);
    last.is_some_and(|last| {
        matches!(
            last.low.as_str(),
            "stats" | "statistics" | "history" | "status" | "progress" | "info"
        )
    })
}

/// Whether a verb only reads, and not perhaps.
fn reads_plainly(word: &str) -> bool {
    let verb = verb::base(word).filter(|verb| verb.kind != WordKind::Noun);
    verb.is_some_and(|verb| verb.effect == VerbEffect::Reads && verb.weight >= SURELY)
}

/// Whether the description begins with a verb that writes.
fn writes(lead: Option<&str>) -> bool {
    lead.and_then(verb::base)
        .is_some_and(|lead| lead.effect.writes())
}

/// Whether a word may name a run, a call or a build of which there is something to look at.
fn names_run(verb: KnownVerb) -> bool {
    verb.effect == VerbEffect::Acts && verb.kind != WordKind::Verb
}

/// The verb that a word is, alone or with the next one.
fn verb_at(words: &[NameWord<'_>], at: usize) -> Option<KnownVerb> {
    let next = words.get(at + 1);
    let pair = (words[at].low.as_str(), next.map_or("", |next| &next.low));
    if COMPOUNDS.contains(&pair) {
        return None;
    }
    let phrasal = next.and_then(|next| verb::phrasal(&words[at].low, &next.low));
    match phrasal {
        Some((_, verb)) => Some(verb),
        None => verb::base(&words[at].low),
    }
}

fn points(
    words: &[NameWord<'_>],
    at: usize,
    offset: usize,
    verb: KnownVerb,
    order: VerbOrder,
) -> i32 {
    let noun = verb.kind == WordKind::Noun;
    let kind = match verb.kind {
        WordKind::Verb => 10,
        WordKind::Both => 7,
        WordKind::Noun => 3,
    };
    let alone = at + 1 == words.len();
    let first = match order {
        _ if at > 0 => 0,
        // All that is left of `network_request` is a noun.
        _ if noun && alone && offset > 0 => 0,
        VerbOrder::First => 12,
        // `monitor_metrics_query` queries what a product of that name has.
        _ if noun && acts_later(words, at) => 3,
        // Behind a group that other names share, verbs come first in any naming style.
        VerbOrder::Last if offset == 0 => 3,
        VerbOrder::Mixed | VerbOrder::Last => 8,
    };
    let last = match order {
        VerbOrder::Mixed if alone && at > 0 => 2,
        VerbOrder::Last if alone && at > 0 => 7,
        _ => 0,
    };
    let opens = if words[at].opens { 8 } else { 0 };
    let after_group = match at {
        1 if repeats_group(&words[0], &words[2..]) => 7,
        1 if !noun => 3,
        _ => 0,
    };
    kind + first + last + opens + after_group
}

/// Whether a verb that is more of a verb ends the name, or opens what is done.
fn acts_later(words: &[NameWord<'_>], at: usize) -> bool {
    let mut later = words.iter().enumerate().skip(at + 1);
    later.any(|(place, word)| {
        let ends = place + 1 == words.len() || word.opens;
        ends && verb::base(&word.low).is_some_and(|verb| verb.kind != WordKind::Noun)
    })
}

/// A word that may be a noun where it stands is believed less.
fn doubted(verb: KnownVerb, words: &[NameWord<'_>], at: usize, order: VerbOrder) -> KnownVerb {
    let sure_place = match order {
        VerbOrder::First => at == 0,
        VerbOrder::Last => at + 1 == words.len() || words[at].opens,
        VerbOrder::Mixed => at == 0 && words.len() > 1 || words[at].opens,
    };
    let doubt = match verb.kind {
        _ if sure_place => 0,
        WordKind::Verb => 0,
        // "Health check": what is looked at is looked at.
        WordKind::Both if !verb.effect.writes() && at > 0 && at + 1 == words.len() => 2,
        WordKind::Both => 4,
        WordKind::Noun => 5,
    };
    KnownVerb {
        weight: (verb.weight - doubt).max(1),
        ..verb
    }
}

/// `generate_chart` and `diagram_generate` give an answer and leave nothing behind.
fn answering(verb: KnownVerb, words: &[NameWord<'_>], at: usize) -> KnownVerb {
    let others = words.iter().enumerate().rev();
    let mut objects = others.filter(|(other, _)| *other != at);
    let things = objects.next().map(|(_, word)| word.low.as_str());
    // What is resolved to an identifier is found, and an issue is settled.
    if words[at].low == "resolve" && things.is_some_and(|thing| IDENTIFIED.contains(&thing)) {
        return ANSWER;
    }
    let opens = objects.any(|(_, word)| CREDENTIALS.contains(&word.low.as_str()));
    if makes_answer(&words[at].low, things.into_iter()) && !opens {
        ANSWER
    } else {
        verb
    }
}

/// `create_or_update_file` does the worse of both.
fn worst_of_pair(verb: KnownVerb, rest: &[NameWord<'_>]) -> KnownVerb {
    let [joint, other @ ..] = rest else {
        return verb;
    };
    // Who searches and replaces, replaces: `search_replace`.
    if joint.low == "replace" && !verb.effect.writes() {
        return verb::base(&joint.low).unwrap_or(verb);
    }
    let [other, ..] = other else {
        return verb;
    };
    match verb::base(&other.low) {
        Some(other) if matches!(joint.low.as_str(), "or" | "and") && other.effect > verb.effect => {
            other
        }
        _ => verb,
    }
}

/// The noun at the end of a name that names something to look at: `db-stats`, `cluster_health`.
pub(crate) fn thing_to_read<'n>(name: &'n NameWords<'_>, house: &NamingStyle) -> Option<&'n str> {
    let words = house.unprefixed(name);
    // "Statistics by protocol" are statistics.
    let joint = words
        .iter()
        .position(|word| JOINTS.contains(&word.low.as_str()));
    let thing = joint.filter(|at| *at > 0).map_or(words, |at| &words[..at]);
    let (first, last) = (words.first()?, thing.last()?);
    let looked_at = words.len() > 1 && is_looked_at(&first.low);
    if is_to_read(&last.low) {
        return Some(last.low.as_str());
    }
    looked_at.then_some(first.low.as_str())
}

/// Whether a word says of what follows only which of it is looked at: "latest", "nearby".
pub(crate) fn is_looked_at(word: &str) -> bool {
    LOOKED_AT.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(name: &str, siblings: &[&str]) -> String {
        let names: Vec<_> = siblings.iter().map(|name| NameWords::split(name)).collect();
        let house = NamingStyle::of("x", &names);
        let found = find(&NameWords::split(name), &house, None);
        found.map_or_else(|| "-".to_owned(), |head| head.word)
    }

    const FIRST: &[&str] = &["get_a", "create_a", "delete_a", "update_b", "add_b"];
    const LAST: &[&str] = &["a_get", "a_create", "a_delete", "b_update", "b_add"];

    #[test]
    fn the_head_is_found_wherever_it_stands() {
        for (name, expect) in [
            ("list_issues", "list"),
            ("issues-list", "list"),
            ("issues.list", "list"),
            ("notes_get_note", "get"),
            ("get_create_fields", "get"),
            ("deletePage", "delete"),
            ("comment_create", "create"),
            ("report_delete", "delete"),
            ("connected-system_list-apps", "list"),
            ("batch_create_issues", "create"),
            ("whoami", "whoami"),
            ("user_log_out", "log"),
            ("droplet_rebuild", "rebuild"),
            ("network", "-"),
            ("", "-"),
        ] {
            assert_eq!(head(name, &[]), expect, "{name}");
        }
    }

    #[test]
    fn the_house_decides_where_nouns_are_verbs() {
        for (name, siblings, expect) in [
            ("list_delete_markers", FIRST, "list"),
            ("post_comment", FIRST, "post"),
            ("network_request", FIRST, "-"),
            ("deck_label_get", LAST, "get"),
            ("page_search", FIRST, "search"),
            ("list_archive", LAST, "archive"),
            ("post_update", LAST, "update"),
            ("log_view", LAST, "view"),
            ("a_create_list", LAST, "create"),
        ] {
            assert_eq!(head(name, siblings), expect, "{name}");
        }
    }

    #[test]
    fn the_description_decides_between_two_verbs() {
        let house = NamingStyle::of("x", &[]);
        let name = NameWords::split("run_list");
        let found = |lead| find(&name, &house, lead).map(|head| head.word);
        assert_eq!(found(None).as_deref(), Some("run"));
        assert_eq!(found(Some("list")).as_deref(), Some("list"));
    }

    #[test]
    fn what_is_made_to_be_shown_is_an_answer() {
        let house = NamingStyle::of("x", &[]);
        for (name, effect) in [
            ("generate_bar_chart", VerbEffect::Reads),
            ("network_diagram_generate", VerbEffect::Reads),
            ("generate_api_key", VerbEffect::Adds),
            ("create_chart", VerbEffect::Adds),
        ] {
            let found = find(&NameWords::split(name), &house, None).expect("a head");
            assert_eq!(found.verb.effect, effect, "{name}");
        }
    }

    #[test]
    fn the_place_is_said() {
        let house = NamingStyle::of("x", &[]);
        for (name, expect) in [
            ("delete_page", "the name begins with `delete`"),
            ("page_delete", "the name ends with `delete`"),
            ("page_delete_all", "the name says `delete`"),
        ] {
            let name = NameWords::split(name);
            assert_eq!(find(&name, &house, None).expect("a head").why(), expect);
        }
    }
}
