//! What to do about a source that does not start.

use std::path::Path;

use candor_config::{SourceSettings, Text, Transport};

use crate::text::one_line;

/// The way out, as far as it can be told from outside.
pub(super) fn hint(source: &SourceSettings) -> String {
    match &source.transport {
        Transport::Http { url, .. } => {
            format!("check that the server runs and that `{url}` is its MCP endpoint")
        }
        Transport::OpenApi(api) => {
            format!("check that `{}` is an OpenAPI document", api.document)
        }
        Transport::Functions(functions) => {
            let path = one_line(&functions.path.display().to_string());
            if functions.path.exists() {
                format!("`candor functions check {path}` says where, and what to do")
            } else {
                format!("there is nothing at `{path}`: check the path")
            }
        }
        Transport::Pack(pack) => {
            let pack = pack.pack.as_str();
            format!("the pack `{pack}` is part of Candor and needs the database: check that first")
        }
        Transport::Stdio { command, args, .. } => {
            let program = command.as_str();
            if is_present(program) {
                // As it was written, with variables unexpanded: they may hold credentials.
                let words: Vec<&str> = [command]
                    .into_iter()
                    .chain(args)
                    .map(Text::template)
                    .collect();
                let line = one_line(&words.join(" "));
                match base(program) {
                    "docker" => format!("is Docker running? try `docker info`, then `{line}`"),
                    _ => format!("run it by hand to see what it says: `{line}`"),
                }
            } else {
                missing(program)
            }
        }
    }
}

fn missing(program: &str) -> String {
    match program {
        _ if program.contains('/') => {
            format!(
                "there is no program `{}`: check the path",
                one_line(program)
            )
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
    Path::new(program)
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or(program)
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
    use candor_config::{Endpoint, Flavour, FunctionsSettings, PackName, PackSettings};
    use candor_model::SourceName;

    use super::*;

    fn check(transport: Transport, expect: &str) {
        let name = SourceName::parse("a").expect("a name");
        assert_eq!(hint(&SourceSettings::new(name, transport)), expect);
    }

    fn stdio(command: &str, args: &[&str]) -> Transport {
        Transport::Stdio {
            command: Text::verbatim(command),
            args: args.iter().map(|arg| Text::verbatim(*arg)).collect(),
            env: Vec::new(),
            cwd: None,
        }
    }

    #[test]
    fn says_what_to_do() {
        check(
            stdio("sh", &["-c", "exit 1"]),
            "run it by hand to see what it says: `sh -c exit 1`",
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
            Transport::Functions(FunctionsSettings::new("/no/such/hello.ts".into())),
            "there is nothing at `/no/such/hello.ts`: check the path",
        );
        check(
            Transport::Functions(FunctionsSettings::new(".".into())),
            "`candor functions check .` says where, and what to do",
        );
        check(
            Transport::Pack(PackSettings::new(PackName::Gs1)),
            "the pack `gs1` is part of Candor and needs the database: check that first",
        );
        let url = Endpoint::parse("http://u:p@a.example/mcp?k=v").expect("a URL");
        check(
            Transport::Http {
                url,
                headers: Vec::new(),
                flavour: Flavour::Auto,
            },
            "check that the server runs and that `http://****@a.example/mcp?****` is its MCP endpoint",
        );
    }
}
