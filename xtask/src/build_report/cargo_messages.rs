//! What cargo prints with `--message-format=json`: one line for each thing that was made.

use std::path::PathBuf;

use serde::Deserialize;

/// What one build has made.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct BuiltArtifacts {
    /// The crates that were compiled, in the order in which they were done.
    pub(super) crates: Vec<String>,
    /// The binary `candor`, whether it was compiled or up to date.
    pub(super) binary: Option<PathBuf>,
}

#[derive(Deserialize)]
struct CargoMessage {
    reason: String,
    target: Option<MessageTarget>,
    #[serde(default)]
    fresh: bool,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct MessageTarget {
    name: String,
}

// === impl BuiltArtifacts ===

impl BuiltArtifacts {
    /// Reads the lines; other programs' lines and other kinds of messages are passed over.
    pub(super) fn read(lines: &str) -> Self {
        let mut built = Self::default();
        for line in lines.lines() {
            let Ok(message) = serde_json::from_str::<CargoMessage>(line) else {
                continue;
            };
            let Some(target) = message.target else {
                continue;
            };
            if message.reason != "compiler-artifact" {
                continue;
            }
            if target.name == "candor" && message.executable.is_some() {
                built.binary = message.executable;
            }
            if !message.fresh {
                built.crates.push(target.name);
            }
        }
        built
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compiled_is_told_from_what_was_there() {
        let lines = r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"libc"},"fresh":true,"executable":null}
not of cargo
{"reason":"compiler-message","target":{"name":"candor_gateway"}}
{"reason":"compiler-artifact","target":{"name":"candor_gateway"},"fresh":false,"executable":null}
{"reason":"build-script-executed","package_id":"x"}
{"reason":"compiler-artifact","target":{"name":"candor"},"fresh":false,"executable":"/t/release/candor"}
{"reason":"build-finished","success":true}
"#;
        let expected = BuiltArtifacts {
            crates: ["candor_gateway", "candor"].map(str::to_owned).to_vec(),
            binary: Some("/t/release/candor".into()),
        };
        assert_eq!(BuiltArtifacts::read(lines), expected);
    }

    #[test]
    fn a_binary_that_is_up_to_date_is_found() {
        let line = r#"{"reason":"compiler-artifact","target":{"name":"candor"},"fresh":true,"executable":"/c"}"#;
        let built = BuiltArtifacts::read(line);
        assert_eq!((built.crates.len(), built.binary), (0, Some("/c".into())));
        assert_eq!(BuiltArtifacts::read(""), BuiltArtifacts::default());
    }
}
