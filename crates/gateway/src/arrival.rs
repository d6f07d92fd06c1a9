//! A request as it arrives, before anything is known about it.

use std::borrow::Cow;

use candor_model::{CallKind, Era, Revision};
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
    /// Who it is; `local` while there are no accounts.
    pub principal: String,
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
}

/// What a client says of itself, as far as it is written down.
#[derive(Deserialize)]
struct Info<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    version: Option<Cow<'a, str>>,
}

// === impl Client ===

impl Client {
    /// The era of the client's revision.
    pub fn era(&self) -> Era {
        self.revision.era()
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
