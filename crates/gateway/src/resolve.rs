//! Step 3: what exactly is called, and with arguments that fit.

use std::sync::Arc;

use candor_model::{ApprovalId, CallKind, Hints};
use candor_schema::canonical;
use candor_sources::SourceError;
use candor_wire::{RawJson, RawObject, header, meta, method};
use serde_json::{Map, Value};

use crate::approvals::Presented;
use crate::audit::Entry;
use crate::catalogue::{Offered, Server, Tool};
use crate::identify::Caller;
use crate::indirect;
use crate::management::Builtin;
use crate::refusal::Refusal;
use crate::select::View;

/// A call whose target exists and whose arguments were checked.
pub(crate) struct ResolvedCall {
    caller: Caller,
    deed: Deed,
    /// The arguments as they were checked; null where there are none to check.
    arguments: Value,
    /// What the client brought back of ours.
    presented: Option<Presented>,
    /// The question to a person that it is made on, where that was settled before it arrived.
    approval: Option<ApprovalId>,
}

/// What is to be done.
pub(crate) enum Deed {
    /// A source is asked.
    Ask {
        target: Target,
        params: RawObject,
        headers: Vec<(String, String)>,
    },
    /// The gateway does it itself.
    Manage {
        builtin: &'static Builtin,
        arguments: Value,
    },
}

/// What is called.
pub(crate) enum Target {
    Tool(Arc<Offered>),
    Prompt {
        name: String,
        exposed: String,
        server: Arc<Server>,
    },
    Resource {
        uri: String,
        server: Arc<Server>,
    },
}

// === impl ResolvedCall ===

impl ResolvedCall {
    pub(crate) fn into_parts(self) -> (Caller, Deed) {
        (self.caller, self.deed)
    }

    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    pub(crate) fn deed(&self) -> &Deed {
        &self.deed
    }

    pub(crate) fn arguments(&self) -> &Value {
        &self.arguments
    }

    /// The question that it is made on, where its client does not wait for it.
    pub(crate) fn approval(&self) -> Option<ApprovalId> {
        self.approval
    }

    /// Whether nobody is on the line.
    pub(crate) fn is_detached(&self) -> bool {
        self.approval.is_some()
    }

    pub(crate) fn take_presented(&mut self) -> Option<Presented> {
        self.presented.take()
    }

    /// Puts back what the source wants to get back.
    pub(crate) fn restore_state(&mut self, state: Option<String>) {
        if let (Deed::Ask { params, .. }, Some(state)) = (&mut self.deed, state) {
            params.set("requestState", RawJson::string(&state));
        }
    }

    /// Under which token the client wants to hear that the call goes on.
    pub(crate) fn progress_token(&self) -> Option<RawJson> {
        let Deed::Ask { params, .. } = &self.deed else {
            return None;
        };
        let meta = RawObject::parse(params.get("_meta")?).ok()?;
        let token = meta.get(meta::PROGRESS_TOKEN)?;
        (!token.is_null()).then(|| token.clone())
    }
}

// === impl Target ===

impl Target {
    pub(crate) fn server(&self) -> &Arc<Server> {
        match self {
            Self::Tool(offered) => &offered.tool.server,
            Self::Prompt { server, .. } | Self::Resource { server, .. } => server,
        }
    }

    /// What the source calls it.
    pub(crate) fn own_name(&self) -> &str {
        match self {
            Self::Tool(offered) => offered.tool.name.own(),
            Self::Prompt { name, .. } => name,
            Self::Resource { uri, .. } => uri,
        }
    }

    pub(crate) fn kind(&self) -> CallKind {
        match self {
            Self::Tool(_) => CallKind::Tool,
            Self::Prompt { .. } => CallKind::Prompt,
            Self::Resource { .. } => CallKind::Resource,
        }
    }

    /// Whether it may be asked for again if no answer comes: nothing is changed by it, or no
    /// more by the second time, and somebody who is relied upon says so.
    pub(crate) fn is_repeatable(&self) -> bool {
        match self {
            Self::Tool(offered) => {
                let relied = &offered.effective.relied;
                relied.is_read_only() || relied.is_idempotent()
            }
            Self::Prompt { .. } | Self::Resource { .. } => true,
        }
    }

    /// What clients are told that it does.
    pub(crate) fn hints(&self) -> Hints {
        match self {
            Self::Tool(offered) => offered.effective.shown.hints(),
            Self::Prompt { .. } | Self::Resource { .. } => Hints::UNSET,
        }
    }

    pub(crate) fn method(&self) -> &'static str {
        match self {
            Self::Tool(_) => method::TOOLS_CALL,
            Self::Prompt { .. } => method::PROMPTS_GET,
            Self::Resource { .. } => method::RESOURCES_READ,
        }
    }
}

