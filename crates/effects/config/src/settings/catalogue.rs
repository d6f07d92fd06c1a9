//! The `[catalogue]` table: registries to query, and Candor's own registry.

use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_model::Secret;
use candor_text::quote;
use url::Url;

use crate::declare::declare_settings;
use crate::problem::ValueProblem;
use crate::read::context::ReadContext;
use crate::read::is_header_name;
use crate::read::setting_type::{SettingType, WrittenValue, any_time, flag, text, word, written};
use crate::read::table::TableReader;
use crate::tree::{ConfigEntry, ConfigNode, find};

/// The most registries.
const MOST: usize = 20;

declare_settings! {
    /// Servers that people could have.
    pub struct CatalogueSettings = "catalogue", |reader| {
        /// Where servers are looked up: addresses of registries with the API v0.1, files and
        /// folders with `server.json` in them. Nothing is asked while this is empty. A relative
        /// path starts at the folder of this file. One that wants a token is a table with `url` and
        /// `headers`.
        registries: Vec<RegistrySettings> = Vec::new(), registries(),
            example: Some("[\"https://registry.modelcontextprotocol.io\", \"servers/\"]");
        /// After how long a registry is asked again.
        refresh: Duration = Duration::from_hours(1), any_time();
        /// Whether registries may be on this machine or in a private network, and without https.
        allow_private: bool = false, flag();
        /// Whether Candor is a registry itself, at /v0.1/servers, with its sources and toolsets in
        /// it. "off": no. "token": for everyone who may read the API. "public": for everyone.
        serve: RegistryAccess = RegistryAccess::Off, word();
        /// What the names in that registry begin with: a domain in reverse, such as "com.example".
        namespace: String = "local.candor".to_owned(), text(namespace, String::clone);
    }
}

/// The location of a server registry, and the headers to send with every request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrySettings {
    /// Where the registry is.
    pub location: RegistryLocation,
    /// Headers that go with every request to it.
    pub headers: RegistryHeaders,
}

/// Headers of a registry, whose values may be secrets.
type RegistryHeaders = Vec<(String, Secret<String>)>;

