//! Why a process was terminated, from its parent's point of view.

use std::fmt;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use rustix::process::Signal;

/// Why a process was terminated.
///
/// Derived from the kernel's exit status, so it is reliable whatever the process wrote. Lack of
/// memory cannot be detected: a failed allocation is up to the program, and most abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminationCause {
    /// It tried what no honest worker tries.
    ForbiddenCall,
    /// It used up its processor time.
    Processor,
    /// It wrote more to a file than it may.
    FileSize,
    /// It aborted, for example after a failed allocation.
    Aborted,
    /// It went astray in its memory, or its processor could not go on.
    Fault,
    /// It was killed from outside, or did not end when its processor time was over.
    Killed,
    /// Any other signal, by its number.
    Signal(i32),
}

/// Why a process was terminated; `None` if it exited itself, with any code.
pub fn termination_cause(status: ExitStatus) -> Option<TerminationCause> {
    let raw = status.signal()?;
    Some(match Signal::from_named_raw(raw) {
        Some(Signal::SYS) => TerminationCause::ForbiddenCall,
        Some(Signal::XCPU) => TerminationCause::Processor,
        Some(Signal::XFSZ) => TerminationCause::FileSize,
        Some(Signal::ABORT) => TerminationCause::Aborted,
        Some(Signal::SEGV | Signal::BUS | Signal::ILL | Signal::FPE | Signal::TRAP) => {
            TerminationCause::Fault
        }
        Some(Signal::KILL) => TerminationCause::Killed,
        _ => TerminationCause::Signal(raw),
    })
}

// === impl TerminationCause ===

impl fmt::Display for TerminationCause {
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
            (Signal::SYS, TerminationCause::ForbiddenCall),
            (Signal::XCPU, TerminationCause::Processor),
            (Signal::XFSZ, TerminationCause::FileSize),
            (Signal::ABORT, TerminationCause::Aborted),
            (Signal::SEGV, TerminationCause::Fault),
            (Signal::BUS, TerminationCause::Fault),
            (Signal::ILL, TerminationCause::Fault),
            (Signal::FPE, TerminationCause::Fault),
            (Signal::TRAP, TerminationCause::Fault),
            (Signal::KILL, TerminationCause::Killed),
            (
                Signal::TERM,
                TerminationCause::Signal(Signal::TERM.as_raw()),
            ),
            (
                Signal::PIPE,
                TerminationCause::Signal(Signal::PIPE.as_raw()),
            ),
        ] {
            let raw = signal.as_raw();
            let found = termination_cause(ExitStatus::from_raw(raw));
            assert_eq!(found, Some(expect), "{signal:?}");
            // With a core dump, which changes nothing.
            let found = termination_cause(ExitStatus::from_raw(raw | 0x80));
            assert_eq!(found, Some(expect), "{signal:?}");
        }
    }

    #[test]
    fn real_time_signals_have_no_name() {
        assert_eq!(
            termination_cause(ExitStatus::from_raw(40)),
            Some(TerminationCause::Signal(40))
        );
        assert_eq!(
            TerminationCause::Signal(40).to_string(),
            "it was ended by the signal `40`"
        );
    }

    #[test]
    fn an_exit_code_is_no_verdict() {
        for code in [0, 1, 101, 255] {
            assert_eq!(
                termination_cause(ExitStatus::from_raw(code << 8)),
                None,
                "{code}"
            );
        }
    }
}
