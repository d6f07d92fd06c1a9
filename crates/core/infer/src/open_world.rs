//! Whether a source deals with an open world. That is a property of the source: by verb nobody
//! can tell. Where a tool takes any address of the web, or searches the web, the tool itself says
//! something. Where many tools of a source reach addresses, the web or other people, the source
//! seems open; where none does and most work on local files, it seems closed. Both are suggested
//! and never applied. Of a service behind an API nothing is said: its authors call the same thing
//! open as often as closed.

use candor_model::Hint;

use crate::description::DescriptionReading;
use crate::evidence::{HabitStance, TallyVerdict};
use crate::head_verb::HeadVerb;
use crate::schema::ParameterEvidence;
use crate::siblings::OtherTools;
use crate::{HintFinding, SourceFacts, calibration};

/// How many declared siblings make a majority, and how many percent of them.
const MAJORITY_OF: usize = 3;
const MAJORITY: usize = 80;

/// How many tools a source has at least whose reach is guessed.
const TOOLS: usize = 5;

/// From which share of reaching tools on, in percent, the whole source seems open; below which, and
/// with which share of tools that take local files, it seems closed.
const OPEN_FROM: usize = 25;
const CLOSED_BELOW: usize = 4;
const LOCAL_FROM: usize = 50;

/// What each kind of evidence weighs, in decibans.
const SET: i32 = 20;
const WEB: i32 = 7;
const DECLARED: i32 = 12;
const REACHES: i32 = 5;
const CLOSED: i32 = 4;

/// Verbs that go to an address.
const GOING: [&str; 13] = [
    "fetch", "crawl", "scrape", "browse", "navigate", "open", "get", "read", "download", "goto",
    "extract", "load", "visit",
];

/// Things that go to other people.
#[rustfmt::skip]
const MESSAGES: [&str; 14] = [
    "email", "emails", "mail", "sms", "tweet", "message", "messages", "notification", "invite",
    "invitation", "reply", "chat", "web", "internet",
];

/// How far the tools of a source reach, all together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceReach {
    tools: usize,
    reaching: usize,
    local: usize,
}

// === impl SourceReach ===

impl SourceReach {
    /// Counts the tools that reach out.
    pub(crate) fn of(
        heads: &[Option<HeadVerb>],
        webs: &[Option<String>],
        shapes: &[ParameterEvidence],
    ) -> Self {
        let tools = heads.iter().zip(webs);
        let reaching =
            tools.filter(|(head, web)| web.is_some() || head.as_ref().is_some_and(messages));
        Self {
            tools: heads.len(),
            reaching: reaching.count(),
            local: shapes.iter().filter(|shape| shape.local).count(),
        }
    }

    fn guess(self) -> Option<(bool, i32, String)> {
        let Self {
            tools,
            reaching,
            local,
        } = self;
        if tools < TOOLS {
            return None;
        }
        let files = 100 * local / tools >= LOCAL_FROM;
        match 100 * reaching / tools {
            OPEN_FROM.. => {
                let why = format!(
                    "{reaching} of the source's {tools} tools reach the web or other people"
                );
                Some((true, REACHES, why))
            }
            share if share < CLOSED_BELOW && files => {
                let why = format!("{local} of the source's {tools} tools work on local files");
                Some((false, CLOSED, why))
            }
            _ => None,
        }
    }
}

/// Whether a tool writes to other people.
fn messages(head: &HeadVerb) -> bool {
    let about = |words: &[String]| words.iter().any(|word| MESSAGES.contains(&word.as_str()));
    head.verb.effect.writes() && about(&head.beside)
}

/// The finding about the open world, if there is one.
pub(crate) fn open_world(
    source: &SourceFacts<'_>,
    web: Option<&str>,
    kin: &OtherTools<'_, '_>,
    reach: SourceReach,
) -> Option<HintFinding> {
    let (value, decibans, why, applies) = match source.open_world {
        Some(value) => (value, SET, "it is set for the source".to_owned(), true),
        None => match web {
            Some(why) => (true, WEB, why.to_owned(), true),
            None => others(kin, reach)?,
        },
    };
    let verdict = TallyVerdict {
        value,
        decibans,
        habit: HabitStance::Silent,
        evidence: vec![why.into()],
    };
    Some(HintFinding {
        hint: Hint::OpenWorld,
        value,
        confidence: calibration::confidence(Hint::OpenWorld, &verdict),
        evidence: verdict.evidence,
        applies,
    })
}

/// What the source's other tools say: those that declare something, or else what they reach. A
/// guess about the whole source is a suggestion.
fn others(kin: &OtherTools<'_, '_>, reach: SourceReach) -> Option<(bool, i32, String, bool)> {
    let Some((value, of, percent)) = kin.majority(Hint::OpenWorld) else {
        let (value, decibans, why) = reach.guess()?;
        return Some((value, decibans, why, false));
    };
    if of < MAJORITY_OF || percent < MAJORITY {
        return None;
    }
    let said = if value {
        "open-world"
    } else {
        "not open-world"
    };
    let why = format!("{percent} % of the source's {of} other declared tools are {said}");
    Some((value, DECLARED, why, value))
}

/// Why the tool itself deals with the web.
pub(crate) fn web(
    head: Option<&HeadVerb>,
    prose: &DescriptionReading,
    shape: &ParameterEvidence,
) -> Option<String> {
    let head = head?;
    let searches = head.word == "search";
    if searches
        && ["web", "internet"]
            .iter()
            .any(|word| head.beside.iter().any(|one| one == word))
    {
        return Some("it searches the web".to_owned());
    }
    let goes = GOING.contains(&head.word.as_str());
    if !goes && !searches {
        return None;
    }
    let url = shape.url.as_ref().filter(|_| goes);
    match (&prose.web, url) {
        (_, Some(url)) => Some(format!("it goes to the address in its parameter `{url}`")),
        (Some(phrase), None) => Some(format!("the description speaks of `{phrase}`")),
        (None, None) => None,
    }
}
