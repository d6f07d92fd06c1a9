//! A call that waits for somebody's decision, with its client on the line.
//!
//! The client is asked if it can be, and hears that the call goes on so that it does not give
//! up. Whoever answers first, wherever, decides. If nobody does, the call is not made.

use std::sync::Arc;
use std::time::Duration;

use candor_card::Card;
use candor_model::{Approval, ApprovalState, Author, Door};
use candor_sources::Ask;
use candor_wire::{ErrorObject, RawJson, method};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::desk::DecideError;
use super::form::{self, Heard, Mode};
use super::inquiry::Consumed;
use super::news::Watching;
use crate::admit::{AdmittedCall, Held};
use crate::audit::Entry;
use crate::clock::now_micros;
use crate::finish::{self, Reply};
use crate::gateway::Gateway;
use crate::refusal::Refusal;

/// How often a waiting client hears that it waits.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// See the module.
pub(crate) struct Asking {
    gateway: Gateway,
    held: Option<Held>,
    entry: Option<Entry>,
    watching: Watching,
    question: Question,
    deadline: Instant,
    next_sign: Instant,
    signs: u32,
    /// Whether the question was looked at since it is watched.
    looked: bool,
    /// What is to happen when the client has been told that the question is settled.
    settled: Option<Settled>,
}

/// How far the question to the client has come.
enum Question {
    /// It is to be put in this form.
    Planned(Mode),
    /// It was put.
    Open(Mode, oneshot::Receiver<Result<RawJson, ErrorObject>>),
    /// Somebody has been sent to the page.
    Sent,
    /// There is none, or no more.
    Closed,
}

enum Settled {
    Admitted(Box<AdmittedCall>),
    Refused(Refusal),
}

/// What a waiting call gives out.
pub(crate) enum Asked {
    Notification {
        method: Box<str>,
        params: Option<RawJson>,
    },
    Ask(Ask),
    /// The question that was put last needs no answer any more.
    Withdrawn,
    /// Somebody agreed.
    Admitted(Box<(AdmittedCall, Entry)>),
    Over(Reply),
}

// === impl Asking ===

impl Asking {
    /// Begins to wait.
    pub(crate) fn new(gateway: &Gateway, held: Held, mut entry: Entry) -> Self {
        let approval = held.approval().clone();
        // However it ends, it was about this question.
        entry.on_approval(approval.id);
        let now = Instant::now();
        let left = u64::try_from(approval.expires_micros - now_micros()).unwrap_or_default();
        let question = match held.mode() {
            Some(mode) => Question::Planned(mode),
            None => Question::Closed,
        };
        Self {
            gateway: gateway.clone(),
            held: Some(held),
            entry: Some(entry),
            watching: gateway.approvals_known().watch(approval),
            question,
            deadline: now + Duration::from_micros(left),
            next_sign: now + Duration::from_secs(1),
            signs: 0,
            looked: false,
            settled: None,
        }
    }

    /// The next thing that happens. After `Admitted` or `Over` there is nothing more.
    pub(crate) async fn next(&mut self) -> Asked {
        if self.settled.is_some() {
            return self.conclude().await;
        }
        let mut approval = self.look().await;
        if approval.state_at(now_micros()) == ApprovalState::Pending
            && let Some(ask) = self.put()
        {
            return Asked::Ask(ask);
        }
        loop {
            if let Some(settled) = self.settle(&approval).await {
                self.settled = Some(settled);
                return match self.withdraw() {
                    Some(told) => told,
                    None => self.conclude().await,
                };
            }
            let (question, deadline, next_sign) =
                (&mut self.question, self.deadline, self.next_sign);
            tokio::select! {
                biased;
                news = self.watching.changed() => approval = news,
                (mode, answer) = question.answer() => {
                    self.question = Question::Closed;
                    if let Some(news) = self.answered(mode, answer).await {
                        approval = news;
                    }
                }
                () = self.gateway.closing().cancelled() => {
                    let stopping = self.held.as_ref().map(Held::stopping);
                    self.settled = stopping.map(Settled::Refused);
                    return match self.withdraw() {
                        Some(told) => told,
                        None => self.conclude().await,
                    };
                }
                () = sleep_until(deadline) => approval = self.look_again(approval).await,
                () = sleep_until(next_sign) => {
                    if let Some(sign) = self.sign() {
                        return sign;
                    }
                }
            }
        }
    }

    /// What is known of the question. It may have been answered between the moment when it was
    /// written down and the moment from which it was watched, so that the first look goes to the
    /// store.
    async fn look(&mut self) -> Arc<Approval> {
        let known = self.watching.now();
        if std::mem::replace(&mut self.looked, true) {
            return known;
        }
        match self.gateway.store().approval(known.id).await {
            Ok(Some(latest)) if latest.version > known.version => Arc::new(latest),
            // A store that cannot be read now is read once more when the time is over.
            Ok(_) | Err(_) => known,
        }
    }

    /// Puts the question to the client, if that is still to be done.
    fn put(&mut self) -> Option<Ask> {
        let Question::Planned(mode) = self.question else {
            return None;
        };
        self.question = Question::Closed;
        let approval = self.watching.now();
        let card = Card::from_json(&approval.card).ok()?;
        let page = self.gateway.house().page(approval.id).unwrap_or_default();
        let revision = self.held.as_ref()?.client().revision;
        let params = form::params(&card, approval.id, mode, &page, revision);
        let (ask, answer) = Ask::in_round(method::ELICIT.into(), Some(params));
        self.question = Question::Open(mode, answer);
        Some(ask)
    }

