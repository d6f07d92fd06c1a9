//! From where a tool is looked at, and where what is said about it counts.

use candor_frame::{Form, Wrong, query};
use candor_gateway::Endpoint;
use candor_model::{EnvironmentName, LabelError, OpinionKey, Scope, ToolPattern, ToolsetName};
use http::{StatusCode, Uri};

/// The words of the field `scope`.
const EVERYWHERE: &str = "everywhere";
const ENVIRONMENT: &str = "environment";
const TOOLSET: &str = "toolset";

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Through which door the tool is seen.
    pub(crate) endpoint: Endpoint,
    /// Where it counts what is said on the page.
    pub(crate) scope: Scope,
}

/// Another place where something said can count, as a link.
pub(crate) struct ScopeLink {
    pub(crate) to: String,
    pub(crate) words: String,
    /// As `aria-current` says it.
    pub(crate) current: &'static str,
}

// === impl Place ===

impl Place {
    /// As an address says.
    pub(crate) fn of_uri(uri: &Uri) -> Result<Self, Wrong> {
        Self::read(|name| query::get(uri, name).filter(|value| !value.is_empty()))
    }

    /// As the hidden fields of a form say.
    pub(crate) fn of_form(form: &Form) -> Result<Self, Wrong> {
        Self::read(|name| form.get(name))
    }

    fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, Wrong> {
        let no_name = |error: LabelError| nowhere(format!("{error}."));
        let toolset = get(TOOLSET).map(|name| ToolsetName::parse(&name));
        let environment = get(ENVIRONMENT).map(|name| EnvironmentName::parse(&name));
        let endpoint = Endpoint {
            toolset: toolset.transpose().map_err(no_name)?,
            environment: environment.transpose().map_err(no_name)?,
        };
        let word = get("scope").unwrap_or_else(|| EVERYWHERE.to_owned());
        let Some(scope) = scope(&endpoint, &word) else {
            let word: String = word.chars().take(60).collect();
            return Err(nowhere(format!(
                "The address wants something to count in `{word}` and does not say which that is."
            )));
        };
        Ok(Self { endpoint, scope })
    }

    /// The parameters that lead back here; those that are empty say nothing.
    pub(crate) fn pairs(&self) -> [(&'static str, &str); 3] {
        let Endpoint {
            toolset,
            environment,
        } = &self.endpoint;
        [
            (TOOLSET, toolset.as_ref().map_or("", ToolsetName::as_str)),
            (
                ENVIRONMENT,
                environment.as_ref().map_or("", EnvironmentName::as_str),
            ),
            ("scope", self.word()),
        ]
    }

    /// The page of a tool, seen from here.
    pub(crate) fn address(&self, path: &str) -> String {
        query::with_all(path, self.pairs())
    }

    /// The same, after something was done.
    pub(crate) fn after(&self, path: &str, done: &str) -> String {
        query::with_all(path, self.pairs().into_iter().chain([("done", done)]))
    }

    /// What is said here about some tools.
    pub(crate) fn key(&self, about: ToolPattern) -> OpinionKey {
        let scope = self.scope.clone();
        OpinionKey { scope, about }
    }

    /// Every place on this way where something said counts, the widest first.
    pub(crate) fn scopes(&self) -> Vec<Scope> {
        let words = [EVERYWHERE, ENVIRONMENT, TOOLSET].into_iter();
        words
            .filter_map(|word| scope(&self.endpoint, word))
            .collect()
    }

    /// Links to the same page for each of them.
    pub(crate) fn links(&self, path: &str) -> Vec<ScopeLink> {
        let links = self.scopes().into_iter().map(|scope| {
            let place = Self {
                endpoint: self.endpoint.clone(),
                scope,
            };
            ScopeLink {
                to: place.address(path),
                words: heading(&place.scope),
                current: if place == *self { "true" } else { "false" },
            }
        });
        links.collect()
    }

    /// The same place for what is said in another scope.
    pub(crate) fn within(&self, scope: &Scope) -> Self {
        Self {
            endpoint: self.endpoint.clone(),
            scope: scope.clone(),
        }
    }

    /// Nothing where it is everywhere, so that plain addresses stay plain.
    fn word(&self) -> &'static str {
        match self.scope {
            Scope::Everywhere => "",
            Scope::Environment(_) => ENVIRONMENT,
            Scope::Toolset(_) => TOOLSET,
        }
    }
}

/// A scope as the name of a choice.
fn heading(scope: &Scope) -> String {
    match scope {
        Scope::Everywhere => "Everywhere".to_owned(),
        Scope::Environment(name) => format!("In the environment {name}"),
        Scope::Toolset(name) => format!("In the toolset {name}"),
    }
}

fn scope(endpoint: &Endpoint, word: &str) -> Option<Scope> {
    match word {
        EVERYWHERE => Some(Scope::Everywhere),
        ENVIRONMENT => endpoint.environment.clone().map(Scope::Environment),
        TOOLSET => endpoint.toolset.clone().map(Scope::Toolset),
        _ => None,
    }
}

fn nowhere(sentence: String) -> Wrong {
    let wrong = Wrong::new(StatusCode::NOT_FOUND, "There is no such place", sentence);
    wrong.way("/tools", "All tools")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_leads_back_to_itself() {
        for (query, address) in [
            ("", "/t"),
            ("?toolset=reading", "/t?toolset=reading"),
            ("?scope=everywhere&toolset=", "/t"),
            (
                "?environment=prod&scope=environment",
                "/t?environment=prod&scope=environment",
            ),
            (
                "?environment=prod&toolset=reading&scope=toolset",
                "/t?toolset=reading&environment=prod&scope=toolset",
            ),
        ] {
            let uri: Uri = format!("/t{query}").parse().expect("a URI");
            let place = Place::of_uri(&uri).expect("a place");
            assert_eq!(place.address("/t"), address);
            assert_eq!(place.links("/t").len(), place.scopes().len());
        }
        for bad in [
            "?toolset=Bad+Name",
            "?environment=%00",
            "?scope=toolset",
            "?scope=environment&toolset=reading",
            "?scope=elsewhere",
        ] {
            let uri: Uri = format!("/t{bad}").parse().expect("a URI");
            assert!(Place::of_uri(&uri).is_err(), "{bad}");
        }
    }
}
