//! A call as a face holds it: events until it is done.

use candor_sources::Ask;
use candor_wire::RawJson;

use crate::approvals::{Asked, Asking};
use crate::arrival::Arrival;
use crate::delivery::{Delivered, Delivery};
use crate::dispatch::{Dispatched, Following, dispatch};
use crate::gateway::Gateway;
use crate::parked;
use crate::pipeline::{self, Travelled};

/// One call. Dropping it before it is done cancels the call at its source and says so in the
/// audit.
pub struct Exchange {
    gateway: Gateway,
    state: Stage,
}

enum Stage {
    Arrived(Box<Arrival>),
    Asking(Box<Asking>),
    Following(Box<Following>),
    Delivering(Box<Delivery>),
    Over,
}

/// What happens in a call.
#[derive(Debug)]
pub enum CallEvent {
    /// The source remarks something about this call.
    Notification {
        /// What.
        method: Box<str>,
        /// The details.
        params: Option<RawJson>,
    },
    /// The source, or the gateway, asks the client something, and the client can be asked now.
    /// Clients of the modern era are never asked this way: they get an input-required result.
    Ask(Ask),
    /// What was asked in this call so far needs no answer any more: somebody else has given it.
    Withdrawn,
    /// The call is over: a result, or an error object.
    Done(Result<RawJson, RawJson>),
}

// === impl Exchange ===

impl Exchange {
    pub(crate) fn new(gateway: Gateway, arrival: Arrival) -> Self {
        Self {
            gateway,
            state: Stage::Arrived(Box::new(arrival)),
        }
    }

    /// The next event. The future must be polled to its end or the whole exchange dropped. After
    /// `Done` it never resolves.
    pub async fn next(&mut self) -> CallEvent {
        loop {
            let event = match std::mem::replace(&mut self.state, Stage::Over) {
                Stage::Arrived(arrival) => self.arrive(*arrival).await,
                // Apart, so that most calls need not carry room for it.
                Stage::Asking(asking) => Box::pin(self.ask(asking)).await,
                Stage::Following(following) => Box::pin(self.follow(*following)).await,
                Stage::Delivering(delivery) => Some(self.deliver(delivery).await),
                Stage::Over => std::future::pending().await,
            };
            if let Some(event) = event {
                return event;
            }
        }
    }

    async fn arrive(&mut self, arrival: Arrival) -> Option<CallEvent> {
        let begun = match parked::handle(&arrival.params) {
            Some(handle) => {
                let resumed = self.gateway.parked().resume(&handle, arrival).await;
                resumed
                    .map(|delivery| Travelled::Dispatched(Dispatched::Delivery(Box::new(delivery))))
            }
            None => pipeline::travel(&self.gateway, arrival).await,
        };
        match begun {
            Ok(Travelled::Dispatched(dispatched)) => self.go_on(dispatched),
            Ok(Travelled::Asking(asking)) => self.state = Stage::Asking(asking),
            Err(reply) => return Some(CallEvent::Done(reply)),
        }
        None
    }

    async fn ask(&mut self, mut asking: Box<Asking>) -> Option<CallEvent> {
        let event = match asking.next().await {
            Asked::Notification { method, params } => CallEvent::Notification { method, params },
            Asked::Ask(ask) => CallEvent::Ask(ask),
            Asked::Withdrawn => CallEvent::Withdrawn,
            Asked::Admitted(admitted) => {
                let (call, entry) = *admitted;
                match dispatch(&self.gateway, call, entry).await {
                    Ok(dispatched) => self.go_on(dispatched),
                    Err(reply) => return Some(CallEvent::Done(reply)),
                }
                return None;
            }
            Asked::Over(reply) => return Some(CallEvent::Done(reply)),
        };
        self.state = Stage::Asking(asking);
        Some(event)
    }

    async fn follow(&mut self, following: Following) -> Option<CallEvent> {
        match following.land(&self.gateway).await {
            Ok(dispatched) => self.go_on(dispatched),
            Err(reply) => return Some(CallEvent::Done(reply)),
        }
        None
    }

    async fn deliver(&mut self, mut delivery: Box<Delivery>) -> CallEvent {
        let event = match delivery.next().await {
            Delivered::Notification { method, params } => {
                CallEvent::Notification { method, params }
            }
            Delivered::Ask(ask) if delivery.parks() => {
                // Set aside until the client comes back with the answer.
                return CallEvent::Done(Ok(self.gateway.parked().park(delivery, ask)));
            }
            Delivered::Ask(ask) => CallEvent::Ask(ask),
            Delivered::Over(reply) => return CallEvent::Done(reply),
        };
        self.state = Stage::Delivering(delivery);
        event
    }

    fn go_on(&mut self, dispatched: Dispatched) {
        self.state = match dispatched {
            Dispatched::Delivery(delivery) => Stage::Delivering(delivery),
            Dispatched::Following(following) => Stage::Following(following),
        };
    }
}
