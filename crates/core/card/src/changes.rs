//! Differences from the last approval of this tool for this caller.

use std::collections::{HashMap, VecDeque};

use candor_text::{is_ambiguous, utc};

use crate::card::{ApprovalCard, ArgumentLine, HintLine, place_name};
use crate::facts::{CardFacts, PreviousApproval};
use crate::hints::word;
use crate::quote::{CutPoints, clip, prose};

/// The most lines.
const LINES_MAX: usize = 50;

/// The maximum size of a displayed value, in bytes.
const VALUE_MAX: usize = 90;

/// The number of characters shown before the first difference.
const BEFORE: usize = 20;

/// The maximum size of a displayed pointer from an earlier card, in bytes.
const POINTER_MAX: usize = 260;

/// The result of comparing two lines about the same place.
#[derive(PartialEq)]
enum LineComparison {
    Same,
    /// Equal as far as can be told, because something is masked.
    SameMask,
    Different,
}

/// Compares an otherwise complete `card` with the last approval: marks changed arguments and
/// describes the changes.
pub(crate) fn mark(facts: &CardFacts<'_>, card: &mut ApprovalCard) {
    let Some(previous) = facts.previous else {
        card.changes = vec!["no earlier approval".to_owned()];
        return;
    };
    let (mut changes, unseen) = arguments(previous.card, &mut card.arguments);
    let unlisted = (&previous.card.more, &card.more);
    match unlisted {
        (Some(old), Some(new)) if old.sha256 != new.sha256 && changes.is_empty() => {
            changes.push("arguments that are not listed differ".to_owned());
        }
        (None, None) | (Some(_), Some(_)) => {}
        _ => changes.push("more or fewer arguments than can be listed".to_owned()),
    }
    let same = changes.is_empty();
    let mut lines = vec![headline(previous, same, unseen)];
    lines.extend(about_the_tool(facts, previous.card, card));
    let left = LINES_MAX - lines.len() - 1;
    let more = changes.len().saturating_sub(left);
    lines.extend(changes.into_iter().take(left));
    if more > 0 {
        lines.push(format!("{more} more changes"));
    }
    card.changes = lines;
}

fn headline(previous: PreviousApproval<'_>, same: bool, unseen: bool) -> String {
    let by = prose(previous.by, 200);
    let at = utc(previous.at_micros);
    match (same, unseen) {
        (true, false) => format!("same arguments as approved by {by} on {at}"),
        (true, true) => format!(
            "same arguments as approved by {by} on {at}, as far as can be told: some are masked"
        ),
        (false, _) => format!("other arguments than approved by {by} on {at}"),
    }
}

fn about_the_tool(facts: &CardFacts<'_>, old: &ApprovalCard, new: &ApprovalCard) -> Vec<String> {
    let mut lines = Vec::new();
    if facts.definition_changed {
        lines.push("the tool's definition has changed".to_owned());
    }
    if old.trust != new.trust {
        lines.push(format!("the source was {}", clip(&kept(&old.trust), 200)));
    }
    let before: HashMap<&str, &HintLine> =
        old.hints.iter().map(|line| (&*line.hint, line)).collect();
    for line in &new.hints {
        let Some(old) = before.get(&*line.hint) else {
            continue;
        };
        if old.value != line.value {
            let (was, is) = (word(old.value), word(line.value));
            lines.push(format!("{}: was {was}, is {is}", line.hint));
        } else if old.counts != line.counts {
            let (was, is) = (word(old.counts), word(line.counts));
            lines.push(format!("{}: counted as {was}, counts as {is}", line.hint));
        }
    }
    lines
}

/// The differences of the arguments, and whether some that look the same are masked.
fn arguments(old: &ApprovalCard, new: &mut [ArgumentLine]) -> (Vec<String>, bool) {
    // Masked keys can look alike, so a pointer may stand for several lines.
    let mut before: HashMap<&str, VecDeque<&ArgumentLine>> = HashMap::new();
    for line in &old.arguments {
        before.entry(&line.pointer).or_default().push_back(line);
    }
    let (mut changes, mut unseen) = (Vec::new(), false);
    for line in new {
        // The prefix distinguishes it from a line about a hint, whatever the argument's name.
        let name = format!("argument {}", line.name());
        let is = clip(&line.value, VALUE_MAX);
        let Some(old) = before.get_mut(&*line.pointer).and_then(VecDeque::pop_front) else {
            changes.push(format!("{name}: {is}, not given then"));
            continue;
        };
        match compare(old, line) {
            LineComparison::Same => {}
            LineComparison::SameMask => unseen = true,
            LineComparison::Different => {
                let (was, is) = apart(old, line);
                changes.push(format!("{name}: {was} → {is}"));
                line.changed = Some(was);
            }
        }
    }
    for line in &old.arguments {
        let left = before.get_mut(&*line.pointer);
        if let Some(line) = left.and_then(VecDeque::pop_front) {
            let pointer = kept(&line.pointer);
            let name = clip(place_name(&pointer), POINTER_MAX);
            let was = clip(&kept(&line.value), VALUE_MAX);
            changes.push(format!("argument {name}: no longer given, was {was}"));
        }
    }
    (changes, unseen)
}

/// The old and new value, from shortly before the first difference. A value that is secret now is
/// treated as secret before.
fn apart(old: &ArgumentLine, new: &ArgumentLine) -> (String, String) {
    let (was, is) = (kept(whole(old)), whole(new));
    // A mask is short already.
    let skipped = if old.masked || new.masked {
        0
    } else {
        let both = was.chars().zip(is.chars());
        let common = both.take_while(|(was, is)| was == is).count();
        common.saturating_sub(BEFORE)
    };
    let was = if new.masked && !old.masked {
        "••••".to_owned()
    } else {
        without(&was, skipped)
    };
    (was, without(is, skipped))
}

/// A readable text from about its `skipped`th character on.
fn without(text: &str, skipped: usize) -> String {
    let limit = text.char_indices().nth(skipped);
    let limit = limit.map_or(text.len(), |(at, _)| at);
    let start = CutPoints::new(text).take_while(|at| *at <= limit).last();
    match start.unwrap_or(0) {
        0 => clip(text, VALUE_MAX),
        start => clip(&format!("…{}", &text[start..]), VALUE_MAX),
    }
}

/// A text from the earlier card. It is readable, but comes from storage and is not trusted.
fn kept(text: &str) -> String {
    text.replace(is_ambiguous, "\u{FFFD}")
}

/// All that is known of a value.
fn whole(line: &ArgumentLine) -> &str {
    let folded = line.folded.as_ref();
    let whole = folded.and_then(|folded| folded.whole.as_deref());
    whole.unwrap_or(&line.value)
}

fn compare(old: &ArgumentLine, new: &ArgumentLine) -> LineComparison {
    let same = match (&old.folded, &new.folded) {
        (Some(old), Some(new)) => old.sha256 == new.sha256,
        (None, None) => old.value == new.value,
        _ => false,
    };
    match same {
        true if new.masked => LineComparison::SameMask,
        true => LineComparison::Same,
        false => LineComparison::Different,
    }
}
