use std::collections::HashSet;

use super::*;

fn change(path: &Path, before: Option<&str>, after: &str) -> FileChange {
    FileChange {
        client: None,
        path: path.to_owned(),
        before: before.map(str::to_owned),
        after: after.to_owned(),
    }
}

fn undo(backups: &AdoptBackups) -> Vec<UndoneState> {
    let mut blocked = HashSet::new();
    let runs = backups.runs().expect("runs").into_iter();
    let undone = runs.flat_map(|mut run| run.undo(&mut blocked).expect("undone"));
    undone.map(|file| file.state).collect()
}

#[test]
fn a_file_that_changed_meanwhile_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    fs::write(&path, "changed").expect("a file");
    let backups = AdoptBackups::of(folder.path());
    let change = change(&path, Some("before"), "after");
    let mut run = backups
        .begin(std::slice::from_ref(&change))
        .expect("a record");
    assert_eq!(
        run.write(&change).expect("looked at"),
        WriteOutcome::ChangedMeanwhile
    );
    run.save().expect("saved");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "changed");
    assert!(backups.runs().expect("runs").is_empty());
}

#[test]
fn a_file_that_changed_since_is_not_put_back_until_it_is_as_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    fs::write(&path, "before").expect("a file");
    let backups = AdoptBackups::of(folder.path());
    let change = change(&path, Some("before"), "after");
    let mut run = backups
        .begin(std::slice::from_ref(&change))
        .expect("a record");
    run.write(&change).expect("written");
    fs::write(&path, "edited").expect("a file");
    let undone = undo(&backups);
    let [UndoneState::Changed(Some(copy))] = undone.as_slice() else {
        panic!("{undone:?}");
    };
    assert_eq!(fs::read_to_string(copy).expect("the copy"), "before");
    assert_eq!(fs::read_to_string(&path).expect("the file"), "edited");
    fs::write(&path, "after").expect("a file");
    assert_eq!(undo(&backups), [UndoneState::Restored]);
    assert_eq!(undo(&backups), []);
    assert_eq!(fs::read_to_string(&path).expect("the file"), "before");
}

#[test]
fn several_runs_are_undone_from_the_newest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    let backups = AdoptBackups::of(folder.path());
    for (before, after) in [(None, "1"), (Some("1"), "2"), (Some("2"), "3")] {
        let change = change(&path, before, after);
        let mut run = backups
            .begin(std::slice::from_ref(&change))
            .expect("a record");
        assert_eq!(run.write(&change).expect("written"), WriteOutcome::Written);
    }
    assert_eq!(
        undo(&backups),
        [
            UndoneState::Restored,
            UndoneState::Restored,
            UndoneState::Removed
        ]
    );
    assert!(!path.exists());
}

#[test]
fn permissions_are_kept_and_new_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("b/new"));
    fs::write(&old, "x").expect("a file");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("permissions");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    for path in [&old, &new] {
        replace(path, b"y").expect("replaced");
    }
    assert_eq!((mode(&old), mode(&new)), (0o640, 0o600));
}

#[test]
fn a_damaged_record_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("adopt/0001");
    create_folder(&run).expect("a folder");
    let outside = r#"{"version": 1, "sources": [], "files": [{"path": "/x", "before": "../y",
        "written_sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}]}"#;
    for text in [
        "",
        "{}",
        r#"{"version": 9, "files": [], "sources": []}"#,
        outside,
    ] {
        fs::write(run.join(MANIFEST), text).expect("a file");
        let refused = AdoptBackups::of(folder.path()).runs().expect_err("damaged");
        assert!(matches!(refused, BackupError::Damaged(_)), "{text}");
    }
}

#[test]
fn a_record_reads_as_it_was_written() {
    let manifest = Manifest {
        files: vec![ManifestFile {
            path: "/a".to_owned(),
            before: Some("0.before".to_owned()),
            before_digest: Some(Digest::of("x")),
            written: Digest::of("y"),
        }],
        sources: vec![AddedSource {
            name: "a".to_owned(),
            version: 7,
        }],
    };
    assert_eq!(Manifest::parse(&manifest.to_string()), Some(manifest));
}
