//! Calls through a management tool: for clients that do not notice when the list changes, and for
//! toolsets that are too large to list.
//!
//! `call-tool` and `call-read-only-tool` name another tool. The call is rewritten to a call of that
//! tool before anything else is decided about it, so that it takes the same path and is recorded
//! under the tool's own name. There are two, so that a client can approve by class.

use candor_wire::{RawJson, RawObject};

use crate::call::incoming::CallerCatalogue;
use crate::call::refusal::CallRefusal;
use crate::catalogue::OfferedTool;
use crate::management::{self, CALL_READ_ONLY_TOOL, CALL_TOOL, ManagementTool};

/// Which tools may be called this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolClass {
    /// All tools.
    Any,
    /// Tools that are relied on to be read-only.
    ReadOnly,
}

// === impl ToolClass ===

impl ToolClass {
    /// Checks that the tool is in this class.
    pub(crate) fn check(self, offered: &OfferedTool) -> Result<(), CallRefusal> {
        if self == Self::Any || offered.effective.relied.is_read_only() {
            return Ok(());
        }
        Err(CallRefusal::NotReadOnly {
            tool: offered.tool.exposed.to_string(),
        })
    }
}

/// Rewrites a call through a management tool to a call of the tool that it names. `None` for a
/// management tool that does something itself.
pub(crate) fn unwrap(
    builtin: &ManagementTool,
    view: &CallerCatalogue,
    params: &mut RawObject,
) -> Result<Option<ToolClass>, CallRefusal> {
    let class = match builtin.name {
        CALL_TOOL => ToolClass::Any,
        CALL_READ_ONLY_TOOL => ToolClass::ReadOnly,
        _ => return Ok(None),
    };
    let wrong = |sentence: &str| CallRefusal::BadParams(sentence.to_owned());
    let inner = params
        .get("arguments")
        .and_then(|arguments| RawObject::parse(arguments).ok())
        .unwrap_or_default();
    let name = inner
        .get_string("name")
        .ok_or_else(|| wrong("`arguments.name` must be the name of a tool"))?;
    if management::named(&name).is_some() {
        return Err(CallRefusal::BadParams(format!(
            "`{name}` is a tool of the gateway itself and is called directly"
        )));
    }
    let arguments = inner.get("arguments").cloned();
    if arguments.as_ref().is_some_and(|given| !given.is_object()) {
        return Err(wrong("`arguments.arguments` must be an object"));
    }
    let exposed = exposed(view, name);
    params.set("name", RawJson::string(&exposed));
    match arguments {
        Some(arguments) => params.set("arguments", arguments),
        None => drop(params.remove("arguments")),
    }
    Ok(Some(class))
}

/// The name of the called tool, even if it is called through a management tool.
pub(crate) fn named_tool(params: &RawObject) -> Option<String> {
    let name = params.get_string("name")?;
    if !matches!(&*name, CALL_TOOL | CALL_READ_ONLY_TOOL) {
        return Some(name);
    }
    let inner = RawObject::parse(params.get("arguments")?).ok()?;
    inner.get_string("name")
}

/// The exposed name of a tool that is given by its exposed or its namespaced name.
fn exposed(view: &CallerCatalogue, name: String) -> String {
    if view.offer().tool(&name).is_some() {
        return name;
    }
    let mut tools = view.offer().tools().iter();
    let meant = tools.find(|offered| offered.tool.name.to_string() == name);
    meant.map_or(name, |offered| offered.tool.exposed.to_string())
}
