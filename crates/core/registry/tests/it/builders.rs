//! Entries for tests.

use candor_registry::{LaunchOption, LaunchPlan, LaunchValues, RegistryEntry, read_entry};
use serde_json::{Value, json};

/// An entry with these packages.
pub(crate) fn with_packages(packages: Value) -> RegistryEntry {
    entry(json!({ "packages": packages }))
}

/// An entry with these remotes.
pub(crate) fn with_remotes(remotes: Value) -> RegistryEntry {
    entry(json!({ "remotes": remotes }))
}

/// An entry with these members beside the usual ones.
pub(crate) fn entry(more: Value) -> RegistryEntry {
    read_entry(document(more)).expect("an entry")
}

/// The same as JSON.
pub(crate) fn document(more: Value) -> Value {
    let mut server = json!({
        "name": "io.github.ada/weather",
        "description": "Tells the weather",
        "version": "1.2.3",
    });
    let Value::Object(more) = more else {
        panic!("an object is needed");
    };
    for (key, value) in more {
        server[key] = value;
    }
    json!({ "server": server })
}

/// The first way to use an entry with this package.
pub(crate) fn package(package: Value) -> LaunchOption {
    let entry = with_packages(json!([package]));
    entry.options.into_iter().next().expect("a package")
}

/// The values of a person.
pub(crate) fn values(pairs: &[(&str, &str)]) -> LaunchValues {
    let mut values = LaunchValues::new();
    for (key, value) in pairs {
        let known = values.entry((*key).to_owned()).or_default();
        known.push((*value).to_owned());
    }
    values
}

/// The command line of a package, or what is wrong, line by line.
pub(crate) fn line(option: &LaunchOption, pairs: &[(&str, &str)]) -> String {
    match option.launch(&values(pairs)) {
        Ok(plan) => plan.line(),
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            errors.join("\n")
        }
    }
}

/// Everything of a plan, as a file would write it.
pub(crate) fn written(plan: &LaunchPlan) -> String {
    let pairs = |pairs: &[(String, candor_registry::FilledText)]| {
        let pairs = pairs
            .iter()
            .map(|(name, text)| format!("{name}={}", text.template()));
        pairs.collect::<Vec<_>>().join(" ")
    };
    match plan {
        LaunchPlan::Program { command, args, env } => {
            let args: Vec<String> = args
                .iter()
                .map(|arg| format!("[{}]", arg.template()))
                .collect();
            format!("{} {command} {}", pairs(env), args.join(" "))
        }
        LaunchPlan::Remote { url, headers, sse } => {
            format!("{} {} sse={sse}", url.template(), pairs(headers))
        }
    }
}
