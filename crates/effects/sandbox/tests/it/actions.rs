//! What victims do.

use std::env;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, abort, exit, id};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use candor_sandbox::{ProcessLimits, confine_self, cpu_time};
use rustix::process::{
    DumpableBehavior, PidfdFlags, Resource, Rlimit, Signal, getppid, kill_process, pidfd_open,
    set_dumpable_behavior, setrlimit,
};

use crate::victim::{ACTION, AIM, CONFINED};

pub(crate) const MIB: u64 = 1024 * 1024;

/// Generous in everything: actions about limits tighten what they are about.
pub(crate) const WIDE: ProcessLimits = ProcessLimits {
    memory: 4096 * MIB,
    cpu_seconds: 60,
    open_files: 64,
    file_size: 64 * MIB,
    processes: 4096,
};

/// Does the action that this process was started for, and ends it. In a test that was started as a
/// test it does nothing.
pub(crate) fn do_if_asked() {
    let Ok(action) = env::var(ACTION) else { return };
    let aim = env::var(AIM).unwrap();
    let known = file(&action, Path::new(&aim))
        || process(&action)
        || limit(&action, Path::new(&aim))
        || life(&action)
        || network(&action, &aim);
    assert!(known, "the action `{action}` is unknown");
    exit(0);
}

fn confine(limits: &ProcessLimits) {
    let confined = confine_self(limits).unwrap();
    println!("{CONFINED}\nby {confined}");
}

fn say<T, E: Display>(result: Result<T, E>) {
    match result {
        Ok(_) => println!("granted"),
        Err(error) => println!("refused: {error}"),
    }
}

/// False if the action is none of these; so are the other groups.
fn file(action: &str, path: &Path) -> bool {
    let try_it: fn(&Path) -> io::Result<()> = match action {
        "read a file" => |path| fs::read(path).map(drop),
        "append to a file" => |path| File::options().append(true).open(path).map(drop),
        "create a file" => |path| File::create(path).map(drop),
        "create a folder" => |path| fs::create_dir(path),
        "remove a file" => |path| fs::remove_file(path),
        "rename a file" => |path| fs::rename(path, path.with_extension("new")),
        "link a file" => |path| fs::hard_link(path, path.with_extension("new")),
        "change who may read" => |path| {
            let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o777);
            fs::set_permissions(path, permissions)
        },
        "look at a file" => |path| fs::metadata(path).map(drop),
        "list a folder" => |path| fs::read_dir(path).map(drop),
        "go to a folder" => |path| env::set_current_dir(path),
        "follow a link" => |path| fs::read_link(path).map(drop),
        "duplicate a stream" => |_| io::stdin().as_fd().try_clone_to_owned().map(drop),
        _ => return false,
    };
    confine(&WIDE);
    say(try_it(path));
    true
}

fn network(action: &str, aim: &str) -> bool {
    // Sockets that were open before are of no use either.
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let try_it: &dyn Fn() -> io::Result<()> = match action {
        "connect over TCP" => &|| TcpStream::connect(aim).map(drop),
        "listen" => &|| TcpListener::bind("127.0.0.1:0").map(drop),
        "open a UDP socket" => &|| UdpSocket::bind("127.0.0.1:0").map(drop),
        "send over UDP" => &|| socket.send_to(b"secret", aim).map(drop),
        "receive over UDP" => &|| socket.recv(&mut [0]).map(drop),
        "accept" => &|| listener.accept().map(drop),
        "connect to a Unix socket" => &|| UnixStream::connect(aim).map(drop),
        "make a pair of Unix sockets" => &|| UnixStream::pair().map(drop),
        _ => return false,
    };
    confine(&WIDE);
    say(try_it());
    true
}

