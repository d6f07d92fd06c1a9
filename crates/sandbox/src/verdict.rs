//! What ended a process, as its parent sees it.

use std::fmt;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use rustix::process::Signal;

/// What ended a process that did not end by itself.
///
/// The words are those of the kernel, so they are true of the process whatever it said last. That
/// it lacked memory is no such word: an allocation that fails is up to the program, and most
/// abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It tried what no honest worker tries.
    ForbiddenCall,
    /// It used up its processor time.
    Processor,
    /// It wrote more to a file than it may.
    FileSize,
    /// It gave up by itself, after a failed allocation for instance.
    Aborted,
    /// It went astray in its memory, or its processor could not go on.
    Fault,
    /// It was killed from outside, or did not end when its processor time was over.
    Killed,
    /// Any other signal, by its number.
    Signal(i32),
}

/// What ended a process; nothing if it ended by itself, with whatever code.
pub fn verdict(status: ExitStatus) -> Option<Verdict> {
    let raw = status.signal()?;
    Some(match Signal::from_named_raw(raw) {
        Some(Signal::SYS) => Verdict::ForbiddenCall,
        Some(Signal::XCPU) => Verdict::Processor,
        Some(Signal::XFSZ) => Verdict::FileSize,
        Some(Signal::ABORT) => Verdict::Aborted,
        Some(Signal::SEGV | Signal::BUS | Signal::ILL | Signal::FPE | Signal::TRAP) => {
            Verdict::Fault
        }
        Some(Signal::KILL) => Verdict::Killed,
        _ => Verdict::Signal(raw),
    })
}

// === impl Verdict ===

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ForbiddenCall => {
                "it tried to start a process or a thread, to use the network or to take hold of \
                 the system, none of which a confined process may"
            }
            Self::Processor => "it used up its processor time",
            Self::FileSize => "it wrote more to a file than it may",
            Self::Aborted => "it gave up, as programs do when there is no memory left for them",
            Self::Fault => "it crashed on its own memory or processor",
            Self::Killed => {
                "it was killed: by its parent, by a system short of memory, or because it did not \
                 end when its processor time was over"
            }
            Self::Signal(number) => return write!(f, "it was ended by the signal `{number}`"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_tell_what_ended_a_process() {
        for (signal, expect) in [
            (Signal::SYS, Verdict::ForbiddenCall),
            (Signal::XCPU, Verdict::Processor),
            (Signal::XFSZ, Verdict::FileSize),
            (Signal::ABORT, Verdict::Aborted),
            (Signal::SEGV, Verdict::Fault),
            (Signal::BUS, Verdict::Fault),
            (Signal::ILL, Verdict::Fault),
            (Signal::FPE, Verdict::Fault),
            (Signal::TRAP, Verdict::Fault),
            (Signal::KILL, Verdict::Killed),
            (Signal::TERM, Verdict::Signal(Signal::TERM.as_raw())),
            (Signal::PIPE, Verdict::Signal(Signal::PIPE.as_raw())),
        ] {
            let raw = signal.as_raw();
            let found = verdict(ExitStatus::from_raw(raw));
            assert_eq!(found, Some(expect), "{signal:?}");
            // With a core dump, which changes nothing.
            let found = verdict(ExitStatus::from_raw(raw | 0x80));
            assert_eq!(found, Some(expect), "{signal:?}");
        }
    }

    #[test]
    fn real_time_signals_have_no_name() {
        assert_eq!(verdict(ExitStatus::from_raw(40)), Some(Verdict::Signal(40)));
        assert_eq!(
            Verdict::Signal(40).to_string(),
            "it was ended by the signal `40`"
        );
    }

    #[test]
    fn an_exit_code_is_no_verdict() {
        for code in [0, 1, 101, 255] {
            assert_eq!(verdict(ExitStatus::from_raw(code << 8)), None, "{code}");
        }
    }
}
