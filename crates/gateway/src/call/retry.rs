//! Whether a source that did not answer is asked again.
//!
//! A request that was never sent may be sent again. One that may have arrived is sent again only if
//! a hint that is relied on says that it is idempotent, and the policy trusts such hints. Nothing
//! is repeated once the client has received an event of the first attempt, and never because a tool
//! reported failure or a server rejected the request.

use std::time::Duration;

use candor_sources::SourceError;
use candor_wire::link::LinkError;

/// The delay before each further attempt.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(1_500)];

/// The delay before the next attempt; `None` if there is none. `asked`: the attempts so far.
pub(crate) fn pause(error: &SourceError, asked: u32, repeatable: bool) -> Option<Duration> {
    let again = match error {
        SourceError::Lost { cause, .. } => {
            !is_refusal(cause) && (repeatable || !error.outcome_is_unknown())
        }
        // It is restarting after this very call was lost.
        SourceError::NotReady { .. } => asked > 1,
        SourceError::Busy { .. }
        | SourceError::CallerBusy { .. }
        | SourceError::Refused { .. }
        | SourceError::Unanswered { .. }
        | SourceError::Declined { .. }
        | SourceError::Silent { .. } => false,
    };
    let at = usize::try_from(asked)
        .unwrap_or(usize::MAX)
        .checked_sub(1)?;
    PAUSES.get(at).copied().filter(|_| again)
}

/// Whether the server rejected the request, or it cannot be sent as it is: a retry would fail in
/// the same way.
fn is_refusal(cause: &LinkError) -> bool {
    match cause.root() {
        LinkError::Status { .. } => !cause.request_was_sent(),
        LinkError::Invalid { .. } | LinkError::TooLarge { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use candor_model::SourceName;

    use super::*;

    #[test]
    fn a_server_that_does_not_take_the_request_is_not_asked_again() {
        let status = |status| SourceError::Lost {
            name: SourceName::parse("shop").expect("a name"),
            cause: LinkError::Status {
                status,
                body: String::new(),
            },
        };
        for refused in [400, 401, 403, 429] {
            assert_eq!(pause(&status(refused), 1, true), None, "{refused}");
        }
        for trouble in [408, 500, 503] {
            assert_eq!(pause(&status(trouble), 1, true), Some(PAUSES[0]));
            assert_eq!(pause(&status(trouble), 1, false), None, "{trouble}");
        }
    }

    #[test]
    fn a_source_that_is_down_is_not_waited_for_unless_this_call_was_lost() {
        let error = SourceError::NotReady {
            name: SourceName::parse("shop").expect("a name"),
            sentence: "is starting".to_owned(),
        };
        assert_eq!(pause(&error, 1, true), None);
        assert_eq!(pause(&error, 2, false), Some(PAUSES[1]));
        assert_eq!(pause(&error, 3, true), None);
    }
}
