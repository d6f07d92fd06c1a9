//! Through which door a call is made: the toolset and the environment.

use candor_frame::Wrong;
use candor_gateway::{Endpoint, Gateway, NoEndpoint, Tool};
use candor_model::{EnvironmentName, ToolsetName};

/// The most toolsets and environments that are offered.
const OFFERED: usize = 200;

/// What there is to choose from.
pub(crate) struct Choices {
    pub(crate) toolsets: Vec<Choice>,
    pub(crate) environments: Vec<Choice>,
}

/// One of them.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) words: String,
    pub(crate) chosen: bool,
}

/// The endpoint that two names stand for; an empty one is none.
pub(crate) fn parse(toolset: &str, environment: &str) -> Result<Endpoint, NoEndpoint> {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(Endpoint {
        toolset: given(toolset)
            .map(|name| ToolsetName::parse(&name))
            .transpose()?,
        environment: given(environment)
            .map(|name| EnvironmentName::parse(&name))
            .transpose()?,
    })
}

// === impl Choices ===

impl Choices {
    /// The doors through which a tool can be called, and the one that was chosen.
    pub(crate) async fn of(
        gateway: &Gateway,
        tool: &Tool,
        chosen: &Endpoint,
    ) -> Result<Self, Wrong> {
        let desk = gateway.desk();
        let refused = |error| Wrong::refused(&error);
        let holding = desk.toolsets_with(tool);
        let holding = holding.iter().take(OFFERED);
        let mut named: Vec<String> = holding.map(ToString::to_string).collect();
        let environments = desk.environments().await.map_err(refused)?;
        let environments = environments.iter().take(OFFERED);
        let mut environments: Vec<String> = environments
            .map(|view| view.environment.name.to_string())
            .collect();
        let toolset = chosen.toolset.as_ref().map(ToString::to_string);
        let environment = chosen.environment.as_ref().map(ToString::to_string);
        keep(&mut named, toolset.as_ref());
        keep(&mut environments, environment.as_ref());
        let plain = match desk.equipped() {
            Some(equipped) => format!("None: the equipped one, {equipped}"),
            None => "None: every tool".to_owned(),
        };
        Ok(Self {
            toolsets: choices(plain, named, toolset.as_deref()),
            environments: choices("None".to_owned(), environments, environment.as_deref()),
        })
    }
}

/// What was chosen stays to be chosen, even if it is not there any more.
fn keep(names: &mut Vec<String>, chosen: Option<&String>) {
    if let Some(chosen) = chosen.filter(|chosen| !names.contains(chosen)) {
        names.push(chosen.clone());
    }
}

fn choices(none: String, names: Vec<String>, chosen: Option<&str>) -> Vec<Choice> {
    let first = Choice {
        value: String::new(),
        words: none,
        chosen: chosen.is_none(),
    };
    let each = names.into_iter().map(|name| Choice {
        chosen: chosen == Some(name.as_str()),
        words: name.clone(),
        value: name,
    });
    std::iter::once(first).chain(each).collect()
}
