//! Ways around a confinement, tried at each level that promises to hold.

use std::os::unix::net::UnixListener;

use crate::prelude::*;

/// Tries something at both levels that refuse; every line must be one of the errors.
async fn refused(code: &str, errors: &[&str]) {
    for level in ENFORCED {
        let world = World::new(level).protect_other();
        let ran = world.python(code).await;
        let secret = std::fs::read_to_string(world.other.join("secret")).unwrap();
        assert_eq!(secret, "the secret", "{level}");
        assert!(!ran.stdout.trim().is_empty(), "{level}: {ran:?}");
        for line in ran.stdout.lines() {
            assert!(
                errors.iter().any(|error| line.ends_with(error)),
                "{level}: {line} {ran:?}"
            );
        }
    }
}

#[tokio::test]
async fn links_lead_nowhere() {
    let code = r"
os.symlink(OTHER, WORK + '/folder')
os.symlink(OTHER + '/secret', WORK + '/file')
attempt(lambda: open(WORK + '/folder/secret').read(), 'symlink ')
attempt(lambda: open(WORK + '/file').read(), 'symlink ')
attempt(lambda: open(WORK + '/file', 'w'), 'symlink ')
attempt(lambda: os.link(OTHER + '/secret', WORK + '/hard'), 'hard link ')
attempt(lambda: os.rename(OTHER + '/secret', WORK + '/moved'), 'rename ')
attempt(lambda: os.rename(OTHER, WORK + '/moved'), 'rename ')
";
    refused(code, &["EACCES", "EXDEV"]).await;
}

#[tokio::test]
async fn the_root_of_proc_leads_nowhere() {
    let code = r"
for root in ['/proc/self/root', '/proc/self/task/%d/root' % os.getpid(), '/proc/thread-self/root', '/proc/self/cwd/../../../../../..']:
    attempt(lambda: open(root + OTHER + '/secret').read(), root + ' ')
    attempt(lambda: open(root + OTHER + '/made', 'w'), root + ' ')
";
    refused(code, &["EACCES", "ENOENT"]).await;
}

#[tokio::test]
async fn descriptors_in_proc_give_no_more_than_they_have() {
    let code = r"
fd = os.open('/etc/passwd', os.O_RDONLY)
attempt(lambda: open('/proc/self/fd/%d' % fd, 'r+'))
attempt(lambda: open('/dev/fd/%d' % fd, 'r+'))
path = os.open(OTHER, os.O_PATH)
attempt(lambda: os.open('secret', os.O_RDONLY, dir_fd=path))
attempt(lambda: os.open('made', os.O_CREAT | os.O_WRONLY, dir_fd=path))
attempt(lambda: open('/proc/self/fd/%d/secret' % path))
";
    refused(code, &["EACCES"]).await;
}

#[tokio::test]
async fn nothing_is_inherited_but_the_standard_streams() {
    for level in [
        ConfineLevel::Watch,
        ConfineLevel::Standard,
        ConfineLevel::Strict,
    ] {
        // A careless parent: the shell leaves two files open for the launcher.
        let mut world = World::new(level);
        world.launcher = (
            "/bin/sh".into(),
            [
                "-c",
                "exec 5</etc/passwd 9>/dev/null \"$0\" \"$@\"",
                LAUNCHER,
            ]
            .map(str::to_owned)
            .to_vec(),
        );
        let ran = world
            .python("print(sorted(int(fd) for fd in os.listdir('/proc/self/fd'))[:-1])")
            .await;
        assert_eq!(ran.line(), "[0, 1, 2]", "{level}: {ran:?}");
    }
}

