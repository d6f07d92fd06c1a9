//! The endpoint that a client uses, which determines what it sees.

use std::fmt;

use candor_model::{EnvironmentName, LabelError, ToolsetName};

/// `/mcp`, `/mcp@prod`, `/mcp/reading`, `/mcp/reading@prod`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Endpoint {
    /// The toolset whose tools are served; all tools if `None`.
    pub toolset: Option<ToolsetName>,
    /// The environment, if there is one.
    pub environment: Option<EnvironmentName>,
}

/// Why an endpoint does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownEndpoint {
    /// The name is not valid.
    #[error(transparent)]
    Name(#[from] LabelError),
    /// There is no such toolset.
    #[error("there is no toolset `{0}`; `/mcp` serves every tool")]
    Toolset(ToolsetName),
    /// There is no such environment.
    #[error("there is no environment `{0}`; `candor environment list` shows those that exist")]
    Environment(EnvironmentName),
}

// === impl Endpoint ===

impl Endpoint {
    /// The endpoint without a toolset in an environment.
    pub fn of_environment(environment: Option<EnvironmentName>) -> Self {
        Self {
            toolset: None,
            environment,
        }
    }

    /// Parses the part of a path that follows `/mcp/` or `/mcp`: `reading`, `reading@prod`,
    /// `@prod`, or an empty string.
    pub fn parse(text: &str) -> Result<Self, UnknownEndpoint> {
        let (toolset, environment) = match text.split_once('@') {
            Some((toolset, environment)) => (toolset, Some(environment)),
            None => (text, None),
        };
        Ok(Self {
            toolset: Some(toolset)
                .filter(|name| !name.is_empty())
                .map(ToolsetName::parse)
                .transpose()?,
            environment: environment.map(EnvironmentName::parse).transpose()?,
        })
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("/mcp")?;
        if let Some(toolset) = &self.toolset {
            write!(f, "/{toolset}")?;
        }
        match &self.environment {
            Some(environment) => write!(f, "@{environment}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_read_and_shown() {
        for (text, shown) in [
            ("", "/mcp"),
            ("@prod", "/mcp@prod"),
            ("reading", "/mcp/reading"),
            ("reading@prod", "/mcp/reading@prod"),
        ] {
            assert_eq!(
                Endpoint::parse(text).expect("an endpoint").to_string(),
                shown
            );
        }
        for bad in ["@", "a@", "Reading", "@Prod", "a/b", "x@y@z"] {
            assert!(Endpoint::parse(bad).is_err(), "{bad}");
        }
    }
}
