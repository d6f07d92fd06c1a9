//! The filters are run by a small interpreter, as the kernel would.

use super::*;

/// What a filter is given.
#[derive(Clone, Copy)]
struct Call {
    number: u32,
    machine: u32,
    args: [u64; 6],
}

fn word(call: &Call, offset: u32) -> u32 {
    match offset {
        NUMBER_AT => call.number,
        MACHINE_AT => call.machine,
        _ => {
            let arg = call.args[((offset - ARGS_AT) / 8) as usize];
            let shift = if offset.is_multiple_of(8) { 0 } else { 32 };
            u32::try_from((arg >> shift) & 0xffff_ffff).unwrap()
        }
    }
}

fn run(program: &FilterProgram, call: &Call) -> u32 {
    let mut place = 0;
    let mut held = 0;
    loop {
        let it = program.0[place];
        place += 1;
        let go = |yes: bool| usize::from(if yes { it.jt } else { it.jf });
        match it.code {
            LOAD => held = word(call, it.k),
            AND => held &= it.k,
            IF_EQUAL => place += go(held == it.k),
            IF_GREATER_OR_EQUAL => place += go(held >= it.k),
            RETURN => return it.k,
            code => panic!("unknown instruction {code}"),
        }
    }
}

fn call(number: u32, args: [u64; 6]) -> Call {
    Call {
        number,
        machine: MACHINE,
        args,
    }
}

fn rule(number: i64, tests: Vec<ArgumentTest>, verdict: CallVerdict) -> CallRule {
    CallRule {
        number,
        tests,
        verdict,
    }
}

#[test]
fn the_first_rule_that_applies_counts() {
    use ArgumentTest::{AnyBit, Equals, Masked, NotNull};
    let program = FilterProgram::new(&[
        rule(1, vec![Equals { arg: 0, value: 7 }], CallVerdict::Allow),
        rule(1, vec![], CallVerdict::Errno(13)),
        rule(
            2,
            vec![AnyBit {
                arg: 1,
                mask: 0b110,
            }],
            CallVerdict::Notify,
        ),
        rule(
            3,
            vec![
                NotNull { arg: 4 },
                Masked {
                    arg: 1,
                    mask: 0xf,
                    value: 2,
                },
            ],
            CallVerdict::Errno(1),
        ),
    ]);
    let errno = |number: u32| libc::SECCOMP_RET_ERRNO | number;
    let (allow, notify) = (libc::SECCOMP_RET_ALLOW, libc::SECCOMP_RET_USER_NOTIF);
    for (number, args, expect) in [
        (0, [0; 6], allow),
        (1, [7, 0, 0, 0, 0, 0], allow),
        (1, [8, 0, 0, 0, 0, 0], errno(13)),
        (2, [0, 0b001, 0, 0, 0, 0], allow),
        (2, [0, 0b100, 0, 0, 0, 0], notify),
        (3, [0, 0x12, 0, 0, 1, 0], errno(1)),
        (3, [0, 0x12, 0, 0, 1 << 32, 0], errno(1)),
        (3, [0, 0x12, 0, 0, 0, 0], allow),
        (3, [0, 0x11, 0, 0, 1, 0], allow),
    ] {
        assert_eq!(
            run(&program, &call(number, args)),
            expect,
            "{number} {args:?}"
        );
    }
}

#[test]
fn other_numberings_get_nowhere() {
    let program = FilterProgram::new(&[]);
    let foreign = Call {
        machine: 0x4000_0003,
        ..call(1, [0; 6])
    };
    assert_eq!(run(&program, &foreign), libc::SECCOMP_RET_KILL_PROCESS);
    if cfg!(target_arch = "x86_64") {
        let second = call(SECOND_NUMBERING | 1, [0; 6]);
        assert_eq!(run(&program, &second) & 0xffff, 38);
    }
}
