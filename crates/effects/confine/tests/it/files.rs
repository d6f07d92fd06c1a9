//! Files: what may be read and changed at which level.

use crate::prelude::*;

#[tokio::test]
async fn standard_writes_its_own_folders_and_nothing_else() {
    let world = World::new(ConfineLevel::Standard);
    let ran = world
        .python("attempt(lambda: open(WORK+'/a','w'), 'work ')\nattempt(lambda: open(OTHER+'/a','w'), 'other ')\nimport tempfile\nattempt(lambda: open(os.environ['TMPDIR']+'/a','w'), 'temp ')\nattempt(lambda: open(OTHER+'/secret').read(), 'read ')")
        .await;
    assert_eq!(
        ran.stdout, "work ok\nother EACCES\ntemp ok\nread ok\n",
        "{ran:?}"
    );
    assert!(
        ran.saw(ObservedAction::Create, &world.other.join("a"), false),
        "{ran:?}"
    );
    assert!(
        ran.saw(ObservedAction::Create, &world.work.join("a"), true),
        "{ran:?}"
    );
    assert!(ran.status.success());
}

#[tokio::test]
async fn protected_folders_cannot_be_read() {
    for level in ENFORCED {
        let world = World::new(level).protect_other();
        let ran = world
            .python("attempt(lambda: open(OTHER+'/secret').read())")
            .await;
        assert_eq!(ran.line(), "EACCES", "{level}");
    }
}

#[tokio::test]
async fn a_protected_folder_that_is_named_can_be_read() {
    let mut world = World::new(ConfineLevel::Standard).protect_other();
    world.permissions.read.push(world.other.clone());
    let ran = world
        .python("attempt(lambda: open(OTHER+'/secret').read())")
        .await;
    assert_eq!(ran.line(), "ok", "{ran:?}");
}

#[tokio::test]
async fn a_folder_with_something_protected_in_it_is_not_made_writable() {
    let mut world = World::new(ConfineLevel::Standard).protect_other();
    world
        .permissions
        .write
        .push(world.other.parent().unwrap().to_owned());
    let error = world.start("/bin/true", &[]).unwrap_err();
    assert!(error.to_string().contains("is protected"), "{error}");
}

#[tokio::test]
async fn a_named_folder_that_is_not_there_is_told() {
    let mut world = World::new(ConfineLevel::Standard);
    world.permissions.write.push("/not/there".into());
    let error = world.start("/bin/true", &[]).unwrap_err();
    assert!(
        error.to_string().contains("`/not/there` cannot be opened"),
        "{error}"
    );
}

#[tokio::test]
async fn strict_reads_only_what_is_named() {
    let world = World::new(ConfineLevel::Strict);
    let ran = world.python("attempt(lambda: open(OTHER+'/secret').read())\nattempt(lambda: os.listdir('/'))\nattempt(lambda: open(WORK+'/a','w'))").await;
    assert_eq!(ran.stdout, "EACCES\nEACCES\nok\n", "{ran:?}");
}

/// Landlock does not hold these; the supervisor does.
#[tokio::test]
async fn metadata_of_files_that_cannot_be_written_stays() {
    let world = World::new(ConfineLevel::Standard);
    let code = r"
f = OTHER + '/secret'
attempt(lambda: os.chmod(f, 0o777), 'chmod ')
attempt(lambda: os.utime(f, (1, 1)), 'utime ')
attempt(lambda: os.chown(f, os.getuid(), os.getgid()), 'chown ')
attempt(lambda: os.chown(f, os.getuid(), os.getgid(), follow_symlinks=False), 'lchown ')
attempt(lambda: os.setxattr(f, 'user.x', b'y'), 'xattr ')
fd = os.open(f, os.O_RDONLY)
attempt(lambda: os.fchmod(fd, 0o777), 'fchmod ')
attempt(lambda: os.utime(fd, (1, 1)), 'futime ')
attempt(lambda: os.fchown(fd, os.getuid(), os.getgid()), 'fchown ')
attempt(lambda: os.truncate(f, 0), 'truncate ')
attempt(lambda: os.chmod('/proc/self/fd/%d' % fd, 0o777), 'link ')
";
    let ran = world.python(code).await;
    for line in ran.stdout.lines() {
        assert!(
            line.ends_with("EACCES") || line.ends_with("ENOTSUP"),
            "{line}"
        );
    }
    assert_eq!(ran.stdout.lines().count(), 10, "{ran:?}");
    assert!(
        ran.saw(
            ObservedAction::ChangeMetadata,
            &world.other.join("secret"),
            false
        ),
        "{ran:?}"
    );
}

#[tokio::test]
async fn metadata_of_its_own_files_can_be_changed() {
    let world = World::new(ConfineLevel::Standard);
    let code = r"
f = WORK + '/a'
open(f, 'w').close()
os.symlink('a', WORK + '/link')
attempt(lambda: os.chmod(f, 0o640))
attempt(lambda: os.utime(f, (5, 7)))
attempt(lambda: os.chown(f, os.getuid(), os.getgid()))
attempt(lambda: os.utime(WORK + '/link', (5, 9), follow_symlinks=False))
os.chdir(WORK)
attempt(lambda: os.chmod('a', 0o600))
fd = os.open('.', os.O_RDONLY)
attempt(lambda: os.chmod('a', 0o604, dir_fd=fd))
f = open('a', 'w')
attempt(lambda: os.fchmod(f.fileno(), 0o604))
attempt(lambda: os.utime(f.fileno(), ns=(5, 7_000_000_001)))
attempt(lambda: os.chmod('missing', 0o600))
s = os.stat('a')
print(oct(s.st_mode & 0o777), s.st_mtime_ns, int(os.lstat('link').st_mtime))
";
    let ran = world.python(code).await;
    assert_eq!(
        ran.stdout,
        format!("{}ENOENT\n0o604 7000000001 9\n", "ok\n".repeat(8)),
        "{ran:?}"
    );
}

#[tokio::test]
async fn files_move_between_its_own_folders() {
    let world = World::new(ConfineLevel::Standard);
    let code = r"
os.chdir(WORK)
os.makedirs('a/folder'); os.mkdir('b'); open('a/file', 'w').close()
attempt(lambda: os.rename('a/file', 'b/file'))
attempt(lambda: os.rename('a/folder', 'b/folder'))
attempt(lambda: os.link('b/file', 'a/hard'))
attempt(lambda: os.rename('b/file', os.environ['TMPDIR'] + '/file'))
";
    let ran = world.python(code).await;
    assert_eq!(ran.stdout, "ok\nok\nok\nok\n", "{ran:?}");
}

#[tokio::test]
async fn the_temporary_folder_is_gone_afterwards() {
    let world = World::new(ConfineLevel::Standard);
    let ran = world
        .python("open(os.environ['TMPDIR']+'/a','w')\nprint(os.environ['TMPDIR'])")
        .await;
    let scratch = std::path::Path::new(ran.line());
    assert!(
        scratch.starts_with(std::env::temp_dir()) && !scratch.exists(),
        "{ran:?}"
    );
}
