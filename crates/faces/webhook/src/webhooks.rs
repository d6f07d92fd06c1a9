//! The owner of everything that is told.

use std::sync::Arc;

use candor_boxed::boxed;
use candor_gateway::Gateway;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::event::WebhookEvent;
use crate::retry_schedule::RetrySchedule;
use crate::target::{WebhookError, WebhookSpec, WebhookTarget};
use crate::{deliver, listen};

/// How many messages may wait for one hook.
pub(crate) const WAITING_MAX: usize = 1_000;
/// How many are sent at once, to all hooks together.
const SENDING_MAX: usize = 8;
/// How many are sent to one hook at once, so that a slow one leaves room for others.
const SENDING_TO_ONE: usize = 2;

/// What is told, until it is stopped. Dropping it ends it too, without waiting for anybody.
pub struct Webhooks {
    tasks: TaskTracker,
    stop: CancellationToken,
}

/// What everything that sends has in common.
pub(crate) struct WebhookContext {
    pub(crate) gateway: Gateway,
    pub(crate) queues: Vec<WebhookQueue>,
    pub(crate) retries: RetrySchedule,
    /// A place for each message that is being sent.
    pub(crate) sending: Semaphore,
    pub(crate) tasks: TaskTracker,
    pub(crate) stop: CancellationToken,
}

/// One hook and what waits for it.
#[derive(Clone)]
pub(crate) struct WebhookQueue {
    pub(crate) target: Arc<WebhookTarget>,
    /// A place for each message that is being sent to it.
    pub(crate) sending: Arc<Semaphore>,
    /// A place for each message that was not delivered yet.
    waiting: Arc<Semaphore>,
}

/// Tells the hooks from now on what becomes of calls that wait, those included that wait now and
/// that nobody was told of.
///
/// Needs a tokio runtime. Every hook is checked first; if one cannot work, nothing is started.
pub fn start(gateway: &Gateway, hooks: Vec<WebhookSpec>) -> Result<Webhooks, WebhookError> {
    start_with(gateway, hooks, RetrySchedule::default())
}

/// The same at another pace.
pub fn start_with(
    gateway: &Gateway,
    hooks: Vec<WebhookSpec>,
    pace: RetrySchedule,
) -> Result<Webhooks, WebhookError> {
    let targets = hooks.into_iter().enumerate();
    let queues = targets.map(|(at, hook)| {
        Ok(WebhookQueue {
            target: Arc::new(WebhookTarget::new(at + 1, hook)?),
            sending: Arc::new(Semaphore::new(SENDING_TO_ONE)),
            waiting: Arc::new(Semaphore::new(WAITING_MAX)),
        })
    });
    let context = Arc::new(WebhookContext {
        gateway: gateway.clone(),
        queues: queues.collect::<Result<_, _>>()?,
        retries: pace,
        sending: Semaphore::new(SENDING_MAX),
        tasks: TaskTracker::new(),
        stop: CancellationToken::new(),
    });
    let webhooks = Webhooks {
        tasks: context.tasks.clone(),
        stop: context.stop.clone(),
    };
    if !context.queues.is_empty() {
        // Subscribed before anything else can happen.
        let events = gateway.approvals().events();
        let tasks = context.tasks.clone();
        tasks.spawn(listen::run(context, events));
    }
    Ok(webhooks)
}

// === impl Webhooks ===

impl Webhooks {
    /// Tells nothing more. What is being sent may end; what waits to be tried again is given up.
    #[boxed]
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for Webhooks {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

// === impl WebhookContext ===

impl WebhookContext {
    /// Tells every hook that wants to hear of it. It waits for nobody: a hook for which too much
    /// waits already is not told.
    pub(crate) fn tell(self: &Arc<Self>, event: WebhookEvent) {
        for queue in &self.queues {
            if !event.is_for(&queue.target.hook) {
                continue;
            }
            let Ok(place) = Arc::clone(&queue.waiting).try_acquire_owned() else {
                tracing::warn!(
                    webhook = queue.target.number,
                    approval = %event.approval,
                    waiting = WAITING_MAX,
                    "Too much waits for a webhook; it is not told of this call"
                );
                continue;
            };
            let (context, queue) = (Arc::clone(self), queue.clone());
            self.tasks.spawn(async move {
                deliver::deliver(&context, &queue, event).await;
                drop(place);
            });
        }
    }
}
