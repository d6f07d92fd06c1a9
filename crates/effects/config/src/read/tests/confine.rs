//! What the program of a source may do.

use candor_confine::{ChildPermissions, ConfineLevel, ConnectRule, RunRule};

use super::*;

#[track_caller]
fn confine(rest: &str) -> ChildPermissions {
    sound(&shop(rest)).settings.sources[0].confine.clone()
}

#[test]
fn a_level_is_short_for_a_table() {
    assert_eq!(confine(""), ConfineLevel::Off.into());
    for level in ConfineLevel::ALL {
        let expect = ChildPermissions::of(level);
        assert_eq!(confine(&format!("confine = \"{level}\"")), expect);
        assert_eq!(
            confine(&format!("confine = {{ level = \"{level}\" }}")),
            expect
        );
    }
    assert_eq!(confine("confine = {}"), ConfineLevel::Standard.into());
}

#[test]
fn a_whole_table() {
    let permissions = confine(
        r#"[sources.shop.confine]
level = "strict"
read = ["~/notes", "/usr", "data"]
write = ["${HOME}/out"]
connect = ["${HOST}:443", "*.example", "unix:/run/x"]
run = ["/usr/bin/git"]
environment = ["HTTPS_PROXY"]
"#,
    );
    let paths = |paths: &[&str]| paths.iter().map(Into::into).collect::<Vec<_>>();
    assert_eq!(permissions.level, ConfineLevel::Strict);
    assert_eq!(permissions.read, paths(&["~/notes", "/usr", "data"]));
    assert_eq!(permissions.write, paths(&["/home/ada/out"]));
    let ConnectRule::Only(targets) = permissions.connect else {
        panic!("anywhere");
    };
    let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
    assert_eq!(targets, ["api.example:443", "*.example", "unix:/run/x"]);
    assert_eq!(permissions.run, RunRule::Only(paths(&["/usr/bin/git"])));
    assert_eq!(permissions.environment, ["HTTPS_PROXY"]);
}

#[test]
fn strict_is_nowhere_and_nothing_unless_said() {
    let strict = confine("confine = \"strict\"");
    assert_eq!(strict.connect, ConnectRule::Only(Vec::new()));
    assert_eq!(strict.run, RunRule::Only(Vec::new()));
    let open =
        confine("confine = { level = \"strict\", connect = \"anywhere\", run = \"anything\" }");
    assert_eq!(open.connect, ConnectRule::Anywhere);
    assert_eq!(open.run, RunRule::Anything);
}

#[test]
fn mistakes_are_told_at_their_place() {
    let text = r#"
[sources.word]
command = "a"
confine = "tight"
[sources.number]
command = "a"
confine = 3
[sources.keys]
command = "a"
confine = { network = [], levle = "strict" }
[sources.values]
command = "a"
confine = { level = "high", read = "/usr", connect = ["https://a.example", "b:0"], run = true }
[sources.unset]
command = "a"
confine = { write = ["${NO_SUCH}"], connect = ["${BROKEN}"] }
[sources.watched]
command = "a"
confine = { level = "watch", write = ["/tmp"] }
[sources.web]
url = "https://a.example/mcp"
confine = "strict"
"#;
    insta::assert_snapshot!(summary("candor.toml", text));
}
