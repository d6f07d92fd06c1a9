//! Command lines of packages, by kind.

use super::fill::{FilledText, LaunchFiller};
use crate::input::InputFormat;
use crate::package::{CommandArgument, EntryPackage, PackageKind};
use crate::run::{LaunchError, LaunchPlan};

/// The package registries that the programs use by themselves.
const USUAL: [&str; 7] = [
    "https://registry.npmjs.org/",
    "https://pypi.org/",
    "https://pypi.org/simple/",
    "https://docker.io/",
    "https://hub.docker.com/",
    "https://api.nuget.org/",
    "https://api.nuget.org/v3/index.json",
];

/// The program with its arguments. Problems are collected.
pub(super) fn program(package: &EntryPackage, filler: &mut LaunchFiller<'_>) -> LaunchPlan {
    let runtime = package.runtime().unwrap_or_default();
    let env = filler.pairs(&package.environment);
    let before = words(filler, &package.runtime_arguments, 0);
    let after = words(
        filler,
        &package.package_arguments,
        package.runtime_arguments.len(),
    );
    if let Some(word) = before.iter().find_map(|word| forbidden(runtime, word)) {
        filler.errors.push(LaunchError::Unusable(format!(
            "it wants `{runtime}` to be started with {}, which runs something other than the \
             package",
            candor_text::quote(&word)
        )));
    }
    let args = match package.kind {
        PackageKind::Npm => npm(package, runtime, before, after),
        PackageKind::Pypi => pypi(package, before, after),
        PackageKind::Oci => oci(package, &env, before, after),
        PackageKind::Nuget => nuget(package, before, after),
        PackageKind::Mcpb | PackageKind::Other(_) => Vec::new(),
    };
    LaunchPlan::Program {
        command: runtime.to_owned(),
        args,
        env,
    }
}

/// `npx -y ID@VERSION …`.
fn npm(
    package: &EntryPackage,
    runtime: &str,
    before: Vec<FilledText>,
    after: Vec<FilledText>,
) -> Vec<FilledText> {
    let mut args = Vec::new();
    // `bunx` never prompts, and does not support the flag.
    let asks = |word: &FilledText| matches!(word.plain().as_str(), "-y" | "--yes");
    if runtime == "npx" && !before.iter().any(asks) {
        args.push(FilledText::fixed("-y"));
    }
    if let Some(base) = unusual(package) {
        args.push(FilledText::fixed(format!("--registry={base}")));
    }
    args.extend(before);
    args.push(FilledText::fixed(versioned(package, "@")));
    args.extend(after);
    args
}

/// `uvx --from ID==VERSION ID …`.
fn pypi(
    package: &EntryPackage,
    before: Vec<FilledText>,
    after: Vec<FilledText>,
) -> Vec<FilledText> {
    let mut args = before;
    if let Some(base) = unusual(package) {
        args.push(FilledText::fixed(format!("--default-index={base}")));
    }
    let program = package.identifier.split('[').next().unwrap_or_default();
    args.push(FilledText::fixed("--from"));
    args.push(FilledText::fixed(versioned(package, "==")));
    args.push(FilledText::fixed(program));
    args.extend(after);
    args
}

/// `docker run -i --rm -e NAME … IMAGE …`. The container sees only the variables that are named.
fn oci(
    package: &EntryPackage,
    env: &[(String, FilledText)],
    before: Vec<FilledText>,
    after: Vec<FilledText>,
) -> Vec<FilledText> {
    let mut args: Vec<FilledText> = ["run", "-i", "--rm"].map(FilledText::fixed).into();
    for (name, _) in env {
        args.push(FilledText::fixed("-e"));
        args.push(FilledText::fixed(name.as_str()));
    }
    let said = |word: &FilledText| {
        let word = word.plain();
        matches!(word.as_str(), "run" | "-i" | "--interactive" | "--rm")
    };
    args.extend(before.into_iter().filter(|word| !said(word)));
    args.push(FilledText::fixed(image(package)));
    args.extend(after);
    args
}

