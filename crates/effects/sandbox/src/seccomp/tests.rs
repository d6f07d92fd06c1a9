//! The filters, asked as the kernel would ask them, for every kind of machine.

use std::collections::BTreeSet;

use super::*;

/// The machines with their names in the kernel's words.
const MACHINES: [(TargetArch, u32); 2] = [
    (TargetArch::x86_64, 0xC000_003E),
    (TargetArch::aarch64, 0xC000_00B7),
];
/// The process that the filters are for.
const SELF: u32 = 4_711;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum KernelAnswer {
    Allowed,
    Refused,
    Ended,
}
use KernelAnswer::{Allowed, Ended, Refused};

/// The harder of both answers, as the kernel takes it.
fn ask(filters: &SeccompFilters, audit: u32, number: i64, arguments: [u64; 6]) -> KernelAnswer {
    let number = u32::try_from(number).unwrap();
    let answers = [&filters.ending, &filters.refusing].map(|program| {
        match run(program, &call_data(number, audit, arguments)) {
            0x7FFF_0000 => Allowed,
            0x0005_0001 => Refused,
            0x8000_0000 => Ended,
            other => panic!("an answer of {other:#x}"),
        }
    });
    answers[0].max(answers[1])
}

/// What a filter sees of a call, in words of 32 bits.
fn call_data(number: u32, audit: u32, arguments: [u64; 6]) -> Vec<u32> {
    let halves = arguments.into_iter().flat_map(|argument| {
        let low = u32::try_from(argument & 0xFFFF_FFFF).unwrap();
        [low, u32::try_from(argument >> 32).unwrap()]
    });
    [number, audit, 0, 0].into_iter().chain(halves).collect()
}

/// Runs a program of the kernel's small machine, as far as filters use it.
fn run(program: &BpfProgram, data: &[u32]) -> u32 {
    let mut register = 0;
    let mut at = 0;
    // Jumps go forward only, so this ends.
    loop {
        let step = &program[at];
        at += 1;
        let jump = |is_so: bool| usize::from(if is_so { step.jt } else { step.jf });
        match step.code {
            0x20 => register = data[step.k as usize / 4],
            0x54 => register &= step.k,
            0x05 => at += step.k as usize,
            0x15 => at += jump(register == step.k),
            0x25 => at += jump(register > step.k),
            0x35 => at += jump(register >= step.k),
            0x06 => return step.k,
            other => panic!("an instruction of {other:#x}"),
        }
    }
}

fn on_each(check: impl Fn(&SeccompFilters, TargetArch, u32)) {
    for (machine, audit) in MACHINES {
        let filters = SeccompFilters::compile_for(machine, SELF).unwrap();
        check(&filters, machine, audit);
    }
}

fn named(calls: &[SystemCall], name: &str) -> SystemCall {
    let found = calls.iter().find(|call| call.name == name);
    *found.unwrap_or_else(|| panic!("no call `{name}`"))
}

#[test]
fn no_call_is_listed_twice() {
    for (machine, _) in MACHINES {
        let mut seen = BTreeSet::new();
        for call in ALLOWED.iter().chain(HOSTILE) {
            let Some(number) = call.number(machine) else {
                continue;
            };
            assert!(seen.insert(number), "{} on {machine:?}", call.name);
        }
        assert!(seen.len() > 80, "{machine:?}");
    }
}

#[test]
fn every_entry_counts() {
    on_each(|filters, machine, audit| {
        for (calls, expect) in [(ALLOWED, Allowed), (HOSTILE, Ended)] {
            for call in calls {
                let Some(number) = call.number(machine) else {
                    continue;
                };
                // Its own process or its first stream in the one place, and no protection in the
                // other.
                let first = match call.when {
                    ArgumentRule::Below(0, _) => 0,
                    _ => SELF.into(),
                };
                let found = ask(filters, audit, number, [first, 0, 0, 0, 0, 0]);
                assert_eq!(found, expect, "{} on {machine:?}", call.name);
            }
        }
    });
}

#[test]
fn whatever_is_listed_nowhere_is_refused() {
    on_each(|filters, machine, audit| {
        let listed: BTreeSet<_> = ALLOWED
            .iter()
            .chain(HOSTILE)
            .filter_map(|call| call.number(machine))
            .collect();
        for number in (0..2_000).filter(|number| !listed.contains(number)) {
            let found = ask(filters, audit, number, [0; 6]);
            assert_eq!(found, Refused, "{number} on {machine:?}");
        }
    });
}