    /// What an answer of the client's makes of the question. An answer that decides nothing
    /// leaves it to others.
    async fn answered(&mut self, mode: Mode, answer: Option<RawJson>) -> Option<Arc<Approval>> {
        let approval = self.watching.now();
        let (answer, reason) = match form::hear(&answer?, mode, approval.session.is_some()) {
            Heard::Decision(answer, reason) => (answer, reason),
            Heard::Sent => {
                self.question = Question::Sent;
                return None;
            }
            Heard::Nothing => return None,
        };
        let author = Author {
            name: approval.binding.principal.clone(),
            door: Door::Client,
            why: reason,
        };
        match self
            .gateway
            .approvals()
            .decide(approval.id, answer, author)
            .await
        {
            Ok(decided) | Err(DecideError::Already(decided)) => Some(Arc::new(*decided)),
            Err(error) => {
                tracing::warn!(approval.id = %approval.id, %error, "The answer of a client does not count");
                None
            }
        }
    }

    /// What becomes of the call, if that is certain.
    async fn settle(&mut self, approval: &Approval) -> Option<Settled> {
        let held = self.held.as_ref()?;
        let refusal = match approval.state_at(now_micros()) {
            ApprovalState::Pending => return None,
            ApprovalState::Approved if !self.gateway.still_works(&held.client().identity) => {
                Refusal::Token(held.client().principal().to_owned())
            }
            ApprovalState::Approved => {
                let call = self.entry.as_ref()?.id();
                match Consumed::take(&self.gateway, approval.id, call).await {
                    Ok(Some(consumed)) => {
                        let held = self.held.take()?;
                        let entry = self.entry.as_mut()?;
                        return Some(match held.admit(&consumed, approval, entry) {
                            Ok(call) => Settled::Admitted(Box::new(call)),
                            Err(refusal) => Settled::Refused(refusal),
                        });
                    }
                    Ok(None) => held.used_up(),
                    Err(refusal) => refusal,
                }
            }
            ApprovalState::Consumed => held.used_up(),
            ApprovalState::Denied => held.denied(approval),
            ApprovalState::Expired => held.unanswered(&self.gateway, approval),
        };
        Some(Settled::Refused(refusal))
    }

    /// The time is over; what the store says counts, since an answer may just have been given.
    async fn look_again(&mut self, known: Arc<Approval>) -> Arc<Approval> {
        let found = self.gateway.store().approval(known.id).await;
        let mut latest = match found {
            Ok(Some(latest)) => latest,
            Ok(None) | Err(_) => Approval::clone(&known),
        };
        if latest.state == ApprovalState::Pending {
            // A clock that runs ahead of the one that wrote the question must not wait for ever.
            latest.state = ApprovalState::Expired;
        }
        Arc::new(latest)
    }

    /// Tells the client that the call goes on, if it wants to hear that.
    fn sign(&mut self) -> Option<Asked> {
        self.next_sign = Instant::now() + SIGN_OF_LIFE;
        let token = self.held.as_ref()?.progress_token()?;
        self.signs += 1;
        // Small, so that whatever the source reports later is more.
        let progress = f64::from(self.signs) * 1e-6;
        let mut params = candor_wire::RawObject::default();
        params.set("progressToken", token);
        params.set("progress", RawJson::from_value(&json!(progress)));
        let message = "Waiting for a person to approve the call";
        params.set("message", RawJson::string(message));
        Some(Asked::Notification {
            method: method::PROGRESS.into(),
            params: Some(params.to_json()),
        })
    }

    /// Tells the client that its question was answered elsewhere.
    fn withdraw(&mut self) -> Option<Asked> {
        match std::mem::replace(&mut self.question, Question::Closed) {
            Question::Open(Mode::Form, _) => Some(Asked::Withdrawn),
            Question::Open(Mode::Url, _) | Question::Sent => {
                let id = self.watching.now().id.to_string();
                let params = RawJson::from_value(&json!({"elicitationId": id}));
                Some(Asked::Notification {
                    method: method::ELICITATION_COMPLETE.into(),
                    params: Some(params),
                })
            }
            Question::Planned(_) | Question::Closed => None,
        }
    }

    /// Gives out what the question came to.
    async fn conclude(&mut self) -> Asked {
        let (Some(settled), Some(mut entry)) = (self.settled.take(), self.entry.take()) else {
            // Nobody asks again after the last word.
            return std::future::pending().await;
        };
        match settled {
            Settled::Admitted(call) => Asked::Admitted(Box::new((*call, entry))),
            Settled::Refused(refusal) => {
                let (kind, revision) = entry.asked_for();
                Asked::Over(finish::refuse(&mut entry, &refusal, kind, revision))
            }
        }
    }
}

// === impl Question ===

impl Question {
    /// What the client answers; never, where it is not asked. An error says that it cannot be
    /// asked.
    async fn answer(&mut self) -> (Mode, Option<RawJson>) {
        match self {
            Self::Open(mode, answer) => {
                let answer = answer.await;
                (*mode, answer.ok().and_then(Result::ok))
            }
            Self::Planned(_) | Self::Sent | Self::Closed => std::future::pending().await,
        }
    }
}
