//! Arguments and variables that do more than configure a server.

use super::{EntryWarning, caution, danger};
use crate::package::{CommandArgument, EntryPackage, PackageKind};

/// Signs that have a meaning in a shell.
const SHELL: [&str; 9] = ["$(", "`", "&&", "||", ";", "|", ">", "<", "\n"];

/// Variables with which a program loads code, or takes its programs and packages from elsewhere.
const LOADING: [&str; 14] = [
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PYTHONHOME",
    "PATH",
    "BASH_ENV",
    "NPM_CONFIG_REGISTRY",
    "UV_INDEX_URL",
    "PIP_INDEX_URL",
];

/// Words with which a container gets at the machine around it.
const REACHING: [&str; 9] = [
    "--pid=host",
    "--ipc=host",
    "--network=host",
    "--net=host",
    "--userns=host",
    "--cap-add",
    "--device",
    "--security-opt",
    "docker.sock",
];

/// Warnings about the arguments of a package.
pub(super) fn of_package(package: &EntryPackage) -> Vec<EntryWarning> {
    let arguments = package
        .runtime_arguments
        .iter()
        .chain(&package.package_arguments);
    let mut warnings = Vec::new();
    for word in arguments.flat_map(fixed_words) {
        if let Some(sign) = SHELL.iter().find(|sign| word.contains(**sign)) {
            let message = format!(
                "the argument {} holds {}, which a shell would act on; Candor uses no shell, so the \
                 program gets it as it is",
                candor_text::quote(word),
                candor_text::quote(sign)
            );
            warnings.push(caution("shell-signs", message));
        }
    }
    let names = package.environment.iter().map(|named| named.name.as_str());
    for name in names.filter(|name| LOADING.contains(&name.to_ascii_uppercase().as_str())) {
        let message = format!(
            "it sets `{name}`, with which a program can be made to load other code than the package"
        );
        warnings.push(danger("loads-code", message));
    }
    if package.kind == PackageKind::Oci {
        warnings.extend(container(package));
    }
    warnings
}

fn container(package: &EntryPackage) -> Option<EntryWarning> {
    let words: Vec<String> = package
        .runtime_arguments
        .iter()
        .map(|argument| fixed_words(argument).collect::<Vec<_>>().join("="))
        .collect();
    let reaches = |word: &&String| {
        let mounts_root = ["/:", "source=/,", "src=/,"].iter().any(|root| {
            word.split_once(root).is_some_and(|(before, _)| {
                before.is_empty() || before.ends_with('=') || before.ends_with(',')
            })
        });
        mounts_root || REACHING.iter().any(|flag| word.contains(flag))
    };
    let word = words.iter().find(reaches)?;
    let message = format!(
        "it wants its container to be started with {}, which gives it this machine",
        candor_text::quote(word)
    );
    Some(danger("container-reach", message))
}

/// The flag and the fixed texts of an argument.
fn fixed_words(argument: &CommandArgument) -> impl Iterator<Item = &str> {
    let input = &argument.input;
    let own = [&argument.flag, &input.value, &input.default];
    let variables = input.variables.iter();
    let variables = variables.flat_map(|(_, variable)| [&variable.value, &variable.default]);
    own.into_iter()
        .chain(variables)
        .filter_map(Option::as_deref)
}
