//! Settings of sources.

use std::path::PathBuf;
use std::time::Duration;

use candor_confine::{ChildPermissions, ConfineLevel, ConnectTarget};
use candor_model::{
    DestructivePolicy, Digest, McpEra, Secret, SourceName, SourceTrust, UnsetPolicy,
};
use url::{Position, Url};

use super::{DocumentLocation, FunctionsSettings, OpenApiSettings, PackSettings};
use crate::endpoint::EndpointUrl;
use crate::text::TemplateText;

/// The default number of concurrent calls of functions. A call that waits for a worker costs next
/// to nothing, and a refused one costs its caller a turn.
const FUNCTION_CALLS: usize = 1_024;

/// One `[sources.NAME]` table, or one entry of an `.mcp.json`.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceSettings {
    /// The name, distinct among the sources.
    pub name: SourceName,
    /// The transport it uses.
    pub transport: TransportSettings,
    /// The era it speaks; none means: find out.
    pub era: Option<McpEra>,
    /// Whether its hints are relied upon.
    pub trust: SourceTrust,
    /// Whether it is started at all.
    pub enabled: bool,
    /// Whether arguments are checked against the tool's schema before a call.
    pub validate_arguments: bool,
    /// Overrides `limits.call_timeout` for this source.
    pub call_timeout: Option<Duration>,
    /// Overrides `limits.concurrent_calls`; functions always do.
    pub concurrent_calls: Option<usize>,
    /// The `file:` URIs for a server that requests roots.
    pub roots: Vec<String>,
    /// The permissions of its program.
    pub confine: ChildPermissions,
    /// The additional read-only instance, if there is one.
    pub split: Option<SplitSettings>,
    /// Overrides `inference.destructive` for this source.
    pub destructive: Option<DestructivePolicy>,
    /// Overrides `inference.open_world` for this source.
    pub open_world: Option<bool>,
    /// What happens when a tool changes.
    pub drift: DriftMode,
    /// Overrides the preference `unset`.
    pub unset: Option<UnsetPolicy>,
}

/// The permissions of a source's read-only instance besides reading and its temporary folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitSettings {
    /// Files and folders that it may change.
    pub write: Vec<PathBuf>,
    /// The allowed connection targets.
    pub connect: Vec<ConnectTarget>,
}

/// What happens when a tool's definition differs from its pin. A loosened hint is quarantined in
/// both modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftMode {
    /// The tool is quarantined until it is accepted, unless its source is trusted.
    Quarantine,
    /// The change is recorded and served, for developers of a server.
    Record,
}

/// The transport of a source.
#[derive(Clone, Debug, PartialEq)]
pub enum TransportSettings {
    /// A child process.
    Stdio {
        /// The program that is started.
        command: TemplateText,
        /// The arguments of the program.
        args: Vec<TemplateText>,
        /// Variables added to its environment, names unique.
        env: Vec<(String, Secret<String>)>,
        /// Variables of the gateway's environment that it inherits beside the usual ones.
        inherit_env: Vec<String>,
        /// The folder it starts in; where the gateway was started when `None`.
        cwd: Option<PathBuf>,
    },
    /// A server on the network.
    Http {
        /// The URL of the server.
        url: EndpointUrl,
        /// Headers added to every request, names unique without regard to case.
        headers: Vec<(String, Secret<String>)>,
        /// The HTTP transport of the server.
        flavour: HttpFlavour,
    },
    /// An API that is called as its document describes.
    OpenApi(Box<OpenApiSettings>),
    /// Functions that Candor runs itself.
    Functions(FunctionsSettings),
    /// Tools that come with Candor.
    Pack(PackSettings),
}

/// The HTTP transports of MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpFlavour {
    /// Find out: Streamable HTTP first, HTTP+SSE after.
    Auto,
    /// Streamable HTTP, from revision 2025-03-26 on.
    Streamable,
    /// HTTP+SSE, as before 2025-03-26.
    Sse,
}

// === impl SourceSettings ===

impl SourceSettings {
    /// A source with the defaults of everything but its name and transport.
    pub fn new(name: SourceName, transport: TransportSettings) -> Self {
        Self {
            name,
            era: None,
            trust: transport.trust(),
            concurrent_calls: transport.concurrent_calls(),
            transport,
            enabled: true,
            validate_arguments: true,
            call_timeout: None,
            roots: Vec::new(),
            confine: ConfineLevel::Off.into(),
            split: None,
            destructive: None,
            open_world: None,
            drift: DriftMode::Quarantine,
            unset: None,
        }
    }

    /// A stable fingerprint of the server behind this source, under which what was learned of
    /// it is remembered. It covers how the server is reached and the era setting, of a document
    /// everything that changes the tools, of functions their path and of a pack its name. Of what may be a credential it covers only
    /// names: headers, variables, query parameters, and arguments as they were written, with
    /// `${VAR}` unexpanded.
    pub fn fingerprint(&self) -> Digest {
        let mut bytes = Vec::new();
        let mut add = |text: &str| {
            // The length prefix distinguishes `ab, c` from `a, bc`.
            bytes.extend_from_slice(&(text.len() as u64).to_be_bytes());
            bytes.extend_from_slice(text.as_bytes());
        };
        self.transport.fingerprint(&mut add);
        add(self.era.map_or("auto", McpEra::as_str));
        Digest::of(bytes)
    }
}