#[tokio::test]
async fn other_processes_cannot_be_taken_over() {
    let victim = std::process::id();
    let code = format!(
        r"
victim = {victim}
buffer = ctypes.create_string_buffer(64)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 64)
attempt(lambda: call(101, 16, victim, 0, 0), 'ptrace attach ')
attempt(lambda: call(101, 0x4206, victim, 0, 0), 'ptrace seize ')
attempt(lambda: call(310, victim, vector, 1, vector, 1, 0), 'process_vm_readv ')
attempt(lambda: call(311, victim, vector, 1, vector, 1, 0), 'process_vm_writev ')
attempt(lambda: call(438, os.pidfd_open(victim), 0, 0), 'pidfd_getfd ')
attempt(lambda: os.kill(victim, 0), 'kill ')
attempt(lambda: os.kill(os.getppid(), 0), 'kill parent ')
attempt(lambda: call(424, os.pidfd_open(victim), 0, 0, 0), 'pidfd_send_signal ')
for name in ['environ', 'mem', 'maps', 'auxv', 'syscall', 'stack']:
    attempt(lambda: open('/proc/%d/%s' % (victim, name), 'rb').read(), name + ' ')
attempt(lambda: os.readlink('/proc/%d/fd/0' % victim), 'fd ')
attempt(lambda: open('/proc/%d/fd/0' % victim), 'fd ')
attempt(lambda: os.stat('/proc/%d/root/' % victim), 'root ')
attempt(lambda: open('/proc/%d/mem' % victim, 'r+b'), 'mem ')
limits = (ctypes.c_ulong * 2)(1, 1)
attempt(lambda: call(302, victim, 7, limits, 0), 'prlimit ')
attempt(lambda: call(312, os.getpid(), victim, 0, 0, 0), 'kcmp ')
"
    );
    refused(&code, &["EPERM", "EACCES"]).await;
}

#[tokio::test]
async fn sockets_of_others_cannot_be_reached() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("socket");
    let _listener = UnixListener::bind(&path).unwrap();
    let name = format!("candor-confine-test-{}", std::process::id());
    let address =
        <std::os::unix::net::SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(
            &name,
        )
        .unwrap();
    let _abstract = UnixListener::bind_addr(&address).unwrap();
    let code = format!(
        r"
os.symlink({path:?}, WORK + '/link')
def connect(address, kind=socket.SOCK_STREAM):
    s = socket.socket(socket.AF_UNIX, kind)
    s.connect(address)
attempt(lambda: connect({path:?}), 'path ')
attempt(lambda: connect(WORK + '/link'), 'link ')
attempt(lambda: connect('\0{name}'), 'abstract ')
attempt(lambda: connect({path:?}, socket.SOCK_DGRAM), 'datagram ')
attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM), 'pair ')
for family in [40, 38, 17, 31, 21, 42]:
    attempt(lambda: socket.socket(family, socket.SOCK_STREAM, 0), 'family %d ' % family)
"
    );
    refused(&code, &["EACCES", "EAFNOSUPPORT"]).await;
}

#[tokio::test]
async fn own_sockets_work() {
    for level in ENFORCED {
        let world = World::new(level);
        let code = r"
a, b = socket.socketpair()
a.send(b'x'); assert b.recv(1) == b'x'
l = socket.socket(socket.AF_UNIX); l.bind(WORK + '/s'); l.listen()
c = socket.socket(socket.AF_UNIX); attempt(lambda: c.connect(WORK + '/s'))
os.chdir(WORK)
c = socket.socket(socket.AF_UNIX); attempt(lambda: c.connect('s'))
";
        let ran = world.python(code).await;
        assert_eq!(ran.stdout, "ok\nok\n", "{level}: {ran:?}");
    }
}

#[tokio::test]
async fn programs_without_a_file_do_not_run_at_strict() {
    let world = World::new(ConfineLevel::Strict);
    let code = r"
def memory():
    fd = os.memfd_create('x')
    os.write(fd, open('/bin/true', 'rb').read())
    os.execve(fd, ['true'], {})
attempt(memory, 'memfd ')
import shutil
shutil.copy('/bin/true', WORK + '/copy')
attempt(lambda: os.execve(WORK + '/copy', ['copy'], {}), 'copy ')
";
    let ran = world.python(code).await;
    assert_eq!(ran.stdout, "memfd EACCES\ncopy EACCES\n", "{ran:?}");
    assert!(
        ran.saw(ObservedAction::Run, &world.work.join("copy"), false),
        "{ran:?}"
    );
}

#[tokio::test]
async fn rings_are_closed_at_every_level() {
    for level in [
        ConfineLevel::Watch,
        ConfineLevel::Standard,
        ConfineLevel::Strict,
    ] {
        let world = World::new(level);
        let code = "b = ctypes.create_string_buffer(256)\nattempt(lambda: call(425, 8, b))\nattempt(lambda: call(426, 0, 1, 0, 0, 0, 0))\nattempt(lambda: call(427, 0, 0, 0, 0))";
        let ran = world.python(code).await;
        assert_eq!(ran.stdout, "ENOSYS\nENOSYS\nENOSYS\n", "{level}: {ran:?}");
    }
}

