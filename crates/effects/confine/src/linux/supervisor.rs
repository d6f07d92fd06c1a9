//! The parent's thread that the kernel notifies of certain system calls.
//!
//! If the kernel enforces a call itself, the supervisor only records it and lets it continue.
//! Connections and metadata changes are executed by the supervisor on behalf of the program, on the
//! same socket or file and with arguments that it has read once, so that nothing can change between
//! check and use.

mod address;
mod calling_process;
mod connect;
mod message;
mod metadata;
mod names;
mod paths;
mod resolver;
mod target;

use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::Arc;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};

use super::calls::{CallShape, call_shape};
use super::kernel::{self, CallAnswer, Notification};
use crate::observation::ObservationSender;
use crate::plan::ConfinementPlan;
use crate::{Observation, ObservedAction, ObservedCalls, ObservedTarget};
use calling_process::CallingProcess;
use names::AllowedNames;

/// The supervisor of one program and everything that it starts.
pub(super) struct Supervisor {
    listener: OwnedFd,
    plan: ConfinementPlan,
    sender: ObservationSender,
    names: AllowedNames,
}

/// The subject of a call, and the decision.
struct CallFinding {
    action: ObservedAction,
    target: ObservedTarget,
    allowed: bool,
    answer: CallAnswer,
}

// === impl Supervisor ===

impl Supervisor {
    pub(super) fn new(
        listener: OwnedFd,
        plan: ConfinementPlan,
        sender: ObservationSender,
    ) -> io::Result<Arc<Self>> {
        let names = AllowedNames::new(&plan)?;
        Ok(Arc::new(Self {
            listener,
            plan,
            sender,
            names,
        }))
    }

    /// Starts the thread. It ends with the last process of the program.
    pub(super) fn start(self: Arc<Self>) -> io::Result<()> {
        self.names.serve()?;
        let thread = thread::Builder::new().name("candor-confine".to_owned());
        thread.spawn(move || self.run())?;
        Ok(())
    }

    fn run(self: Arc<Self>) {
        loop {
            let mut waiting = [PollFd::new(&self.listener, PollFlags::IN)];
            match poll(&mut waiting, None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(cause) => {
                    return tracing::error!(%cause, "a confined program is no longer supervised");
                }
            }
            let events = waiting.first().map_or(PollFlags::HUP, PollFd::revents);
            if events.contains(PollFlags::IN) {
                match kernel::receive(self.listener.as_fd()) {
                    Ok(Some(call)) => self.answer(call),
                    Ok(None) => {}
                    Err(cause) => {
                        return tracing::error!(%cause, "a confined program is no longer supervised");
                    }
                }
            } else if events.intersects(PollFlags::HUP | PollFlags::ERR) {
                self.names.stop();
                return;
            }
        }
    }

    fn answer(self: &Arc<Self>, call: Notification) {
        let Some(shape) = call_shape(call.number) else {
            return self.respond(&call, CallAnswer::Continue);
        };
        let process = CallingProcess::new(&call);
        if self.plan.level.is_enforced() && shape == CallShape::Connect {
            // It can take as long as the other side likes.
            return self.connect_apart(call, process);
        }
        let finding = self.find(&call, &process, shape);
        self.finish(&call, &process, finding);
    }

    /// Determines the subject of a call.
    fn find(&self, call: &Notification, process: &CallingProcess, shape: CallShape) -> CallFinding {
        match shape {
            CallShape::Metadata(change) if self.plan.level.is_enforced() => {
                self.change_metadata(call, process, change)
            }
            CallShape::Attribute(place) if self.plan.level.is_enforced() => {
                metadata::refuse_attribute(call, process, place)
            }
            _ => {
                let (action, target) = target::read_target(call, process, shape);
                let allowed = self.is_allowed(action, &target);
                CallFinding {
                    action,
                    target,
                    allowed,
                    answer: CallAnswer::Continue,
                }
            }
        }
    }

    /// The kernel's decision about a call that it enforces itself.
    fn is_allowed(&self, action: ObservedAction, target: &ObservedTarget) -> bool {
        if !self.plan.level.is_enforced() {
            return true;
        }
        match target {
            ObservedTarget::Path(path) => paths::is_allowed(&self.plan.grants, action, path),
            ObservedTarget::Paths { from, to } => {
                let moves = action == ObservedAction::Rename;
                (!moves || paths::is_allowed(&self.plan.grants, ObservedAction::Delete, from))
                    && paths::is_allowed(&self.plan.grants, ObservedAction::Create, to)
            }
            ObservedTarget::Address(_) => {
                self.plan.level < crate::ConfineLevel::Strict || action != ObservedAction::Bind
            }
            ObservedTarget::Unknown => true,
        }
    }

    /// Records the call and responds.
    fn finish(&self, call: &Notification, process: &CallingProcess, finding: CallFinding) {
        let wanted = !finding.allowed || self.plan.observe >= ObservedCalls::Changes;
        // The data may be from another process that has reused the process id.
        if wanted && kernel::still_waits(&self.listener, call.id) {
            self.sender.send(Observation {
                action: finding.action,
                target: finding.target,
                process: process.id(),
                program: process.program(),
                allowed: finding.allowed,
            });
        }
        self.respond(call, finding.answer);
    }

    fn respond(&self, call: &Notification, answer: CallAnswer) {
        if let Err(cause) = kernel::respond(self.listener.as_fd(), call.id, answer) {
            tracing::debug!(%cause, "a call of a confined program could not be answered");
        }
    }
}
