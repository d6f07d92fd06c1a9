//! URIs that more than one source uses, and how clients tell them apart.
//!
//! Clients know a resource by its URI alone. If two sources use the same one, each of the two is
//! offered with its source in front of the authority, as user information: `ui://get-time/app.html`
//! of `clock` becomes `ui://clock@get-time/app.html`. So no one is shown the page of one source for
//! a tool of another. A URI that only one source uses is unchanged.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use candor_model::SourceName;
use candor_wire::{RawJson, RawObject};

use super::SourcePart;
use super::uri_template::UriTemplate;

/// The members of a tool's `_meta` that name a page, outside `ui`.
const PAGE_KEYS: [&str; 2] = ["ui/resourceUri", "openai/outputTemplate"];

/// The renamed URIs of each source. Empty if no two sources share a URI.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SharedUris(HashMap<SourceName, SourceUris>);

/// The renamed URIs of one source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceUris {
    source: SourceName,
    resources: BTreeSet<String>,
    templates: Vec<UriTemplate>,
}

// === impl SharedUris ===

impl SharedUris {
    /// Finds the URIs and templates that more than one source uses.
    pub(super) fn of(parts: &[SourcePart]) -> Self {
        let mut users: BTreeMap<String, BTreeSet<&SourceName>> = BTreeMap::new();
        let mut template_users: BTreeMap<&str, BTreeSet<&SourceName>> = BTreeMap::new();
        for part in parts {
            let source = part.server.source.name();
            for uri in used_uris(part) {
                users.entry(uri).or_default().insert(source);
            }
            for entry in &part.inventory.templates {
                let fixed = fixed_part(&entry.uri_template);
                template_users.entry(fixed).or_default().insert(source);
            }
        }
        let of_part = |part: &SourcePart| {
            let source = part.server.source.name();
            let is_shared = |uri: &String| users[uri].len() > 1 || names_a_source(uri, parts);
            let templates = part.inventory.templates.iter();
            let templates = templates.map(|entry| entry.uri_template.as_str());
            let shared = templates.filter(|text| template_users[fixed_part(text)].len() > 1);
            let uris = SourceUris {
                source: source.clone(),
                resources: used_uris(part).filter(is_shared).collect(),
                templates: shared.map(UriTemplate::read).collect(),
            };
            (!uris.is_empty()).then(|| (source.clone(), uris))
        };
        Self(parts.iter().filter_map(of_part).collect())
    }

    /// The renamed URIs of a source; `None` if it has none.
    pub(crate) fn of_source(&self, source: &SourceName) -> Option<&SourceUris> {
        self.0.get(source)
    }

    /// The exposed form of a source's URI or template, if it is renamed.
    pub(crate) fn exposed(&self, source: &SourceName, own: &str) -> Option<String> {
        self.of_source(source)?.exposed(own)
    }

    /// The exposed URIs that a client may have meant by a shared URI.
    pub(crate) fn meanings(&self, own: &str) -> Vec<String> {
        let mut meant: Vec<_> = self.0.values().filter_map(|it| it.exposed(own)).collect();
        meant.sort_unstable();
        meant
    }
}

// === impl SourceUris ===

impl SourceUris {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.templates.is_empty()
    }

    /// The exposed form of a URI or a template, if it is renamed.
    pub(crate) fn exposed(&self, own: &str) -> Option<String> {
        let is_template = |it: &UriTemplate| it.text() == own || it.fits(own);
        let renamed = self.resources.contains(own) || self.templates.iter().any(is_template);
        renamed.then(|| with_source(own, &self.source))
    }

    /// The source's own form of an exposed URI that contains its name.
    pub(super) fn own(exposed: &str, source: &SourceName) -> Option<String> {
        let at = authority_start(exposed)?;
        let (before, after) = exposed.split_at(at);
        let rest = after.strip_prefix(source.as_str())?.strip_prefix('@')?;
        Some(format!("{before}{rest}"))
    }

    /// The `_meta` of a tool with the exposed URIs of its pages; `None` if nothing changes.
    pub(super) fn exposed_meta(&self, meta: &RawJson) -> Option<RawJson> {
        let mut members = RawObject::parse(meta).ok()?;
        let mut changed = false;
        for key in PAGE_KEYS {
            changed |= self.expose_member(&mut members, key);
        }
        if let Some(mut ui) = members.get("ui").and_then(|ui| RawObject::parse(ui).ok())
            && self.expose_member(&mut ui, "resourceUri")
        {
            members.set("ui", ui.to_json());
            changed = true;
        }
        changed.then(|| members.to_json())
    }

    /// Replaces the URI in a member; returns whether it changed.
    pub(crate) fn expose_member(&self, members: &mut RawObject, key: &str) -> bool {
        let own = members.get_string(key);
        let Some(exposed) = own.and_then(|own| self.exposed(&own)) else {
            return false;
        };
        members.set(key, RawJson::string(&exposed));
        true
    }
}