/// Finds the target, turns its name into the source's own, and checks the arguments.
pub(crate) fn resolve(
    view: View,
    kind: CallKind,
    mut params: RawObject,
    approval: Option<ApprovalId>,
    entry: &mut Entry,
) -> Result<ResolvedCall, Refusal> {
    let presented = Presented::take(&mut params);
    let class = indirect::unwrap(&view, kind, &mut params)?;
    if let Some(builtin) = indirect::builtin(&view, kind, &params) {
        return manage(view, builtin, &params, entry);
    }
    let target = find(&view, kind, &params).inspect_err(|refusal| {
        if let Refusal::Quarantined { tool, .. } = refusal {
            entry.resolved(tool.source(), tool.own());
        }
    })?;
    entry.resolved(target.server().source.name(), target.own_name());
    let mut checked = Value::Null;
    let headers = match &target {
        Target::Resource { uri, .. } => {
            entry.arguments(uri);
            Vec::new()
        }
        Target::Prompt { name, .. } => {
            entry.arguments(&canonical(&arguments(&params)?));
            params.set("name", RawJson::string(name));
            Vec::new()
        }
        Target::Tool(offered) => {
            class.check(offered)?;
            let tool = &offered.tool;
            let arguments = arguments(&params)?;
            entry.arguments(&canonical(&arguments));
            check(tool, &arguments)?;
            params.set("name", RawJson::string(tool.name.own()));
            let headers = header::param_values(&tool.checks.headers, &arguments);
            checked = arguments;
            headers
        }
    };
    let deed = Deed::Ask {
        target,
        params,
        headers,
    };
    Ok(ResolvedCall {
        caller: view.into_caller(),
        deed,
        arguments: checked,
        presented,
        approval,
    })
}

/// A call of a management tool. Its arguments are its own to check, since it says what is wrong
/// with them in a form of its own.
fn manage(
    view: View,
    builtin: &'static Builtin,
    params: &RawObject,
    entry: &mut Entry,
) -> Result<ResolvedCall, Refusal> {
    let arguments = arguments(params)?;
    entry.arguments(&canonical(&arguments));
    Ok(ResolvedCall {
        caller: view.into_caller(),
        deed: Deed::Manage { builtin, arguments },
        arguments: Value::Null,
        presented: None,
        approval: None,
    })
}

fn find(view: &View, kind: CallKind, params: &RawObject) -> Result<Target, Refusal> {
    let catalogue = view.catalogue();
    let key = if kind == CallKind::Resource {
        "uri"
    } else {
        "name"
    };
    let name = params
        .get_string(key)
        .ok_or_else(|| Refusal::BadParams(format!("`params.{key}` must be a string")))?;
    let found = match kind {
        CallKind::Tool => view
            .offer()
            .tool(&name)
            .map(|offered| Target::Tool(Arc::clone(offered))),
        CallKind::Prompt => catalogue.prompt(&name).map(|prompt| Target::Prompt {
            name: prompt.name.own().to_owned(),
            exposed: name.clone(),
            server: Arc::clone(&prompt.server),
        }),
        CallKind::Resource => catalogue.keeper(&name).map(|server| Target::Resource {
            uri: name.clone(),
            server: Arc::clone(server),
        }),
    };
    found.ok_or_else(|| absence(view, kind, name))
}

/// Why there is nothing of this name: it is held back, its source is away, or there never was
/// such a thing.
fn absence(view: &View, kind: CallKind, name: String) -> Refusal {
    let catalogue = view.catalogue();
    if kind == CallKind::Tool
        && let Some(tool) = catalogue.withheld(&name)
        && let Some(drift) = &tool.quarantine
    {
        return Refusal::Quarantined {
            tool: tool.name.clone(),
            reason: crate::pinboard::reason(drift),
        };
    }
    if kind == CallKind::Tool
        && let Some(server) = catalogue.away(&name)
    {
        return Refusal::Source(SourceError::NotReady {
            name: server.source.name().clone(),
            sentence: format!("{}; its tools are not there", server.source.state()),
        });
    }
    let hint = hint(view, kind, &name);
    Refusal::NotFound { kind, name, hint }
}

/// The namespaced name is the likeliest mistake; then we know what was meant.
fn hint(view: &View, kind: CallKind, name: &str) -> String {
    let mut tools = view.offer().tools().iter().map(|offered| &offered.tool);
    let meant = tools.find(|tool| kind == CallKind::Tool && tool.name.to_string() == name);
    match meant {
        Some(tool) => format!("; clients call it `{}`", tool.exposed),
        None if kind == CallKind::Tool => "; `tools/list` has the names that exist".to_owned(),
        None => String::new(),
    }
}

fn arguments(params: &RawObject) -> Result<Value, Refusal> {
    let Some(arguments) = params.get("arguments") else {
        return Ok(Value::Object(Map::new()));
    };
    if !arguments.is_object() {
        return Err(Refusal::BadParams(
            "`params.arguments` must be an object".to_owned(),
        ));
    }
    arguments
        .decode()
        .map_err(|error| Refusal::BadParams(format!("`params.arguments` cannot be read: {error}")))
}

fn check(tool: &Tool, arguments: &Value) -> Result<(), Refusal> {
    let Some(validator) = &tool.checks.input else {
        return Ok(());
    };
    let violations = validator.violations(arguments);
    if violations.is_empty() {
        return Ok(());
    }
    Err(Refusal::BadArguments {
        tool: tool.exposed.to_string(),
        violations,
    })
}