#[tokio::test]
async fn there_is_no_other_view_of_the_system() {
    let code = r"
for name, flag in [('mount', 0x20000), ('user', 0x10000000), ('net', 0x40000000), ('pid', 0x20000000)]:
    attempt(lambda: call(272, flag), 'unshare %s ' % name)
    attempt(lambda: call(56, flag | 17, 0, 0, 0, 0), 'clone %s ' % name)
attempt(lambda: call(308, 0, 0), 'setns ')
attempt(lambda: call(165, b'/etc', WORK.encode(), 0, 4096, 0), 'mount ')
attempt(lambda: call(166, b'/proc', 2), 'umount ')
attempt(lambda: call(155, b'/', b'/'), 'pivot_root ')
attempt(lambda: call(161, WORK.encode()), 'chroot ')
attempt(lambda: call(428, -100, b'/etc', 1), 'open_tree ')
attempt(lambda: call(429, -100, b'/etc', -100, WORK.encode(), 0), 'move_mount ')
attempt(lambda: call(430, b'tmpfs', 0), 'fsopen ')
attempt(lambda: call(304, -100, 0, 0), 'open_by_handle_at ')
";
    refused(code, &["EPERM"]).await;
}

#[tokio::test]
async fn the_second_way_to_clone_is_not_there() {
    let code = "b = ctypes.create_string_buffer(88)\nattempt(lambda: call(435, b, 88))";
    refused(code, &["ENOSYS"]).await;
}

#[cfg(target_arch = "x86_64")]
#[tokio::test]
async fn the_second_numbering_of_calls_is_not_there() {
    // `openat` by its other number.
    let code = "attempt(lambda: call(0x40000000 + 257, -100, (OTHER + '/secret').encode(), 0))";
    refused(code, &["ENOSYS"]).await;
}

#[tokio::test]
async fn programs_of_other_users_give_no_privilege() {
    for level in [
        ConfineLevel::Watch,
        ConfineLevel::Standard,
        ConfineLevel::Strict,
    ] {
        let world = World::new(level);
        let code = "fields = dict(l.split(':\\t') for l in open('/proc/self/status').read().splitlines() if ':\\t' in l)\nprint(fields['NoNewPrivs'], fields['Seccomp'])";
        let ran = world.python(code).await;
        assert_eq!(ran.line(), "1 2", "{level}: {ran:?}");
    }
}

#[tokio::test]
async fn root_keeps_no_power_over_the_system() {
    for level in ENFORCED {
        let world = World::new(level);
        let code = "fields = dict(l.split(':\\t') for l in open('/proc/self/status').read().splitlines() if ':\\t' in l)\nprint(int(fields['CapBnd'], 16) & (1<<21 | 1<<19 | 1<<17 | 1<<16 | 1<<13 | 1<<12 | 1<<2), int(fields['CapEff'], 16) & (1<<21 | 1<<19 | 1<<2))";
        let ran = world.python(code).await;
        // A user who is not root has none, but keeps the bounding set, which does nothing for them.
        assert!(ran.line().ends_with(" 0"), "{level}: {ran:?}");
    }
}

#[tokio::test]
async fn shared_memory_is_not_shared() {
    let code = r"
attempt(lambda: open('/dev/shm/candor-confine-test', 'w'), 'shm ')
attempt(lambda: open('/dev/mqueue/candor-confine-test', 'w'), 'mqueue ')
";
    refused(code, &["EACCES", "ENOENT"]).await;
    let world = World::new(ConfineLevel::Strict);
    let ran = world.python("attempt(lambda: call(29, 1234, 4096, 0o1600))\nattempt(lambda: call(240, b'x', 0o102, 0o600, 0))").await;
    assert_eq!(ran.stdout, "EACCES\nEACCES\n", "{ran:?}");
}

#[tokio::test]
async fn threads_are_held_like_the_process() {
    let code = r"
import threading
def work():
    attempt(lambda: open(OTHER + '/made', 'w'))
    attempt(lambda: open(OTHER + '/secret'))
thread = threading.Thread(target=work)
thread.start()
thread.join()
";
    refused(code, &["EACCES"]).await;
}

#[tokio::test]
async fn the_terminal_cannot_be_typed_into() {
    let code = r"
import fcntl
attempt(lambda: fcntl.ioctl(0, 0x5412, b'x'), 'TIOCSTI ')
attempt(lambda: fcntl.ioctl(0, 0x541c, b'x'), 'TIOCLINUX ')
";
    refused(code, &["EPERM"]).await;
}

