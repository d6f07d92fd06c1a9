//! Reads that are under way, so that whoever asks for the same meanwhile gets the same answer.
//!
//! The first call asks the source; the others wait for its answer. If the first one is given up,
//! the next of them asks. If the source gives it none, there is none for the others either: they
//! would only wait for the same silence, one after the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::CallId;
use candor_wire::RawJson;
use tokio::sync::watch;

use crate::kept::Read;
use crate::refusal::Refusal;

/// The reads.
#[derive(Clone, Default)]
pub(crate) struct Flights(Arc<Mutex<HashMap<Read, Flight>>>);

type Answer = Option<Landed>;

/// What a read came to.
#[derive(Clone, Debug)]
pub(crate) enum Landed {
    /// What the source said.
    Answer(Result<RawJson, RawJson>),
    /// Why it said nothing.
    Nothing(Arc<Refusal>),
}

#[derive(Clone)]
struct Flight {
    call: CallId,
    answer: watch::Receiver<Answer>,
}

/// What a call is to do.
pub(crate) enum Boarded {
    /// Ask, and tell the others.
    Leads(Lead),
    /// Wait for another call's answer.
    Follows(Follow),
}

/// The right to ask. Dropping it lets the next one ask.
pub(crate) struct Lead {
    read: Read,
    answer: watch::Sender<Answer>,
    flights: Flights,
}

/// Another call's answer, when it comes.
pub(crate) struct Follow {
    call: CallId,
    answer: watch::Receiver<Answer>,
}

// === impl Flights ===

impl Flights {
    /// Joins the read if it is under way, and begins it otherwise.
    pub(crate) fn board(&self, read: &Read, call: CallId) -> Boarded {
        let mut flights = self.lock();
        if let Some(flight) = flights.get(read)
            && flight.answer.has_changed().is_ok()
        {
            let Flight { call, answer } = flight.clone();
            return Boarded::Follows(Follow { call, answer });
        }
        let (answer, hear) = watch::channel(None);
        flights.insert(read.clone(), Flight { call, answer: hear });
        Boarded::Leads(Lead {
            read: read.clone(),
            answer,
            flights: self.clone(),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Read, Flight>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Lead ===

impl Lead {
    /// Tells the others.
    pub(crate) fn land(self, answer: &Result<RawJson, RawJson>) {
        self.tell(Landed::Answer(answer.clone()));
    }

    /// Tells the others that the source gave no answer. Where that is this call's own doing, the
    /// next one asks.
    pub(crate) fn fail(self, refusal: &Refusal) {
        if let Some(silence) = refusal.silence() {
            self.tell(Landed::Nothing(Arc::new(silence)));
        }
    }

    fn tell(&self, landed: Landed) {
        // Nobody may be waiting.
        let _ = self.answer.send(Some(landed));
    }
}

impl Drop for Lead {
    fn drop(&mut self) {
        self.flights.lock().remove(&self.read);
    }
}

// === impl Follow ===

impl Follow {
    /// The answer, and whose it is; none if that call was given up.
    pub(crate) async fn landed(&mut self) -> Option<(Landed, CallId)> {
        let answer = self.answer.wait_for(Option::is_some).await.ok()?;
        Some((answer.clone()?, self.call))
    }
}

#[cfg(test)]
mod tests {
    use candor_model::{Digest, QualifiedName, SourceName};

    use super::*;
    use crate::kept::Kept;

    fn read() -> Read {
        let tool = QualifiedName::new(SourceName::parse("shop").expect("a name"), "list");
        Kept::default().read("ann", None, &tool, Digest::UNKNOWN, Digest::UNKNOWN)
    }

    #[tokio::test]
    async fn the_others_get_the_answer_of_the_first() {
        let flights = Flights::default();
        let first = CallId::fresh();
        let Boarded::Leads(lead) = flights.board(&read(), first) else {
            panic!("nobody was there before");
        };
        let Boarded::Follows(mut follow) = flights.board(&read(), CallId::fresh()) else {
            panic!("the first is under way");
        };
        lead.land(&Ok(RawJson::string("books")));
        let landed = follow.landed().await;
        let Some((Landed::Answer(Ok(answer)), whose)) = landed else {
            panic!("{landed:?} is not the answer");
        };
        assert_eq!((answer, whose), (RawJson::string("books"), first));
        // It is over: who comes now asks again.
        assert!(matches!(
            flights.board(&read(), CallId::fresh()),
            Boarded::Leads(_)
        ));
    }

    #[tokio::test]
    async fn if_the_first_is_given_up_the_next_one_asks() {
        let flights = Flights::default();
        let Boarded::Leads(lead) = flights.board(&read(), CallId::fresh()) else {
            panic!("nobody was there before");
        };
        let Boarded::Follows(mut follow) = flights.board(&read(), CallId::fresh()) else {
            panic!("the first is under way");
        };
        drop(lead);
        assert!(follow.landed().await.is_none());
        assert!(matches!(
            flights.board(&read(), CallId::fresh()),
            Boarded::Leads(_)
        ));
    }
}
