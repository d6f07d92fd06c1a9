//! How a list is filtered, and what filters it now.

use candor_frame::{Behaviour, Choices};
use candor_model::{Hint, Layer, Trust};

use super::place;
use crate::order::{Group, Sort};
use crate::survey::Around;
use crate::thousands::thousands;
use crate::tri::Tri;
use crate::wish::{Q_MAX, Wish, no_or_yes};

/// The form above the list.
pub(crate) struct Controls {
    pub(crate) q: String,
    pub(crate) q_max: usize,
    /// How tools are to behave; it is chosen by links, and kept by the form.
    pub(crate) behaviour: &'static str,
    /// Those that are always shown.
    pub(crate) first: Vec<Select>,
    /// Those that few need, where they are asked for or one of them filters now.
    pub(crate) more: Vec<Select>,
    /// The list without those, where none of them filters.
    pub(crate) fewer: Option<String>,
}

/// One thing to choose from.
pub(crate) struct Select {
    pub(crate) name: &'static str,
    pub(crate) words: String,
    pub(crate) choices: Choices,
}

/// A link to the tools that behave in one way.
pub(crate) struct Tab {
    pub(crate) to: String,
    pub(crate) words: &'static str,
    pub(crate) count: String,
    pub(crate) current: &'static str,
}

/// A filter that counts now, and the list without it.
pub(crate) struct Chip {
    pub(crate) words: String,
    pub(crate) to: String,
}

// === impl Controls ===

impl Controls {
    pub(crate) fn of(wish: &Wish, sources: &[String], around: &Around) -> Self {
        let chosen = wish.pairs();
        let select = |name: &'static str, words: &str, any: &str, choices| {
            let mut pairs = chosen.iter();
            let value = pairs.find(|(key, _)| *key == name);
            let value = value.map_or("", |(_, value)| value);
            Select {
                name,
                words: words.to_owned(),
                choices: Choices::new(format!("by-{name}"), name, with(any, choices), value),
            }
        };
        let hints = Hint::ALL.into_iter();
        let hints = hints.map(|hint| select(hint.key(), &capital(hint.word()), "any", tris()));
        let (toolsets, environments) = (named(&around.toolsets), named(&around.environments));
        let places = [
            select("layer", "Decided by", "any layer", layers()),
            select("trust", "Trust", "any", trusts()),
            select("drift", "Definition", "any", drifts()),
            select("toolset", "In toolset", "none: all tools", toolsets),
            select("environment", "In environment", "none", environments),
        ];
        let all = hints.chain(places);
        let mut more: Vec<_> = all.filter(|one| one.choices.are_some()).collect();
        let filters = more.iter().any(|one| one.choices.is_chosen());
        if !filters && !wish.more {
            more.clear();
        }
        Self {
            q: wish.q.clone(),
            q_max: Q_MAX,
            behaviour: wish.behaviour.map_or("", Behaviour::key),
            first: vec![
                select("source", "Source", "all sources", named(sources)),
                select("group", "Grouped", "", groups()),
                select("sort", "Sorted by", "", sorts()),
            ],
            fewer: (!filters && wish.more).then(|| wish.with("more", "")),
            more,
        }
    }
}

/// The choices, the one that means any first.
fn with(any: &str, choices: Vec<(String, String)>) -> Vec<(String, String)> {
    let any = (!any.is_empty()).then(|| (String::new(), any.to_owned()));
    any.into_iter().chain(choices).collect()
}

fn named(names: &[String]) -> Vec<(String, String)> {
    let names = names.iter();
    names.map(|name| (name.clone(), name.clone())).collect()
}

fn tris() -> Vec<(String, String)> {
    pairs(&Tri::ALL, |tri| (tri.key(), tri.words()))
}

fn layers() -> Vec<(String, String)> {
    pairs(&Layer::ALL, |layer| {
        let words = match layer {
            Layer::Inferred => "Candor, from evidence",
            Layer::Declared => "its source",
            Layer::Override => "a person",
            Layer::Environment => "a person, in an environment",
            Layer::Toolset => "a person, in a toolset",
        };
        (layer.as_str(), words)
    })
}

fn trusts() -> Vec<(String, String)> {
    pairs(Trust::ALL, |trust| (trust.as_str(), trust.as_str()))
}

fn drifts() -> Vec<(String, String)> {
    pairs(&[true, false], |is| (no_or_yes(is), drift_words(is)))
}

/// What is so anyway is not said in the address.
fn groups() -> Vec<(String, String)> {
    let key = |group: Group| {
        if group == Group::default() {
            ""
        } else {
            group.key()
        }
    };
    pairs(&Group::ALL, |group| (key(group), group.words()))
}

fn sorts() -> Vec<(String, String)> {
    let key = |sort: Sort| {
        if sort == Sort::default() {
            ""
        } else {
            sort.key()
        }
    };
    pairs(&Sort::ALL, |sort| (key(sort), sort.words()))
}

fn pairs<T: Copy>(
    all: &[T],
    of: impl Fn(T) -> (&'static str, &'static str),
) -> Vec<(String, String)> {
    let all = all.iter().map(|one| of(*one));
    all.map(|(key, words)| (key.to_owned(), words.to_owned()))
        .collect()
}

const fn drift_words(is: bool) -> &'static str {
    if is {
        "changed, waits"
    } else {
        "as it was pinned"
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The links to what behaves alike, with how many there are.
pub(crate) fn tabs(wish: &Wish, counts: &[usize; 4]) -> Vec<Tab> {
    let tab = |behaviour: Option<Behaviour>, words, count| Tab {
        to: wish.with("behaviour", behaviour.map_or("", Behaviour::key)),
        words,
        count: thousands(count),
        current: if wish.behaviour == behaviour {
            "true"
        } else {
            "false"
        },
    };
    let all = tab(None, "All", counts.iter().sum());
    let each = Behaviour::ALL.into_iter();
    let each = each.map(|one| tab(Some(one), one.words(), counts[place(one)]));
    std::iter::once(all).chain(each).collect()
}

/// The filters that count now.
pub(crate) fn chips(wish: &Wish) -> Vec<Chip> {
    let mut chips = Vec::new();
    for (name, value) in wish.pairs() {
        let words = match name {
            "q" => format!("Words: {value}"),
            "behaviour" => format!("Behaviour: {}", wish.behaviour.map_or("", Behaviour::words)),
            "source" => format!("Source: {value}"),
            "toolset" => format!("Toolset: {value}"),
            "environment" => format!("Environment: {value}"),
            "layer" => format!("Decided by layer: {value}"),
            "trust" => format!("Trust: {value}"),
            "drift" => format!("Definition: {}", drift_words(wish.drift == Some(true))),
            name => match Hint::parse(name) {
                Some(hint) => {
                    let tri = wish.hints[hint.index()].map_or("", Tri::words);
                    format!("{}: {tri}", capital(hint.word()))
                }
                // How it is grouped and sorted, and where it goes on, filters nothing.
                None => continue,
            },
        };
        let to = wish.with(name, "");
        chips.push(Chip { words, to });
    }
    chips
}

/// Where a correction can count besides everywhere: where the list is looked at from.
pub(crate) fn places(wish: &Wish) -> Vec<(&'static str, String)> {
    let environment = wish.endpoint.environment.as_ref();
    let toolset = wish.endpoint.toolset.as_ref();
    let environment = environment.map(|name| ("environment", format!("in the environment {name}")));
    let toolset = toolset.map(|name| ("toolset", format!("in the toolset {name}")));
    environment.into_iter().chain(toolset).collect()
}
