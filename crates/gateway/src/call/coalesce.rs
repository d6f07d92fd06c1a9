//! Identical reads are coalesced: calls that ask for the same meanwhile get the same answer.
//!
//! The first call asks the source; the others wait for its answer. If the first one is given up,
//! the next of them asks. If the source gives it none, there is none for the others either: they
//! would only wait for the same silence, one after the other.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::CallId;
use candor_wire::RawJson;
use tokio::sync::watch;

use crate::call::refusal::CallRefusal;
use crate::call::result_cache::ReadKey;

/// The reads that are in flight now.
#[derive(Clone, Default)]
pub(crate) struct CoalescedReads(Arc<Mutex<HashMap<ReadKey, ReadInFlight>>>);

type OutcomeSlot = Option<SharedOutcome>;

/// What a read came to.
#[derive(Clone, Debug)]
pub(crate) enum SharedOutcome {
    /// What the source said.
    Answer(Result<RawJson, RawJson>),
    /// Why it said nothing.
    Nothing(Arc<CallRefusal>),
}

struct ReadInFlight {
    call: CallId,
    /// Tells those that wait for the answer; hardly ever does somebody.
    answer: Option<watch::Sender<OutcomeSlot>>,
}

/// What a call is to do.
pub(crate) enum CoalesceRole {
    /// Ask, and tell the others.
    Leads(LeadingRead),
    /// Wait for another call's answer.
    Follows(FollowingRead),
}

/// The right to ask. Dropping it lets the next one ask.
pub(crate) struct LeadingRead {
    read: ReadKey,
    flights: CoalescedReads,
    /// Whether the read is no longer on the list.
    is_over: bool,
}

/// Another call's answer, when it comes.
pub(crate) struct FollowingRead {
    call: CallId,
    answer: watch::Receiver<OutcomeSlot>,
}

// === impl CoalescedReads ===

impl CoalescedReads {
    /// Joins the read if it is under way, and begins it otherwise.
    pub(crate) fn join(&self, read: &ReadKey, call: CallId) -> CoalesceRole {
        match self.lock().entry(read.clone()) {
            Entry::Occupied(mut flight) => {
                let ReadInFlight { call, answer } = flight.get_mut();
                let answer = answer.get_or_insert_with(|| watch::channel(None).0);
                CoalesceRole::Follows(FollowingRead {
                    call: *call,
                    answer: answer.subscribe(),
                })
            }
            Entry::Vacant(place) => {
                place.insert(ReadInFlight { call, answer: None });
                CoalesceRole::Leads(LeadingRead {
                    read: read.clone(),
                    flights: self.clone(),
                    is_over: false,
                })
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ReadKey, ReadInFlight>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl LeadingRead ===

impl LeadingRead {
    /// Tells the others.
    pub(crate) fn share(mut self, answer: &Result<RawJson, RawJson>) {
        self.tell(|| SharedOutcome::Answer(answer.clone()));
    }

    /// Tells the others that the source gave no answer. Where that is this call's own doing, the
    /// next one asks.
    pub(crate) fn fail(mut self, refusal: &CallRefusal) {
        if let Some(silence) = refusal.silence() {
            self.tell(|| SharedOutcome::Nothing(Arc::new(silence)));
        }
    }

    fn tell(&mut self, landed: impl FnOnce() -> SharedOutcome) {
        if let Some(answer) = self.take_off() {
            let _ = answer.send(Some(landed()));
        }
    }

    /// Takes the read off the list, so that nobody joins any more. Gives those that have joined.
    fn take_off(&mut self) -> Option<watch::Sender<OutcomeSlot>> {
        self.is_over = true;
        self.flights.lock().remove(&self.read)?.answer
    }
}

impl Drop for LeadingRead {
    fn drop(&mut self) {
        if !self.is_over {
            self.take_off();
        }
    }
}

// === impl FollowingRead ===

impl FollowingRead {
    /// The answer, and whose it is; none if that call was given up.
    pub(crate) async fn outcome(&mut self) -> Option<(SharedOutcome, CallId)> {
        let answer = self.answer.wait_for(Option::is_some).await.ok()?;
        Some((answer.clone()?, self.call))
    }
}

#[cfg(test)]
mod tests {
    use candor_model::{Digest, QualifiedName, SourceName};

    use super::*;
    use crate::call::result_cache::ResultCache;

    fn read() -> ReadKey {
        let tool = QualifiedName::new(SourceName::parse("shop").expect("a name"), "list");
        ResultCache::default().read("ann", None, &tool, Digest::UNKNOWN, Digest::UNKNOWN)
    }

    #[tokio::test]
    async fn the_others_get_the_answer_of_the_first() {
        let flights = CoalescedReads::default();
        let first = CallId::fresh();
        let CoalesceRole::Leads(lead) = flights.join(&read(), first) else {
            panic!("nobody was there before");
        };
        let CoalesceRole::Follows(mut follow) = flights.join(&read(), CallId::fresh()) else {
            panic!("the first is under way");
        };
        lead.share(&Ok(RawJson::string("books")));
        let landed = follow.outcome().await;
        let Some((SharedOutcome::Answer(Ok(answer)), whose)) = landed else {
            panic!("{landed:?} is not the answer");
        };
        assert_eq!((answer, whose), (RawJson::string("books"), first));
        // It is over: who comes now asks again.
        assert!(matches!(
            flights.join(&read(), CallId::fresh()),
            CoalesceRole::Leads(_)
        ));
    }

    #[tokio::test]
    async fn if_the_first_is_given_up_the_next_one_asks() {
        let flights = CoalescedReads::default();
        let CoalesceRole::Leads(lead) = flights.join(&read(), CallId::fresh()) else {
            panic!("nobody was there before");
        };
        let CoalesceRole::Follows(mut follow) = flights.join(&read(), CallId::fresh()) else {
            panic!("the first is under way");
        };
        drop(lead);
        assert!(follow.outcome().await.is_none());
        assert!(matches!(
            flights.join(&read(), CallId::fresh()),
            CoalesceRole::Leads(_)
        ));
    }
}
