//! The call that somebody supposes, as the address says.

use candor_frame::query;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{EnvironmentName, Identity, QualifiedName, Role, Roles, ToolsetName};
use http::Uri;
use serde_json::Value;

use super::{Refused, suggest};

/// The longest name of a tool, in characters.
const TOOL: usize = 400;
/// The longest name of a caller, in characters.
const CALLER: usize = 100;

/// As typed.
pub(crate) struct Ask {
    pub(crate) tool: String,
    pub(crate) arguments: String,
    pub(crate) toolset: String,
    pub(crate) environment: String,
    pub(crate) caller: String,
    pub(crate) roles: Roles,
}

/// As understood.
pub(crate) struct Asked {
    pub(crate) tool: QualifiedName,
    pub(crate) endpoint: Endpoint,
    pub(crate) arguments: Value,
}

// === impl Ask ===

impl Ask {
    /// Whoever comes by a link that names only a tool asks for themselves.
    pub(crate) fn read(uri: &Uri, visitor: &Identity) -> Self {
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

    /// What it means, or what is wrong with it.
    pub(crate) fn asked(&self, gateway: &Gateway) -> Result<Asked, Refused> {
        let tool = self.tool.trim();
        if tool.chars().count() > TOOL {
            let sentence = format!("the name of the tool is longer than {TOOL} characters");
            return Err(Refused::new("tool", sentence));
        }
        if self.caller.chars().count() > CALLER {
            let sentence = format!("the name of the caller is longer than {CALLER} characters");
            return Err(Refused::new("caller", sentence));
        }
        let Some(tool) = QualifiedName::parse(tool) else {
            let sentence = format!(
                "`{tool}` is no tool; write its source and its name there, \
                 with a dot between, such as `shop.delete_book`"
            );
            return Err(Refused {
                suggestions: suggest::nearest(gateway, self),
                ..Refused::new("tool", sentence)
            });
        };
        Ok(Asked {
            tool,
            endpoint: self.endpoint()?,
            arguments: self.arguments()?,
        })
    }

    fn endpoint(&self) -> Result<Endpoint, Refused> {
        let wrong = |error: candor_model::LabelError| Refused::new("endpoint", error.to_string());
        let said = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let toolset = said(&self.toolset).map(|name| ToolsetName::parse(&name));
        let environment = said(&self.environment).map(|name| EnvironmentName::parse(&name));
        Ok(Endpoint {
            toolset: toolset.transpose().map_err(wrong)?,
            environment: environment.transpose().map_err(wrong)?,
        })
    }

    fn arguments(&self) -> Result<Value, Refused> {
        let text = self.arguments.trim();
        if text.is_empty() {
            return Ok(Value::Object(serde_json::Map::new()));
        }
        let read: Value = serde_json::from_str(text)
            .map_err(|error| Refused::new("arguments", format!("this is no JSON: {error}")))?;
        if !read.is_object() {
            let sentence = "arguments are a JSON object, such as `{\"isbn\": \"1\"}`";
            return Err(Refused::new("arguments", sentence));
        }
        Ok(read)
    }
}
