use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::{Arc, Mutex};

use candor_model::Hint;
use tempfile::TempDir;

use super::*;
use crate::{
    CapabilityViolation, ElicitationAnswer, ElicitationError, ElicitationRequest, Failure, NoInput,
    Tool, ToolHost, ToolInvocation, ToolLogLevel,
};

/// Remembers what a tool tried.
#[derive(Default)]
struct ViolationRecorder(Mutex<Vec<CapabilityViolation>>);

impl ToolHost for ViolationRecorder {
    fn progress(&self, _: f64, _: Option<f64>, _: Option<&str>) {}

    fn log(&self, _: ToolLogLevel, _: &str) {}

    fn elicit(
        &self,
        _: ElicitationRequest,
    ) -> std::pin::Pin<
        Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>,
    > {
        let error = ElicitationError::Unsupported("there is no client".to_owned());
        Box::pin(std::future::ready(Err(error)))
    }

    fn violation(&self, violation: &CapabilityViolation) {
        self.0.lock().expect("a list").push(violation.clone());
    }
}

/// A folder with some files, one beside it, and links from one to the other.
struct LinkedFolders {
    root: TempDir,
    recorder: Arc<ViolationRecorder>,
}

impl LinkedFolders {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().join(path);
        std::fs::create_dir_all(at("inside/sub")).expect("a folder");
        std::fs::create_dir_all(at("second")).expect("a folder");
        std::fs::write(at("inside/a.txt"), "a").expect("a file");
        std::fs::write(at("second/b.txt"), "b").expect("a file");
        std::fs::write(at("secret.txt"), "secret").expect("a file");
        symlink(at("secret.txt"), at("inside/out")).expect("a link");
        symlink(root.path(), at("inside/up")).expect("a link");
        symlink(at("inside/a.txt"), at("inside/in")).expect("a link");
        symlink(at("new.txt"), at("inside/nowhere")).expect("a link");
        symlink(at("inside/loop"), at("inside/loop")).expect("a link");
        let recorder = Arc::default();
        Self { root, recorder }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn files(&self, change: impl FnOnce(Tool) -> Tool) -> ToolFiles {
        let nothing = |_: Context, _: NoInput| async { Ok::<_, Failure>("") };
        let tool = change(Tool::new("tool", "Does something.", nothing));
        let recorder: Arc<ViolationRecorder> = Arc::clone(&self.recorder);
        Context::new(&tool, ToolInvocation::new(recorder)).files()
    }

    fn inside(&self) -> ToolFiles {
        self.files(|tool| tool.folder(self.path("inside")))
    }

    fn n_violations(&self) -> usize {
        self.recorder.0.lock().expect("a list").len()
    }
}

fn violation(error: &FileError) -> Option<&CapabilityViolation> {
    match error {
        FileError::Violation(violation) => Some(violation),
        _ => None,
    }
}

#[tokio::test]
async fn what_is_inside_is_read() {
    let world = LinkedFolders::new();
    let files = world.inside();
    let whole = world.path("inside/a.txt");
    for path in [
        Path::new("a.txt"),
        Path::new("./sub/../a.txt"),
        Path::new("in"),
        Path::new("up/inside/a.txt"),
        &whole,
    ] {
        let read = files.read_text(path).await;
        assert_eq!(read.expect("a text"), "a", "{}", path.display());
    }
    let names: Vec<_> = files.list(".").await.expect("a list");
    let names: Vec<_> = names
        .into_iter()
        .map(|entry| (entry.name, entry.kind))
        .collect();
    let other = FolderEntryKind::Other;
    assert_eq!(
        names,
        [
            ("a.txt".to_owned(), FolderEntryKind::File),
            ("in".to_owned(), other),
            ("loop".to_owned(), other),
            ("nowhere".to_owned(), other),
            ("out".to_owned(), other),
            ("sub".to_owned(), FolderEntryKind::Folder),
            ("up".to_owned(), other),
        ]
    );
    assert_eq!(world.n_violations(), 0);
}

#[tokio::test]
async fn nothing_leads_out() {
    let world = LinkedFolders::new();
    let files = world.inside();
    let outside = world.path("secret.txt");
    let paths = [
        Path::new("../secret.txt"),
        Path::new("out"),
        Path::new("up/secret.txt"),
        Path::new("sub/../../secret.txt"),
        Path::new("/etc/hostname"),
        Path::new("missing/../../secret.txt"),
        Path::new("nowhere"),
        &outside,
    ];
    for (at, path) in paths.into_iter().enumerate() {
        let shown = path.display();
        let error = files.read(path).await.expect_err("outside");
        let violation = violation(&error).unwrap_or_else(|| panic!("{shown}: {error}"));
        assert_eq!(
            violation.attempt,
            crate::AttemptedAction::Read {
                path: path.display().to_string(),
            }
        );
        assert_eq!(violation.hint, None);
        files.write(path, "x").await.expect_err("outside");
        assert_eq!(world.n_violations(), 2 * (at + 1), "{shown}");
    }
    files.remove("../secret.txt").await.expect_err("outside");
    files.remove("up/secret.txt").await.expect_err("outside");
    assert!(files.read("loop").await.is_err());
    assert_eq!(std::fs::read_to_string(outside).expect("a file"), "secret");
    assert!(!world.path("new.txt").exists());
}

