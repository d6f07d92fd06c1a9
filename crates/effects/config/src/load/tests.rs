//! Which file is read.

use super::*;

/// Loads in a folder with these files, by this variable and flag; tells which file was read. `-` is
/// none.
#[track_caller]
fn check(files: &[&str], variable: &str, flag: &str, expect: &str) {
    let given = |text: &str| (text != "-").then(|| text.to_owned());
    let folder = tempfile::tempdir().expect("a folder");
    for file in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        let text = if file.ends_with("json") {
            "{\"mcpServers\": {}}"
        } else {
            "[server]"
        };
        std::fs::write(path, text).expect("a file");
    }
    let home = folder.path().display().to_string();
    let env = |name: &str| match name {
        env::HOME => Some(home.clone()),
        env::CONFIG => given(variable),
        _ => None,
    };
    let flags = SettingFlags {
        config: given(flag).map(Into::into),
        ..SettingFlags::default()
    };
    let loaded = load_with(&flags, &env, folder.path()).expect("readable");
    let expect = given(expect).map(|file| folder.path().join(file));
    assert_eq!(loaded.file, expect);
}

#[test]
fn the_first_file_that_is_there() {
    let user = ".config/candor/candor.toml";
    let all = [user, ".mcp.json", "candor.toml"];
    check(&[], "-", "-", "-");
    check(&[user], "-", "-", user);
    check(&[user, ".mcp.json"], "-", "-", ".mcp.json");
    check(&all, "-", "-", "candor.toml");
    check(&["a.toml", "candor.toml"], "a.toml", "-", "a.toml");
    check(&["a.toml", "b.json"], "a.toml", "b.json", "b.json");
    check(&["candor.toml"], "", "-", "candor.toml");
    // A file where a folder could be is no reason to fail.
    check(&[".config"], "-", "-", "-");
}

#[test]
fn what_cannot_be_read_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let load = |name: &str| {
        let flags = SettingFlags {
            config: Some(name.into()),
            ..SettingFlags::default()
        };
        load_with(&flags, &|_| None, folder.path()).expect_err("unreadable")
    };
    assert!(
        matches!(load("none.toml"), SettingsLoadError::Io { cause, .. } if cause.kind() == io::ErrorKind::NotFound)
    );
    assert!(matches!(load("."), SettingsLoadError::Io { .. }));
    std::fs::write(folder.path().join("latin.toml"), b"# caf\xe9").expect("a file");
    let latin = load("latin.toml");
    assert!(matches!(
        latin,
        SettingsLoadError::NotText { offset: 5, .. }
    ));
    std::fs::write(folder.path().join("broken.toml"), "[").expect("a file");
    let broken = load("broken.toml");
    assert!(matches!(broken, SettingsLoadError::Unreadable(_)));
    #[cfg(unix)]
    let endless = load("/dev/zero");
    #[cfg(unix)]
    assert!(matches!(endless, SettingsLoadError::Unreadable(_)));
}
