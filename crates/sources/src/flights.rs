//! The conversations that are open on one connection.
//!
//! A legacy server's questions and log messages often arrive without a word on which call they
//! belong to. Candor gives them to a conversation only where there is no doubt about the client.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use candor_wire::RawJson;
use tokio::sync::Notify;

use crate::conversation::Said;

/// How much may wait for a conversation that nobody listens to.
const MAILBOX: usize = 256;

/// The open conversations of one connection, by the id of their request.
#[derive(Debug, Default)]
pub(crate) struct Flights(Mutex<BTreeMap<u64, Arc<Flight>>>);

/// One open conversation, as the rest of the connection sees it.
#[derive(Debug)]
pub(crate) struct Flight {
    key: u64,
    capabilities: RawJson,
    mail: Mutex<VecDeque<Said>>,
    bell: Notify,
    /// The answer is here, so the server has nothing left to ask.
    answered: AtomicBool,
}

/// Who is meant by a message that does not say.
#[derive(Debug)]
pub(crate) enum Whose {
    /// No conversation is open.
    Nobody,
    /// All open conversations are of one client; this is the latest.
    One(Arc<Flight>),
    /// Conversations of several clients are open.
    Several,
}

// === impl Flights ===

impl Flights {
    pub(crate) fn join(&self, id: u64, flight: Arc<Flight>) {
        self.lock().insert(id, flight);
    }

    pub(crate) fn leave(&self, id: u64) {
        self.lock().remove(&id);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Whose a remark is.
    pub(crate) fn whose(&self) -> Whose {
        Whose::among(self.lock().values())
    }

    /// Whose a question is.
    pub(crate) fn whose_question(&self) -> Whose {
        Whose::among(self.lock().values().filter(|flight| !flight.is_answered()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<Flight>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Whose ===

impl Whose {
    /// Decides among flights, the latest last.
    fn among<'a>(open: impl DoubleEndedIterator<Item = &'a Arc<Flight>>) -> Self {
        let mut open = open.rev();
        let Some(latest) = open.next() else {
            return Self::Nobody;
        };
        if open.all(|flight| flight.key == latest.key) {
            Self::One(Arc::clone(latest))
        } else {
            Self::Several
        }
    }
}

// === impl Flight ===

impl Flight {
    pub(crate) fn new(key: u64, capabilities: RawJson) -> Arc<Self> {
        Arc::new(Self {
            key,
            capabilities,
            mail: Mutex::default(),
            bell: Notify::new(),
            answered: AtomicBool::new(false),
        })
    }

    /// What the client behind it can do.
    pub(crate) fn capabilities(&self) -> &RawJson {
        &self.capabilities
    }

    /// From now on only remarks are for it.
    pub(crate) fn set_answered(&self) {
        self.answered.store(true, Ordering::Release);
    }

    fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    /// Gives it something, unless too much is waiting already.
    pub(crate) fn put(&self, said: Said) -> Result<(), Said> {
        let mut mail = self.mail.lock().unwrap_or_else(PoisonError::into_inner);
        if mail.len() >= MAILBOX {
            return Err(said);
        }
        mail.push_back(said);
        drop(mail);
        self.bell.notify_one();
        Ok(())
    }

    /// What is waiting.
    pub(crate) fn take(&self) -> Option<Said> {
        self.mail
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front()
    }

    /// Waits for something. Cancel-safe: a ring without a listener is kept.
    pub(crate) async fn next(&self) -> Said {
        loop {
            if let Some(said) = self.take() {
                return said;
            }
            self.bell.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flight(key: u64) -> Arc<Flight> {
        Flight::new(key, RawJson::number(0))
    }

    fn remark() -> Said {
        Said::Notification {
            method: "x".into(),
            params: None,
        }
    }

    #[test]
    fn a_message_belongs_to_the_latest_call_of_the_only_client() {
        let flights = Flights::default();
        assert!(matches!(flights.whose(), Whose::Nobody));
        let latest = flight(1);
        flights.join(9, Arc::clone(&latest));
        flights.join(3, flight(1));
        assert!(matches!(flights.whose(), Whose::One(one) if Arc::ptr_eq(&one, &latest)));
        flights.join(4, flight(2));
        assert!(matches!(flights.whose(), Whose::Several));
        flights.leave(4);
        assert!(matches!(flights.whose(), Whose::One(_)));
        latest.set_answered();
        assert!(matches!(flights.whose(), Whose::One(one) if Arc::ptr_eq(&one, &latest)));
        let question = flights.whose_question();
        assert!(matches!(question, Whose::One(one) if !Arc::ptr_eq(&one, &latest)));
    }

    #[tokio::test]
    async fn mail_waits_up_to_a_bound() {
        let flight = flight(1);
        for _ in 0..MAILBOX {
            flight.put(remark()).expect("room");
        }
        assert!(flight.put(remark()).is_err());
        for _ in 0..MAILBOX {
            flight.next().await;
        }
        assert!(flight.take().is_none());
    }
}