#[tokio::test]
async fn files_are_written_whole_and_removed() {
    let world = LinkedFolders::new();
    let files = world.inside();
    for (path, text) in [("a.txt", "new"), ("x/y/z.txt", "deep"), ("in", "linked")] {
        files.write(path, text).await.expect("written");
        assert_eq!(files.read_text(path).await.expect("a text"), text);
    }
    // A link that stays inside is written through.
    assert_eq!(files.read_text("a.txt").await.expect("a text"), "linked");
    let rest = files.list("x/y").await.expect("a list");
    assert_eq!(rest.len(), 1, "nothing is left behind: {rest:?}");
    assert!(files.write("sub", "x").await.is_err());
    assert!(files.write(".", "x").await.is_err());
    // A link is removed, not what it leads to.
    files.remove("out").await.expect("removed");
    assert!(world.path("secret.txt").exists());
    files.remove("x/y/z.txt").await.expect("removed");
    files.remove("x/y").await.expect("removed");
    assert!(files.remove("x/y").await.is_err());
    assert!(files.remove("..").await.is_err());
    assert!(files.remove("missing").await.is_err());
    assert_eq!(world.n_violations(), 0);
}

#[tokio::test]
async fn hints_hold() {
    let world = LinkedFolders::new();
    let reads = world.files(|tool| tool.folder(world.path("inside")).read_only(true));
    for error in [
        reads.write("a.txt", "x").await.expect_err("refused"),
        reads.remove("a.txt").await.expect_err("refused"),
    ] {
        assert_eq!(
            violation(&error).expect("a violation").hint,
            Some(Hint::ReadOnly)
        );
    }
    let adds = world.files(|tool| tool.folder(world.path("inside")).destructive(false));
    let error = adds.remove("a.txt").await.expect_err("refused");
    assert_eq!(
        violation(&error).expect("a violation").hint,
        Some(Hint::Destructive)
    );
    adds.write("new.txt", "x").await.expect("written");
    assert_eq!(reads.read_text("a.txt").await.expect("untouched"), "a");
    assert_eq!(world.n_violations(), 3);
}

#[tokio::test]
async fn without_a_folder_there_are_no_files() {
    let world = LinkedFolders::new();
    let files = world.files(|tool| tool);
    let error = files.read("a.txt").await.expect_err("no folder");
    assert_eq!(
        error.to_string(),
        "reading `a.txt` was refused: the tool names no `folder`"
    );
    let gone = world.files(|tool| tool.folder(world.path("gone")));
    let error = gone.read("a.txt").await.expect_err("no such folder");
    assert!(violation(&error).is_none(), "{error}");
}

#[tokio::test]
async fn a_path_means_the_folder_in_which_it_exists() {
    let world = LinkedFolders::new();
    let files = world.files(|tool| {
        tool.folder(world.path("inside"))
            .folder(world.path("second"))
    });
    assert_eq!(files.read_text("b.txt").await.expect("a text"), "b");
    files.write("b.txt", "new").await.expect("written");
    assert_eq!(
        std::fs::read_to_string(world.path("second/b.txt")).expect("a file"),
        "new"
    );
    files.write("c.txt", "c").await.expect("written");
    assert!(world.path("inside/c.txt").exists());
    // From one folder into the other is not out.
    assert_eq!(
        files
            .read_text(world.path("second/b.txt"))
            .await
            .expect("a text"),
        "new"
    );
}

#[tokio::test]
async fn bounds_hold() {
    let world = LinkedFolders::new();
    let files = world.inside().max_size(3);
    std::fs::write(world.path("inside/long"), "four").expect("a file");
    std::fs::write(world.path("inside/odd"), [0xff]).expect("a file");
    let told = |error: FileError| error.to_string();
    assert_eq!(
        told(files.read("long").await.expect_err("too long")),
        "`long` has more than 3 bytes"
    );
    assert_eq!(
        told(files.read_text("odd").await.expect_err("no text")),
        "`odd` is not text in UTF-8"
    );
    assert_eq!(
        Failure::from(files.read("sub").await.expect_err("a folder")).sentence(),
        "cannot read `sub`: it is not a file"
    );
}
