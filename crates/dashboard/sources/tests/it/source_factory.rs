//! Where sources are made in these tests: read as the configuration reads them, and started if
//! they are MCP servers.

use candor_config::{SourceSettings, TransportSettings, source_text};
use candor_gatetest::source_setup;
use candor_gateway::{SourceFactory, SourceFuture, SourcePlan, SourceSetup};
use candor_model::{Diagnostic, SourceInput, SourceText, SourceTrust};
use candor_sources::{OriginSpec, SourceSpec};
use candor_wire::link::{HttpSpec, StdioSpec};

/// See the module.
pub(crate) struct TestSourceFactory {
    /// Whether programs and paths may be added.
    pub(crate) allow_commands: bool,
}

impl SourceFactory for TestSourceFactory {
    fn allows_commands(&self) -> bool {
        self.allow_commands
    }

    fn write(&self, input: &SourceInput) -> Result<SourceText, Vec<Diagnostic>> {
        let text = source_text::write(input)?;
        read(&text)?;
        Ok(text)
    }

    fn of_mcp_json(
        &self,
        text: &str,
        trust: Option<SourceTrust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
        source_text::from_mcp_json(text, trust)
    }

    fn with_trust(&self, text: &SourceText, trust: SourceTrust) -> SourceText {
        source_text::with_trust(text, trust)
    }

    fn plan(&self, text: &SourceText) -> Result<SourcePlan, Vec<Diagnostic>> {
        let (source, findings) = read(text)?;
        let names = |pairs: &[(String, _)]| pairs.iter().map(|(name, _)| name.clone()).collect();
        let mut plan = SourcePlan {
            kind: source.transport.kind(),
            runs: source_text::command_line(&source),
            reaches: None,
            reads: None,
            paths: source_text::local_paths(&source, text),
            cwd: None,
            variables: Vec::new(),
            headers: Vec::new(),
            trust: source.trust,
            findings,
            toml: source_text::masked(text),
        };
        match &source.transport {
            TransportSettings::Stdio { env, cwd, .. } => {
                plan.variables = names(env);
                plan.cwd = cwd.as_ref().map(|path| path.display().to_string());
            }
            TransportSettings::Http { url, headers, .. } => {
                plan.headers = names(headers);
                plan.reaches = Some(url.to_string());
            }
            TransportSettings::OpenApi(_) => {
                let document = text.document.as_ref();
                plan.reads = document.map(|(name, _)| format!("{name} (uploaded)"));
            }
            TransportSettings::Functions(functions) => {
                plan.reads = Some(functions.path.display().to_string());
            }
            TransportSettings::Pack(_) => {}
        }
        Ok(plan)
    }

    fn make<'a>(&'a self, text: &'a SourceText) -> SourceFuture<'a> {
        Box::pin(async move {
            let (source, _) = read(text)?;
            let Some(origin) = origin(&source) else {
                let message = format!("`{}` is no MCP server", source.name);
                return Err(vec![Diagnostic::error("source::not-made", message)]);
            };
            Ok(setup(&source, origin))
        })
    }
}

fn read(text: &SourceText) -> Result<(SourceSettings, Vec<Diagnostic>), Vec<Diagnostic>> {
    source_text::settings(text, &|name| {
        (name == "SHOP_TOKEN").then(|| "from-outside".to_owned())
    })
}

fn origin(source: &SourceSettings) -> Option<OriginSpec> {
    let label = source.name.to_string();
    match &source.transport {
        TransportSettings::Stdio {
            command,
            args,
            env,
            inherit_env,
            cwd,
        } => Some(OriginSpec::Stdio(StdioSpec {
            label,
            command: command.as_str().to_owned(),
            args: args.iter().map(|arg| arg.as_str().to_owned()).collect(),
            env: env.clone(),
            inherit: inherit_env.clone(),
            cwd: cwd.clone(),
            confine: None,
        })),
        TransportSettings::Http { url, headers, .. } => {
            Some(OriginSpec::StreamableHttp(HttpSpec {
                label,
                url: url.url().clone(),
                headers: headers.clone(),
            }))
        }
        TransportSettings::OpenApi(_)
        | TransportSettings::Functions(_)
        | TransportSettings::Pack(_) => None,
    }
}

fn setup(source: &SourceSettings, origin: OriginSpec) -> SourceSetup {
    let mut setup = source_setup(source.name.clone(), source.trust, origin);
    setup.spec.era = source.era;
    setup
}

/// A source of the configuration, at an address.
pub(crate) fn declared(name: &str, url: &str, trust: SourceTrust) -> SourceSetup {
    let text = SourceText {
        name: candor_model::SourceName::parse(name).expect("a name"),
        toml: format!(
            "[sources.{name}]\nurl = \"{url}\"\ntrust = \"{}\"\n",
            trust.as_str()
        ),
        document: None,
    };
    let (source, _) = read(&text).expect("a source");
    let origin = origin(&source).expect("a server");
    setup(&source, origin)
}

/// A source of the configuration that is not started.
pub(crate) fn asleep(name: &str) -> SourceSetup {
    let setup = declared(name, "http://127.0.0.1:1/", SourceTrust::Untrusted);
    let origin = OriginSpec::NotStarted {
        definitions: Vec::new(),
        from_document: false,
    };
    SourceSetup {
        spec: SourceSpec {
            origin,
            ..setup.spec
        },
        ..setup
    }
}
