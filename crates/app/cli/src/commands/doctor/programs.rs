//! Hints for sources that do not start.

use std::path::Path;

use candor_config::{SourceSettings, TemplateText, TransportSettings};

use crate::configured_program::located;
use crate::text::one_line;

/// A hint for a failed source with this error output.
pub(super) fn hint(source: &SourceSettings, said: &str) -> String {
    let set_here = |name: &str| std::env::var_os(name).is_some();
    if let Some(name) = withheld(source, said, set_here) {
        return format!(
            "`{name}` is set here and is not passed on to it: add it to `inherit_env` or `env` of \
             this source"
        );
    }
    match &source.transport {
        TransportSettings::Http { url, .. } => {
            format!("check that the server runs and that `{url}` is its MCP endpoint")
        }
        TransportSettings::OpenApi(api) => {
            format!("check that `{}` is an OpenAPI document", api.document)
        }
        TransportSettings::Functions(functions) => {
            let path = one_line(&functions.path.display().to_string());
            if functions.path.exists() {
                format!("`candor functions check {path}` shows where, and how to fix it")
            } else {
                format!("there is nothing at `{path}`: check the path")
            }
        }
        TransportSettings::Pack(pack) => {
            let pack = pack.pack.as_str();
            format!("the pack `{pack}` is part of Candor and needs the database: check that first")
        }
        TransportSettings::Stdio {
            command, args, cwd, ..
        } => {
            let program = command.as_str();
            if is_present(&located(program, cwd.as_deref())) {
                // As written, with variables unexpanded, because they may contain credentials.
                let words = std::iter::once(command).chain(args);
                let words: Vec<&str> = words.map(TemplateText::template).collect();
                let line = one_line(&words.join(" "));
                match base(program) {
                    "docker" => format!("is Docker running? try `docker info`, then `{line}`"),
                    _ => format!("run it by hand to see its output: `{line}`"),
                }
            } else {
                missing(program)
            }
        }
    }
}

/// A variable that a program speaks of, that is set here, and that the program does not get.
fn withheld<'a>(
    source: &SourceSettings,
    said: &'a str,
    set_here: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let TransportSettings::Stdio {
        env, inherit_env, ..
    } = &source.transport
    else {
        return None;
    };
    let given = |word: &str| {
        env.iter().any(|(name, _)| name == word)
            || inherit_env.iter().any(|name| name == word)
            || candor_wire::link::INHERITED.contains(&word)
    };
    let part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_name =
        |word: &&str| word.len() > 2 && word.starts_with(|c: char| c.is_ascii_uppercase());
    said.split(|c| !part(c))
        .filter(is_name)
        .find(|word| !given(word) && set_here(word))
}

fn missing(program: &str) -> String {
    match program {
        _ if program.contains('/') => {
            let program = one_line(program);
            format!("there is no program `{program}`: check the path")
        }
        "npx" | "npm" | "node" => format!("`{program}` is not on the PATH: install Node.js"),
        "uvx" | "uv" => format!("`{program}` is not on the PATH: install uv"),
        "docker" => format!("`{program}` is not on the PATH: install Docker"),
        _ => format!(
            "`{}` is not on the PATH: install it, or write its full path",
            one_line(program)
        ),
    }
}

/// The program without its folder.
fn base(program: &str) -> &str {
    let name = Path::new(program).file_name();
    name.and_then(|name| name.to_str()).unwrap_or(program)
}

/// Whether the system would find it.
fn is_present(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use candor_config::{EndpointUrl, FunctionsSettings, HttpFlavour, PackName, PackSettings};
    use candor_model::SourceName;

    use super::*;

    fn check(transport: TransportSettings, expect: &str) {
        let name = SourceName::parse("a").expect("a name");
        assert_eq!(hint(&SourceSettings::new(name, transport), ""), expect);
    }

    #[test]
    fn a_variable_that_is_not_passed_on_is_named() {
        let name = SourceName::parse("a").expect("a name");
        let mut source = SourceSettings::new(name, stdio("sh", &[]));
        let said = "Error: GITHUB_TOKEN must be set; see PATH, HOME";
        let here = |name: &str| matches!(name, "GITHUB_TOKEN" | "PATH" | "HOME");
        assert_eq!(withheld(&source, said, here), Some("GITHUB_TOKEN"));
        assert_eq!(withheld(&source, said, |_| false), None);
        if let TransportSettings::Stdio { inherit_env, .. } = &mut source.transport {
            inherit_env.push("GITHUB_TOKEN".to_owned());
        }
        assert_eq!(withheld(&source, said, here), None);
    }

    fn stdio(command: &str, args: &[&str]) -> TransportSettings {
        TransportSettings::Stdio {
            command: TemplateText::verbatim(command),
            args: args
                .iter()
                .map(|arg| TemplateText::verbatim(*arg))
                .collect(),
            env: Vec::new(),
            inherit_env: Vec::new(),
            cwd: None,
        }
    }

    #[test]
    fn says_what_to_do() {
        check(
            stdio("sh", &["-c", "exit 1"]),
            "run it by hand to see its output: `sh -c exit 1`",
        );
        assert_eq!(missing("npx"), "`npx` is not on the PATH: install Node.js");
        assert_eq!(missing("uvx"), "`uvx` is not on the PATH: install uv");
        assert_eq!(
            missing("docker"),
            "`docker` is not on the PATH: install Docker"
        );
        check(
            stdio("/no/such/thing", &[]),
            "there is no program `/no/such/thing`: check the path",
        );
        check(
            stdio("no-such-thing", &[]),
            "`no-such-thing` is not on the PATH: install it, or write its full path",
        );
        check(
            TransportSettings::Functions(FunctionsSettings::new("/no/such/hello.ts".into())),
            "there is nothing at `/no/such/hello.ts`: check the path",
        );
        check(
            TransportSettings::Functions(FunctionsSettings::new(".".into())),
            "`candor functions check .` shows where, and how to fix it",
        );
        check(
            TransportSettings::Pack(PackSettings::new(PackName::Gs1)),
            "the pack `gs1` is part of Candor and needs the database: check that first",
        );
        let url = EndpointUrl::parse("http://u:p@a.example/mcp?k=v").expect("a URL");
        check(
            TransportSettings::Http {
                url,
                headers: Vec::new(),
                flavour: HttpFlavour::Auto,
            },
            "check that the server runs and that `http://****@a.example/mcp?****` is its MCP endpoint",
        );
    }
}
