//! A request as it arrives, before anything is known about it.

use std::borrow::Cow;
use std::sync::Arc;

use candor_model::{ApprovalId, CallKind, Digest, Era, Identity, Revision};
use candor_sources::Asker;
use candor_wire::{RawJson, RawObject};
use serde::Deserialize;

use crate::endpoint::Endpoint;

/// Who is asking, in their own words. Nothing here is proof of anything.
#[derive(Clone, Debug)]
pub struct Client {
    /// The revision the client speaks.
    pub revision: Revision,
    /// One number per session, or per request where there are no sessions.
    pub key: u64,
    /// What the client says it can do.
    pub capabilities: RawJson,
    /// What the client calls itself.
    pub info: Option<RawJson>,
    /// W3C trace context that came with the request.
    pub trace: Vec<(String, String)>,
    /// Who it is, as far as a face has made sure of it.
    pub identity: Identity,
    /// The session or connection that its requests have in common, where they have one. Never
    /// shown to anybody.
    pub session: Option<Arc<str>>,
    /// The door it came through.
    pub endpoint: Endpoint,
}

/// A call that has just come in.
#[derive(Debug)]
pub struct Arrival {
    /// Who asks.
    pub client: Client,
    /// For what.
    pub kind: CallKind,
    /// The parameters as sent, `_meta` included.
    pub params: RawObject,
    /// Size of the request.
    pub bytes: usize,
    /// The question to a person that it is made on, where its client went away meanwhile.
    pub(crate) approval: Option<ApprovalId>,
}

/// What a client says of itself, as far as it is written down.
#[derive(Deserialize)]
struct Info<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    version: Option<Cow<'a, str>>,
}

// === impl Arrival ===

impl Arrival {
    /// A call that a client has just made.
    pub fn new(client: Client, kind: CallKind, params: RawObject, bytes: usize) -> Self {
        Self {
            client,
            kind,
            params,
            bytes,
            approval: None,
        }
    }
}

// === impl Client ===

impl Client {
    /// The era of the client's revision.
    pub fn era(&self) -> Era {
        self.revision.era()
    }

    /// The name under which it calls.
    pub fn principal(&self) -> &str {
        &self.identity.name
    }

    /// The session in a form that can be kept without giving it away.
    pub(crate) fn session_digest(&self) -> Option<String> {
        let session = self.session.as_ref()?;
        Some(Digest::of(format!("session {session}")).to_string())
    }

    /// `name version`, for the audit and the log.
    pub fn label(&self) -> Option<String> {
        let Info { name, version } = self.info.as_ref()?.decode().ok()?;
        Some(match version {
            Some(version) => format!("{name} {version}"),
            None => name.into_owned(),
        })
    }

    /// The client as a source gets to know it.
    pub(crate) fn asker(&self) -> Asker {
        Asker {
            era: self.era(),
            revision: self.revision,
            key: self.key,
            capabilities: self.capabilities.clone(),
            info: self.info.clone(),
            trace: self.trace.clone(),
        }
    }
}