/// The location of a registry.
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
    /// Callers that may read the API.
    Token,
    /// Everyone, without a token.
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
    /// Reads the table. Relative paths start at the file's folder.
    pub(crate) fn resolve(context: &mut ReadContext<'_>, entries: &[ConfigEntry]) -> Self {
        let mut settings = Self::read(&mut TableReader::new(context, Self::TABLE, entries));
        let directory = context.directory;
        for registry in &mut settings.registries {
            if let RegistryLocation::Path(path) = &mut registry.location {
                *path = directory.join(&*path);
            }
        }
        let plain = settings
            .registries
            .iter()
            .find_map(|registry| match &registry.location {
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
    /// Parses a URL or a path.
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

    /// The URL or path, for display.
    pub fn shown(&self) -> String {
        match self {
            Self::Url(url) => url.as_str().trim_end_matches('/').to_owned(),
            Self::Path(path) => path.display().to_string(),
        }
    }
}

// === impl RegistrySettings ===

impl RegistrySettings {
    /// The URL or path with the names of its headers, for display.
    fn shown(&self) -> String {
        let place = self.location.shown();
        if self.headers.is_empty() {
            return place;
        }
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        format!("{place} with {}", names.join(", "))
    }
}

impl From<RegistryLocation> for RegistrySettings {
    /// A registry without headers.
    fn from(location: RegistryLocation) -> Self {
        Self {
            location,
            headers: Vec::new(),
        }
    }
}

fn registries() -> impl SettingType<Value = Vec<RegistrySettings>> {
    written(read_registries, |registries| {
        let shown: Vec<String> = registries.iter().map(RegistrySettings::shown).collect();
        format!("{shown:?}")
    })
}

fn read_registries(written: &WrittenValue<'_>) -> Result<Vec<RegistrySettings>, ValueProblem> {
    let items = written.node.as_list()?;
    if items.len() > MOST {
        let says = format!("has {} registries; the most is {MOST}", items.len());
        return Err(ValueProblem::new(says));
    }
    let mut registries: Vec<RegistrySettings> = Vec::new();
    let mut bad = Vec::new();
    for item in items {
        let (text, headers) = match item.as_table() {
            Ok(entries) => read_registry(entries, written)?,
            Err(_) => (item.as_text().map_err(ValueProblem::of_item)?, Vec::new()),
        };
        match RegistryLocation::parse(text) {
            Some(location) => add(&mut registries, RegistrySettings { location, headers })?,
            None => bad.push(text),
        }
    }
    let hint = "write an address such as `https://registry.example`, or a path";
    ValueProblem::of_list(&bad, "a registry", hint).map(|()| registries)
}

/// Adds a registry. Duplicates are merged, unless their headers differ.
fn add(
    registries: &mut Vec<RegistrySettings>,
    registry: RegistrySettings,
) -> Result<(), ValueProblem> {
    let shown = quote(&registry.location.shown());
    let is_path = matches!(registry.location, RegistryLocation::Path(_));
    if is_path && !registry.headers.is_empty() {
        let says = format!("has headers for {shown}, which is a path");
        return Err(ValueProblem::new(says).with_hint("only addresses are sent headers"));
    }
    let mut known = registries.iter();
    match known.find(|one| one.location == registry.location) {
        Some(same) if *same == registry => Ok(()),
        Some(_) => {
            let says = format!("has {shown} twice, with different headers");
            Err(ValueProblem::new(says).with_hint("keep one of them"))
        }
        None => {
            registries.push(registry);
            Ok(())
        }
    }
}

/// A registry that is written as a table: its address, and its headers.
fn read_registry<'n>(
    entries: &'n [ConfigEntry],
    written: &WrittenValue<'_>,
) -> Result<(&'n str, RegistryHeaders), ValueProblem> {
    let hint = "a registry has `url` and `headers`";
    let known = |key: &str| matches!(key, "url" | "headers");
    if let Some(entry) = entries.iter().find(|entry| !known(&entry.key)) {
        let says = format!("has {} in a registry", quote(&entry.key));
        return Err(ValueProblem::new(says).with_hint(hint));
    }
    let Some(url) = find(entries, "url") else {
        return Err(ValueProblem::new("has a registry without `url`").with_hint(hint));
    };
    let headers = match find(entries, "headers") {
        Some(headers) => read_headers(&headers.node, written)?,
        None => Vec::new(),
    };
    let url = url.node.as_text().map_err(ValueProblem::of_item)?;
    Ok((url, headers))
}

/// The headers with variables expanded. Problems are reported without values.
fn read_headers(
    node: &ConfigNode,
    written: &WrittenValue<'_>,
) -> Result<RegistryHeaders, ValueProblem> {
    let mut headers = RegistryHeaders::new();
    let Ok(entries) = node.as_table() else {
        let says = "has `headers` that are no table of names and values";
        return Err(ValueProblem::new(says));
    };
    for entry in entries {
        let name = &entry.key;
        if !is_header_name(name) {
            let says = format!("has {}, which is not a header", quote(name));
            return Err(ValueProblem::new(says));
        }
        if headers
            .iter()
            .any(|(other, _)| other.eq_ignore_ascii_case(name))
        {
            let says = format!("has the header {} twice", quote(name));
            return Err(ValueProblem::new(says));
        }
        let value = WrittenValue {
            node: &entry.node,
            origin: written.origin,
            env: written.env,
            path: None,
        };
        if entry.node.as_text().is_err() {
            let says = format!("has a value for {} that is no text", quote(name));
            return Err(ValueProblem::new(says));
        }
        let value = value.filled()?;
        if value.is_empty() || value.contains(|c: char| !matches!(c, ' '..='~')) {
            let says = format!("has a value for {} that no header can have", quote(name));
            return Err(ValueProblem::new(says).with_hint("write printable ASCII characters"));
        }
        headers.push((name.clone(), Secret::new(value)));
    }
    Ok(headers)
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

    /// The registries of a `[catalogue]` in a file, or what is wrong with them.
    fn read(text: &str) -> Result<Vec<RegistrySettings>, String> {
        let written = format!("registries = {text}");
        let entries = crate::tree::toml::parse(&written).expect("TOML");
        let place = candor_model::FilePosition {
            file: "candor.toml".to_owned(),
            position: None,
        };
        let origin = crate::origin::SettingOrigin::File { place };
        let value = WrittenValue {
            node: &entries[0].node,
            origin: &origin,
            env: &|name| (name == "TOKEN").then(|| "s3cret".to_owned()),
            path: None,
        };
        read_registries(&value).map_err(|problem| problem.says)
    }

    #[test]
    fn a_registry_may_have_headers_with_variables() {
        let both = r#"["servers/", {url = "https://a.example", headers = {Authorization = "Bearer ${TOKEN}"}}]"#;
        let registries = read(both).expect("registries");
        assert_eq!(registries.len(), 2);
        assert_eq!(registries[0].headers, []);
        let (name, value) = &registries[1].headers[0];
        assert_eq!(
            (name.as_str(), value.expose().as_str()),
            ("Authorization", "Bearer s3cret")
        );
        assert_eq!(
            registries[1].shown(),
            "https://a.example with Authorization"
        );
        assert!(!format!("{registries:?}").contains("s3cret"));
        // Duplicates are merged.
        let twice = r#"["https://a.example", {url = "https://a.example/"}]"#;
        assert_eq!(read(twice).map(|found| found.len()), Ok(1));
    }

    #[test]
    fn what_is_wrong_with_a_registry_is_told_without_secrets() {
        for (text, expect) in [
            (r"[{headers = {}}]", "without `url`"),
            (
                r#"[{url = "https://a.example", token = "${TOKEN}"}]"#,
                "has `token` in a registry",
            ),
            (
                r#"[{url = "https://a.example", headers = {"a b" = "${TOKEN}"}}]"#,
                "is not a header",
            ),
            (
                r#"[{url = "https://a.example", headers = {A = "${TOKEN}", a = "x"}}]"#,
                "`a` twice",
            ),
            (
                r#"[{url = "https://a.example", headers = {A = "${TOKEN}\n"}}]"#,
                "no header can have",
            ),
            (
                r#"[{url = "https://a.example", headers = {A = ""}}]"#,
                "no header can have",
            ),
            (
                r#"[{url = "https://a.example", headers = {A = "${NONE}"}}]"#,
                "`NONE` is not set",
            ),
            (
                r#"[{url = "https://a.example", headers = {A = 7}}]"#,
                "is no text",
            ),
            (
                r#"[{url = "https://a.example", headers = "s3cret"}]"#,
                "no table of names",
            ),
            (
                r#"[{url = "servers/", headers = {A = "x"}}]"#,
                "which is a path",
            ),
            (
                r#"["https://a.example", {url = "https://a.example", headers = {A = "${TOKEN}"}}]"#,
                "twice, with different headers",
            ),
            (
                r#"[{url = "ftp://a.example", headers = {A = "x"}}]"#,
                "is not a registry",
            ),
        ] {
            let said = read(text).expect_err(text);
            assert!(said.contains(expect), "{text}: {said}");
            assert!(!said.contains("s3cret"), "{said}");
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
