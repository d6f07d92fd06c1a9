//! Step 3: finds the target and checks the arguments.

use std::sync::Arc;

use candor_model::{ApprovalId, CallKind};
use candor_schema::{ArgumentsError, CallArguments};
use candor_sources::SourceError;
use candor_wire::{RawJson, RawObject, header, meta};
use serde_json::Value;

use crate::approvals::{COMES_BACK_META, PresentedState};
use crate::call::audit::AuditEntry;
use crate::call::call_case;
use crate::call::call_target::subject_key;
use crate::call::completion_reference;
use crate::call::incoming::{CallerCatalogue, ClientContext};
use crate::call::indirect::{self, ToolClass};
use crate::call::page_tool::{self, PageTool};
use crate::call::refusal::CallRefusal;
use crate::catalogue::tool_check::ToolCheck;
use crate::catalogue::{CatalogueTool, EndpointContent, OfferedTool};
use crate::management::ManagementTool;

pub(crate) use crate::call::call_target::CallTarget;

/// A call whose target exists and whose arguments were checked. Boxed, because it is handed from
/// step to step.
pub(crate) struct ResolvedCall {
    client: Arc<ClientContext>,
    action: CallAction,
    /// The checked arguments. Empty if the target takes none.
    arguments: CallArguments,
    /// The gateway's own state that the client brought back.
    presented: Option<PresentedState>,
    /// The approval on which the call is made, if it was settled before the call arrived.
    approval: Option<ApprovalId>,
}

/// The action to perform.
pub(crate) enum CallAction {
    /// Ask a source.
    Ask {
        target: CallTarget,
        params: RawObject,
        headers: Vec<(String, String)>,
    },
    /// Run a management tool.
    Manage {
        builtin: &'static ManagementTool,
        arguments: Value,
        /// The parameters as sent, for a call that is made later.
        params: RawObject,
    },
}

// === impl ResolvedCall ===

impl ResolvedCall {
    pub(crate) fn into_parts(self: Box<Self>) -> (Arc<ClientContext>, CallAction) {
        (self.client, self.action)
    }

    pub(crate) fn client(&self) -> &Arc<ClientContext> {
        &self.client
    }

    pub(crate) fn action(&self) -> &CallAction {
        &self.action
    }

    /// The arguments, for the policy and for display.
    pub(crate) fn arguments(&self) -> &Value {
        self.arguments.written()
    }

    /// Whether the call would change nothing because it is incomplete, which its answer says.
    pub(crate) fn does_nothing(&self) -> bool {
        match &self.action {
            CallAction::Manage {
                builtin, arguments, ..
            } => builtin.does_nothing(arguments),
            CallAction::Ask { .. } => false,
        }
    }

    /// The approval of the call, if its client does not wait for it.
    pub(crate) fn approval(&self) -> Option<ApprovalId> {
        self.approval
    }

    /// Whether the client does not wait for the call.
    pub(crate) fn is_detached(&self) -> bool {
        self.approval.is_some()
    }

    pub(crate) fn take_presented(&mut self) -> Option<PresentedState> {
        self.presented.take()
    }

    /// Restores the source's own request state.
    pub(crate) fn restore_state(&mut self, state: Option<String>) {
        if let (CallAction::Ask { params, .. }, Some(state)) = (&mut self.action, state) {
            params.set("requestState", RawJson::string(&state));
        }
    }

    /// Redirects the call to the tool as it is offered now: its source may have been restarted
    /// since the call was resolved.
    pub(crate) fn redirect(&mut self, offered: &Arc<OfferedTool>) {
        if let CallAction::Ask {
            target: CallTarget::Tool(target),
            ..
        } = &mut self.action
        {
            *target = Arc::clone(offered);
        }
    }

    /// The client's progress token.
    pub(crate) fn progress_token(&self) -> Option<RawJson> {
        let token = self.meta(meta::PROGRESS_TOKEN)?;
        (!token.is_null()).then_some(token)
    }

    /// Whether the client repeats the call once it was approved.
    pub(crate) fn comes_back(&self) -> bool {
        let said = self.meta(COMES_BACK_META);
        said.is_some_and(|said| said.as_bytes() == b"true")
    }

    /// A value of the request's `_meta`.
    fn meta(&self, key: &str) -> Option<RawJson> {
        let (CallAction::Ask { params, .. } | CallAction::Manage { params, .. }) = &self.action;
        params.meta().ok()??.get(key).cloned()
    }
}

