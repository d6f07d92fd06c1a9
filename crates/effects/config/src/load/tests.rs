//! Which file is read.

use super::*;
use crate::settings::TransportSettings;

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

/// Where state is kept for a file of a folder with a home in it.
fn data_of(folder: &Path, file: &str) -> (PathBuf, Option<PathBuf>) {
    let home = folder.display().to_string();
    let env = |name: &str| (name == env::HOME).then(|| home.clone());
    let flags = SettingFlags {
        config: (!file.is_empty()).then(|| file.into()),
        ..SettingFlags::default()
    };
    let loaded = load_with(&flags, &env, folder).expect("readable");
    (loaded.settings.server.data, loaded.folder)
}

#[test]
fn every_folder_with_a_configuration_has_its_own_state() {
    let home = tempfile::tempdir().expect("a folder");
    let home = std::fs::canonicalize(home.path()).expect("a path");
    let share = home.join(".local/share/candor");
    assert_eq!(data_of(&home, ""), (share.join("demo"), None));
    for folder in ["shop", "work/shop", ".config/candor"] {
        std::fs::create_dir_all(home.join(folder)).expect("a folder");
        std::fs::write(home.join(folder).join("candor.toml"), "").expect("a file");
        std::fs::write(home.join(folder).join("team.toml"), "").expect("a file");
    }
    let (shop, folder) = data_of(&home, "shop/candor.toml");
    assert_eq!(folder, Some(home.join("shop")));
    assert!(shop.starts_with(share.join("workspaces")), "{shop:?}");
    // Another file of the same folder, and the folder by a link, are the same workspace.
    assert_eq!(data_of(&home, "shop/team.toml").0, shop);
    std::os::unix::fs::symlink(home.join("shop"), home.join("link")).expect("a link");
    assert_eq!(data_of(&home, "link/candor.toml").0, shop);
    assert_ne!(data_of(&home, "work/shop/candor.toml").0, shop);
    // The user's own configuration, named or found.
    assert_eq!(
        data_of(&home, ".config/candor/candor.toml"),
        (share.clone(), None)
    );
    assert_eq!(data_of(&home, ""), (share, None));
}

/// Where the programs of a configuration start.
#[test]
fn programs_start_in_the_folder_of_their_file() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path().canonicalize().expect("a folder");
    let variable = home.display().to_string();
    let env = |name: &str| (name == env::HOME).then(|| variable.clone());
    let toml = "[sources.a]\ncommand = './a'\n[sources.b]\ncommand = 'b'\ncwd = 'sub'\n\
                [sources.c]\ncommand = 'c'\ncwd = '/c'\n";
    let json = r#"{"mcpServers": {"a": {"command": "./a"}, "b": {"command": "b", "cwd": "sub"},
        "c": {"command": "c", "cwd": "/c"}}}"#;
    for (file, text, expect) in [
        ("shop/candor.toml", toml, Some("shop")),
        ("shop/.mcp.json", json, Some("shop")),
        (".config/candor/candor.toml", toml, None),
    ] {
        let path = home.join(file);
        let folder = path.parent().expect("a parent");
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        let flags = SettingFlags {
            config: Some(path.clone()),
            ..SettingFlags::default()
        };
        let loaded = load_with(&flags, &env, &home.join("elsewhere")).expect("readable");
        let sources = loaded.settings.sources.into_iter();
        let cwds = sources.map(|source| match source.transport {
            TransportSettings::Stdio { cwd, .. } => cwd,
            other => panic!("{other:?}"),
        });
        let usual = expect.map(|folder| home.join(folder));
        let expect = [usual, Some(folder.join("sub")), Some("/c".into())];
        assert_eq!(cwds.collect::<Vec<_>>(), expect, "{file}");
    }
}
