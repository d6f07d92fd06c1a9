//! What a tool is, at a glance.

use std::fmt;

use candor_frame::{Badges, Choices, Nature, Outside, Wrong, query};
use candor_gateway::desk::Explained;
use candor_gateway::{Desk, Offered};
use candor_model::{Hint, Trust};

use crate::named::Named;
use crate::place::Place;
use crate::words;

/// The most characters of a name.
const NAME: usize = 200;

/// See the module.
pub(crate) struct Head {
    /// Its title, or its name where it has none.
    pub(crate) title: Outside,
    pub(crate) name: Outside,
    pub(crate) exposed: Outside,
    pub(crate) source: Outside,
    pub(crate) source_to: String,
    pub(crate) badges: Badges,
    pub(crate) trusted: bool,
    /// What its definition costs in a model's context, about.
    pub(crate) tokens: usize,
    pub(crate) hash: String,
    pub(crate) ref_id: String,
    /// Why clients do not see it, if they do not.
    pub(crate) absent: Option<String>,
    pub(crate) try_to: String,
    pub(crate) audit_to: String,
    pub(crate) simulate_to: String,
    /// The toolsets that hold it.
    pub(crate) toolsets: Vec<Holder>,
}

/// From where a tool can be looked at.
pub(crate) struct Chooser {
    pub(crate) to: String,
    pub(crate) toolsets: Choices,
    pub(crate) environments: Choices,
    /// The address of the endpoint.
    pub(crate) endpoint: String,
}

/// A toolset that holds it.
pub(crate) struct Holder {
    pub(crate) name: String,
    pub(crate) to: String,
}

// === impl Head ===

impl Head {
    pub(crate) fn of(
        (tool, place): (&Named, &Place),
        explained: &Explained,
        offered: Option<&Offered>,
        toolsets: Vec<Holder>,
    ) -> Self {
        let name = tool.name.to_string();
        let drifted = explained.drift.is_some();
        let title = explained.effective.shown.title();
        let title = title.map_or(&*name, |fact| &fact.value);
        let source = tool.name.source().as_str();
        let [toolset, environment, _] = place.pairs();
        let endpoint = [toolset, environment];
        Self {
            title: Outside::short(title, NAME),
            name: Outside::short(&name, NAME),
            exposed: Outside::short(explained.tool.exposed.as_str(), NAME),
            source: Outside::short(source, NAME),
            source_to: query::path(&["sources", source]),
            badges: Badges::of(Nature::of(&explained.effective, explained.trust, drifted)),
            trusted: explained.trust == Trust::Trusted,
            tokens: candor_resolve::tokens(&explained.definition.to_string()),
            hash: explained.tool.hash.to_string(),
            ref_id: explained.tool.ref_id.to_string(),
            absent: absent(place, explained, offered),
            try_to: query::with_all(&tool.to("try"), endpoint),
            audit_to: query::with_all("/audit", [("source", source), ("target", tool.name.own())]),
            simulate_to: query::with_all(
                "/policy/simulate",
                [("tool", name.as_str())].into_iter().chain(endpoint),
            ),
            toolsets,
        }
    }

    /// What it does, in words, for those who see no badges.
    pub(crate) fn sentence(explained: &Explained) -> String {
        let shown = explained.effective.shown.hints();
        let words = Hint::ALL.map(|hint| {
            let value = words::value(shown.get(hint));
            format!("{}: {value}", hint.word())
        });
        words.join(", ")
    }
}

/// Why clients do not see it here, if they do not.
fn absent(place: &Place, explained: &Explained, offered: Option<&Offered>) -> Option<String> {
    if explained.drift.is_some() || offered.is_some() {
        return None;
    }
    let toolset = place.endpoint.toolset.as_ref();
    Some(match toolset {
        Some(toolset) => format!(
            "It is not in the toolset {toolset}: clients of this endpoint do not see it. This is \
             what they would see."
        ),
        None => "Clients do not see it now.".to_owned(),
    })
}

// === impl Chooser ===

impl Chooser {
    /// Where a tool can be looked at from, and which of the toolsets hold it.
    pub(crate) async fn of(
        desk: &Desk<'_>,
        (tool, place): (&Named, &Place),
        explained: &Explained,
    ) -> Result<(Self, Vec<Holder>), Wrong> {
        let failed = |error| tool.refused(&error);
        let environments = desk.environments().await.map_err(failed)?;
        let environments = environments.iter().map(|view| &view.environment.name);
        let holding = desk.toolsets_with(&explained.tool);
        let holding = holding.iter().map(|name| Holder {
            to: query::path(&["toolsets", name.as_str()]),
            name: name.to_string(),
        });
        let at = &place.endpoint;
        let chooser = Self {
            to: tool.path.clone(),
            toolsets: choices(
                "toolset",
                "every tool",
                desk.toolset_names().iter(),
                at.toolset.as_ref(),
            ),
            environments: choices("environment", "none", environments, at.environment.as_ref()),
            endpoint: place.endpoint.to_string(),
        };
        Ok((chooser, holding.collect()))
    }
}

/// The places of a kind to look at a tool from; `nowhere` says what it means to choose none.
fn choices<'a, T: fmt::Display + 'a>(
    kind: &'static str,
    nowhere: &str,
    names: impl Iterator<Item = &'a T>,
    chosen: Option<&T>,
) -> Choices {
    let names = names.map(|name| (name.to_string(), name.to_string()));
    let all = std::iter::once((String::new(), nowhere.to_owned())).chain(names);
    let chosen = chosen.map_or_else(String::new, T::to_string);
    Choices::new(format!("at-{kind}"), kind, all.collect(), chosen)
}