/// Finds the target, replaces its name by the source's own, and checks the arguments.
pub(crate) fn resolve(
    mut view: CallerCatalogue,
    presented: Option<PresentedState>,
    entry: &mut AuditEntry,
) -> Result<Box<ResolvedCall>, CallRefusal> {
    let (kind, mut params) = (view.kind(), view.take_params());
    let mut class = ToolClass::Any;
    if let Some(builtin) = management_tool(&view, kind, &params) {
        match indirect::unwrap(builtin, &view, &mut params)? {
            Some(only) => class = only,
            None => return manage(view, builtin, params, presented, entry),
        }
    }
    let mut target = find(&view, kind, &mut params).inspect_err(|refusal| {
        if let CallRefusal::Quarantined { tool, .. } = refusal {
            entry.resolved(tool.source(), tool.own());
        }
    })?;
    match &target {
        CallTarget::Tool(offered) => entry.resolved_tool(&offered.tool),
        other => entry.resolved(other.server().source.name(), other.own_name()),
    }
    let mut checked = CallArguments::default();
    let headers = match &mut target {
        CallTarget::Resource { uri, exposed, .. }
        | CallTarget::Subscription { uri, exposed, .. } => {
            entry.arguments(uri);
            if uri != exposed {
                params.set("uri", RawJson::string(uri));
            }
            Vec::new()
        }
        CallTarget::Completion { of, .. } => {
            entry.arguments(of);
            Vec::new()
        }
        CallTarget::Extension { .. } => {
            entry.arguments(&params.to_json().to_string());
            Vec::new()
        }
        CallTarget::Prompt { name, .. } => {
            checked = arguments(&params)?;
            entry.arguments(&checked.canonical());
            params.set("name", RawJson::string(name));
            Vec::new()
        }
        CallTarget::Tool(offered) => {
            let arguments = arguments(&params)?;
            entry.arguments(&arguments.canonical());
            *offered = call_case::offered_in_call(offered, arguments.value());
            class.check(offered)?;
            let tool = &offered.tool;
            check(tool, arguments.value())?;
            params.set("name", tool.own_name.clone());
            let headers = header::param_values(&tool.checks.headers, arguments.value());
            checked = arguments;
            headers
        }
    };
    let (client, approval) = view.into_client();
    Ok(Box::new(ResolvedCall {
        client,
        action: CallAction::Ask {
            target,
            params,
            headers,
        },
        arguments: checked,
        presented,
        approval,
    }))
}

/// Resolves a call of a management tool. The tool checks its arguments itself, since it reports
/// problems in its own form.
fn manage(
    view: CallerCatalogue,
    builtin: &'static ManagementTool,
    params: RawObject,
    presented: Option<PresentedState>,
    entry: &mut AuditEntry,
) -> Result<Box<ResolvedCall>, CallRefusal> {
    let arguments = arguments(&params)?;
    entry.arguments(&arguments.canonical());
    let (client, approval) = view.into_client();
    Ok(Box::new(ResolvedCall {
        client,
        action: CallAction::Manage {
            builtin,
            arguments: arguments.value().clone(),
            params,
        },
        arguments,
        presented,
        approval,
    }))
}

/// The management tool that a call names, if the endpoint has it.
fn management_tool(
    view: &CallerCatalogue,
    kind: CallKind,
    params: &RawObject,
) -> Option<&'static ManagementTool> {
    if kind != CallKind::Tool {
        return None;
    }
    view.management_tool(&params.get_str("name")?)
}

fn find(
    view: &CallerCatalogue,
    kind: CallKind,
    params: &mut RawObject,
) -> Result<CallTarget, CallRefusal> {
    if kind == CallKind::Completion {
        let content = view.content()?;
        return completion_reference::find(&content, params);
    }
    if let Some(method) = view.extension() {
        return extension(view, method);
    }
    let key = subject_key(kind);
    let name = params
        .get_str(key)
        .ok_or_else(|| CallRefusal::BadParams(format!("`params.{key}` must be a string")))?;
    let found = if kind == CallKind::Tool {
        let offered = view.offer().tool(&name);
        let offered = offered.or_else(|| called_by_page(view, &name));
        offered.map(|offered| CallTarget::Tool(Arc::clone(offered)))
    } else {
        let content = view.content()?;
        find_content(&content, kind, &name)
    };
    found.ok_or_else(|| absence(view, kind, name.into_owned()))
}