/// The numbers here were looked up once more, so that a slip in the tables shows.
#[test]
fn what_matters_most_is_decided_as_meant() {
    for (name, x86_64, aarch64, expect) in [
        ("openat", 257, 56, Refused),
        ("openat2", 437, 437, Refused),
        ("newfstatat", 262, 79, Refused),
        ("statx", 332, 291, Refused),
        ("unlinkat", 263, 35, Refused),
        ("renameat2", 316, 276, Refused),
        ("mkdirat", 258, 34, Refused),
        ("getdents64", 217, 61, Refused),
        ("readlinkat", 267, 78, Refused),
        ("chdir", 80, 49, Refused),
        ("ioctl", 16, 29, Refused),
        ("fcntl", 72, 25, Refused),
        ("dup", 32, 23, Refused),
        ("kill", 62, 129, Refused),
        ("tkill", 200, 130, Refused),
        ("rt_sigqueueinfo", 129, 138, Refused),
        ("pidfd_open", 434, 434, Refused),
        ("pidfd_send_signal", 424, 424, Refused),
        ("prctl", 157, 167, Refused),
        ("seccomp", 317, 277, Refused),
        ("prlimit64", 302, 261, Refused),
        ("personality", 135, 92, Refused),
        ("memfd_create", 319, 279, Refused),
        ("pkey_mprotect", 329, 288, Refused),
        ("setuid", 105, 146, Refused),
        ("shmget", 29, 194, Refused),
        ("execve", 59, 221, Ended),
        ("clone", 56, 220, Ended),
        ("clone3", 435, 435, Ended),
        ("socket", 41, 198, Ended),
        ("ptrace", 101, 117, Ended),
        ("process_vm_readv", 310, 270, Ended),
        ("io_uring_setup", 425, 425, Ended),
        ("bpf", 321, 280, Ended),
        ("read", 0, 63, Allowed),
        ("write", 1, 64, Allowed),
        ("exit_group", 231, 94, Allowed),
        ("getrandom", 318, 278, Allowed),
    ] {
        on_each(|filters, machine, audit| {
            let number = match machine {
                TargetArch::x86_64 => x86_64,
                _ => aarch64,
            };
            let found = ask(filters, audit, number, [0; 6]);
            assert_eq!(found, expect, "{name} on {machine:?}");
        });
    }
}

#[test]
fn arguments_are_looked_at() {
    const WRITE: u64 = 3;
    const EXECUTE: u64 = 5;
    for (name, arguments, expect) in [
        ("mmap", [0, 4_096, WRITE, 0x22, 0, 0], Allowed),
        ("mmap", [0, 4_096, EXECUTE, 0x22, 0, 0], Refused),
        ("mmap", [0, 4_096, 7, 0x22, 0, 0], Refused),
        ("mmap", [0, 4_096, EXECUTE | (1 << 40), 0x22, 0, 0], Refused),
        ("mprotect", [4_096, 4_096, WRITE, 0, 0, 0], Allowed),
        ("mprotect", [4_096, 4_096, EXECUTE, 0, 0, 0], Refused),
        // `MADV_DONTNEED`, and the largest advice in use.
        ("madvise", [4_096, 4_096, 4, 0, 0, 0], Allowed),
        ("madvise", [4_096, 4_096, 25, 0, 0, 0], Allowed),
        // Pages taken out of use.
        ("madvise", [4_096, 4_096, 100, 0, 0, 0], Refused),
        ("madvise", [4_096, 4_096, 0x1_0000_0065, 0, 0, 0], Refused),
        ("madvise", [4_096, 4_096, u64::MAX, 0, 0, 0], Refused),
        ("tgkill", [u64::from(SELF), 4_712, 6, 0, 0, 0], Allowed),
        ("tgkill", [1, 1, 9, 0, 0, 0], Refused),
        ("tgkill", [u64::MAX, 1, 9, 0, 0, 0], Refused),
        // The kernel would cut it down to another process.
        ("tgkill", [0x1_0000_0001, 1, 9, 0, 0, 0], Refused),
    ] {
        on_each(|filters, machine, audit| {
            let number = named(ALLOWED, name).number(machine).unwrap();
            let found = ask(filters, audit, number, arguments);
            assert_eq!(found, expect, "{name}{arguments:x?} on {machine:?}");
        });
    }
}

/// A machine may understand the calls of a smaller one, with other numbers.
#[test]
fn calls_in_the_words_of_another_machine_end_the_process() {
    const I386: u32 = 0x4000_0003;
    const ARM: u32 = 0x4000_0028;
    /// What marks the calls of programs with short addresses, on the same machine.
    const X32: i64 = 0x4000_0000;
    on_each(|filters, machine, audit| {
        for other in [I386, ARM, 0] {
            assert_eq!(ask(filters, other, 1, [0; 6]), Ended, "{machine:?}");
        }
        let read = named(ALLOWED, "read").number(machine).unwrap();
        assert_eq!(ask(filters, audit, read | X32, [0; 6]), Refused);
        let write = named(ALLOWED, "write").number(machine).unwrap();
        assert_eq!(ask(filters, audit, write | X32, [0; 6]), Refused);
    });
}
