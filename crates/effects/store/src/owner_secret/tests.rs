//! The file of the owner's secret: made once, private, and refused where it is not.

use std::fs;

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn it_is_made_once_and_kept() {
    let folder = folder();
    let data = folder.path().join("new").join("data");
    assert!(OwnerSecret::read(&data).expect("no file").is_none());
    let made = OwnerSecret::open_or_create(&data).expect("a secret");
    let again = OwnerSecret::open_or_create(&data).expect("the same");
    assert_eq!(made.text().expose(), again.text().expose());
    assert_eq!(made.digest(), Digest::of(made.text().expose()));
    let read = OwnerSecret::read(&data).expect("a file").expect("a secret");
    assert_eq!(read.digest(), made.digest());

    let text = made.text().expose();
    assert!(
        text.starts_with("candor_owner_") && text.len() == 56,
        "{}",
        text.len()
    );
    assert_eq!(format!("{made:?}"), "OwnerSecret(****)");
    let other = OwnerSecret::open_or_create(&folder.path().join("other")).expect("a secret");
    assert_ne!(other.digest(), made.digest());
    let left = fs::read_dir(&data).expect("a folder").count();
    assert_eq!(left, 1, "no temporary file is left");
}

#[test]
fn many_processes_end_with_one() {
    let folder = folder();
    let data = folder.path();
    let digests: Vec<_> = std::thread::scope(|scope| {
        let open = || {
            OwnerSecret::open_or_create(data)
                .expect("a secret")
                .digest()
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        let ends = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        ends.map(|end| end.expect("a thread")).collect()
    });
    assert!(digests.iter().all(|digest| *digest == digests[0]));
}

#[test]
fn what_is_no_secret_is_refused_with_the_way_out() {
    let folder = folder();
    let path = OwnerSecret::path(folder.path());
    let half = format!("{PREFIX}abc");
    let twice = format!("{PREFIX}{0}\n{PREFIX}{0}\n", "A".repeat(43));
    for content in ["", "\n", "hunter2", &half, &twice] {
        private_files::create_once(&path, content).expect("a file");
        let error = OwnerSecret::open_or_create(folder.path()).expect_err(content);
        let said = error.to_string();
        assert!(said.contains(&path.display().to_string()), "{said}");
        assert!(said.contains("delete it"), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
        fs::remove_file(&path).expect("the file");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_others_can_read_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder();
    OwnerSecret::open_or_create(folder.path()).expect("a secret");
    let path = OwnerSecret::path(folder.path());
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    for open in [0o644, 0o640, 0o606] {
        fs::set_permissions(&path, fs::Permissions::from_mode(open)).expect("permissions");
        let error = OwnerSecret::open_or_create(folder.path()).expect_err("it is open");
        let said = error.to_string();
        assert!(said.contains(&format!("mode {open:03o}")), "{said}");
    }
}