/// Hands a URL to `add`, without credentials and the values of its query.
pub(super) fn address(url: &Url, add: &mut impl FnMut(&str)) {
    add(&url[..Position::BeforeUsername]);
    add(&url[Position::BeforeHost..Position::AfterPath]);
    let query: Vec<String> = url.query_pairs().map(|(name, _)| name.into()).collect();
    add(&query.len().to_string());
    query.iter().map(String::as_str).for_each(add);
}

pub(super) fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

// === impl TransportSettings ===

impl TransportSettings {
    /// `stdio`, `http`, `openapi`, `functions` or `pack`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Stdio { .. } => "stdio",
            Self::Http { .. } => "http",
            Self::OpenApi(_) => "openapi",
            Self::Functions(_) => "functions",
            Self::Pack(_) => "pack",
        }
    }

    /// Hands what identifies the server to `add`, in an order of its own.
    fn fingerprint(&self, add: &mut impl FnMut(&str)) {
        match self {
            Self::Stdio {
                command, args, env, ..
            } => {
                ["stdio", command.as_str()].into_iter().for_each(&mut *add);
                add(&args.len().to_string());
                args.iter().map(TemplateText::template).for_each(&mut *add);
                let names = sorted(env.iter().map(|(name, _)| name.clone()));
                names.iter().map(String::as_str).for_each(add);
            }
            Self::Http {
                url,
                headers,
                flavour,
            } => {
                ["http", flavour.as_str()].into_iter().for_each(&mut *add);
                address(url.url(), add);
                let names = sorted(headers.iter().map(|(name, _)| name.to_ascii_lowercase()));
                names.iter().map(String::as_str).for_each(add);
            }
            Self::OpenApi(api) => {
                add("openapi");
                api.fingerprint(add);
            }
            Self::Functions(functions) => {
                add("functions");
                functions.fingerprint(add);
            }
            Self::Pack(pack) => {
                add("pack");
                pack.fingerprint(add);
            }
        }
    }

    /// Whether what the source declares is relied upon by default. A file was put there
    /// by the administrator; a server, or what an address gives, can change overnight.
    /// Functions and packs run here, and are held to what they declare.
    const fn trust(&self) -> SourceTrust {
        match self {
            Self::Stdio { .. } | Self::Http { .. } => SourceTrust::Untrusted,
            Self::OpenApi(api) => match api.document {
                DocumentLocation::File(_) => SourceTrust::Trusted,
                DocumentLocation::Url(_) => SourceTrust::Untrusted,
            },
            Self::Functions(_) | Self::Pack(_) => SourceTrust::Trusted,
        }
    }

    /// The default number of concurrent calls; `None` uses the limits.
    const fn concurrent_calls(&self) -> Option<usize> {
        match self {
            Self::Functions(_) => Some(FUNCTION_CALLS),
            Self::Stdio { .. } | Self::Http { .. } | Self::OpenApi(_) | Self::Pack(_) => None,
        }
    }
}

// === impl HttpFlavour ===

impl HttpFlavour {
    /// `auto`, `streamable-http` or `sse`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Streamable => "streamable-http",
            Self::Sse => "sse",
        }
    }
}

// === impl DriftMode ===

candor_text::string_enum! {
    /// `quarantine` or `record`.
    DriftMode {
        Quarantine => "quarantine",
        Record => "record",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn http(url: &str, headers: &[(&str, &str)]) -> Digest {
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Secret::new((*value).to_owned())))
            .collect();
        let url = EndpointUrl::parse(url).expect("a URL");
        let transport = TransportSettings::Http {
            url,
            headers,
            flavour: HttpFlavour::Auto,
        };
        SourceSettings::new(SourceName::parse("a").expect("a name"), transport).fingerprint()
    }

    fn stdio(args: &[&str]) -> SourceSettings {
        let transport = TransportSettings::Stdio {
            command: TemplateText::verbatim("npx"),
            args: args.iter().copied().map(TemplateText::verbatim).collect(),
            env: Vec::new(),
            inherit_env: Vec::new(),
            cwd: None,
        };
        SourceSettings::new(SourceName::parse("a").expect("a name"), transport)
    }

    #[test]
    fn secrets_do_not_change_the_fingerprint_and_servers_do() {
        let plain = http("https://a.example/mcp", &[("X-Key", "1"), ("B", "")]);
        let named = http("https://u:p@a.example/mcp", &[("b", "x"), ("x-key", "2")]);
        assert_eq!(plain, named);
        assert_ne!(plain, http("https://a.example/mcp", &[("X-Key", "1")]));
        for url in ["https://b.example/mcp", "http://a.example/mcp"] {
            assert_ne!(plain, http(url, &[("X-Key", "1"), ("B", "")]), "{url}");
        }
        let key = |key: &str| http(&format!("https://a.example/?k={key}"), &[]);
        assert_eq!(key("1"), key("2"));
        let [one, other] = [["ab", "c"], ["a", "bc"]].map(|args| stdio(&args).fingerprint());
        assert_ne!(one, other);
        let modern = SourceSettings {
            era: Some(McpEra::Modern),
            ..stdio(&[])
        };
        assert_ne!(modern.fingerprint(), stdio(&[]).fingerprint());
    }

    #[test]
    fn the_fingerprint_is_stable() {
        insta::assert_snapshot!(stdio(&["-y", "server"]).fingerprint(), @"a0d4b15bac2bd7ebedb61881497ea28acca62991ffce597ebb282bfc47a7467f");
    }
}
