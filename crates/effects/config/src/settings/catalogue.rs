//! The `[catalogue]` table: which registries are asked for servers, and whether Candor is one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_text::quote;
use url::Url;

use crate::declare::declare_settings;
use crate::problem::ValueProblem;
use crate::read::context::ReadContext;
use crate::read::setting_type::{SettingType, any_time, flag, plain, text, word};
use crate::read::table::TableReader;
use crate::tree::{ConfigEntry, ConfigNode, find};

/// The most registries.
const MOST: usize = 20;

declare_settings! {
    /// Servers that people could have.
    pub struct CatalogueSettings = "catalogue", |reader| {
        /// Where servers are looked up: addresses of registries with the API v0.1, files and folders
        /// with `server.json` in them. Nothing is asked while this is empty. A relative path starts
        /// at the folder of this file.
        registries: Vec<RegistryLocation> = Vec::new(), locations(),
            example: Some("[\"https://registry.modelcontextprotocol.io\", \"servers/\"]");
        /// After how long a registry is asked again.
        refresh: Duration = Duration::from_hours(1), any_time();
        /// Whether registries may be on this machine or in a private network, and without https.
        allow_private: bool = false, flag();
        /// Whether Candor is a registry itself, at /v0.1/servers, with its sources and toolsets in it.
        /// "off": no. "token": for everyone who may read the API. "public": for everyone.
        serve: RegistryAccess = RegistryAccess::Off, word();
        /// What the names in that registry begin with: a domain in reverse, such as "com.example".
        namespace: String = "local.candor".to_owned(), text(namespace, String::clone);
    }
}

/// Where a registry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegistryLocation {
    /// A server with the API v0.1, without a `/` at its end.
    Url(Url),
    /// A file or a folder.
    Path(PathBuf),
}

/// Who may read Candor's own registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistryAccess {
    /// There is none.
    Off,
    /// Whoever may read the API.
    Token,
    /// Everyone.
    Public,
}

candor_text::string_enum! {
    /// `off`, `token` or `public`.
    RegistryAccess {
        Off => "off",
        Token => "token",
        Public => "public",
    }
}

// === impl CatalogueSettings ===

impl CatalogueSettings {
    /// Reads the table. Relative paths start at the folder of the file.
    pub(crate) fn resolve(context: &mut ReadContext<'_>, entries: &[ConfigEntry]) -> Self {
        let mut settings = Self::read(&mut TableReader::new(context, Self::TABLE, entries));
        let directory = context.directory;
        for location in &mut settings.registries {
            if let RegistryLocation::Path(path) = location {
                *path = directory.join(&*path);
            }
        }
        let plain = settings
            .registries
            .iter()
            .find_map(|location| match location {
                RegistryLocation::Url(url) if url.scheme() == "http" => Some(url),
                _ => None,
            });
        if let Some(url) = plain.filter(|_| !settings.allow_private) {
            context.refused = true;
            let says = format!("has {}, which is not encrypted", quote(url.as_str()));
            let problem = ValueProblem::new(says)
                .with_hint("write `https`, or `allow_private = true` for a registry of your own");
            let written = find(entries, "registries");
            let span = written.map_or(0..0, |entry| entry.node.span.clone());
            context
                .report
                .bad_value(&span, "catalogue.registries", problem);
        }
        settings
    }
}

// === impl RegistryLocation ===

impl RegistryLocation {
    /// Reads an address or a path.
    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() || text.contains('\0') {
            return None;
        }
        if !text.contains("://") {
            return Some(Self::Path(Path::new(text).to_owned()));
        }
        let url = Url::parse(text.trim_end_matches('/')).ok()?;
        let is_web = matches!(url.scheme(), "https" | "http");
        let is_bare = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        (is_web && is_bare).then_some(Self::Url(url))
    }

    /// The address or path, for people.
    pub fn shown(&self) -> String {
        match self {
            Self::Url(url) => url.as_str().trim_end_matches('/').to_owned(),
            Self::Path(path) => path.display().to_string(),
        }
    }
}

fn locations() -> impl SettingType<Value = Vec<RegistryLocation>> {
    plain(read_locations, |locations| {
        let shown: Vec<String> = locations.iter().map(RegistryLocation::shown).collect();
        format!("{shown:?}")
    })
}

fn read_locations(node: &ConfigNode) -> Result<Vec<RegistryLocation>, ValueProblem> {
    let items = node.as_list()?;
    if items.len() > MOST {
        let says = format!("has {} registries; the most is {MOST}", items.len());
        return Err(ValueProblem::new(says));
    }
    let mut locations = Vec::new();
    let mut bad = Vec::new();
    for item in items {
        let text = item.as_text().map_err(ValueProblem::of_item)?;
        match RegistryLocation::parse(text) {
            Some(location) if !locations.contains(&location) => locations.push(location),
            Some(_) => {}
            None => bad.push(text),
        }
    }
    let hint = "write an address such as `https://registry.example`, or a path";
    ValueProblem::of_list(&bad, "a registry", hint).map(|()| locations)
}

fn namespace(text: &str) -> Result<String, ValueProblem> {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-".contains(c);
    let is_sound = text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.ends_with(|c: char| c.is_ascii_alphanumeric())
        && text.len() <= 100
        && text.chars().all(plain);
    if is_sound {
        return Ok(text.to_owned());
    }
    let says = format!("is {}, which names cannot begin with", quote(text));
    Err(ValueProblem::new(says).with_hint("write a domain in reverse, such as `com.example`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_are_told_apart() {
        for (text, expect) in [
            (
                "https://registry.example/",
                Some("https://registry.example"),
            ),
            (
                "https://registry.example/sub/",
                Some("https://registry.example/sub"),
            ),
            ("servers/", Some("servers/")),
            ("/srv/server.json", Some("/srv/server.json")),
            ("ftp://registry.example", None),
            ("https://u:p@registry.example", None),
            ("https://registry.example?key=1", None),
            ("", None),
        ] {
            let shown = RegistryLocation::parse(text).map(|location| location.shown());
            assert_eq!(shown.as_deref(), expect, "{text}");
        }
    }

    #[test]
    fn a_namespace_is_a_domain_in_reverse() {
        for good in ["com.example", "local.candor", "x"] {
            assert_eq!(namespace(good).as_deref().ok(), Some(good));
        }
        for bad in ["", ".a", "a.", "a/b", "a b", "ä", "a_b"] {
            assert!(namespace(bad).is_err(), "{bad}");
        }
    }
}
