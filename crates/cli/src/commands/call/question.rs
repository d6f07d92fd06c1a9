//! A call that somebody has to approve: whoever sits at the terminal is asked; elsewhere it is
//! told, once, where it can be approved.

use std::future;
use std::io::{self, IsTerminal as _};

use candor_card::Card;
use candor_gateway::{DecideError, Gateway};
use candor_model::{
    Answer, Approval, ApprovalId, ApprovalState, Author, Digest, GrantScope, Identity,
    QualifiedName,
};
use candor_store::ApprovalFilter;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::task::JoinHandle;

use crate::ask;
use crate::author::whoever;
use crate::output::{Output, Paint};
use crate::text::{one_line, visible};
use crate::when;

/// The most questions that are looked through for ours.
const LOOKED: usize = 100;

/// By what a question about our call is recognised.
pub(super) struct Sought {
    pub(super) tool: QualifiedName,
    /// The digest of the canonical arguments.
    pub(super) arguments: Digest,
    /// The digest of the tool's definition.
    pub(super) definition: Digest,
    /// Whether nobody else can see the question, because nothing of it is kept.
    pub(super) alone: bool,
}

/// What is known of the question.
pub(super) struct Question<'a> {
    sought: Sought,
    gateway: &'a Gateway,
    output: &'a Output,
    news: broadcast::Receiver<std::sync::Arc<Approval>>,
    state: State,
}

type Typed = JoinHandle<io::Result<Option<String>>>;

enum State {
    /// There is none, so far.
    None,
    /// Somebody is asked here.
    Asking(ApprovalId, Typed),
    /// Somebody has said no here, and is asked why.
    Why(ApprovalId, Typed),
    /// Others are waited for.
    Elsewhere(ApprovalId),
    /// It was answered.
    Over,
}

// === impl Sought ===

impl Sought {
    fn is(&self, approval: &Approval) -> bool {
        let binding = &approval.binding;
        approval.state_at(when::now()) == ApprovalState::Pending
            && binding.tool == self.tool
            && binding.principal == Identity::LOCAL
            && binding.environment.is_none()
            && binding.arguments == self.arguments
            && binding.definition == self.definition
    }
}

// === impl Question ===

impl<'a> Question<'a> {
    /// Begins to listen. The call must not be on its way yet.
    pub(super) fn new(sought: Sought, gateway: &'a Gateway, output: &'a Output) -> Self {
        Self {
            sought,
            gateway,
            output,
            news: gateway.approvals().events(),
            state: State::None,
        }
    }

