//! A call as a face holds it: events until it is done.

use candor_sources::Ask;
use candor_wire::{RawJson, RawObject};

use crate::arrival::Arrival;
use crate::dispatch::{Delivered, Delivery};
use crate::gateway::Gateway;
use crate::parked;
use crate::pipeline;

/// One call. Dropping it before it is done cancels the call at its source and says so in the
/// audit.
pub struct Exchange {
    gateway: Gateway,
    state: Stage,
}

enum Stage {
    Arrived(Box<Arrival>),
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
    /// The source asks the client something, and the client can be asked now. Clients of the
    /// modern era are never asked this way: their call is parked and they get an
    /// input-required result.
    Ask(Ask),
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
        if matches!(self.state, Stage::Arrived(_))
            && let Stage::Arrived(arrival) = std::mem::replace(&mut self.state, Stage::Over)
        {
            let begun = match parked::handle(&arrival.params) {
                Some(handle) => self.gateway.parked().resume(&handle, *arrival).await,
                None => pipeline::travel(&self.gateway, *arrival).await,
            };
            match begun {
                Ok(delivery) => self.state = Stage::Delivering(Box::new(delivery)),
                Err(reply) => return CallEvent::Done(reply),
            }
        }
        let Stage::Delivering(delivery) = &mut self.state else {
            return std::future::pending().await;
        };
        match delivery.next().await {
            Delivered::Notification { method, params } => {
                CallEvent::Notification { method, params }
            }
            Delivered::Ask(ask) if delivery.parks() => self.park(ask),
            Delivered::Ask(ask) => CallEvent::Ask(ask),
            Delivered::Over(reply) => {
                self.state = Stage::Over;
                CallEvent::Done(reply)
            }
        }
    }

    /// Sets the call aside until the client comes back with the answer.
    fn park(&mut self, ask: Ask) -> CallEvent {
        let Stage::Delivering(delivery) = std::mem::replace(&mut self.state, Stage::Over) else {
            return CallEvent::Done(Ok(RawObject::default().to_json()));
        };
        CallEvent::Done(Ok(self.gateway.parked().park(delivery, ask)))
    }
}
