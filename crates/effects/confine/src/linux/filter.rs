//! Builds the system call filter of a plan.

use super::bpf::{ArgumentTest, CallRule, CallVerdict, FilterProgram};
use super::calls::{self, CallShape, OpenFlags};
use crate::plan::ConfinementPlan;
use crate::{ConfineLevel, ConnectRule, ObservedCalls};

/// Flags of an open by which something can change.
const CHANGING_FLAGS: u32 = (libc::O_WRONLY
    | libc::O_RDWR
    | libc::O_CREAT
    | libc::O_TRUNC
    | (libc::O_TMPFILE & !libc::O_DIRECTORY)) as u32;

/// Flags of `clone` that make namespaces.
const NAMESPACES: u32 = 0x7e02_0000;
/// The flag by which a send connects.
const MSG_FASTOPEN: u32 = 0x2000_0000;
/// Requests by which a terminal is made to believe that something was typed.
const TYPING: [u32; 2] = [0x5412, 0x541c];

/// Kinds of sockets, without the flags that come with them.
const KIND_MASK: u32 = 0xf;
const STREAM: u32 = 1;
const DATAGRAM: u32 = 2;
/// The protocols of a stream that are left to `connect` alone: the usual one, TCP and MPTCP.
const PROTOCOLS: [u32; 3] = [0, 6, 262];

const UNIX: u32 = 1;
const INET: u32 = 2;
const INET6: u32 = 10;
const NETLINK: u32 = 16;

/// The filter for a plan.
pub(super) fn filter_program(plan: &ConfinementPlan) -> FilterProgram {
    FilterProgram::new(&rules(plan))
}

fn rules(plan: &ConfinementPlan) -> Vec<CallRule> {
    let mut rules = Vec::new();
    let always = |numbers: &[i64], verdict| -> Vec<CallRule> {
        numbers
            .iter()
            .map(|number| rule(*number, &[], verdict))
            .collect()
    };
    rules.extend(always(calls::RINGS, CallVerdict::Errno(libc::ENOSYS)));
    if plan.level.is_enforced() {
        rules.extend(always(calls::FORBIDDEN, CallVerdict::Errno(libc::EPERM)));
        rules.extend(process_rules());
        rules.extend(socket_rules(&plan.connect));
    }
    if plan.level == ConfineLevel::Strict {
        rules.extend(always(calls::SHARED, CallVerdict::Errno(libc::EACCES)));
    }
    rules.extend(notified(plan));
    rules
}

fn rule(number: i64, tests: &[ArgumentTest], verdict: CallVerdict) -> CallRule {
    CallRule {
        number,
        tests: tests.to_vec(),
        verdict,
    }
}

/// The calls that the supervisor is notified of.
fn notified(plan: &ConfinementPlan) -> Vec<CallRule> {
    let mut rules = Vec::new();
    for (number, shape) in calls::OPENING {
        let CallShape::Open { flags, .. } = shape else {
            continue;
        };
        let tests = match flags {
            OpenFlags::Argument(arg) if plan.observe < ObservedCalls::Reads => {
                let arg = u32::try_from(*arg).unwrap_or(0);
                vec![ArgumentTest::AnyBit {
                    arg,
                    mask: CHANGING_FLAGS,
                }]
            }
            // A filter cannot inspect memory.
            _ => Vec::new(),
        };
        rules.push(rule(*number, &tests, CallVerdict::Notify));
    }
    let sending = if plan.level.is_enforced() {
        &[]
    } else {
        calls::SENDING
    };
    let tables = [calls::CHANGING, calls::DESCRIBING, calls::REACHING, sending];
    for (number, shape) in tables.into_iter().flatten() {
        let addressed = [ArgumentTest::NotNull { arg: 4 }];
        let tests: &[ArgumentTest] = if *shape == CallShape::SendTo {
            &addressed
        } else {
            &[]
        };
        rules.push(rule(*number, tests, CallVerdict::Notify));
    }
    rules
}

/// Calls about other processes and the terminal that depend on arguments.
fn process_rules() -> Vec<CallRule> {
    use ArgumentTest::{AnyBit, Equals, NotNull};
    let refused = CallVerdict::Errno(libc::EPERM);
    let mut rules = vec![
        rule(
            libc::SYS_clone,
            &[AnyBit {
                arg: 0,
                mask: NAMESPACES,
            }],
            refused,
        ),
        // Its flags are in memory. Libraries then use `clone`.
        rule(libc::SYS_clone3, &[], CallVerdict::Errno(libc::ENOSYS)),
        // New limits for another process.
        rule(
            libc::SYS_prlimit64,
            &[
                AnyBit {
                    arg: 0,
                    mask: u32::MAX,
                },
                NotNull { arg: 2 },
            ],
            refused,
        ),
    ];
    let typing = TYPING.map(|value| rule(libc::SYS_ioctl, &[Equals { arg: 1, value }], refused));
    rules.extend(typing);
    rules
}

/// The kinds of sockets that may be made.
fn socket_rules(connect: &ConnectRule) -> Vec<CallRule> {
    use ArgumentTest::{AnyBit, Equals, Masked};
    let refused = CallVerdict::Errno(libc::EACCES);
    let socket = |tests: &[ArgumentTest], verdict| rule(libc::SYS_socket, tests, verdict);
    let domain = |value| Equals { arg: 0, value };
    let kind = |value| Masked {
        arg: 1,
        mask: KIND_MASK,
        value,
    };
    let mut rules = vec![
        // A datagram names its receiver past `connect`, so a Unix socket of this kind could reach
        // services of the user.
        rule(libc::SYS_socketpair, &[kind(DATAGRAM)], refused),
        socket(&[domain(UNIX), kind(DATAGRAM)], refused),
        socket(&[domain(UNIX)], CallVerdict::Allow),
        socket(&[domain(NETLINK)], CallVerdict::Allow),
    ];
    for family in [INET, INET6] {
        match connect {
            ConnectRule::Anywhere => {
                for kind_allowed in [STREAM, DATAGRAM] {
                    rules.push(socket(
                        &[domain(family), kind(kind_allowed)],
                        CallVerdict::Allow,
                    ));
                }
            }
            ConnectRule::Only(targets) if targets.is_empty() => {}
            ConnectRule::Only(_) => {
                for value in PROTOCOLS {
                    let protocol = Equals { arg: 2, value };
                    let tests = [domain(family), kind(STREAM), protocol];
                    rules.push(socket(&tests, CallVerdict::Allow));
                }
            }
        }
        rules.push(socket(&[domain(family)], refused));
    }
    rules.push(socket(&[], CallVerdict::Errno(libc::EAFNOSUPPORT)));
    // A send that connects goes past `connect`, to anywhere.
    for (number, arg) in [
        (libc::SYS_sendto, 3),
        (libc::SYS_sendmsg, 2),
        (libc::SYS_sendmmsg, 3),
    ] {
        let fast = AnyBit {
            arg,
            mask: MSG_FASTOPEN,
        };
        rules.push(rule(number, &[fast], CallVerdict::Errno(libc::EOPNOTSUPP)));
    }
    rules
}