/// `dnx ID@VERSION --yes -- …`.
fn nuget(
    package: &EntryPackage,
    before: Vec<FilledText>,
    after: Vec<FilledText>,
) -> Vec<FilledText> {
    let mut args = vec![
        FilledText::fixed(versioned(package, "@")),
        FilledText::fixed("--yes"),
    ];
    if let Some(base) = unusual(package) {
        args.push(FilledText::fixed(format!("--source={base}")));
    }
    let said = |word: &FilledText| matches!(word.plain().as_str(), "--yes" | "-y");
    args.extend(before.into_iter().filter(|word| !said(word)));
    if !after.is_empty() {
        args.push(FilledText::fixed("--"));
    }
    args.extend(after);
    args
}

/// The words of arguments: `--flag=value` for a long flag, two words for a short one, repeated for
/// each value of a repeated argument.
fn words(
    filler: &mut LaunchFiller<'_>,
    arguments: &[CommandArgument],
    first: usize,
) -> Vec<FilledText> {
    let mut words = Vec::new();
    for (at, argument) in arguments.iter().enumerate() {
        let Some(flag) = &argument.flag else {
            let key = argument.key(first + at);
            words.extend(values(filler, argument, &key));
            continue;
        };
        if argument.is_switch() {
            words.push(FilledText::fixed(flag.as_str()));
            continue;
        }
        for value in values(filler, argument, &argument.key(first + at)) {
            add_flag(&mut words, flag, argument, value);
        }
    }
    words
}

fn values(filler: &mut LaunchFiller<'_>, argument: &CommandArgument, key: &str) -> Vec<FilledText> {
    let mut values = filler.input(key, &argument.input);
    if values.len() > 1 && !argument.is_repeated {
        filler.errors.push(LaunchError::Value {
            key: key.to_owned(),
            problem: "can be given only once".to_owned(),
        });
        values.truncate(1);
    }
    values
}

fn add_flag(
    words: &mut Vec<FilledText>,
    flag: &str,
    argument: &CommandArgument,
    value: FilledText,
) {
    if argument.input.format == InputFormat::Boolean && argument.input.value.is_none() {
        // A flag that is on or off has no value on the command line.
        if value.plain() == "true" {
            words.push(FilledText::fixed(flag));
        }
    } else if flag.ends_with('=') {
        words.push(value.after(flag));
    } else if flag.starts_with("--") {
        words.push(value.after(&format!("{flag}=")));
    } else {
        words.push(FilledText::fixed(flag));
        words.push(value);
    }
}

/// An argument that would make the program run something else than the package.
fn forbidden(runtime: &str, word: &FilledText) -> Option<String> {
    let flags: &[&str] = match runtime {
        "npx" => &[
            "-c",
            "--call",
            "-p",
            "--package",
            "--node-options",
            "--script-shell",
            "--shell",
        ],
        "bunx" => &["-p", "--package"],
        "uvx" => &[
            "--from",
            "--with-editable",
            "--index-url",
            "--default-index",
            "-i",
        ],
        "docker" | "podman" => &["--entrypoint", "--privileged"],
        _ => &[],
    };
    let word = word.plain();
    let hit = flags.iter().any(|flag| {
        let rest = word.strip_prefix(flag);
        // A short flag may have its value right behind it.
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('=') || !flag.starts_with("--"))
    });
    hit.then_some(word)
}

fn versioned(package: &EntryPackage, sign: &str) -> String {
    match &package.version {
        Some(version) => format!("{}{sign}{version}", package.identifier),
        None => package.identifier.clone(),
    }
}

/// The image with its tag. Newer entries write both into the identifier.
fn image(package: &EntryPackage) -> String {
    let mut image = package.identifier.clone();
    let host = unusual(package).and_then(|base| {
        let base = url::Url::parse(base).ok()?;
        base.host_str().map(str::to_owned)
    });
    let first = image.split('/').next().unwrap_or_default();
    let has_host = image.contains('/') && first.contains(['.', ':']);
    if let Some(host) = host.filter(|_| !has_host) {
        image = format!("{host}/{image}");
    }
    let last = image.rsplit('/').next().unwrap_or_default();
    let is_tagged = last.contains([':', '@']);
    match &package.version {
        Some(version) if !is_tagged => format!("{image}:{version}"),
        _ => image,
    }
}

/// The URL of the package registry, if it is not the program's default.
fn unusual(package: &EntryPackage) -> Option<&str> {
    let base = package.base_url.as_deref()?;
    (!USUAL.contains(&base)).then_some(base)
}
