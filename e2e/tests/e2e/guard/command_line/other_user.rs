//! A gateway that runs as a user of its own, and what another user can do to it.

use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use candor_testkit::assert_contains;
use candor_testkit::candor::{bin, ended};
use tempfile::TempDir;

use super::GuardedGateway;

/// A user that owns nothing.
const NOBODY: u32 = 65534;

/// Another user of the machine, with a folder and a copy of the program.
struct OtherUser {
    folder: TempDir,
    program: PathBuf,
}

impl OtherUser {
    /// None where the tests may not become another user.
    fn new() -> Option<Self> {
        if rustix::process::geteuid().as_raw() != 0 {
            let said = "skipped: only root can run a command as another user";
            let _ = writeln!(std::io::stderr(), "{said}");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        // The folder of the build may be closed to others.
        let program = folder.path().join("candor");
        std::fs::copy(bin(), &program).expect("a copy");
        for path in [folder.path(), &program] {
            std::fs::set_permissions(path, Permissions::from_mode(0o755)).expect("permissions");
        }
        let home = folder.path().join("home");
        std::fs::create_dir(&home).expect("a folder");
        std::os::unix::fs::chown(&home, Some(NOBODY), Some(NOBODY)).expect("a home");
        Some(Self { folder, program })
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// A program, run as this user.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", self.home());
        command.env("PATH", "/usr/bin:/bin").env("NO_COLOR", "1");
        command.current_dir(self.home()).uid(NOBODY).gid(NOBODY);
        command
    }

    /// Runs `candor` with a token; its exit code and what it printed.
    fn candor(&self, args: &[&str], token: Option<&str>) -> (i32, String) {
        let mut command = self.command(&self.program);
        command.args(args).env("CANDOR_AUTHOR", "root");
        command.envs(token.map(|token| ("CANDOR_TOKEN", token)));
        ended(&command.output().expect("it starts"))
    }
}

/// Opens the way to the data directory, but not the directory itself.
fn let_others_come_close(folder: &Path) {
    std::fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("permissions");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_user_decides_with_a_token_only() {
    let Some(other) = OtherUser::new() else {
        return;
    };
    let guarded = GuardedGateway::open().await;
    let folder = guarded.stage.gateway.folder();
    let_others_come_close(folder);
    let data = folder.join("data");
    let config = folder.join("candor.toml").display().to_string();
    for path in [
        data.clone(),
        data.join("owner.secret"),
        data.join("candor.db"),
    ] {
        let mut list = other.command(Path::new("/bin/cat"));
        let (code, said) = ended(&list.arg(&path).output().expect("it starts"));
        assert_ne!(code, 0, "{said}");
        assert_contains(&said, "Permission denied");
    }

    let (call, id) = guarded.asked().await;
    let data = data.display().to_string();
    let on_the_data = ["--config", &config, "--data", &data];
    for args in [
        &["approvals", "approve", &id][..],
        &["token", "create", "eve", "--role", "admin"],
    ] {
        let (code, said) = other.candor(&[args, &on_the_data].concat(), None);
        assert_eq!(code, 2, "{said}");
        assert_contains(&said, "owner's secret");
        assert_contains(&said, "--server URL");
    }

    let server = guarded.server();
    let ask = |args: &[&str], token| other.candor(&[args, &["--server", &server]].concat(), token);
    let (code, said) = ask(&["approvals", "approve", &id], None);
    assert_eq!(code, 2, "{said}");
    assert_contains(&said, "CANDOR_TOKEN");
    let ann = Some(guarded.ann.as_str());
    let (code, said) = ask(&["token", "create", "eve", "--role", "admin"], ann);
    assert_eq!(code, 2, "{said}");
    assert!(!guarded.has_token("eve"));
    assert_eq!(guarded.approver().state(&id).await, "pending");
    let (code, said) = ask(&["approvals", "approve", &id], ann);
    assert_eq!(code, 0, "{said}");
    assert_contains(&call.await.expect("a call"), "path");
    let decided = guarded.approver().approval(&id).await;
    assert_eq!(decided["verdict"]["who"], "ann", "{decided}");
}
