//! Which file is read.

use super::*;

/// Loads in a folder with these files, by this variable and flag; tells which file was read.
#[track_caller]
fn check(files: &[&str], variable: Option<&str>, flag: Option<&str>, expect: Option<&str>) {
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
        env::CONFIG => variable.map(str::to_owned),
        _ => None,
    };
    let flags = SettingFlags {
        config: flag.map(Into::into),
        ..SettingFlags::default()
    };
    let found = load_with(&flags, &env, folder.path())
        .expect("readable")
        .file;
    assert_eq!(found, expect.map(|file| folder.path().join(file)));
}

#[test]
fn the_first_file_that_is_there() {
    let user = ".config/candor/candor.toml";
    check(&[], None, None, None);
    check(&[user], None, None, Some(user));
    check(&[user, ".mcp.json"], None, None, Some(".mcp.json"));
    check(
        &[user, ".mcp.json", "candor.toml"],
        None,
        None,
        Some("candor.toml"),
    );
    check(
        &["a.toml", "candor.toml"],
        Some("a.toml"),
        None,
        Some("a.toml"),
    );
    check(
        &["a.toml", "b.json"],
        Some("a.toml"),
        Some("b.json"),
        Some("b.json"),
    );
    check(&["candor.toml"], Some(""), None, Some("candor.toml"));
    // A file where a folder could be is no reason to fail.
    check(&[".config"], None, None, None);
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
    assert!(matches!(
        load("latin.toml"),
        SettingsLoadError::NotText { offset: 5, .. }
    ));
    std::fs::write(folder.path().join("broken.toml"), "[").expect("a file");
    assert!(matches!(
        load("broken.toml"),
        SettingsLoadError::Unreadable(_)
    ));
    #[cfg(unix)]
    assert!(matches!(
        load("/dev/zero"),
        SettingsLoadError::Unreadable(_)
    ));
}
