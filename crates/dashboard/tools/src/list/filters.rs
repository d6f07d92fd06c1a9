//! The filter form above the list, and the active filters.

use candor_dashboard_kit::{SelectField, ToolBehaviour};
use candor_model::{AnnotationLayer, Hint, SourceTrust};

use super::place;
use crate::hint_value::HintValue;
use crate::list_cache::ToolListOptions;
use crate::list_query::{Q_MAX, ToolListQuery, no_or_yes};
use crate::order::{self, ToolGrouping, ToolOrder};
use candor_dashboard_kit::wording::{hint_label, with_separators};

/// The filter form.
pub(crate) struct FilterForm {
    pub(crate) q: String,
    pub(crate) q_max: usize,
    /// The behaviour, which is chosen by tabs and kept by the form.
    pub(crate) behaviour: &'static str,
    /// The filters that are always shown.
    pub(crate) first: Vec<FilterSelect>,
    /// The rare filters, if requested or active.
    pub(crate) more: Vec<FilterSelect>,
    /// The address without the rare filters, if none is active.
    pub(crate) fewer: Option<String>,
}

/// A filter with several options.
pub(crate) struct FilterSelect {
    pub(crate) name: &'static str,
    pub(crate) words: String,
    pub(crate) choices: SelectField,
}

/// A link to the tools of one behaviour.
pub(crate) struct BehaviourTab {
    pub(crate) to: String,
    pub(crate) words: &'static str,
    pub(crate) count: String,
    pub(crate) current: &'static str,
}

/// An active filter, and the address without it.
pub(crate) struct FilterChip {
    pub(crate) words: String,
    pub(crate) to: String,
}

// === impl FilterForm ===

impl FilterForm {
    pub(crate) fn of(query: &ToolListQuery, sources: &[String], options: &ToolListOptions) -> Self {
        let chosen = query.pairs();
        let select = |name: &'static str, words: &str, any: &str, choices| {
            let mut pairs = chosen.iter();
            let value = pairs.find(|(key, _)| *key == name);
            let value = value.map_or("", |(_, value)| value);
            FilterSelect {
                name,
                words: words.to_owned(),
                choices: SelectField::new(format!("by-{name}"), name, with(any, choices), value),
            }
        };
        let hints = Hint::ALL.into_iter();
        let hints = hints.map(|hint| select(hint.key(), hint_label(hint), "Any", hint_values()));
        let (toolsets, environments) = (named(&options.toolsets), named(&options.environments));
        let places = [
            select("layer", "Hint set by", "Any layer", layers()),
            select("trust", "Trust", "Any", trusts()),
            select("drift", "Definition", "Any", drifts()),
            select("toolset", "Toolset", "All tools", toolsets),
            select("environment", "Environment", "None", environments),
        ];
        let all = hints.chain(places);
        let mut more: Vec<_> = all.filter(|one| one.choices.are_some()).collect();
        let filters = more.iter().any(|one| one.choices.is_chosen());
        if !filters && !query.more {
            more.clear();
        }
        Self {
            q: query.q.clone(),
            q_max: Q_MAX,
            behaviour: query.behaviour.map_or("", ToolBehaviour::key),
            first: vec![
                select("source", "Source", "All sources", named(sources)),
                select("group", "Group by", "", enum_options(&ToolGrouping::ALL)),
                select("sort", "Sort by", "", enum_options(&ToolOrder::ALL)),
            ],
            fewer: (!filters && query.more).then(|| query.with("more", "")),
            more,
        }
    }
}

/// The options, with the one for any value first.
fn with(any: &str, choices: Vec<(String, String)>) -> Vec<(String, String)> {
    let any = (!any.is_empty()).then(|| (String::new(), any.to_owned()));
    any.into_iter().chain(choices).collect()
}

fn named(names: &[String]) -> Vec<(String, String)> {
    let names = names.iter();
    names.map(|name| (name.clone(), name.clone())).collect()
}

fn hint_values() -> Vec<(String, String)> {
    pairs(&HintValue::ALL, |value| (value.key(), value.label()))
}

fn layers() -> Vec<(String, String)> {
    pairs(&AnnotationLayer::ALL, |layer| {
        let words = match layer {
            AnnotationLayer::Inferred => "Candor (inferred)",
            AnnotationLayer::Declared => "Source (declared)",
            AnnotationLayer::Verified => "Verified (observed)",
            AnnotationLayer::Override => "Override",
            AnnotationLayer::Environment => "Environment override",
            AnnotationLayer::Toolset => "Toolset override",
        };
        (layer.as_str(), words)
    })
}

fn trusts() -> Vec<(String, String)> {
    pairs(&SourceTrust::ALL, |trust| {
        (trust.as_str(), trust_label(trust))
    })
}

const fn trust_label(trust: SourceTrust) -> &'static str {
    match trust {
        SourceTrust::Trusted => "Trusted",
        SourceTrust::Untrusted => "Untrusted",
    }
}

fn drifts() -> Vec<(String, String)> {
    pairs(&[true, false], |is| (no_or_yes(is), drift_words(is)))
}

fn enum_options<T: Copy + Default + PartialEq>(
    all: &[(T, &'static str, &'static str)],
) -> Vec<(String, String)> {
    pairs(all, |(value, _, label)| (order::key(all, value), label))
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
    if is { "Changed" } else { "Pinned" }
}

/// The tabs by behaviour, with the number of tools.
pub(crate) fn tabs(query: &ToolListQuery, counts: &[usize; 4]) -> Vec<BehaviourTab> {
    let tab = |behaviour: Option<ToolBehaviour>, words, count| BehaviourTab {
        to: query.with("behaviour", behaviour.map_or("", ToolBehaviour::key)),
        words,
        count: with_separators(count),
        current: if query.behaviour == behaviour {
            "true"
        } else {
            "false"
        },
    };
    let all = tab(None, "All", counts.iter().sum());
    let each = ToolBehaviour::ALL.into_iter();
    let each = each.map(|one| tab(Some(one), one.words(), counts[place(one)]));
    std::iter::once(all).chain(each).collect()
}

/// The active filters.
pub(crate) fn chips(query: &ToolListQuery) -> Vec<FilterChip> {
    let mut chips = Vec::new();
    for (name, value) in query.pairs() {
        let words = match name {
            "q" => format!("Search: {value}"),
            "behaviour" => format!(
                "Behaviour: {}",
                query.behaviour.map_or("", ToolBehaviour::words)
            ),
            "source" => format!("Source: {value}"),
            "toolset" => format!("Toolset: {value}"),
            "environment" => format!("Environment: {value}"),
            "layer" => format!("Hint set by: {value}"),
            "trust" => format!("Trust: {}", query.trust.map_or("", trust_label)),
            "drift" => format!("Definition: {}", drift_words(query.drift == Some(true))),
            name => match Hint::parse(name) {
                Some(hint) => {
                    let value = query.hints[hint.index()].map_or("", HintValue::label);
                    format!("{}: {value}", hint_label(hint))
                }
                // Grouping, sorting and the page are not filters.
                None => continue,
            },
        };
        let to = query.with(name, "");
        chips.push(FilterChip { words, to });
    }
    chips
}

/// The scopes of an edit other than everywhere: those of the endpoint.
pub(crate) fn places(query: &ToolListQuery) -> Vec<(&'static str, String)> {
    let environment = query.endpoint.environment.as_ref();
    let toolset = query.endpoint.toolset.as_ref();
    let environment = environment.map(|name| ("environment", format!("Environment {name}")));
    let toolset = toolset.map(|name| ("toolset", format!("Toolset {name}")));
    environment.into_iter().chain(toolset).collect()
}
