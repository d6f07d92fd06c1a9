//! A title for a tool that has none: `nc_notes_create_note` becomes "Create Note".
//!
//! The rules: what all names of the source share is dropped. A group before the verb is dropped
//! where the thing repeats it (`notes_create_note`), and else stands after the verb
//! (`notes_create_folder` is "Create Note Folder"). A verb at the end comes first where it can be
//! nothing but a verb, or the source has its verbs there, or a plural stands before it
//! (`issues_list` is "List Issues", `shopping_list` stays as it is), or other names share all but
//! the verb. Acronyms are kept. Where two tools would get the same title, they get it undropped.

mod spelling;

use std::collections::HashMap;

use self::spelling::{cased, rejoined};
use crate::ToolFacts;
use crate::head_verb::{HeadVerb, VerbPosition};
use crate::naming_style::{NamingStyle, VerbOrder, is_modifier, repeats_group};
use crate::verb::{self, WordKind};
use crate::words::{NameWord, NameWords, clip, same_thing, singular};

/// The longest title, in characters.
const LONGEST: usize = 80;

/// How much of a name without words is shown.
const NAME_SHOWN: usize = 320;

/// The titles of a source's tools, in their order: never empty, at most 80 characters. Where two
/// tools would share one, nothing is dropped from their names.
pub(crate) fn titles(
    tools: &[ToolFacts<'_>],
    names: &[NameWords<'_>],
    heads: &[Option<HeadVerb>],
    house: &NamingStyle,
) -> Vec<Box<str>> {
    let title = |index: usize, whole: bool| {
        let head = heads[index].as_ref();
        title(tools[index].name, &names[index], head, house, whole)
    };
    let mut titles: Vec<Box<str>> = (0..names.len()).map(|index| title(index, false)).collect();
    let mut times: HashMap<Box<str>, usize> = HashMap::new();
    for title in &titles {
        *times.entry(title.clone()).or_default() += 1;
    }
    for (index, short) in titles.iter_mut().enumerate() {
        if times.get(short).is_some_and(|times| *times > 1) {
            *short = title(index, true);
        }
    }
    titles
}

fn title(
    full: &str,
    name: &NameWords<'_>,
    head: Option<&HeadVerb>,
    house: &NamingStyle,
    whole: bool,
) -> Box<str> {
    let namespace = name.words.len() - house.unprefixed(name).len();
    let spoken = arranged(name, if whole { 0 } else { namespace }, head, house);
    let spoken = rejoined(spoken);
    let mut title = String::new();
    for (at, word) in spoken.iter().enumerate() {
        let cased = cased(word, at == 0);
        let separator = usize::from(at > 0);
        let length = title.chars().count() + separator + cased.chars().count();
        if at > 0 && length > LONGEST {
            break;
        }
        if at > 0 {
            title.push(' ');
        }
        title.push_str(&cased);
    }
    if title.is_empty() {
        title = bare(full);
    }
    title.chars().take(LONGEST).collect::<String>().into()
}

/// The words from `from` on, in the order in which they are read out.
fn arranged(
    name: &NameWords<'_>,
    from: usize,
    head: Option<&HeadVerb>,
    house: &NamingStyle,
) -> Vec<String> {
    let written = |words: &[NameWord<'_>]| words.iter().map(|word| word.raw.to_owned()).collect();
    let plain: Vec<String> = written(&name.words[from..]);
    let Some(head) = head.filter(|head| head.at > from) else {
        return plain;
    };
    let before = &name.words[from..head.at];
    let after = &name.words[head.at + 1..];
    let [others @ .., group] = before else {
        return plain;
    };
    if before.iter().all(is_modifier) {
        return plain;
    }
    let verb = &name.words[head.at];
    let mut spoken = vec![verb.raw.to_owned()];
    if after.is_empty() {
        if !ends_with_verb(name, before, head, house) {
            return plain;
        }
        spoken.extend::<Vec<String>>(written(before));
        return spoken;
    }
    let is_group = verb.opens || before.len() == 1 || house.grouped(name) == head.at;
    if !is_group {
        return plain;
    }
    let repeated = repeats_group(group, after);
    if !(repeated && others.is_empty()) {
        spoken.extend::<Vec<String>>(written(others));
        spoken.push(in_singular(group));
    }
    // `shopping_list_create_list` creates a shopping list.
    let named = repeated && !others.is_empty() && repeats_group(group, &after[..1]);
    spoken.extend::<Vec<String>>(written(&after[usize::from(named)..]));
    spoken
}

/// Whether the last word is a verb beyond doubt, so that it may be read out first.
fn ends_with_verb(
    name: &NameWords<'_>,
    before: &[NameWord<'_>],
    head: &HeadVerb,
    house: &NamingStyle,
) -> bool {
    let is_verb =
        |word: &NameWord<'_>| verb::base(&word.low).is_some_and(|verb| verb.kind != WordKind::Noun);
    let plural = before
        .last()
        .is_some_and(|word| singular(&word.low) != word.low);
    let certain = match head.verb.kind {
        WordKind::Verb => true,
        WordKind::Both => {
            house.order == VerbOrder::Last || plural || house.grouped(name) == head.at
        }
        WordKind::Noun => house.order == VerbOrder::Last,
    };
    head.place == VerbPosition::Last && !before.iter().any(is_verb) && certain
}

/// A word in the singular, in the case in which it was written.
fn in_singular(word: &NameWord<'_>) -> String {
    let single = singular(&word.low);
    if same_thing(&word.low, &single) && word.raw == word.low {
        single
    } else {
        word.raw.to_owned()
    }
}

/// A name without any word, as it is, without what cannot be shown.
fn bare(name: &str) -> String {
    let shown = clip(name, NAME_SHOWN).chars();
    let shown: String = shown.filter(|char| !char.is_control()).collect();
    match shown.trim() {
        "" => "Tool".to_owned(),
        shown => shown.to_owned(),
    }
}

#[cfg(test)]
mod tests;
