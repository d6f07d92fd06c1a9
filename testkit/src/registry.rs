//! A scripted MCP registry: the reading half of the API v0.1, as its OpenAPI document describes it.
//!
//! It lists in pages with a cursor, filters by `search`, `version` and `updated_since`, omits
//! deleted versions unless requested, and serves the routes of single servers. It can be set to
//! return anything else instead.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::http_api::{HttpApi, ReceivedRequest, ScriptedReply};
use crate::server::lock;

/// The default and maximum page size.
const PAGE: usize = 30;
const LARGEST_PAGE: usize = 100;

/// A running registry; it stops when it is dropped.
#[derive(Debug)]
pub struct ScriptedRegistry {
    api: HttpApi,
    state: Arc<Mutex<RegistryScript>>,
}

#[derive(Debug, Default)]
struct RegistryScript {
    versions: Vec<PublishedVersion>,
    /// The latest version of each name.
    latest: HashMap<String, String>,
    trouble: Option<ScriptedReply>,
    /// The header without which everything is refused.
    wanted: Option<(String, String)>,
}

#[derive(Clone, Debug)]
struct PublishedVersion {
    server: Value,
    status: &'static str,
    published_at: String,
    updated_at: String,
}

// === impl ScriptedRegistry ===

impl ScriptedRegistry {
    /// Starts an empty registry on a free port.
    pub fn start() -> io::Result<Self> {
        let api = HttpApi::start()?;
        let state = Arc::new(Mutex::new(RegistryScript::default()));
        let shared = Arc::clone(&state);
        api.answer("GET", "/*", move |request| lock(&shared).answer(request));
        Ok(Self { api, state })
    }

    /// The origin as `http://127.0.0.1:port`.
    pub fn origin(&self) -> String {
        self.api.origin()
    }

    /// Publishes a `server.json` at a time. The last one of a name is its latest version.
    pub fn publish(&self, server: Value, at: &str) {
        let published = PublishedVersion {
            server,
            status: "active",
            published_at: at.to_owned(),
            updated_at: at.to_owned(),
        };
        let mut state = lock(&self.state);
        let (name, version) = (published.name().to_owned(), published.version().to_owned());
        state.latest.insert(name, version);
        state.versions.push(published);
    }

    /// Changes the status of a version at a time: `active`, `deprecated` or `deleted`.
    pub fn set_status(&self, name: &str, version: &str, status: &'static str, at: &str) {
        self.change(name, version, at, |published| published.status = status);
    }

    /// Replaces the contents of a version, which a proper registry never does.
    pub fn tamper(&self, name: &str, version: &str, server: Value, at: &str) {
        self.change(name, version, at, |published| published.server = server);
    }

    /// Answers every request with this, until changed.
    pub fn fail_with(&self, reply: Option<ScriptedReply>) {
        lock(&self.state).trouble = reply;
    }

    /// Refuses every request without this header from now on.
    pub fn require(&self, name: &str, value: &str) {
        lock(&self.state).wanted = Some((name.to_owned(), value.to_owned()));
    }

    /// The targets of the requests so far.
    pub fn targets(&self) -> Vec<String> {
        let requests = self.api.requests().into_iter();
        requests.map(|request| request.target).collect()
    }

    fn change(
        &self,
        name: &str,
        version: &str,
        at: &str,
        edit: impl FnOnce(&mut PublishedVersion),
    ) {
        let mut state = lock(&self.state);
        let mut versions = state.versions.iter_mut();
        let published = versions.find(|one| one.is(name, version));
        let published = published.expect("a published version");
        at.clone_into(&mut published.updated_at);
        edit(published);
    }
}

// === impl RegistryScript ===

