//! System calls by name, with their numbers on each architecture.

use seccompiler::TargetArch;

/// One system call.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemCall {
    #[cfg_attr(
        not(test),
        expect(
            dead_code,
            reason = "it is for the reader of the tables, and for tests"
        )
    )]
    pub(super) name: &'static str,
    x86_64: Option<i64>,
    aarch64: Option<i64>,
    /// The arguments to which the entry applies.
    pub(super) when: ArgumentRule,
}

/// A condition on arguments, each identified by its index from 0.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArgumentRule {
    /// Whatever they are.
    Always,
    /// This one, a mapping's protection, must not let it be executed.
    NotExecutable(u8),
    /// This one must be the process itself.
    OwnProcess(u8),
    /// This one must be less than that.
    Below(u8, u64),
}

// === impl SystemCall ===

impl SystemCall {
    /// Its number; nothing where there is no such call.
    pub(super) fn number(&self, machine: TargetArch) -> Option<i64> {
        match machine {
            TargetArch::x86_64 => self.x86_64,
            TargetArch::aarch64 => self.aarch64,
            TargetArch::riscv64 => None,
        }
    }

    const fn when(self, when: ArgumentRule) -> Self {
        Self { when, ..self }
    }
}

/// A call by its name and its numbers on `x86_64` and `aarch64`.
const fn call(name: &'static str, x86_64: i64, aarch64: i64) -> SystemCall {
    SystemCall {
        name,
        x86_64: Some(x86_64),
        aarch64: Some(aarch64),
        when: ArgumentRule::Always,
    }
}

/// A call that only `x86_64` has.
const fn old_call(name: &'static str, x86_64: i64) -> SystemCall {
    SystemCall {
        name,
        x86_64: Some(x86_64),
        aarch64: None,
        when: ArgumentRule::Always,
    }
}

/// Its first argument must be a standard stream. A process may have been handed more than it knows
/// of, since its ancestors may have left something open.
const STREAM: ArgumentRule = ArgumentRule::Below(0, 3);

/// Advice from this number on takes pages out of use, for privileged processes. All ordinary advice
/// has a lower number.
const MADV_HWPOISON: u64 = 100;

/// The calls needed to read, compute, write and exit.
///
/// Deliberately excluded, although some lists include them: `newfstatat` and `statx`, which
/// programs use on open files but which also take a path, which a filter cannot inspect; `ioctl`,
/// whose meaning depends on the device; `prlimit64` and `prctl`, which could undo parts of the
/// sandbox; `rseq` and `set_robust_list`, which only new threads need.
pub(super) const ALLOWED: &[SystemCall] = &[
    // Open descriptors.
    call("read", 0, 63).when(STREAM),
    call("write", 1, 64).when(STREAM),
    call("readv", 19, 65).when(STREAM),
    call("writev", 20, 66).when(STREAM),
    call("close", 3, 57),
    call("fstat", 5, 80),
    call("lseek", 8, 62).when(STREAM),
    old_call("poll", 7),
    call("ppoll", 271, 73),
    // Memory, but none that can be executed: an intruder brings no code along.
    call("mmap", 9, 222).when(ArgumentRule::NotExecutable(2)),
    call("mprotect", 10, 226).when(ArgumentRule::NotExecutable(2)),
    call("munmap", 11, 215),
    call("mremap", 25, 216),
    call("madvise", 28, 233).when(ArgumentRule::Below(2, MADV_HWPOISON)),
    call("brk", 12, 214),
    // Waiting, and its own threads among each other.
    call("futex", 202, 98),
    call("sched_yield", 24, 124),
    call("nanosleep", 35, 101),
    call("clock_nanosleep", 230, 115),
    call("restart_syscall", 219, 128),
    // Time and chance. Most clocks are read without a call, but not on every machine.
    call("clock_gettime", 228, 113),
    call("gettimeofday", 96, 169),
    call("getrandom", 318, 278),
    // Own signals: stack overflow and abort are reported through signals.
    call("rt_sigaction", 13, 134),
    call("rt_sigprocmask", 14, 135),
    call("rt_sigreturn", 15, 139),
    call("sigaltstack", 131, 132),
    call("getpid", 39, 172),
    call("gettid", 186, 178),
    call("tgkill", 234, 131).when(ArgumentRule::OwnProcess(0)),
    // The end of a thread and of the process.
    call("exit", 60, 93),
    call("exit_group", 231, 94),
];

/// Calls that no library makes by accident, and no such process legitimately.
///
/// File access is not included, because libraries look for files all the time: time zones, locales,
/// random devices. Nor are signals to others, which an aborting program may fall back to.
pub(super) const HOSTILE: &[SystemCall] = &[
    // Programs, processes and threads. The last two start threads as well as processes; the
    // arguments of `clone3` are out of a filter's sight, and a worker needs neither.
    call("execve", 59, 221),
    call("execveat", 322, 281),
    old_call("fork", 57),
    old_call("vfork", 58),
    call("clone", 56, 220),
    call("clone3", 435, 435),
    // Other processes.
    call("ptrace", 101, 117),
    call("process_vm_readv", 310, 270),
    call("process_vm_writev", 311, 271),
    call("process_madvise", 440, 440),
    call("pidfd_getfd", 438, 438),
    call("kcmp", 312, 272),
    // The network, also through a socket that was left open.
    call("socket", 41, 198),
    call("socketpair", 53, 199),
    call("bind", 49, 200),
    call("listen", 50, 201),
    call("accept", 43, 202),
    call("accept4", 288, 242),
    call("connect", 42, 203),
    call("sendto", 44, 206),
    call("sendmsg", 46, 211),
    call("sendmmsg", 307, 269),
    call("recvfrom", 45, 207),
    call("recvmsg", 47, 212),
    call("recvmmsg", 299, 243),
    // Other roots, mounts and namespaces, and files by the back door.
    call("mount", 165, 40),
    call("umount2", 166, 39),
    call("pivot_root", 155, 41),
    call("chroot", 161, 51),
    call("open_tree", 428, 428),
    call("move_mount", 429, 429),
    call("fsopen", 430, 430),
    call("fsconfig", 431, 431),
    call("fsmount", 432, 432),
    call("fspick", 433, 433),
    call("mount_setattr", 442, 442),
    call("unshare", 272, 97),
    call("setns", 308, 268),
    call("open_by_handle_at", 304, 265),
    // Wide doors into the kernel, through which most that broke out went. The first three
    // would make calls that no filter sees.
    call("io_uring_setup", 425, 425),
    call("io_uring_enter", 426, 426),
    call("io_uring_register", 427, 427),
    call("bpf", 321, 280),
    call("userfaultfd", 323, 282),
    call("perf_event_open", 298, 241),
    call("keyctl", 250, 219),
    call("add_key", 248, 217),
    call("request_key", 249, 218),
    old_call("modify_ldt", 154),
    // The machine itself.
    call("init_module", 175, 105),
    call("finit_module", 313, 273),
    call("delete_module", 176, 106),
    call("kexec_load", 246, 104),
    call("kexec_file_load", 320, 294),
    call("reboot", 169, 142),
    call("swapon", 167, 224),
    call("swapoff", 168, 225),
    call("acct", 163, 89),
    call("settimeofday", 164, 170),
    call("clock_settime", 227, 112),
    call("clock_adjtime", 305, 266),
    call("adjtimex", 159, 171),
    call("sethostname", 170, 161),
    call("setdomainname", 171, 162),
    old_call("iopl", 172),
    old_call("ioperm", 173),
];