/// The only source that announces a method outside the protocol.
fn extension(view: &CallerCatalogue, method: &Arc<str>) -> Result<CallTarget, CallRefusal> {
    let content = view.content()?;
    let mut announcing = content.announcing(method);
    match (announcing.next(), announcing.next()) {
        (Some(server), None) => Ok(CallTarget::Extension {
            method: Arc::clone(method),
            server: Arc::clone(server),
        }),
        (None, _) => Err(CallRefusal::NoMethod {
            method: method.to_string(),
            sources: Vec::new(),
        }),
        (Some(_), Some(_)) => {
            let names = content.announcing(method);
            Err(CallRefusal::NoMethod {
                method: method.to_string(),
                sources: names.map(|server| server.source.name().clone()).collect(),
            })
        }
    }
}

/// The tool that a UI page calls by its server's own name.
fn called_by_page<'a>(view: &'a CallerCatalogue, name: &str) -> Option<&'a Arc<OfferedTool>> {
    match page_tool::find(view.offer(), &*view.content().ok()?, name) {
        PageTool::Found(offered) => Some(offered),
        PageTool::Ambiguous(_) | PageTool::Absent => None,
    }
}

/// The prompt or the resource of this name.
fn find_content(content: &EndpointContent, kind: CallKind, name: &str) -> Option<CallTarget> {
    if kind == CallKind::Prompt {
        let prompt = content.prompt(name)?;
        return Some(CallTarget::Prompt {
            name: prompt.name.own().to_owned(),
            exposed: name.to_owned(),
            server: Arc::clone(&prompt.server),
        });
    }
    let kept = content.keeper(name)?;
    let (uri, exposed, server) = (kept.own.into(), name.to_owned(), kept.server);
    Some(if kind == CallKind::Subscription {
        CallTarget::Subscription {
            uri,
            exposed,
            server,
        }
    } else {
        CallTarget::Resource {
            uri,
            exposed,
            server,
        }
    })
}

/// Why a name was not found: the tool is quarantined, its source is unavailable, or there is no
/// such thing.
fn absence(view: &CallerCatalogue, kind: CallKind, name: String) -> CallRefusal {
    let catalogue = view.catalogue();
    if kind == CallKind::Tool
        && let Some(tool) = catalogue.withheld(&name)
        && let Some(drift) = &tool.quarantine
    {
        return CallRefusal::Quarantined {
            tool: tool.name.clone(),
            reason: crate::catalogue::pins::reason(drift),
            options: String::new(),
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
    let kind = match kind {
        CallKind::Subscription => CallKind::Resource,
        other => other,
    };
    CallRefusal::NotFound { kind, name, hint }
}

/// A hint for an unknown name. The likeliest mistake is the namespaced name, for which the exposed
/// name is known.
fn hint(view: &CallerCatalogue, kind: CallKind, name: &str) -> String {
    let mut tools = view.offer().tools().iter().map(|offered| &offered.tool);
    let meant = tools.find(|tool| kind == CallKind::Tool && tool.name.to_string() == name);
    let several = match kind {
        CallKind::Tool => page_tools(view, name),
        CallKind::Resource | CallKind::Subscription => {
            view.catalogue().shared_uris().meanings(name)
        }
        CallKind::Prompt | CallKind::Completion | CallKind::Extension => Vec::new(),
    };
    match meant {
        _ if !several.is_empty() => format!(
            "; several sources have it: say which of them with `{}`",
            several.join("` or `")
        ),
        Some(tool) => format!("; clients call it `{}`", tool.exposed),
        None if kind == CallKind::Tool => "; `tools/list` has the names that exist".to_owned(),
        None => String::new(),
    }
}

/// The exposed names of the tools that several sources with pages have under this name.
fn page_tools(view: &CallerCatalogue, name: &str) -> Vec<String> {
    let Ok(content) = view.content() else {
        return Vec::new();
    };
    match page_tool::find(view.offer(), &content, name) {
        PageTool::Ambiguous(names) => names.into_iter().map(str::to_owned).collect(),
        PageTool::Found(_) | PageTool::Absent => Vec::new(),
    }
}

/// Parses the arguments. Nothing reads them earlier.
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
    let checked = tool.checks.input.as_ref();
    let Some(validator) = checked.and_then(ToolCheck::validator) else {
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