/// The resources that a source lists and the pages that its tools name.
pub(super) fn used_uris(part: &SourcePart) -> impl Iterator<Item = String> {
    let listed = part.inventory.resources.iter();
    let tools = part.inventory.tools.iter();
    let pages = tools.filter_map(|tool| page(tool.definition.get("_meta")?));
    listed.map(|entry| entry.uri.clone()).chain(pages)
}

/// The page that a tool's `_meta` names.
fn page(meta: &RawJson) -> Option<String> {
    let members = RawObject::parse(meta).ok()?;
    let ui = members.get("ui").and_then(|ui| RawObject::parse(ui).ok());
    ui.and_then(|ui| ui.get_string("resourceUri")).or_else(|| {
        let mut keys = PAGE_KEYS.into_iter();
        keys.find_map(|key| members.get_string(key))
    })
}

/// Whether a URI looks as if it had been renamed for a source. Such a URI is renamed too, so that
/// no source can impersonate another one's URI.
fn names_a_source(uri: &str, parts: &[SourcePart]) -> bool {
    let mut sources = parts.iter().map(|part| part.server.source.name());
    sources.any(|source| SourceUris::own(uri, source).is_some())
}

fn with_source(own: &str, source: &SourceName) -> String {
    let (before, rest) = own.split_at(authority_start(own).unwrap_or(0));
    format!("{before}{source}@{rest}")
}

/// The start of a URI's authority, or of what follows the scheme if there is none.
fn authority_start(uri: &str) -> Option<usize> {
    let scheme = uri.find(':')? + 1;
    let slashes = if uri[scheme..].starts_with("//") {
        2
    } else {
        0
    };
    Some(scheme + slashes)
}

/// The common beginning of all URIs of a template. Two templates with the same beginning may
/// produce the same URIs.
fn fixed_part(template: &str) -> &str {
    template.split('{').next().unwrap_or(template)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> SourceUris {
        SourceUris {
            source: SourceName::parse("clock").expect("a name"),
            resources: ["ui://get-time/app.html", "urn:time"]
                .map(str::to_owned)
                .into(),
            templates: vec![UriTemplate::read("file:///{+path}")],
        }
    }

    #[test]
    fn a_shared_uri_names_its_source() {
        let clock = clock();
        let cases = [
            ("ui://get-time/app.html", "ui://clock@get-time/app.html"),
            ("urn:time", "urn:clock@time"),
            ("file:///{+path}", "file://clock@/{+path}"),
            ("file:///a/b", "file://clock@/a/b"),
        ];
        for (own, exposed) in cases {
            assert_eq!(clock.exposed(own).as_deref(), Some(exposed));
            assert_eq!(
                SourceUris::own(exposed, &clock.source).as_deref(),
                Some(own)
            );
        }
        assert_eq!(clock.exposed("ui://other/app.html"), None);
        assert_eq!(
            SourceUris::own("ui://get-time/app.html", &clock.source),
            None
        );
        assert_eq!(SourceUris::own("no uri", &clock.source), None);
    }

    #[test]
    fn pages_of_tools_follow() {
        let meta = r#"{"a":1e400,"ui":{"resourceUri":"ui://get-time/app.html","b":[]},"ui/resourceUri":"ui://get-time/app.html"}"#;
        let meta = RawJson::parse(meta).expect("JSON");
        assert_eq!(
            clock()
                .exposed_meta(&meta)
                .expect("a difference")
                .to_string(),
            r#"{"a":1e400,"ui":{"resourceUri":"ui://clock@get-time/app.html","b":[]},"ui/resourceUri":"ui://clock@get-time/app.html"}"#
        );
        for same in [
            r#"{"ui":{"resourceUri":"ui://other"}}"#,
            r#"{"ui":5}"#,
            "[]",
        ] {
            let same = RawJson::parse(same).expect("JSON");
            assert_eq!(clock().exposed_meta(&same), None);
        }
    }
}
