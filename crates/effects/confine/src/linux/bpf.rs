//! System call filters as BPF programs.
//!
//! `seccompiler`, which the sandbox of our own workers uses, supports neither notifications nor the
//! x32 numbering on `x86_64`, so a list of rules is translated here.

use libc::sock_filter;

/// The kind of machine that the filter is for, as the kernel calls it.
#[cfg(target_arch = "x86_64")]
const MACHINE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const MACHINE: u32 = 0xc000_00b7;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: u32 = 0;

/// Calls of the second numbering have this bit.
const SECOND_NUMBERING: u32 = 0x4000_0000;

/// Offsets in the filter's input.
const NUMBER_AT: u32 = 0;
const MACHINE_AT: u32 = 4;
const ARGS_AT: u32 = 16;

/// Instructions: load a word, compare, return.
const LOAD: u16 = 0x20;
const AND: u16 = 0x54;
const IF_EQUAL: u16 = 0x15;
const IF_GREATER_OR_EQUAL: u16 = 0x35;
const RETURN: u16 = 0x06;

/// The action for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallVerdict {
    Allow,
    /// It fails with this number of an error.
    Errno(i32),
    /// The supervisor is notified.
    Notify,
    /// It ends the process.
    Kill,
}

/// A test of one argument; of its lower half unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentTest {
    Equals {
        arg: u32,
        value: u32,
    },
    AnyBit {
        arg: u32,
        mask: u32,
    },
    /// The bits of the mask are those of the value.
    Masked {
        arg: u32,
        mask: u32,
        value: u32,
    },
    /// All of it is not zero.
    NotNull {
        arg: u32,
    },
}

/// A rule about one call. The first rule whose tests all hold applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CallRule {
    pub(super) number: i64,
    pub(super) tests: Vec<ArgumentTest>,
    pub(super) verdict: CallVerdict,
}

/// A filter, ready for the kernel.
#[derive(Clone)]
pub(super) struct FilterProgram(Vec<sock_filter>);

// === impl FilterProgram ===

impl FilterProgram {
    /// A filter that allows every call to which no rule applies.
    pub(super) fn new(rules: &[CallRule]) -> Self {
        let mut code = vec![
            load(MACHINE_AT),
            jump(IF_EQUAL, MACHINE, 1, 0),
            verdict(CallVerdict::Kill),
            load(NUMBER_AT),
        ];
        if cfg!(target_arch = "x86_64") {
            code.push(jump(IF_GREATER_OR_EQUAL, SECOND_NUMBERING, 0, 1));
            code.push(verdict(CallVerdict::Errno(libc::ENOSYS)));
        }
        for rule in rules {
            code.extend(block(rule));
        }
        code.push(verdict(CallVerdict::Allow));
        Self(code)
    }

    pub(super) fn instructions(&self) -> &[sock_filter] {
        &self.0
    }
}

/// The instructions of one rule. Every failed test jumps behind them.
fn block(rule: &CallRule) -> Vec<sock_filter> {
    // The numbers of calls are small.
    let number = u32::try_from(rule.number).unwrap_or(u32::MAX);
    let mut tests = vec![vec![load(NUMBER_AT), unless_equal(number)]];
    tests.extend(rule.tests.iter().map(|test| instructions(*test)));
    let total: usize = tests.iter().map(Vec::len).sum::<usize>() + 1;
    let mut code = Vec::with_capacity(total);
    for instruction in tests.into_iter().flatten() {
        code.push(instruction);
    }
    code.push(verdict(rule.verdict));
    patch_misses(&mut code);
    code
}

/// The target of a failed test; patched when the length of the block is known.
const MISS: u8 = 0xff;

fn patch_misses(code: &mut [sock_filter]) {
    let length = code.len();
    for (place, instruction) in code.iter_mut().enumerate() {
        // A block is a dozen instructions long at most.
        let behind = u8::try_from(length - place - 1).unwrap_or(0);
        if matches!(instruction.code, IF_EQUAL | IF_GREATER_OR_EQUAL) {
            if instruction.jt == MISS {
                instruction.jt = behind;
            }
            if instruction.jf == MISS {
                instruction.jf = behind;
            }
        }
    }
}

/// Continues if the test holds.
fn instructions(test: ArgumentTest) -> Vec<sock_filter> {
    let low = |arg: u32| load(ARGS_AT + 8 * arg);
    match test {
        ArgumentTest::Equals { arg, value } => vec![low(arg), unless_equal(value)],
        ArgumentTest::AnyBit { arg, mask } => {
            vec![low(arg), and(mask), jump(IF_EQUAL, 0, MISS, 0)]
        }
        ArgumentTest::Masked { arg, mask, value } => {
            vec![low(arg), and(mask), unless_equal(value)]
        }
        ArgumentTest::NotNull { arg } => vec![
            low(arg),
            jump(IF_EQUAL, 0, 0, 2),
            load(ARGS_AT + 8 * arg + 4),
            jump(IF_EQUAL, 0, MISS, 0),
        ],
    }
}

fn load(offset: u32) -> sock_filter {
    plain(LOAD, offset)
}

fn and(mask: u32) -> sock_filter {
    plain(AND, mask)
}

fn unless_equal(value: u32) -> sock_filter {
    jump(IF_EQUAL, value, 0, MISS)
}

fn jump(code: u16, value: u32, then: u8, otherwise: u8) -> sock_filter {
    sock_filter {
        code,
        jt: then,
        jf: otherwise,
        k: value,
    }
}

fn verdict(verdict: CallVerdict) -> sock_filter {
    let value = match verdict {
        CallVerdict::Allow => libc::SECCOMP_RET_ALLOW,
        CallVerdict::Errno(number) => {
            libc::SECCOMP_RET_ERRNO | (u32::try_from(number).unwrap_or(0) & 0xffff)
        }
        CallVerdict::Notify => libc::SECCOMP_RET_USER_NOTIF,
        CallVerdict::Kill => libc::SECCOMP_RET_KILL_PROCESS,
    };
    plain(RETURN, value)
}

fn plain(code: u16, value: u32) -> sock_filter {
    sock_filter {
        code,
        jt: 0,
        jf: 0,
        k: value,
    }
}

#[cfg(test)]
mod tests;