    /// Whether somebody is being asked here.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.state, State::Asking(..) | State::Why(..))
    }

    /// Whether the call waits for an answer. If nothing was heard of a question, there may be an
    /// older one about the same call.
    pub(super) async fn waits(&mut self) -> bool {
        if matches!(self.state, State::None)
            && let Some(approval) = self.find().await
        {
            self.found(&approval).await;
        }
        !matches!(self.state, State::None | State::Over)
    }

    /// Waits for news of the question, or for what somebody types, and does what follows.
    pub(super) async fn goes_on(&mut self) {
        enum Heard {
            News(Result<std::sync::Arc<Approval>, RecvError>),
            Typed(Option<String>),
        }
        let heard = {
            let (news, state) = (&mut self.news, &mut self.state);
            tokio::select! {
                news = news.recv() => Heard::News(news),
                typed = typed(state) => Heard::Typed(typed),
            }
        };
        match heard {
            Heard::News(Ok(approval)) => self.heard(&approval).await,
            // What was missed is found when the call says that it waits.
            Heard::News(Err(RecvError::Lagged(_))) => {}
            Heard::News(Err(RecvError::Closed)) => future::pending().await,
            Heard::Typed(line) => self.typed(line).await,
        }
    }

    async fn heard(&mut self, approval: &Approval) {
        match self.state {
            State::None if self.sought.is(approval) => self.found(approval).await,
            State::Asking(id, _) | State::Why(id, _) | State::Elsewhere(id)
                if id == approval.id && approval.state != ApprovalState::Pending =>
            {
                let open = self.is_open();
                self.state = State::Over;
                if let Some(verdict) = approval.verdict.as_ref().filter(|_| open) {
                    let by = one_line(&verdict.author.name);
                    let what = if verdict.is_yes() {
                        "approved"
                    } else {
                        "denied"
                    };
                    self.output
                        .say(&format!("{by} has {what} the call meanwhile"));
                }
            }
            _ => {}
        }
    }

    async fn find(&self) -> Option<Approval> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            tool: Some(self.sought.tool.clone()),
            principal: Some(Identity::LOCAL.to_owned()),
            ..ApprovalFilter::default()
        };
        let page = self.gateway.approvals().list(&filter, None, LOOKED).await;
        let mut found = page.ok()?.approvals.into_iter();
        found.find(|approval| self.sought.is(approval))
    }

    /// There is a question: it is put here, or it is told where it can be answered.
    async fn found(&mut self, approval: &Approval) {
        let id = approval.id;
        let can_ask = io::stdin().is_terminal() && self.output.is_watched();
        if can_ask && !approval.out_of_band {
            match Card::from_json(&approval.card) {
                Ok(card) => self.output.say(&visible(&card.text())),
                Err(error) => self
                    .output
                    .say(&format!("the call cannot be shown: {error}")),
            }
            self.ask(id);
        } else if self.sought.alone {
            self.state = State::Elsewhere(id);
            let why = "nobody can be asked: there is no terminal, and nothing of this call is kept \
                       where somebody else could see it";
            self.decide(id, Answer::Deny, Some(why.to_owned())).await;
        } else {
            self.state = State::Elsewhere(id);
            self.tell_where(approval);
        }
    }

    fn ask(&mut self, id: ApprovalId) {
        let colour = self.output.colours_errors();
        let question = Paint::Bold.on("Approve this call?", colour);
        self.output.say(&format!(
            "{question} Type `y` to approve it once, `n` to deny it:"
        ));
        self.state = State::Asking(id, ask::line());
    }

    fn tell_where(&self, approval: &Approval) {
        let id = approval.id;
        let tool = one_line(&approval.binding.tool.to_string());
        let page = self.gateway.house().page(id);
        let page = page.map(|page| format!(", or at {page} while `candor serve` runs"));
        self.output.say(&format!(
            "`{tool}` waits for somebody: `candor approvals approve {id}`{}",
            page.unwrap_or_default()
        ));
    }

    /// Somebody has typed a line, or closed their input.
    async fn typed(&mut self, line: Option<String>) {
        let line = line.as_deref().map(str::trim);
        match std::mem::replace(&mut self.state, State::Over) {
            State::Asking(id, _) => match line {
                Some("y" | "Y" | "yes") => {
                    self.state = State::Elsewhere(id);
                    let once = Answer::Approve(GrantScope::Once);
                    self.decide(id, once, None).await;
                }
                Some("n" | "N" | "no") => {
                    self.output.say("Why not? Type a reason, or nothing:");
                    self.state = State::Why(id, ask::line());
                }
                Some(_) => self.ask(id),
                None => {
                    self.output
                        .say("not decided here; the call waits for somebody else");
                    self.state = State::Elsewhere(id);
                }
            },
            State::Why(id, _) => {
                self.state = State::Elsewhere(id);
                let why = line.filter(|why| !why.is_empty()).map(str::to_owned);
                self.decide(id, Answer::Deny, why).await;
            }
            other => self.state = other,
        }
    }

    async fn decide(&mut self, id: ApprovalId, answer: Answer, why: Option<String>) {
        let author = Author { why, ..whoever() };
        match self.gateway.approvals().decide(id, answer, author).await {
            Ok(_) => self.state = State::Over,
            Err(error @ DecideError::Already(_)) => {
                self.state = State::Over;
                self.output.say(&one_line(&error.to_string()));
            }
            Err(error) => self
                .output
                .say(&format!("error: {}", one_line(&error.to_string()))),
        }
    }
}

/// What somebody types; never, where nobody is asked.
async fn typed(state: &mut State) -> Option<String> {
    match state {
        State::Asking(_, line) | State::Why(_, line) => line.await.ok()?.ok()?,
        State::None | State::Elsewhere(_) | State::Over => future::pending().await,
    }
}