/// A thread that swaps the path between check and use changes nothing it could not.
#[tokio::test]
async fn swapping_a_path_does_not_help() {
    let world = World::new(ConfineLevel::Standard);
    let code = r"
import threading
open(WORK + '/mine', 'w').close()
mine, other = (WORK + '/mine').encode(), (OTHER + '/secret').encode()
size = max(len(mine), len(other)) + 1
buffer = ctypes.create_string_buffer(size)
stop = False
def swap():
    while not stop:
        ctypes.memmove(buffer, mine + b'\0', len(mine) + 1)
        ctypes.memmove(buffer, other + b'\0', len(other) + 1)
thread = threading.Thread(target=swap)
thread.start()
for _ in range(300):
    try: call(90, buffer, 0o777)
    except OSError: pass
stop = True
thread.join()
print(oct(os.stat(OTHER + '/secret').st_mode & 0o777), oct(os.stat(WORK + '/mine').st_mode & 0o777))
";
    let ran = world.python(code).await;
    assert_eq!(ran.line().split(' ').next(), Some("0o644"), "{ran:?}");
}

#[tokio::test]
async fn a_program_without_a_file_is_held_at_standard() {
    let world = World::new(ConfineLevel::Standard).protect_other();
    let code = r"
fd = os.memfd_create('x', 0)
os.write(fd, open('/bin/cat', 'rb').read())
pid = os.fork()
if pid == 0:
    os.execve(fd, ['cat', OTHER + '/secret'], {})
print('ended with', os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";
    let ran = world.python(code).await;
    assert_eq!(ran.line(), "ended with 1", "{ran:?}");
}

#[tokio::test]
async fn a_setuid_program_runs_as_whoever_starts_it() {
    const NOBODY: u32 = 65534;
    for level in [
        ConfineLevel::Watch,
        ConfineLevel::Standard,
        ConfineLevel::Strict,
    ] {
        let mut world = World::new(level);
        let copy = world.work.join("id");
        std::fs::copy("/usr/bin/id", &copy).unwrap();
        // Only root can give a file away; of anyone else it is their own.
        let _ = std::os::unix::fs::chown(&copy, Some(NOBODY), None);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o4755);
        std::fs::set_permissions(&copy, mode).unwrap();
        world.permissions.run = RunRule::Anything;
        let own = world.run("/usr/bin/id", &["-u"]).await;
        let ran = world.run(copy.to_str().unwrap(), &["-u"]).await;
        assert_eq!(ran.stdout, own.stdout, "{level}: {ran:?}");
    }
}

/// A library that is loaded into every program, and whose thread tries for a second to write.
const EARLY_THREAD: &str = r#"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *work(void *unused) {
    for (int i = 0; i < 100; i++) {
        int fd = open(getenv("EARLY_FILE"), O_CREAT | O_WRONLY, 0600);
        if (fd >= 0) close(fd);
        usleep(10000);
    }
    return unused;
}
__attribute__((constructor)) static void begin(void) {
    pthread_t thread;
    if (getenv("EARLY_FILE")) pthread_create(&thread, 0, work, 0);
}
"#;

/// Threads that run before a process is confined would not be held. Nothing of the program runs
/// before, not even what its variables load.
#[tokio::test]
async fn no_thread_begins_before_the_confinement() {
    for level in ENFORCED {
        let mut world = World::new(level);
        let (source, library) = (world.work.join("early.c"), world.work.join("early.so"));
        std::fs::write(&source, EARLY_THREAD).unwrap();
        let built = std::process::Command::new("cc")
            .args(["-shared", "-fPIC", "-pthread", "-o"])
            .args([&library, &source])
            .status();
        assert!(built.expect("a C compiler").success());
        let (free, held) = (world.other.join("free"), world.other.join("held"));
        let early = |file: &std::path::Path| {
            [("LD_PRELOAD", library.as_path()), ("EARLY_FILE", file)]
                .map(|(name, path)| (name.to_owned(), path.display().to_string()))
        };
        // Without a confinement the thread does what it is there for.
        let status = std::process::Command::new("sleep")
            .arg("0.3")
            .envs(early(&free))
            .status();
        assert!(status.expect("it runs").success() && free.exists());
        world.environment.extend(early(&held));
        let ran = world.run("/usr/bin/sleep", &["1.2"]).await;
        assert!(ran.status.success(), "{level}: {ran:?}");
        assert!(!held.exists(), "{level}: {ran:?}");
    }
}
