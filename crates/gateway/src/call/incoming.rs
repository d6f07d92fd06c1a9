//! Steps 1 and 2: an incoming call, whether its client may call, and what the client sees.

use std::sync::Arc;

use candor_model::{ApprovalId, CallKind, CallerIdentity, Digest, McpEra, McpRevision, Role};
use candor_sources::{ClientProfile, SourceError};
use candor_wire::{RawJson, RawObject};

use crate::call::refusal::CallRefusal;
use crate::call::{client_label, indirect};
use crate::catalogue::endpoint::Endpoint;
use crate::catalogue::{Catalogue, EndpointContent, EndpointOffer};
use crate::gateway::{Gateway, StartupWait};
use crate::management::ManagementTool;

/// The client that makes a request: its own statements, and the identity it was authenticated as.
#[derive(Clone, Debug)]
pub struct ClientContext {
    /// The MCP revision that the client speaks.
    pub revision: McpRevision,
    /// A number that is unique per session, or per request if there are no sessions.
    pub key: u64,
    /// The capabilities that the client announced.
    pub capabilities: RawJson,
    /// The client's `clientInfo`, if it sent one.
    pub info: Option<RawJson>,
    /// The W3C trace context of the request.
    pub trace: Vec<(String, String)>,
    /// The identity that the client was authenticated as.
    pub identity: CallerIdentity,
    /// The id of the session or connection that the requests share, if there is one. Never shown.
    pub session: Option<Arc<str>>,
    /// The endpoint that the client uses.
    pub endpoint: Endpoint,
}

/// A call that has just arrived.
#[derive(Debug)]
pub struct IncomingCall {
    /// The client that makes the call. Shared, so that no step copies it.
    pub client: Arc<ClientContext>,
    /// The kind of the target: a tool, a prompt, a resource or something about one of them.
    pub kind: CallKind,
    /// The parameters as sent, `_meta` included.
    pub params: RawObject,
    /// The method, if it is not part of the protocol.
    pub(crate) extension: Option<Arc<str>>,
    /// The size of the request in bytes.
    pub bytes: usize,
    /// The approval on which the call is made, if its client does not wait for it.
    pub(crate) approval: Option<ApprovalId>,
}

/// A call whose client may make calls. Only [`identify`] creates one.
pub(crate) struct AuthorizedCall(Box<IncomingCall>);

/// A call with the catalogue as its client sees it: whatever the endpoint does not offer does not
/// exist. Only [`select`] creates one.
pub(crate) struct CallerCatalogue {
    call: Box<IncomingCall>,
    catalogue: Arc<Catalogue>,
    offer: Arc<EndpointOffer>,
}

/// Step 1: checks that the client may make calls.
pub(crate) fn identify(call: Box<IncomingCall>) -> Result<AuthorizedCall, CallRefusal> {
    let identity = &call.client.identity;
    if !identity.may(Role::Caller) {
        return Err(CallRefusal::Role {
            name: identity.name.clone(),
            role: Role::Caller,
        });
    }
    Ok(AuthorizedCall(call))
}

/// Step 2: selects the offer of the client's endpoint. Right after startup, an unknown name may
/// belong to a source that is still starting, so all sources are awaited first.
pub(crate) async fn select(
    gateway: &Gateway,
    AuthorizedCall(call): AuthorizedCall,
) -> Result<CallerCatalogue, CallRefusal> {
    let mut catalogue = gateway.catalogue();
    if !gateway.is_settled() {
        // Boxed to keep the future of ordinary calls small.
        catalogue = Box::pin(started(gateway, catalogue, &call)).await?;
    }
    let offer = catalogue
        .offer(&call.client.endpoint)
        .map_err(CallRefusal::NoEndpoint)?;
    Ok(CallerCatalogue {
        call,
        catalogue,
        offer,
    })
}