fn process(action: &str) -> bool {
    let parent = getppid().unwrap();
    let try_it: &dyn Fn() -> io::Result<()> = match action {
        "run a program" => &|| Command::new("/bin/true").status().map(drop),
        "become a program" => &|| {
            Err(std::os::unix::process::CommandExt::exec(&mut Command::new(
                "/bin/true",
            )))
        },
        "start a thread" => &|| thread::Builder::new().spawn(|| ()).map(drop),
        "kill the parent" => &|| Ok(kill_process(parent, Signal::KILL)?),
        "get hold of the parent" => &|| Ok(pidfd_open(parent, PidfdFlags::empty()).map(drop)?),
        "read the parent's memory" => {
            &|| File::open(format!("/proc/{}/mem", parent.as_raw_nonzero())).map(drop)
        }
        "raise a limit" => &|| {
            let none = Rlimit {
                current: None,
                maximum: None,
            };
            Ok(setrlimit(Resource::Cpu, none)?)
        },
        "hide from debuggers" => &|| Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?),
        _ => return false,
    };
    confine(&WIDE);
    say(try_it());
    true
}

fn limit(action: &str, path: &Path) -> bool {
    match action {
        "ask for a gibibyte" => {
            let memory = 512 * MIB;
            confine(&ProcessLimits { memory, ..WIDE });
            say(Vec::<u8>::new().try_reserve_exact(1 << 30));
        }
        "take a gibibyte" => {
            let memory = 512 * MIB;
            confine(&ProcessLimits { memory, ..WIDE });
            println!("{}", vec![1_u8; 1 << 30].len());
        }
        // Its error stream is a file.
        "write too much" => {
            let file_size = 3;
            confine(&ProcessLimits { file_size, ..WIDE });
            say(io::stderr().write_all(b"abc"));
            say(io::stderr().write_all(b"d"));
        }
        "write to what is open" => {
            let mut file = File::create(path).unwrap();
            confine(&WIDE);
            say(file.write_all(b"abc"));
        }
        "read what is open" => {
            let mut file = File::open("/etc/passwd").unwrap();
            confine(&WIDE);
            say(file.read(&mut [0; 16]));
        }
        "spin" => {
            let cpu_seconds = 1;
            confine(&ProcessLimits {
                cpu_seconds,
                ..WIDE
            });
            // Ends by itself in case it is not killed.
            let start = Instant::now();
            while start.elapsed() < Duration::from_mins(1) {}
        }
        "confine late" => {
            let memory = MIB;
            let error = confine_self(&ProcessLimits { memory, ..WIDE }).unwrap_err();
            // It is not, and that is what this is about: nothing was given up.
            println!("{CONFINED}\n{error}");
            say(File::open("/dev/null"));
        }
        _ => return false,
    }
    true
}

fn life(action: &str) -> bool {
    match action {
        "work" => {
            confine(&WIDE);
            work();
        }
        "wait" => {
            confine(&WIDE);
            // Until the other end closes.
            io::stdin().read_to_end(&mut Vec::new()).unwrap();
        }
        "panic" => {
            confine(&WIDE);
            panic!("a reason, with the number {}", id());
        }
        "end with 7" => {
            confine(&WIDE);
            exit(7);
        }
        "abort" => {
            confine(&WIDE);
            abort();
        }
        "overflow the stack" => {
            confine(&WIDE);
            println!("{}", deep(u64::MAX));
        }
        _ => return false,
    }
    true
}

/// All that a worker needs, with a word for each thing that worked.
fn work() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    println!("read {}", line.trim());
    let mut memory = vec![0_u8; 50 << 20];
    memory[(50 << 20) - 1] = 7;
    memory.resize(60 << 20, 1);
    println!("memory {}", memory[(50 << 20) - 1]);
    drop(memory);
    let (start, before) = (Instant::now(), cpu_time());
    while cpu_time() == before {}
    assert!(SystemTime::now() > SystemTime::UNIX_EPOCH);
    println!("clocks");
    thread::sleep(Duration::from_millis(1));
    let (lock, bell) = (Mutex::new(()), Condvar::new());
    let waited = bell.wait_timeout(lock.lock().unwrap(), Duration::from_millis(1));
    assert!(waited.unwrap().1.timed_out());
    assert!(start.elapsed() >= Duration::from_millis(2));
    println!("waiting");
    let caught = std::panic::catch_unwind(|| panic!("on the way"));
    println!("caught {}", caught.is_err());
    io::stderr().write_all(b"complained\n").unwrap();
}

/// So many calls deep, each in need of the one below.
fn deep(levels: u64) -> u64 {
    let below = if levels == 0 { 0 } else { deep(levels - 1) };
    std::hint::black_box(below) + 1
}
