//! The running webhooks.

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

/// The maximum number of messages queued per webhook.
pub(crate) const WAITING_MAX: usize = 1_000;
/// The maximum number of concurrent deliveries in total.
const SENDING_MAX: usize = 8;
/// The maximum number of concurrent deliveries per webhook, so that a slow one leaves room for
/// others.
const SENDING_TO_ONE: usize = 2;

/// The running webhooks, until stopped. Dropping it stops them without waiting.
pub struct Webhooks {
    tasks: TaskTracker,
    stop: CancellationToken,
}

/// State shared by all deliveries.
pub(crate) struct WebhookContext {
    pub(crate) gateway: Gateway,
    pub(crate) queues: Vec<WebhookQueue>,
    pub(crate) retries: RetrySchedule,
    /// A place for each message that is being sent.
    pub(crate) sending: Semaphore,
    pub(crate) tasks: TaskTracker,
    pub(crate) stop: CancellationToken,
}

/// A webhook and its queue.
#[derive(Clone)]
pub(crate) struct WebhookQueue {
    pub(crate) target: Arc<WebhookTarget>,
    /// A place for each message that is being sent to it.
    pub(crate) sending: Arc<Semaphore>,
    /// A place for each message that was not delivered yet.
    waiting: Arc<Semaphore>,
}

/// Starts sending events about approvals, including currently pending ones that were not sent yet.
///
/// Requires a tokio runtime. Every webhook is checked first; if one is invalid, nothing is started.
pub fn start(gateway: &Gateway, hooks: Vec<WebhookSpec>) -> Result<Webhooks, WebhookError> {
    start_with(gateway, hooks, RetrySchedule::default())
}

/// As [`start`], with another retry schedule.
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
        // Subscribe before anything else can happen.
        let events = gateway.approvals().events();
        let tasks = context.tasks.clone();
        tasks.spawn(listen::run(context, events));
    }
    Ok(webhooks)
}

// === impl Webhooks ===

impl Webhooks {
    /// Stops. Running deliveries may finish; queued retries are given up.
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
    /// Queues an event for every webhook that receives it. Never blocks: if a queue is full, the
    /// event is dropped.
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
                    "Too many messages wait for a webhook; this one is dropped"
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
