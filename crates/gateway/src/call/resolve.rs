//! Step 3: what exactly is called, and with arguments that fit.

use std::sync::Arc;

use candor_model::{ApprovalId, CallKind, Hints};
use candor_schema::{ArgumentsError, CallArguments};
use candor_sources::SourceError;
use candor_wire::{RawJson, RawObject, header, meta, method};
use serde_json::Value;

use crate::approvals::PresentedState;
use crate::call::audit::AuditEntry;
use crate::call::incoming::{CallerCatalogue, ClientContext};
use crate::call::indirect::{self, ToolClass};
use crate::call::refusal::CallRefusal;
use crate::catalogue::{CatalogueTool, OfferedTool, ServedSource};
use crate::management::{self, ManagementTool};

/// A call whose target exists and whose arguments were checked.
pub(crate) struct ResolvedCall {
    client: Arc<ClientContext>,
    action: CallAction,
    /// The arguments as they were checked. None, where they are not a tool's.
    arguments: CallArguments,
    /// What the client brought back of ours.
    presented: Option<PresentedState>,
    /// The question to a person that it is made on, where that was settled before it arrived.
    approval: Option<ApprovalId>,
}

/// What is to be done.
pub(crate) enum CallAction {
    /// A source is asked.
    Ask {
        target: CallTarget,
        params: RawObject,
        headers: Vec<(String, String)>,
    },
    /// The gateway does it itself.
    Manage {
        builtin: &'static ManagementTool,
        arguments: Value,
    },
}

/// What is called.
pub(crate) enum CallTarget {
    Tool(Arc<OfferedTool>),
    Prompt {
        name: String,
        exposed: String,
        server: Arc<ServedSource>,
    },
    Resource {
        uri: String,
        server: Arc<ServedSource>,
    },
}

// === impl ResolvedCall ===

impl ResolvedCall {
    pub(crate) fn into_parts(self) -> (Arc<ClientContext>, CallAction) {
        (self.client, self.action)
    }

    pub(crate) fn client(&self) -> &Arc<ClientContext> {
        &self.client
    }

    pub(crate) fn action(&self) -> &CallAction {
        &self.action
    }

    /// The arguments, for whatever decides about them or shows them.
    pub(crate) fn arguments(&self) -> &Value {
        self.arguments.written()
    }

    /// The question that it is made on, where its client does not wait for it.
    pub(crate) fn approval(&self) -> Option<ApprovalId> {
        self.approval
    }

    /// Whether its client does not wait for it.
    pub(crate) fn is_detached(&self) -> bool {
        self.approval.is_some()
    }

    pub(crate) fn take_presented(&mut self) -> Option<PresentedState> {
        self.presented.take()
    }

    /// Puts back what the source wants to get back.
    pub(crate) fn restore_state(&mut self, state: Option<String>) {
        if let (CallAction::Ask { params, .. }, Some(state)) = (&mut self.action, state) {
            params.set("requestState", RawJson::string(&state));
        }
    }

    /// Under which token the client wants to hear that the call goes on.
    pub(crate) fn progress_token(&self) -> Option<RawJson> {
        let CallAction::Ask { params, .. } = &self.action else {
            return None;
        };
        let meta = RawObject::parse(params.get("_meta")?).ok()?;
        let token = meta.get(meta::PROGRESS_TOKEN)?;
        (!token.is_null()).then(|| token.clone())
    }
}

// === impl CallTarget ===

impl CallTarget {
    pub(crate) fn server(&self) -> &Arc<ServedSource> {
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

    /// Whether the parameters of a call name this target, as clients know it.
    pub(crate) fn is_named_in(&self, params: &RawObject) -> bool {
        let (key, name) = match self {
            Self::Tool(offered) => ("name", offered.tool.exposed.as_str()),
            Self::Prompt { exposed, .. } => ("name", exposed.as_str()),
            Self::Resource { uri, .. } => ("uri", uri.as_str()),
        };
        params.get_string(key).as_deref() == Some(name)
    }

    pub(crate) fn kind(&self) -> CallKind {
        match self {
            Self::Tool(_) => CallKind::Tool,
            Self::Prompt { .. } => CallKind::Prompt,
            Self::Resource { .. } => CallKind::Resource,
        }
    }

    /// Whether it may be asked for again if no answer comes: nothing is changed by it, or no
    /// more by the second time, by a hint that is relied upon.
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
    mut view: CallerCatalogue,
    presented: Option<PresentedState>,
    entry: &mut AuditEntry,
) -> Result<ResolvedCall, CallRefusal> {
    let (kind, mut params) = (view.kind(), view.take_params());
    let mut class = ToolClass::Any;
    if let Some(builtin) = management_tool(&view, kind, &params) {
        match indirect::unwrap(builtin, &view, &mut params)? {
            Some(only) => class = only,
            None => return manage(view, builtin, &params, entry),
        }
    }
    let target = find(&view, kind, &params).inspect_err(|refusal| {
        if let CallRefusal::Quarantined { tool, .. } = refusal {
            entry.resolved(tool.source(), tool.own());
        }
    })?;
    entry.resolved(target.server().source.name(), target.own_name());
    let mut checked = CallArguments::default();
    let headers = match &target {
        CallTarget::Resource { uri, .. } => {
            entry.arguments(uri);
            Vec::new()
        }
        CallTarget::Prompt { name, .. } => {
            entry.arguments(&arguments(&params)?.canonical());
            params.set("name", RawJson::string(name));
            Vec::new()
        }
        CallTarget::Tool(offered) => {
            class.check(offered)?;
            let tool = &offered.tool;
            let arguments = arguments(&params)?;
            entry.arguments(&arguments.canonical());
            check(tool, arguments.value())?;
            params.set("name", RawJson::string(tool.name.own()));
            let headers = header::param_values(&tool.checks.headers, arguments.value());
            checked = arguments;
            headers
        }
    };
    let (client, approval) = view.into_client();
    Ok(ResolvedCall {
        client,
        action: CallAction::Ask {
            target,
            params,
            headers,
        },
        arguments: checked,
        presented,
        approval,
    })
}

/// A call of a management tool. Its arguments are its own to check, since it says what is wrong
/// with them in a form of its own.
fn manage(
    view: CallerCatalogue,
    builtin: &'static ManagementTool,
    params: &RawObject,
    entry: &mut AuditEntry,
) -> Result<ResolvedCall, CallRefusal> {
    let arguments = arguments(params)?;
    entry.arguments(&arguments.canonical());
    Ok(ResolvedCall {
        client: view.into_client().0,
        action: CallAction::Manage {
            builtin,
            arguments: arguments.value().clone(),
        },
        arguments,
        presented: None,
        approval: None,
    })
}

/// The management tool that a call names, where the endpoint has them.
fn management_tool(
    view: &CallerCatalogue,
    kind: CallKind,
    params: &RawObject,
) -> Option<&'static ManagementTool> {
    if kind != CallKind::Tool || !view.is_managed() {
        return None;
    }
    management::named(&params.get_string("name")?)
}

