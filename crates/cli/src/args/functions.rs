//! `candor functions`.

use std::path::PathBuf;

use candor_model::{Secret, SourceName, VariableName};
use clap::Subcommand;

use super::values::Unusable;

/// `candor functions`.
#[derive(Subcommand)]
pub(crate) enum FunctionsCommand {
    /// Make a folder with tools to begin with, and their tests
    ///
    /// In TypeScript, which Candor runs by itself: nothing has to be installed. With `--rust` it is
    /// a program of its own, which cargo builds. What is there already is never overwritten.
    #[command(after_help = "\
Examples:
  candor functions new hello
  candor functions new hello --dir tools/hello
  candor functions new hello --rust --framework ~/candor/crates/functions")]
    New(FunctionsNew),
    /// Load functions and say what is wrong with them
    ///
    /// Shows every tool, what it does to the world and which hosts it may reach, and tells every
    /// problem with its place and the way out. No tool is called. Exits with 1 if there is an
    /// error; with `--strict` also if there is a warning.
    #[command(after_help = "\
Examples:
  candor functions check hello.ts
  candor functions check . --strict
  candor functions check hello.ts --json")]
    Check(FunctionsCheck),
    /// Call one function
    ///
    /// It is held to what it says of itself, as in the gateway. Standard output gets the result;
    /// what the function writes to `console`, its progress and what it was refused go to standard
    /// error. If it asks something, you are asked, where there is a terminal. Exits with 1 if the
    /// result is an error.
    ///
    /// The call is not written to the audit, and nobody has to approve it. `candor call` with
    /// `--target` takes the way of a client's call.
    #[command(after_help = "\
Examples:
  candor functions run hello.ts greet '{\"name\": \"Ada\"}'
  candor functions run . search @arguments.json --env API_URL=http://127.0.0.1:8000 --allow-private
  API_KEY=… candor functions run . search '{\"text\": \"emma\"}' --env API_KEY")]
    Run(FunctionsRun),
    /// Run the tests of functions
    ///
    /// Tests are in files such as hello.test.ts beside the functions or in their folder, and call
    /// the tools through `candor/test`. Exits with 1 if one fails, and with 2 if there is none.
    #[command(after_help = "\
Examples:
  candor functions test hello.ts
  candor functions test . --filter greet
  candor functions test hello.test.ts")]
    Test(FunctionsTest),
}

/// `candor functions new`.
#[derive(clap::Args)]
pub(crate) struct FunctionsNew {
    /// What the functions are called together: lowercase letters, digits, `-` and `_`, beginning
    /// with a letter
    #[arg(value_name = "NAME", value_parser = program_name)]
    pub(crate) name: SourceName,

    /// Make this folder [default: one called NAME, here]
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,

    /// Write them in Rust
    #[arg(long)]
    pub(crate) rust: bool,

    /// Build them on the framework here: a checkout of Candor, or `crates/functions` in it
    #[arg(long, value_name = "PATH", requires = "rust")]
    pub(crate) framework: Option<PathBuf>,
}

/// `candor functions check`.
#[derive(clap::Args)]
pub(crate) struct FunctionsCheck {
    /// A .ts, .mts, .js or .mjs file, or the folder of a program
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,

    /// Want every hint to be set and every parameter to be described, and take warnings for
    /// errors
    #[arg(long)]
    pub(crate) strict: bool,
}

/// `candor functions run`.
#[derive(clap::Args)]
pub(crate) struct FunctionsRun {
    /// A .ts, .mts, .js or .mjs file, or the folder of a program
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,

    /// The tool
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,

    /// The arguments as a JSON object; `-` reads it from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,

    /// Give the function this variable, as `ctx.env`; may be given several times. `NAME` alone
    /// takes the value from this process's environment
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = variable)]
    pub(crate) variables: Vec<Variable>,

    /// Let it reach private addresses and this machine
    #[arg(long)]
    pub(crate) allow_private: bool,
}

/// `candor functions test`.
#[derive(clap::Args)]
pub(crate) struct FunctionsTest {
    /// The file or the folder of the functions, or a file of tests
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,

    /// Run only tests whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
}

/// A variable and its value.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: VariableName,
    pub(crate) value: Secret<String>,
}

/// What files, folders, a source and a package can all be called.
fn program_name(text: &str) -> Result<SourceName, Unusable> {
    let plain = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_');
    let fits = text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(plain);
    let name = SourceName::parse(text).ok().filter(|_| fits);
    name.ok_or_else(|| {
        let rule = "a name has lowercase letters, digits, `-` and `_`, and begins with a letter";
        Unusable::new(rule)
    })
}

/// `NAME=VALUE`, or `NAME` for what this process was given.
fn variable(text: &str) -> Result<Variable, Unusable> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    let name = VariableName::parse(name).map_err(|error| Unusable::new(error.to_string()))?;
    let given = || {
        std::env::var(name.as_str()).map_err(|error| {
            let why = match error {
                std::env::VarError::NotPresent => "is not set",
                std::env::VarError::NotUnicode(_) => "is not UTF-8 text",
            };
            Unusable::new(format!(
                "`{name}` {why} in this process's environment; write `{name}=VALUE`"
            ))
        })
    };
    let value = value.map_or_else(given, Ok)?;
    Ok(Variable {
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
        let nobody = read("NOBODY_SETS_THIS").map_err(|error| error.to_string());
        let expect = "`NOBODY_SETS_THIS` is not set in this process's environment; write \
                      `NOBODY_SETS_THIS=VALUE`";
        assert_eq!(nobody, Err(expect.to_owned()));
        for text in ["", "=x", "1A=x", "A B=x"] {
            let error = read(text).expect_err("it is no variable").to_string();
            assert!(!error.contains("=x"), "{error}");
        }
    }
}
