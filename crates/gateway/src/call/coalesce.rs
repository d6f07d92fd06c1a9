//! Coalescing of identical reads: identical calls that are in flight at the same time share one
//! answer.
//!
//! The first call asks the source; the others wait for its answer. If the first call is cancelled,
//! the next one asks. If the source does not answer, the others fail too: retrying them one by one
//! would only repeat the same wait.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::CallId;
use candor_wire::RawJson;
use tokio::sync::watch;

use crate::call::refusal::CallRefusal;
use crate::call::result_cache::{ReadKey, ReadKeyHash};

/// The reads that are in flight now.
#[derive(Clone, Default)]
pub(crate) struct CoalescedReads(Arc<Mutex<ReadsInFlight>>);

type ReadsInFlight = HashMap<ReadKey, ReadInFlight, ReadKeyHash>;

type OutcomeSlot = Option<SharedOutcome>;

/// The shared outcome of a read.
#[derive(Clone, Debug)]
pub(crate) enum SharedOutcome {
    /// The source's answer.
    Answer(Result<RawJson, RawJson>),
    /// The reason why the source did not answer.
    Nothing(Arc<CallRefusal>),
}

struct ReadInFlight {
    call: CallId,
    /// Notifies the waiting calls. Created for the first follower, which most reads never have.
    answer: Option<watch::Sender<OutcomeSlot>>,
}

/// The role of a call in a coalesced read.
pub(crate) enum CoalesceRole {
    /// Ask the source, and share the answer.
    Leads(LeadingRead),
    /// Wait for the answer of another call.
    Follows(FollowingRead),
}

/// The right to ask the source. Dropping it lets another call ask.
pub(crate) struct LeadingRead {
    read: ReadKey,
    flights: CoalescedReads,
    /// Whether the read was already removed from the map.
    is_over: bool,
}

/// A subscription to the answer of another call.
pub(crate) struct FollowingRead {
    call: CallId,
    answer: watch::Receiver<OutcomeSlot>,
}

// === impl CoalescedReads ===

impl CoalescedReads {
    /// Joins the read if it is in flight, and starts it otherwise.
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

    fn lock(&self) -> std::sync::MutexGuard<'_, ReadsInFlight> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl LeadingRead ===

impl LeadingRead {
    /// Shares the answer with the waiting calls.
    pub(crate) fn share(mut self, answer: &Result<RawJson, RawJson>) {
        self.tell(|| SharedOutcome::Answer(answer.clone()));
    }

    /// Tells the waiting calls that the source did not answer. If the failure concerns this call
    /// only, another call asks instead.
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

    /// Removes the read from the map, so that no further call joins. Returns the sender for those
    /// that have joined.
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
    /// The answer, and the id of the call it belongs to; `None` if that call was cancelled.
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
        // The read is over: the next call asks again.
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
