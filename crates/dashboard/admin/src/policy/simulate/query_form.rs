//! The simulated call.

use candor_dashboard_kit::query;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{CallerIdentity, EnvironmentName, QualifiedName, Role, Roles, ToolsetName};
use http::Uri;
use serde_json::Value;

use super::{SimulationError, suggest};

/// The longest tool name, in characters.
const TOOL: usize = 400;
/// The longest caller name, in characters.
const CALLER: usize = 100;

/// The submitted form.
pub(crate) struct SimulationForm {
    pub(crate) tool: String,
    pub(crate) arguments: String,
    pub(crate) toolset: String,
    pub(crate) environment: String,
    pub(crate) caller: String,
    pub(crate) roles: Roles,
}

/// A valid call.
pub(crate) struct SimulationQuery {
    pub(crate) tool: QualifiedName,
    pub(crate) endpoint: Endpoint,
    pub(crate) arguments: Value,
}

// === impl SimulationForm ===

impl SimulationForm {
    /// Reads the query. A link that names only a tool simulates the user's own call.
    pub(crate) fn read(uri: &Uri, visitor: &CallerIdentity) -> Self {
        let get = |name| query::get(uri, name).unwrap_or_default();
        let sent = query::get(uri, "asked").is_some();
        let roles = query::all(uri, "role");
        let roles = roles.iter().filter_map(|word| Role::parse(word)).collect();
        Self {
            tool: get("tool"),
            arguments: get("arguments").replace("\r\n", "\n"),
            toolset: get("toolset"),
            environment: get("environment"),
            caller: query::get(uri, "caller")
                .filter(|caller| !caller.trim().is_empty())
                .unwrap_or_else(|| visitor.name.clone()),
            roles: if sent { roles } else { visitor.roles },
        }
    }

    /// Parses the form.
    pub(crate) fn asked(&self, gateway: &Gateway) -> Result<SimulationQuery, SimulationError> {
        let tool = self.tool.trim();
        if tool.chars().count() > TOOL {
            let sentence = format!("the tool name is longer than {TOOL} characters");
            return Err(SimulationError::new("tool", sentence));
        }
        if self.caller.chars().count() > CALLER {
            let sentence = format!("the caller name is longer than {CALLER} characters");
            return Err(SimulationError::new("caller", sentence));
        }
        let Some(tool) = QualifiedName::parse(tool) else {
            let sentence = format!(
                "`{tool}` is not a tool name; enter source and name with a dot, such as \
                 `shop.delete_book`"
            );
            return Err(SimulationError {
                suggestions: suggest::nearest(gateway, self),
                ..SimulationError::new("tool", sentence)
            });
        };
        Ok(SimulationQuery {
            tool,
            endpoint: self.endpoint()?,
            arguments: self.arguments()?,
        })
    }

    fn endpoint(&self) -> Result<Endpoint, SimulationError> {
        let wrong =
            |error: candor_model::LabelError| SimulationError::new("endpoint", error.to_string());
        let said = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let toolset = said(&self.toolset).map(|name| ToolsetName::parse(&name));
        let environment = said(&self.environment).map(|name| EnvironmentName::parse(&name));
        Ok(Endpoint {
            toolset: toolset.transpose().map_err(wrong)?,
            environment: environment.transpose().map_err(wrong)?,
        })
    }

    fn arguments(&self) -> Result<Value, SimulationError> {
        let text = self.arguments.trim();
        if text.is_empty() {
            return Ok(Value::Object(serde_json::Map::new()));
        }
        let read: Value = serde_json::from_str(text)
            .map_err(|error| SimulationError::new("arguments", format!("invalid JSON: {error}")))?;
        if !read.is_object() {
            let sentence = "arguments must be a JSON object, such as `{\"isbn\": \"1\"}`";
            return Err(SimulationError::new("arguments", sentence));
        }
        Ok(read)
    }
}