fn find(
    view: &CallerCatalogue,
    kind: CallKind,
    params: &RawObject,
) -> Result<CallTarget, CallRefusal> {
    let catalogue = view.catalogue();
    let key = if kind == CallKind::Resource {
        "uri"
    } else {
        "name"
    };
    let name = params
        .get_string(key)
        .ok_or_else(|| CallRefusal::BadParams(format!("`params.{key}` must be a string")))?;
    let found = match kind {
        CallKind::Tool => view
            .offer()
            .tool(&name)
            .map(|offered| CallTarget::Tool(Arc::clone(offered))),
        CallKind::Prompt => catalogue.prompt(&name).map(|prompt| CallTarget::Prompt {
            name: prompt.name.own().to_owned(),
            exposed: name.clone(),
            server: Arc::clone(&prompt.server),
        }),
        CallKind::Resource => catalogue.keeper(&name).map(|server| CallTarget::Resource {
            uri: name.clone(),
            server: Arc::clone(server),
        }),
    };
    found.ok_or_else(|| absence(view, kind, name))
}

/// Why there is nothing of this name: it is held back, its source is away, or there never was
/// such a thing.
fn absence(view: &CallerCatalogue, kind: CallKind, name: String) -> CallRefusal {
    let catalogue = view.catalogue();
    if kind == CallKind::Tool
        && let Some(tool) = catalogue.withheld(&name)
        && let Some(drift) = &tool.quarantine
    {
        return CallRefusal::Quarantined {
            tool: tool.name.clone(),
            reason: crate::catalogue::pins::reason(drift),
        };
    }
    if kind == CallKind::Tool
        && let Some(server) = catalogue.away(&name)
    {
        return CallRefusal::Source(SourceError::NotReady {
            name: server.source.name().clone(),
            sentence: format!("{}; its tools are not there", server.source.state()),
        });
    }
    let hint = hint(view, kind, &name);
    CallRefusal::NotFound { kind, name, hint }
}

/// The namespaced name is the likeliest mistake; then we know what was meant.
fn hint(view: &CallerCatalogue, kind: CallKind, name: &str) -> String {
    let mut tools = view.offer().tools().iter().map(|offered| &offered.tool);
    let meant = tools.find(|tool| kind == CallKind::Tool && tool.name.to_string() == name);
    match meant {
        Some(tool) => format!("; clients call it `{}`", tool.exposed),
        None if kind == CallKind::Tool => "; `tools/list` has the names that exist".to_owned(),
        None => String::new(),
    }
}

/// Reads the arguments. Nothing else looks at them before.
fn arguments(params: &RawObject) -> Result<CallArguments, CallRefusal> {
    let Some(arguments) = params.get("arguments") else {
        return Ok(CallArguments::default());
    };
    CallArguments::parse(arguments.as_bytes()).map_err(|error| {
        CallRefusal::BadParams(match error {
            ArgumentsError::NotObject => "`params.arguments` must be an object".to_owned(),
            ArgumentsError::Unreadable(error) => {
                format!("`params.arguments` cannot be read: {error}; nothing was called")
            }
        })
    })
}

fn check(tool: &CatalogueTool, arguments: &Value) -> Result<(), CallRefusal> {
    let Some(validator) = &tool.checks.input else {
        return Ok(());
    };
    let mut violations = validator.violations(arguments);
    violations.extend(validator.look_alike(arguments));
    if violations.is_empty() {
        return Ok(());
    }
    Err(CallRefusal::BadArguments {
        tool: tool.exposed.to_string(),
        violations,
    })
}