/// The catalogue once the source of the target has started or failed to. A definition that is only
/// remembered is never called.
async fn started(
    gateway: &Gateway,
    catalogue: Arc<Catalogue>,
    call: &IncomingCall,
) -> Result<Arc<Catalogue>, CallRefusal> {
    let is_tool = call.kind == CallKind::Tool;
    let name = indirect::named_tool(&call.params).filter(|_| is_tool);
    let source = name.and_then(|name| catalogue.remembered_source(&name));
    if let Some(source) = source {
        if gateway.has_answered(source).await {
            return Ok(gateway.catalogue());
        }
        return Err(CallRefusal::Source(SourceError::NotReady {
            name: source.clone(),
            sentence: "is still starting; its tools are listed as they were the last time, and \
                       can be called when it has started"
                .to_owned(),
        }));
    }
    if catalogue.has(call.kind, &call.params) {
        return Ok(catalogue);
    }
    gateway.settled(StartupWait::Request).await;
    Ok(gateway.catalogue())
}

// === impl IncomingCall ===

impl IncomingCall {
    /// Creates a call that a client has just made.
    pub fn new(
        client: impl Into<Arc<ClientContext>>,
        kind: CallKind,
        params: RawObject,
        bytes: usize,
    ) -> Self {
        Self {
            client: client.into(),
            kind,
            params,
            extension: None,
            bytes,
            approval: None,
        }
    }

    /// Creates a request whose method is not part of the protocol.
    pub fn extension(
        client: Arc<ClientContext>,
        method: &str,
        params: RawObject,
        bytes: usize,
    ) -> Self {
        Self {
            extension: Some(method.into()),
            ..Self::new(client, CallKind::Extension, params, bytes)
        }
    }
}

// === impl ClientContext ===

impl ClientContext {
    /// The era of the client's revision.
    pub fn era(&self) -> McpEra {
        self.revision.era()
    }

    /// The name of the authenticated identity.
    pub fn principal(&self) -> &str {
        &self.identity.name
    }

    /// A digest of the session id, which can be stored without revealing the id.
    pub(crate) fn session_digest(&self) -> Option<String> {
        let session = self.session.as_ref()?;
        Some(Digest::of(format!("session {session}")).to_string())
    }

    /// `name version`, for the audit and the log.
    pub fn label(&self) -> Option<String> {
        client_label::label(self.info.as_ref()?)
    }

    /// The client as it is presented to a source.
    pub(crate) fn asker(&self) -> ClientProfile {
        ClientProfile {
            era: self.era(),
            revision: self.revision,
            key: self.key,
            capabilities: self.capabilities.clone(),
            info: self.info.clone(),
            trace: self.trace.clone(),
        }
    }
}

// === impl CallerCatalogue ===

impl CallerCatalogue {
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn offer(&self) -> &EndpointOffer {
        &self.offer
    }

    /// The prompts and resources that the endpoint serves.
    pub(crate) fn content(&self) -> Result<Arc<EndpointContent>, CallRefusal> {
        let content = self.catalogue.content(&self.call.client.endpoint);
        content.map_err(CallRefusal::NoEndpoint)
    }

    /// The management tool of this name, if the endpoint has it.
    pub(crate) fn management_tool(&self, name: &str) -> Option<&'static ManagementTool> {
        let endpoint = &self.call.client.endpoint;
        self.catalogue.management_tool(endpoint, &self.offer, name)
    }

    pub(crate) fn kind(&self) -> CallKind {
        self.call.kind
    }

    /// The method, if it is not part of the protocol.
    pub(crate) fn extension(&self) -> Option<&Arc<str>> {
        self.call.extension.as_ref()
    }

    pub(crate) fn take_params(&mut self) -> RawObject {
        std::mem::take(&mut self.call.params)
    }

    /// The client, and the approval of the call if its client does not wait.
    pub(crate) fn into_client(self) -> (Arc<ClientContext>, Option<ApprovalId>) {
        (self.call.client, self.call.approval)
    }
}
