//! `candor functions`.

use std::path::PathBuf;

use candor_model::{Secret, SourceName, VariableName};
use clap::Subcommand;

/// Write your own tools
///
/// A function is a tool in TypeScript, in a file that a source points to. It runs in a sandbox
/// that enforces its annotations: with `openWorldHint: false` it can reach only the hosts it
/// lists, and with `readOnlyHint: true` it cannot send requests that change anything.
#[derive(Subcommand)]
pub(crate) enum FunctionsCommand {
    /// Create a folder with example tools and tests
    ///
    /// The tools are in TypeScript, which Candor runs itself: nothing has to be installed. With
    /// `--rust` they are a separate program, built with cargo. Existing files are never
    /// overwritten.
    #[command(after_help = "\
Examples:
  candor functions new hello
  candor functions new hello --dir tools/hello
  candor functions new hello --rust --framework ~/candor/crates/effects/functions")]
    New(FunctionsNewArgs),
    /// Check functions for problems
    ///
    /// Shows every tool with its hints and the hosts it may reach, and every problem with its
    /// position and how to fix it. No tool is called. Exits with 1 if there is an error; with
    /// `--strict` also if there is a warning.
    #[command(after_help = "\
Examples:
  candor functions check hello.ts
  candor functions check . --strict
  candor functions check hello.ts --json")]
    Check(FunctionsCheckArgs),
    /// Call a function
    ///
    /// Its annotations are enforced, as in the gateway. The result goes to standard output;
    /// `console` output, progress and refused operations go to standard error. If the function asks
    /// for input, you are asked if there is a terminal. Exits with 1 if the result is an error.
    ///
    /// The call is not written to the audit log and needs no approval. `candor call` with
    /// `--target` handles it like a client's call.
    #[command(after_help = "\
Examples:
  candor functions run hello.ts greet '{\"name\": \"Ada\"}'
  candor functions run . search @arguments.json --env API_URL=http://127.0.0.1:8000 --allow-private
  API_KEY=… candor functions run . search '{\"text\": \"emma\"}' --env API_KEY")]
    Run(FunctionsRunArgs),
    /// Run the tests of functions
    ///
    /// Tests are in files such as hello.test.ts next to the functions, and call the tools through
    /// `candor/test`. Exits with 1 if a test fails, and with 2 if there are no tests.
    #[command(after_help = "\
Examples:
  candor functions test hello.ts
  candor functions test . --filter greet
  candor functions test hello.test.ts")]
    Test(FunctionsTestArgs),
}

/// `candor functions new`.
#[derive(clap::Args)]
pub(crate) struct FunctionsNewArgs {
    /// The name of the source: lowercase letters, digits, `-` and `_`, starting with a letter
    #[arg(value_parser = program_name)]
    pub(crate) name: SourceName,

    /// Create this folder [default: NAME in the current directory]
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,

    /// Create a Rust program
    #[arg(long)]
    pub(crate) rust: bool,

    /// The path of the framework: a checkout of Candor, or `crates/effects/functions` in it
    #[arg(long, value_name = "PATH", requires = "rust")]
    pub(crate) framework: Option<PathBuf>,
}

/// `candor functions check`.
#[derive(clap::Args)]
pub(crate) struct FunctionsCheckArgs {
    /// A .ts, .mts, .js or .mjs file, or the folder of a program
    pub(crate) path: PathBuf,

    /// Require every hint and parameter description, and treat warnings as errors
    #[arg(long)]
    pub(crate) strict: bool,
}

/// `candor functions run`.
#[derive(clap::Args)]
pub(crate) struct FunctionsRunArgs {
    /// A .ts, .mts, .js or .mjs file, or the folder of a program
    pub(crate) path: PathBuf,

    /// Name of the tool
    pub(crate) tool: String,

    /// The arguments as a JSON object; `-` reads them from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,

    /// Set this variable in `ctx.env`; can be repeated. `NAME` alone takes the value from this
    /// process's environment
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) variables: Vec<FunctionVariable>,

    /// Allow private addresses and this machine
    #[arg(long)]
    pub(crate) allow_private: bool,
}

/// `candor functions test`.
#[derive(clap::Args)]
pub(crate) struct FunctionsTestArgs {
    /// The file or folder of the functions, or a test file
    pub(crate) path: PathBuf,

    /// Run only tests whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
}

/// A variable and its value.
#[derive(Clone, Debug)]
pub(crate) struct FunctionVariable {
    pub(crate) name: VariableName,
    pub(crate) value: Secret<String>,
}

/// A name that is valid for files, folders, sources and packages.
fn program_name(text: &str) -> Result<SourceName, String> {
    let plain = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_');
    let fits = text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(plain);
    let name = SourceName::parse(text).ok().filter(|_| fits);
    name.ok_or_else(|| {
        let rule = "a name has lowercase letters, digits, `-` and `_`, and starts with a letter";
        rule.to_owned()
    })
}

/// `NAME=VALUE`, or `NAME` for what this process was given.
fn variable(text: &str) -> Result<FunctionVariable, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    let name = VariableName::parse(name).map_err(|error| error.to_string())?;
    let given = || {
        std::env::var(name.as_str()).map_err(|error| {
            let why = match error {
                std::env::VarError::NotPresent => "is not set",
                std::env::VarError::NotUnicode(_) => "is not UTF-8 text",
            };
            format!("`{name}` {why} in this process's environment; write `{name}=VALUE`")
        })
    };
    let value = value.map_or_else(given, Ok)?;
    Ok(FunctionVariable {
        name,
        value: Secret::new(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_everywhere() {
        for text in ["a", "hello", "my-tools_2"] {
            assert!(program_name(text).is_ok(), "{text}");
        }
        let long = "x".repeat(500);
        for text in [
            "", "2a", "-a", "Hello", "a.b", "a/b", "..", "a b", "é", &long,
        ] {
            assert!(program_name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_variable_is_given_or_taken_over() {
        let read = |text| variable(text).map(|one| one.value.expose().clone());
        assert_eq!(read("A=b=c").ok().as_deref(), Some("b=c"));
        assert_eq!(read("A=").ok().as_deref(), Some(""));
        assert_eq!(read("PATH").ok(), std::env::var("PATH").ok());
        let nobody = read("NOBODY_SETS_THIS");
        let expect = "`NOBODY_SETS_THIS` is not set in this process's environment; write \
                      `NOBODY_SETS_THIS=VALUE`";
        assert_eq!(nobody, Err(expect.to_owned()));
        for text in ["", "=x", "1A=x", "A B=x"] {
            let error = read(text).expect_err("it is no variable");
            assert!(!error.contains("=x"), "{error}");
        }
    }
}
