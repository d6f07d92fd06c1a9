//! What is asked of a source, and on whose behalf.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use candor_model::{EnvironmentName, Era, Hints, Revision, Secret, VariableName};
use candor_wire::{RawJson, RawObject};

/// One request to a source.
#[derive(Clone, Debug)]
pub struct Question {
    /// The method, such as `tools/call`.
    pub method: &'static str,
    /// The parameters with the source's own names; `_meta` as the client sent it.
    pub params: RawObject,
    /// What it is about, for `Mcp-Name`: a tool, a prompt or a URI.
    pub subject: Option<String>,
    /// `Mcp-Param-*` headers and their values.
    pub headers: Vec<(String, String)>,
    /// Who asks.
    pub asker: Asker,
    /// Whether it may be asked again if the answer does not come: the tool is relied upon to
    /// read only, or to do no more the second time.
    pub repeatable: bool,
    /// How often that was done, where the source does it by itself.
    pub tries: Tries,
    /// The environment in which it is asked.
    pub environment: Option<EnvironmentName>,
    /// The variables of that environment.
    pub variables: Variables,
    /// Those of them that are no secrets.
    pub plain: PlainNames,
    /// Who is behind the client, as far as is known.
    pub principal: Option<String>,
    /// What clients are told the tool does. Where Candor runs it, it is held to that.
    pub hints: Hints,
}

/// How often a request was sent. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Tries(Arc<AtomicU32>);

/// Variables by name. Their values are for requests only.
pub type Variables = Arc<BTreeMap<VariableName, Secret<String>>>;

/// Variables that may be seen.
pub type PlainNames = Arc<BTreeSet<VariableName>>;

/// The client on whose behalf something is asked.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The era it speaks.
    pub era: Era,
    /// The revision it speaks.
    pub revision: Revision,
    /// One per session, or per request where there are none. Two questions with the same key
    /// come from the same client.
    pub key: u64,
    /// What it can do: its capabilities object.
    pub capabilities: RawJson,
    /// What it calls itself.
    pub info: Option<RawJson>,
    /// `traceparent` and `tracestate`, where the request came in with them.
    pub trace: Vec<(String, String)>,
}

// === impl Tries ===

impl Tries {
    /// How many there were so far.
    pub fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}
