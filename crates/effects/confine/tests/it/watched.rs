//! What is observed of a program that may do everything.

use crate::prelude::*;

#[tokio::test]
async fn every_change_is_seen_and_done() {
    use ObservedAction::{
        ChangeMetadata, Create, Delete, Link, MakeFolder, MakeNode, Read, Rename, Run, Truncate,
        Write,
    };
    let world = World::new(ConfineLevel::Watch);
    let code = r"
os.chdir(OTHER)
open('made', 'w').close()
open('made', 'r+').close()
os.truncate('made', 0)
os.rename('made', 'moved')
os.link('moved', 'hard')
os.symlink('moved', 'soft')
os.chmod('moved', 0o600)
os.utime('moved')
os.mkdir('folder')
os.rmdir('folder')
os.mkfifo('pipe')
os.unlink('soft')
os.spawnv(os.P_WAIT, '/bin/true', ['true'])
print('done')
";
    let ran = world.python(code).await;
    assert_eq!(ran.line(), "done", "{ran:?}");
    for (action, name) in [
        (Create, "made"),
        (Write, "made"),
        (Truncate, "made"),
        (Rename, "made"),
        (Rename, "moved"),
        (Link, "hard"),
        (Link, "soft"),
        (ChangeMetadata, "moved"),
        (MakeFolder, "folder"),
        (Delete, "folder"),
        (MakeNode, "pipe"),
        (Delete, "soft"),
    ] {
        assert!(
            ran.saw(action, &world.other.join(name), true),
            "{action:?} {name} {ran:?}"
        );
    }
    let bin = std::path::Path::new("/bin/true").canonicalize().unwrap();
    assert!(ran.saw(Run, &bin, true), "{ran:?}");
    assert!(
        ran.observations.iter().all(|one| one.action != Read),
        "{ran:?}"
    );
    assert!(
        ran.observations
            .iter()
            .any(|one| one.program.contains("python3"))
    );
}

#[tokio::test]
async fn reads_are_seen_on_request() {
    let mut world = World::new(ConfineLevel::Watch);
    world.permissions.observe = ObservedCalls::Reads;
    let ran = world.python("open(OTHER+'/secret').read()").await;
    assert!(
        ran.saw(ObservedAction::Read, &world.other.join("secret"), true),
        "{ran:?}"
    );
}

#[tokio::test]
async fn only_refusals_are_seen_on_request() {
    let mut world = World::new(ConfineLevel::Standard);
    world.permissions.observe = ObservedCalls::Refusals;
    let ran = world
        .python("open(WORK+'/a','w')\nattempt(lambda: open(OTHER+'/a','w'))")
        .await;
    assert_eq!(ran.line(), "EACCES");
    assert_eq!(ran.observations.len(), 1, "{ran:?}");
}

#[tokio::test]
async fn what_fails_anyhow_is_not_called_refused() {
    let mut world = World::new(ConfineLevel::Standard);
    world.permissions.observe = ObservedCalls::Refusals;
    let code = "attempt(lambda: os.mkdir(OTHER))\nattempt(lambda: os.rmdir(OTHER + '/missing'))\nattempt(lambda: open(OTHER + '/no/place', 'w'))\nattempt(lambda: os.execv('/no/program', ['x']))";
    let ran = world.python(code).await;
    assert_eq!(ran.stdout, "EEXIST\nENOENT\nENOENT\nENOENT\n", "{ran:?}");
    assert_eq!(ran.observations, [], "{ran:?}");
}

#[tokio::test]
async fn children_are_seen_too() {
    let world = World::new(ConfineLevel::Watch);
    let path = world.other.join("by child");
    let ran = world
        .run(
            "/bin/sh",
            &[
                "-c",
                &format!("sh -c 'echo x > \"{}\"'; true", path.display()),
            ],
        )
        .await;
    assert!(ran.status.success(), "{ran:?}");
    assert!(ran.saw(ObservedAction::Create, &path, true), "{ran:?}");
}

#[tokio::test]
async fn a_flood_is_counted() {
    let world = World::new(ConfineLevel::Watch);
    let mut confined = world.start("/usr/bin/python3", &["-I", "-S", "-c", "import os\nfor i in range(6000):\n  try: os.rmdir('/not/there')\n  except OSError: pass"]).unwrap();
    let status = confined.child.wait().await.unwrap();
    assert!(status.success());
    let missed = confined.observations.missed();
    assert!(missed >= 6000 - 4096, "{missed}");
    assert!(confined.observations.try_next().is_some());
}

#[tokio::test]
async fn connections_and_datagrams_are_seen() {
    let world = World::new(ConfineLevel::Watch);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let port = listener.local_addr().unwrap().port();
    let code = format!(
        "
s = socket.create_connection(('127.0.0.1', {port}))
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
u.sendto(b'x', ('127.0.0.1', {port}))
u.sendmsg([b'x'], [], 0, ('127.0.0.1', {port}))
"
    );
    let ran = world.python(&code).await;
    assert!(ran.status.success(), "{ran:?}");
    assert!(
        ran.saw_address(ObservedAction::Connect, &address, true),
        "{ran:?}"
    );
    let sent = ran
        .observations
        .iter()
        .filter(|one| one.action == ObservedAction::Send)
        .count();
    assert_eq!(sent, 2, "{ran:?}");
}
