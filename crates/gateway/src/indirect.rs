//! Calls through a management tool: for clients that do not hear when the list changes, and for
//! toolsets that are too large to be listed.
//!
//! `call-tool` and `call-read-only-tool` name another tool. The call becomes a call of that tool
//! before anything else is decided about it, so that it takes the same road and is written down
//! under the tool's own name. They are two, so that a client can approve by class.

use candor_model::CallKind;
use candor_wire::{RawJson, RawObject};

use crate::catalogue::Offered;
use crate::management::{self, Builtin, CALL_READ_ONLY_TOOL, CALL_TOOL};
use crate::refusal::Refusal;
use crate::select::View;

/// Which tools may be called this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// All of them.
    Any,
    /// Those that are relied upon to read only.
    ReadOnly,
}

// === impl Class ===

impl Class {
    /// Whether this tool may be called.
    pub(crate) fn check(self, offered: &Offered) -> Result<(), Refusal> {
        if self == Self::Any || offered.effective.relied.is_read_only() {
            return Ok(());
        }
        Err(Refusal::NotReadOnly {
            tool: offered.tool.exposed.to_string(),
        })
    }
}

/// Makes a call through a management tool a call of the tool that it names.
pub(crate) fn unwrap(
    view: &View,
    kind: CallKind,
    params: &mut RawObject,
) -> Result<Class, Refusal> {
    let called = builtin(view, kind, params).map(|builtin| builtin.name);
    let class = match called {
        Some(CALL_TOOL) => Class::Any,
        Some(CALL_READ_ONLY_TOOL) => Class::ReadOnly,
        _ => return Ok(Class::Any),
    };
    let wrong = |sentence: &str| Refusal::BadParams(sentence.to_owned());
    let inner = params
        .get("arguments")
        .and_then(|arguments| RawObject::parse(arguments).ok())
        .unwrap_or_default();
    let name = inner
        .get_string("name")
        .ok_or_else(|| wrong("`arguments.name` must be the name of a tool"))?;
    if management::named(&name).is_some() {
        return Err(Refusal::BadParams(format!(
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
    Ok(class)
}

/// The management tool that a call names, where there are any.
pub(crate) fn builtin(view: &View, kind: CallKind, params: &RawObject) -> Option<&'static Builtin> {
    if kind != CallKind::Tool || !view.is_managed() {
        return None;
    }
    management::named(&params.get_string("name")?)
}

/// What clients call a tool that is named in either way.
fn exposed(view: &View, name: String) -> String {
    if view.offer().tool(&name).is_some() {
        return name;
    }
    let mut tools = view.offer().tools().iter();
    let meant = tools.find(|offered| offered.tool.name.to_string() == name);
    meant.map_or(name, |offered| offered.tool.exposed.to_string())
}
