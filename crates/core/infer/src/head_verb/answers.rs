//! What is made only to be shown, and what stays where it was made.

use crate::verb::{KnownVerb, VerbEffect, WordKind};

/// Verbs that make something, be it an answer or a thing that stays.
#[rustfmt::skip]
const MAKING: [&str; 18] = [
    "generate", "render", "draw", "plot", "produce", "convert", "transform", "format", "expand",
    "resolve", "synthesize", "normalize", "export", "construct", "formulate", "tabulate", "compile", "build",
];

/// What is made only to be shown, where it stands at the end of a name.
#[rustfmt::skip]
const ANSWERS: [&str; 105] = [
    "schema", "jsonld",
    "statistics", "stats", "uid", "guid", "ulid", "checksum", "palette", "slug", "breakdown", "overview",
    "insights", "ideas", "suggestions", "recommendations", "forecast", "estimate", "hashtags", "embeddings",
    "chart", "charts", "diagram", "diagrams", "graph", "plot", "visualization", "map", "code",
    "query", "sql", "snippet", "regex", "uuid", "locator", "selector", "command", "commands",
    "expression", "example", "examples", "preview", "summary", "outline", "text", "markdown", "html",
    "json", "yaml", "url", "link", "links", "urls", "prompt", "timestamp", "time", "timezone",
    "currency", "units", "unit", "name", "latex", "ascii", "coordinates", "csv", "tsv", "bibtex", "xml",
    "embedding", "vector", "vectors", "digest", "numbers", "color", "colors", "caption", "captions", "keywords",
    "questions", "hypotheses", "histogram", "heatmap", "wordcloud", "treemap", "flowchart", "mindmap", "gantt",
    "timeline", "tree", "sankey", "sparkline", "infographic", "barcode", "qrcode", "placeholder", "placeholders", "fibonacci",
    "primes", "permutations", "matrix", "deeplink", "leaderboard", "ranking", "itinerary", "amortization",
];

/// What opens something to whoever holds it, so that more than an answer is made: an upload
/// address, a share link.
#[rustfmt::skip]
pub(super) const CREDENTIALS: [&str; 18] = [
    "upload", "uploads", "credentials", "credential", "token", "tokens", "key", "keys", "secret",
    "password", "share", "sharing", "shareable", "invite", "invitation", "payment", "signed", "presigned",
];

/// What is drawn to be shown. A line on a canvas stays there.
#[rustfmt::skip]
const DRAWN: [&str; 13] = [
    "chart", "charts", "diagram", "diagrams", "graph", "plot", "map", "histogram", "heatmap", "flowchart", "mindmap",
    "timeline", "tree",
];

/// What is made by a model, and stays where it was made: a picture, a recording.
#[rustfmt::skip]
const MEDIA: [&str; 14] = [
    "image", "images", "picture", "pictures", "photo", "video", "videos", "audio", "music", "song", "speech",
    "voiceover", "soundtrack", "animation",
];

/// Words behind which it is said what something is made of.
const MADE_OF: [&str; 6] = ["of", "for", "from", "in", "with", "based"];

/// What is worked out rather than run, and what may do anything when it is evaluated.
#[rustfmt::skip]
const EVALUATED: [&str; 8] = [
    "template", "templates", "expression", "expressions", "formula", "formulas", "condition",
    "conditions",
];
#[rustfmt::skip]
const EXECUTABLE: [&str; 8] = [
    "javascript", "js", "typescript", "python", "script", "code", "shell", "browser",
];

/// What is tested to learn whether it works.
#[rustfmt::skip]
const TESTABLE: [&str; 12] = [
    "connection", "connections", "connectivity", "reachability", "regex", "pattern", "rule", "auth",
    "authentication", "credentials", "latency", "xpath",
];

/// What is done where an answer is made, and how sure it is that the answer is all.
pub(crate) const ANSWER: KnownVerb = KnownVerb {
    effect: VerbEffect::Reads,
    weight: 11,
    kind: WordKind::Verb,
    repeats: 0,
};

/// Whether a verb makes something that is only shown, by the words around it.
pub(crate) fn makes_answer<'w>(verb: &str, things: impl Iterator<Item = &'w str>) -> bool {
    let (answers, others): (&[&str], &[&str]) = match verb {
        "evaluate" | "eval" => (&EVALUATED, &EXECUTABLE),
        "test" => (&TESTABLE, &[]),
        "draw" => (&DRAWN, &CREDENTIALS),
        _ if MAKING.contains(&verb) => (&ANSWERS, &CREDENTIALS),
        _ => return false,
    };
    let things: Vec<&str> = things.collect();
    let any = |list: &[&str]| things.iter().any(|thing| list.contains(thing));
    let object = things.iter().take_while(|thing| !MADE_OF.contains(*thing));
    let media = object.clone().any(|thing| MEDIA.contains(thing));
    any(answers) && !any(others) && !media
}

/// Whether a verb makes something that opens nothing to whoever holds it.
pub(crate) fn makes(verb: &str, things: &[&str]) -> bool {
    MAKING.contains(&verb) && !things.iter().any(|thing| CREDENTIALS.contains(thing))
}

/// Whether a verb makes something that may be no more than an answer.
pub(crate) fn makes_perhaps(verb: &str) -> bool {
    MAKING.contains(&verb)
}

/// The same for a verb of a name and the other words of it.
pub(crate) fn makes_openly(verb: &str, others: &[String]) -> bool {
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    makes(verb, &others)
}
