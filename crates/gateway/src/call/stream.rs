//! A call as a face holds it: events until it is done.

use candor_sources::InputRequest;
use candor_wire::RawJson;

use crate::approvals::{ApprovalWait, ApprovalWaitEvent};
use crate::call::delivery::{Delivery, DeliveryEvent};
use crate::call::dispatch::{CoalescedCall, Dispatched, dispatch};
use crate::call::incoming::IncomingCall;
use crate::call::parked;
use crate::call::pipeline::{self, Travelled};
use crate::gateway::Gateway;

/// One call. Dropping it before it is done cancels the call at its source and says so in the
/// audit.
pub struct CallStream {
    gateway: Gateway,
    state: CallStage,
}

enum CallStage {
    Arrived(Box<IncomingCall>),
    Asking(Box<ApprovalWait>),
    Following(Box<CoalescedCall>),
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
    Ask(InputRequest),
    /// What was asked in this call so far needs no answer any more: somebody else has given it.
    Withdrawn,
    /// The call is over: a result, or an error object.
    Done(Result<RawJson, RawJson>),
}

// === impl Exchange ===

impl CallStream {
    pub(crate) fn new(gateway: Gateway, arrival: IncomingCall) -> Self {
        Self {
            gateway,
            state: CallStage::Arrived(Box::new(arrival)),
        }
    }

    /// The next event. The future must be polled to its end or the whole exchange dropped. After
    /// `Done` it never resolves.
    pub async fn next(&mut self) -> CallEvent {
        loop {
            let event = match std::mem::replace(&mut self.state, CallStage::Over) {
                CallStage::Arrived(arrival) => self.arrive(*arrival).await,
                // Apart, so that most calls need not carry room for it.
                CallStage::Asking(asking) => Box::pin(self.ask(asking)).await,
                CallStage::Following(following) => Box::pin(self.follow(*following)).await,
                CallStage::Delivering(delivery) => Some(self.deliver(delivery).await),
                CallStage::Over => std::future::pending().await,
            };
            if let Some(event) = event {
                return event;
            }
        }
    }

    async fn arrive(&mut self, arrival: IncomingCall) -> Option<CallEvent> {
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
            Ok(Travelled::Asking(asking)) => self.state = CallStage::Asking(asking),
            Err(reply) => return Some(CallEvent::Done(reply)),
        }
        None
    }

    async fn ask(&mut self, mut asking: Box<ApprovalWait>) -> Option<CallEvent> {
        let event = match asking.next().await {
            ApprovalWaitEvent::Notification { method, params } => {
                CallEvent::Notification { method, params }
            }
            ApprovalWaitEvent::Ask(ask) => CallEvent::Ask(ask),
            ApprovalWaitEvent::Withdrawn => CallEvent::Withdrawn,
            ApprovalWaitEvent::Admitted(admitted) => {
                let (call, entry) = *admitted;
                match dispatch(&self.gateway, call, entry).await {
                    Ok(dispatched) => self.go_on(dispatched),
                    Err(reply) => return Some(CallEvent::Done(reply)),
                }
                return None;
            }
            ApprovalWaitEvent::Over(reply) => return Some(CallEvent::Done(reply)),
        };
        self.state = CallStage::Asking(asking);
        Some(event)
    }

    async fn follow(&mut self, following: CoalescedCall) -> Option<CallEvent> {
        match following.land(&self.gateway).await {
            Ok(dispatched) => self.go_on(dispatched),
            Err(reply) => return Some(CallEvent::Done(reply)),
        }
        None
    }

    async fn deliver(&mut self, mut delivery: Box<Delivery>) -> CallEvent {
        let event = match delivery.next().await {
            DeliveryEvent::Notification { method, params } => {
                CallEvent::Notification { method, params }
            }
            DeliveryEvent::Ask(ask) if delivery.parks() => {
                // Set aside until the client comes back with the answer.
                return CallEvent::Done(Ok(self.gateway.parked().park(delivery, ask)));
            }
            DeliveryEvent::Ask(ask) => CallEvent::Ask(ask),
            DeliveryEvent::Over(reply) => return CallEvent::Done(reply),
        };
        self.state = CallStage::Delivering(delivery);
        event
    }

    fn go_on(&mut self, dispatched: Dispatched) {
        self.state = match dispatched {
            Dispatched::Delivery(delivery) => CallStage::Delivering(delivery),
            Dispatched::Following(following) => CallStage::Following(following),
        };
    }
}
