//! What a tool is, at a glance.

use candor_frame::{Badges, Nature, Outside, Wrong, query};
use candor_gateway::desk::Explained;
use candor_gateway::{Desk, Offered};
use candor_model::{Hint, ToolsetName, Trust};

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
    pub(crate) toolsets: Vec<Choice>,
}

/// From where a tool can be looked at.
pub(crate) struct Chooser {
    pub(crate) to: String,
    pub(crate) toolsets: Vec<Choice>,
    pub(crate) environments: Vec<Choice>,
    /// The address of the endpoint.
    pub(crate) endpoint: String,
}

/// A toolset or an environment.
pub(crate) struct Choice {
    pub(crate) name: String,
    pub(crate) to: String,
    pub(crate) chosen: bool,
}

// === impl Head ===

impl Head {
    pub(crate) fn of(
        (tool, place): (&Named, &Place),
        explained: &Explained,
        offered: Option<&Offered>,
        toolsets: Vec<Choice>,
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
    ) -> Result<(Self, Vec<Choice>), Wrong> {
        let failed = |error| tool.refused(&error);
        let environments = desk.environments().await.map_err(failed)?;
        let environments = environments.into_iter().map(|view| {
            let name = view.environment.name;
            Choice {
                chosen: place.endpoint.environment.as_ref() == Some(&name),
                to: query::path(&["environments", name.as_str()]),
                name: name.to_string(),
            }
        });
        let environments = environments.collect();
        let choice = |name: &ToolsetName| Choice {
            chosen: place.endpoint.toolset.as_ref() == Some(name),
            to: query::path(&["toolsets", name.as_str()]),
            name: name.to_string(),
        };
        let toolsets = desk.toolset_names().iter().map(choice).collect();
        let holding = desk.toolsets_with(&explained.tool);
        let holding = holding.iter().map(choice).collect();
        let chooser = Self {
            to: tool.path.clone(),
            toolsets,
            environments,
            endpoint: place.endpoint.to_string(),
        };
        Ok((chooser, holding))
    }
}