impl RegistryScript {
    fn answer(&self, request: &ReceivedRequest) -> ScriptedReply {
        let has = |(name, value): &(String, String)| {
            let mut headers = request.headers.iter();
            headers.any(|(own, said)| own.eq_ignore_ascii_case(name) && said == value)
        };
        if self.wanted.as_ref().is_some_and(|wanted| !has(wanted)) {
            return ScriptedReply::status(401);
        }
        if let Some(trouble) = &self.trouble {
            return trouble.clone();
        }
        let segments = request.segments();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let deleted = flag(request, "include_deleted").as_deref() == Some("true");
        match segments.as_slice() {
            ["v0.1", "servers"] => self.list(request),
            ["v0.1", "servers", name, "versions"] => {
                let all = self.versions.iter().rev();
                let own = all.filter(|one| one.name() == *name && (deleted || one.is_listed()));
                let own: Vec<Value> = own.map(|one| self.entry(one)).collect();
                if own.is_empty() {
                    return not_found();
                }
                let count = own.len();
                ScriptedReply::json(&json!({ "servers": own, "metadata": { "count": count } }))
            }
            ["v0.1", "servers", name, "versions", version] => {
                let mut all = self.versions.iter().rev();
                let found = all.find(|one| {
                    one.name() == *name && (*version == "latest" || one.version() == *version)
                });
                let found = found.filter(|one| deleted || one.is_listed());
                found.map_or_else(not_found, |one| ScriptedReply::json(&self.entry(one)))
            }
            _ => not_found(),
        }
    }

    fn list(&self, request: &ReceivedRequest) -> ScriptedReply {
        let limit = match flag(request, "limit").map(|text| text.parse::<usize>()) {
            None => PAGE,
            Some(Ok(limit)) if (1..=LARGEST_PAGE).contains(&limit) => limit,
            Some(_) => return ScriptedReply::status(400),
        };
        let since = flag(request, "updated_since");
        let deleted =
            since.is_some() || flag(request, "include_deleted").as_deref() == Some("true");
        let search = flag(request, "search").map(|text| text.to_lowercase());
        let version = flag(request, "version");
        let mut found: Vec<&PublishedVersion> = self
            .versions
            .iter()
            .filter(|one| deleted || one.is_listed())
            .filter(|one| since.as_ref().is_none_or(|since| one.updated_at >= *since))
            .filter(|one| {
                let name = one.name().to_lowercase();
                search.as_ref().is_none_or(|search| name.contains(search))
            })
            .filter(|one| match version.as_deref() {
                None => true,
                Some("latest") => self.is_latest(one),
                Some(version) => one.version() == version,
            })
            .collect();
        found.sort_by_key(|one| one.cursor());
        if let Some(cursor) = flag(request, "cursor") {
            found.retain(|one| one.cursor() > cursor);
        }
        let more = found.len() > limit;
        found.truncate(limit);
        let mut metadata = json!({ "count": found.len() });
        if let Some(last) = found.last().filter(|_| more) {
            metadata["nextCursor"] = last.cursor().into();
        }
        let servers: Vec<Value> = found.into_iter().map(|one| self.entry(one)).collect();
        ScriptedReply::json(&json!({ "servers": servers, "metadata": metadata }))
    }

    fn entry(&self, one: &PublishedVersion) -> Value {
        json!({
            "server": one.server,
            "_meta": { "io.modelcontextprotocol.registry/official": {
                "status": one.status,
                "publishedAt": one.published_at,
                "updatedAt": one.updated_at,
                "isLatest": self.is_latest(one),
            }},
        })
    }

    fn is_latest(&self, one: &PublishedVersion) -> bool {
        let latest = self.latest.get(one.name());
        latest.is_some_and(|latest| latest == one.version())
    }
}

// === impl PublishedVersion ===

impl PublishedVersion {
    fn name(&self) -> &str {
        self.server["name"].as_str().unwrap_or_default()
    }

    fn version(&self) -> &str {
        self.server["version"].as_str().unwrap_or_default()
    }

    fn is(&self, name: &str, version: &str) -> bool {
        self.name() == name && self.version() == version
    }

    fn is_listed(&self) -> bool {
        self.status != "deleted"
    }

    fn cursor(&self) -> String {
        format!("{}:{}", self.name(), self.version())
    }
}

fn flag(request: &ReceivedRequest, name: &str) -> Option<String> {
    let mut pairs = request.query_pairs().into_iter();
    pairs.find(|(key, _)| key == name).map(|(_, value)| value)
}

fn not_found() -> ScriptedReply {
    ScriptedReply::json(&json!({ "error": "Server not found" })).with_status(404)
}
