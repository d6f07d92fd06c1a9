//! A call and its result in storage: sealed, since both may contain private data.

use candor_model::{CallKind, CallerIdentity, McpRevision, Roles, TokenId};
use candor_wire::{RawJson, RawObject};
use serde::{Deserialize, Serialize};

use crate::call::incoming::{ClientContext, IncomingCall};
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{CallAction, CallTarget, ResolvedCall};
use crate::catalogue::endpoint::Endpoint;
use crate::gateway::Gateway;

const CALL: &str = "task call";
const OUTCOME: &str = "task outcome";

#[derive(Serialize, Deserialize)]
struct SealedCall {
    params: String,
    endpoint: String,
    revision: String,
    capabilities: String,
    info: Option<String>,
    name: String,
    roles: String,
    token: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct SealedOutcome {
    is_result: bool,
    json: String,
}

/// Seals a call, under the exposed name that its client used.
pub(super) fn seal_call(gateway: &Gateway, call: &ResolvedCall) -> Result<String, CallRefusal> {
    let client = call.client();
    let (CallAction::Ask { params, .. } | CallAction::Manage { params, .. }) = call.action();
    let mut params = params.clone();
    if let CallAction::Ask {
        target: CallTarget::Tool(offered),
        ..
    } = call.action()
    {
        params.set("name", RawJson::string(offered.tool.exposed.as_str()));
    }
    let endpoint = client.endpoint.to_string();
    let call = SealedCall {
        params: params.to_json().to_string(),
        endpoint: endpoint
            .trim_start_matches("/mcp")
            .trim_start_matches('/')
            .to_owned(),
        revision: client.revision.to_string(),
        capabilities: client.capabilities.to_string(),
        info: client.info.as_ref().map(ToString::to_string),
        name: client.principal().to_owned(),
        roles: client.identity.roles.to_string(),
        token: client.identity.token.map(|id| id.to_string()),
    };
    let plain =
        serde_json::to_vec(&call).map_err(|error| CallRefusal::Approvals(error.to_string()))?;
    let sealed = gateway.keyring().seal_text(CALL, &plain);
    sealed.map_err(|error| CallRefusal::Approvals(error.to_string()))
}

/// Restores the call. `None` if it was sealed with a key that is gone.
pub(super) fn open_call(gateway: &Gateway, sealed: &str) -> Option<IncomingCall> {
    let plain = gateway.keyring().open_text(CALL, sealed).ok()?;
    let call: SealedCall = serde_json::from_slice(&plain).ok()?;
    let json = |text: String| RawJson::parse(text).ok();
    let bytes = call.params.len();
    let client = ClientContext {
        revision: McpRevision::parse(&call.revision)?,
        key: gateway.next_client_key(),
        capabilities: json(call.capabilities)?,
        info: call.info.and_then(json),
        trace: Vec::new(),
        identity: CallerIdentity {
            name: call.name,
            roles: Roles::parse(&call.roles).ok()?,
            token: call.token.as_deref().and_then(TokenId::parse),
        },
        session: None,
        endpoint: Endpoint::parse(&call.endpoint).ok()?,
    };
    let params = RawObject::parse(&json(call.params)?).ok()?;
    Some(IncomingCall::new(client, CallKind::Tool, params, bytes))
}

/// Seals the outcome of a call.
pub(super) fn seal_outcome(
    gateway: &Gateway,
    outcome: &Result<RawJson, RawJson>,
) -> Option<String> {
    let (is_result, json) = match outcome {
        Ok(result) => (true, result.to_string()),
        Err(error) => (false, error.to_string()),
    };
    let plain = serde_json::to_vec(&SealedOutcome { is_result, json }).ok()?;
    gateway.keyring().seal_text(OUTCOME, &plain).ok()
}

/// Opens the outcome of a call.
pub(super) fn open_outcome(gateway: &Gateway, sealed: &str) -> Option<Result<RawJson, RawJson>> {
    let plain = gateway.keyring().open_text(OUTCOME, sealed).ok()?;
    let SealedOutcome { is_result, json } = serde_json::from_slice(&plain).ok()?;
    let json = RawJson::parse(json).ok()?;
    Some(if is_result { Ok(json) } else { Err(json) })
}
