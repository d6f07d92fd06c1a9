//! The endpoint at which the page shows a tool, and the scope that it edits.

use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{PageError, SubmittedForm, query};
use candor_gateway::Endpoint;
use candor_model::{
    EnvironmentName, LabelError, OpinionKey, OpinionScope, ToolPattern, ToolsetName,
};
use http::{StatusCode, Uri};

/// The values of the field `scope`.
const EVERYWHERE: &str = "everywhere";
const ENVIRONMENT: &str = "environment";
const TOOLSET: &str = "toolset";

/// Endpoint and scope of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageScope {
    pub(crate) endpoint: Endpoint,
    /// The scope of edits.
    pub(crate) scope: OpinionScope,
}

/// A link to another scope.
pub(crate) struct ScopeLink {
    pub(crate) to: String,
    pub(crate) words: String,
    /// The value of `aria-current`.
    pub(crate) current: &'static str,
}

// === impl PageScope ===

impl PageScope {
    /// Reads the parameters of an address.
    pub(crate) fn of_uri(uri: &Uri) -> Result<Self, PageError> {
        Self::read(|name| query::get(uri, name).filter(|value| !value.is_empty()))
    }

    /// Reads the hidden fields of a form.
    pub(crate) fn of_form(form: &SubmittedForm) -> Result<Self, PageError> {
        Self::read(|name| form.get(name))
    }

    fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, PageError> {
        let no_name = |error: LabelError| nowhere(format!("{error}."));
        let toolset = get(TOOLSET).map(|name| ToolsetName::parse(&name));
        let environment = get(ENVIRONMENT).map(|name| EnvironmentName::parse(&name));
        let endpoint = Endpoint {
            toolset: toolset.transpose().map_err(no_name)?,
            environment: environment.transpose().map_err(no_name)?,
        };
        let word = get("scope").unwrap_or_else(|| EVERYWHERE.to_owned());
        let Some(scope) = scope(&endpoint, &word) else {
            let word = brief(&word);
            return Err(nowhere(format!(
                "The scope `{word}` is not one of this endpoint."
            )));
        };
        Ok(Self { endpoint, scope })
    }

    /// The parameters; empty ones are left out.
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

    /// The address of the page with this endpoint and scope.
    pub(crate) fn address(&self, path: &str) -> String {
        query::with_all(path, self.pairs())
    }

    /// The address with a status message.
    pub(crate) fn after(&self, path: &str, done: &str) -> String {
        query::with_all(path, self.pairs().into_iter().chain([("done", done)]))
    }

    /// The key of the annotations of some tools in this scope.
    pub(crate) fn key(&self, about: ToolPattern) -> OpinionKey {
        let scope = self.scope.clone();
        OpinionKey { scope, about }
    }

    /// All scopes of the endpoint, the widest first.
    pub(crate) fn scopes(&self) -> Vec<OpinionScope> {
        let words = [EVERYWHERE, ENVIRONMENT, TOOLSET].into_iter();
        words
            .filter_map(|word| scope(&self.endpoint, word))
            .collect()
    }

    /// Links to all scopes.
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

    /// The same endpoint with another scope.
    pub(crate) fn within(&self, scope: &OpinionScope) -> Self {
        Self {
            endpoint: self.endpoint.clone(),
            scope: scope.clone(),
        }
    }

    /// The form value; empty for everywhere, so that addresses stay short.
    fn word(&self) -> &'static str {
        match self.scope {
            OpinionScope::Everywhere => "",
            OpinionScope::Environment(_) => ENVIRONMENT,
            OpinionScope::Toolset(_) => TOOLSET,
        }
    }
}

/// The label of a scope.
fn heading(scope: &OpinionScope) -> String {
    match scope {
        OpinionScope::Everywhere => "Everywhere".to_owned(),
        OpinionScope::Environment(name) => format!("Environment {name}"),
        OpinionScope::Toolset(name) => format!("Toolset {name}"),
    }
}

fn scope(endpoint: &Endpoint, word: &str) -> Option<OpinionScope> {
    match word {
        EVERYWHERE => Some(OpinionScope::Everywhere),
        ENVIRONMENT => endpoint.environment.clone().map(OpinionScope::Environment),
        TOOLSET => endpoint.toolset.clone().map(OpinionScope::Toolset),
        _ => None,
    }
}

fn nowhere(sentence: String) -> PageError {
    let wrong = PageError::new(StatusCode::NOT_FOUND, "Page not found", sentence);
    wrong.link("/tools", "All tools")
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
            let place = PageScope::of_uri(&uri).expect("a place");
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
            assert!(PageScope::of_uri(&uri).is_err(), "{bad}");
        }
    }
}
