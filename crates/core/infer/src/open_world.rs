//! Whether a source deals with an open world. That is a property of the source: by verb nobody
//! can tell. Only where a tool takes any address of the web, or searches the web, does the tool
//! itself say something.

use candor_model::Hint;

use crate::description::DescriptionReading;
use crate::head_verb::HeadVerb;
use crate::siblings::OtherTools;
use crate::{Confidence, HintFinding, SourceFacts, ToolFacts, schema};

/// How many declared siblings make a majority, and how many percent of them.
const MAJORITY_OF: usize = 3;
const MAJORITY: usize = 80;

/// Verbs that go to an address.
const GOING: [&str; 13] = [
    "fetch", "crawl", "scrape", "browse", "navigate", "open", "get", "read", "download", "goto",
    "extract", "load", "visit",
];

/// The finding about the open world, if there is one.
pub(crate) fn open_world(
    source: &SourceFacts<'_>,
    tool: &ToolFacts<'_>,
    head: Option<&HeadVerb>,
    prose: &DescriptionReading,
    kin: &OtherTools<'_, '_>,
) -> Option<HintFinding> {
    let (value, confidence, why, applies) = match source.open_world {
        Some(value) => (value, 99, "it is set for the source".to_owned(), true),
        None => match web(tool, head, prose) {
            Some(why) => (true, 83, why, true),
            None => majority(kin)?,
        },
    };
    Some(HintFinding {
        hint: Hint::OpenWorld,
        value,
        confidence: Confidence::new(confidence),
        evidence: vec![why.into()],
        applies,
    })
}

fn majority(kin: &OtherTools<'_, '_>) -> Option<(bool, u8, String, bool)> {
    let (value, of, percent) = kin.majority(Hint::OpenWorld)?;
    if of < MAJORITY_OF || percent < MAJORITY {
        return None;
    }
    let said = if value {
        "open-world"
    } else {
        "not open-world"
    };
    let why = format!("{percent} % of the source's {of} other declared tools are {said}");
    let confidence = u8::try_from(percent.min(97)).unwrap_or(97);
    Some((value, confidence, why, value))
}

/// Why the tool itself deals with the web.
fn web(
    tool: &ToolFacts<'_>,
    head: Option<&HeadVerb>,
    prose: &DescriptionReading,
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
    let url = schema::look(tool.input_schema).url.filter(|_| goes);
    match (&prose.web, url) {
        (_, Some(url)) => Some(format!("it goes to the address in its parameter `{url}`")),
        (Some(phrase), None) => Some(format!("the description speaks of `{phrase}`")),
        (None, None) => None,
    }
}
