//! Programs that are started once more, to read only.

use super::*;
use crate::settings::SplitSettings;

#[track_caller]
fn split(rest: &str) -> Option<SplitSettings> {
    sound(&shop(rest)).settings.sources[0].split.clone()
}

#[test]
fn a_source_is_split_if_the_file_says_so() {
    assert_eq!(split(""), None);
    assert_eq!(split("split = false"), None);
    assert_eq!(split("split = true"), Some(SplitSettings::default()));
    assert_eq!(split("split = {}"), Some(SplitSettings::default()));
}

#[test]
fn a_table_names_what_the_read_only_instance_may_do() {
    let split = split(
        "[sources.shop.split]\nwrite = [\"~/.cache/shop\", \"${HOME}/x\"]\nconnect = [\"${HOST}:443\"]\n",
    );
    let split = split.expect("a split source");
    assert_eq!(
        split.write,
        ["~/.cache/shop", "/home/ada/x"].map(std::path::PathBuf::from)
    );
    let targets: Vec<String> = split.connect.iter().map(ToString::to_string).collect();
    assert_eq!(targets, ["api.example:443"]);
}

#[test]
fn mistakes_are_told_at_their_place() {
    let text = r#"
[sources.word]
command = "a"
split = "yes"
[sources.keys]
command = "a"
split = { read = ["/"], connect = ["https://a.example"] }
[sources.web]
url = "https://a.example/mcp"
split = true
[sources.web_off]
url = "https://a.example/mcp"
split = false
[sources.api]
document = "api.yaml"
split = true
"#;
    let told = summary("candor.toml", text);
    for part in [
        "sources: [\"web_off\"]",
        "`sources.word.split` is the text `yes`, but must be `true`, `false` or a table",
        "unknown key `read` in `sources.keys.split`",
        "`sources.keys.split.connect` has an entry that cannot be used: `https://a.example`",
        "`sources.web` cannot be split: a server on the network is not started",
        "`sources.api` cannot be split: a source of kind `openapi` is no program",
        "only a program that Candor starts (`command`) can be started once more",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}
