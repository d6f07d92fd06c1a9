//! Prompts the user on the terminal if the call needs approval. Without a terminal, prints once
//! where it can be approved.

use std::future;
use std::io::{self, IsTerminal as _};

use candor_card::ApprovalCard;
use candor_gateway::{DecideError, Gateway};
use candor_model::{
    Approval, ApprovalAnswer, ApprovalId, ApprovalState, ChangeAuthor, Digest, GrantScope,
    QualifiedName, Role,
};
use candor_store::ApprovalFilter;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::task::JoinHandle;

use crate::actor::CommandActor;
use crate::prelude::*;
use crate::prompt;
use crate::text::visible;

/// The maximum number of approvals to search.
const LOOKED: usize = 100;

/// Recognises the approval of this call.
pub(super) struct ApprovalMatcher {
    pub(super) tool: QualifiedName,
    /// The identity that the call is made with.
    pub(super) principal: String,
    /// The digest of the canonical arguments.
    pub(super) arguments: Digest,
    /// The digest of the tool's definition.
    pub(super) definition: Digest,
    /// Whether the approval is not stored, so that it can be decided only here.
    pub(super) alone: bool,
}

/// The approval of a call, and how far it has come.
pub(super) struct ApprovalPrompt<'a> {
    sought: ApprovalMatcher,
    gateway: &'a Gateway,
    output: &'a CommandOutput,
    actor: &'a CommandActor,
    /// Whether the call is approved without a question.
    yes: bool,
    news: broadcast::Receiver<std::sync::Arc<Approval>>,
    state: PromptState,
}

type TypedLine = JoinHandle<io::Result<Option<String>>>;

enum PromptState {
    /// There is none, so far.
    None,
    /// The user is being prompted.
    Asking(ApprovalId, TypedLine),
    /// The user denied the call and is prompted for a reason.
    Why(ApprovalId, TypedLine),
    /// Others are waited for.
    Elsewhere(ApprovalId),
    /// The call cannot be approved, for this reason.
    Hopeless(String),
    /// It was answered.
    Over,
}

// === impl ApprovalMatcher ===

impl ApprovalMatcher {
    fn is(&self, approval: &Approval) -> bool {
        let binding = &approval.binding;
        approval.state_at(timestamp::now()) == ApprovalState::Pending
            && binding.tool == self.tool
            && binding.principal == self.principal
            && binding.environment.is_none()
            && binding.arguments == self.arguments
            && binding.definition == self.definition
    }
}

// === impl ApprovalPrompt ===

impl<'a> ApprovalPrompt<'a> {
    /// Begins to listen. The call must not be on its way yet.
    pub(super) fn new(
        sought: ApprovalMatcher,
        gateway: &'a Gateway,
        context: &'a CommandContext,
        yes: bool,
    ) -> Self {
        Self {
            sought,
            gateway,
            output: &context.output,
            actor: &context.actor,
            yes,
            news: gateway.approvals().events(),
            state: PromptState::None,
        }
    }

    /// Whether a prompt is open.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.state, PromptState::Asking(..) | PromptState::Why(..))
    }

    /// Why the call cannot be approved, if that is so.
    pub(super) fn hopeless(&self) -> Option<String> {
        match &self.state {
            PromptState::Hopeless(sentence) => Some(sentence.clone()),
            _ => None,
        }
    }

    /// Where the call can be approved, if it is pending.
    pub(super) fn place(&self) -> Option<String> {
        match self.state {
            PromptState::Asking(id, _) | PromptState::Why(id, _) | PromptState::Elsewhere(id) => {
                Some(self.place_of(id))
            }
            PromptState::None | PromptState::Hopeless(_) | PromptState::Over => None,
        }
    }

    fn place_of(&self, id: ApprovalId) -> String {
        let page = self.gateway.policy_settings().page(id);
        let page = page.map_or_else(String::new, |page| format!(", or at {page}"));
        // The approver must use their own token, not that of this command.
        let holds = self.actor.caller().token.is_some() && !self.actor.may(Role::Approver);
        let token = if holds { " --token-file FILE" } else { "" };
        format!("with `candor approvals approve {id}{token}`{page}")
    }

    /// Whether the call is waiting for approval. Without a notification, an older approval about
    /// the same call may exist.
    pub(super) async fn waits(&mut self) -> bool {
        if matches!(self.state, PromptState::None)
            && let Some(approval) = self.find().await
        {
            self.found(&approval).await;
        }
        !matches!(self.state, PromptState::None | PromptState::Over)
    }

    /// Waits for a change of the approval or for input, and handles it.
    pub(super) async fn goes_on(&mut self) {
        enum PromptEvent {
            News(Result<std::sync::Arc<Approval>, RecvError>),
            Typed(Option<String>),
        }
        let heard = {
            let (news, state) = (&mut self.news, &mut self.state);
            tokio::select! {
                news = news.recv() => PromptEvent::News(news),
                typed = typed(state) => PromptEvent::Typed(typed),
            }
        };
        match heard {
            PromptEvent::News(Ok(approval)) => self.heard(&approval).await,
            // A missed update is found when the call reports that it waits.
            PromptEvent::News(Err(RecvError::Lagged(_))) => {}
            PromptEvent::News(Err(RecvError::Closed)) => future::pending().await,
            PromptEvent::Typed(line) => self.typed(line).await,
        }
    }

    async fn heard(&mut self, approval: &Approval) {
        match self.state {
            PromptState::None if self.sought.is(approval) => self.found(approval).await,
            PromptState::Asking(id, _) | PromptState::Why(id, _) | PromptState::Elsewhere(id)
                if id == approval.id && approval.state != ApprovalState::Pending =>
            {
                let open = self.is_open();
                self.state = PromptState::Over;
                if let Some(verdict) = approval.verdict.as_ref().filter(|_| open) {
                    let by = one_line(&verdict.author.name);
                    let what = if verdict.is_yes() {
                        "approved"
                    } else {
                        "denied"
                    };
                    self.output.say(&format!("{by} {what} the call"));
                }
            }
            _ => {}
        }
    }

    async fn find(&self) -> Option<Approval> {
        let filter = ApprovalFilter {
            states: vec![ApprovalState::Pending],
            tool: Some(self.sought.tool.clone()),
            principal: Some(self.sought.principal.clone()),
            ..ApprovalFilter::default()
        };
        let page = self.gateway.approvals().list(&filter, None, LOOKED).await;
        let mut found = page.ok()?.approvals.into_iter();
        found.find(|approval| self.sought.is(approval))
    }

    /// An approval was found: prompts the user, or prints where to approve.
    async fn found(&mut self, approval: &Approval) {
        let id = approval.id;
        let can_ask = io::stdin().is_terminal() && self.output.is_watched();
        let may = self.actor.may(Role::Approver) && !approval.out_of_band;
        let can_ask = can_ask && self.actor.may(Role::Approver);
        if self.yes && may {
            self.state = PromptState::Elsewhere(id);
            let once = ApprovalAnswer::Approve(GrantScope::Once);
            let why = Some("`--yes` was given".to_owned());
            self.decide(id, once, why).await;
        } else if can_ask && !approval.out_of_band {
            match ApprovalCard::from_json(&approval.card) {
                Ok(card) => {
                    let card = card.seen_at(approval.expires_micros, timestamp::now());
                    self.output.say(&visible(&card.text()));
                }
                Err(error) => self
                    .output
                    .say(&format!("the call cannot be shown: {error}")),
            }
            self.ask(id);
        } else if self.sought.alone {
            let tool = one_line(&approval.binding.tool.to_string());
            self.state = PromptState::Hopeless(format!(
                "`{tool}` was not called: it needs approval ({}), and no one can be asked: there is \
                 no terminal, and a call with a target is not stored for others to see; `--yes` \
                 approves it",
                one_line(&approval.because)
            ));
        } else {
            self.state = PromptState::Elsewhere(id);
            self.print_where(approval);
        }
    }

    fn ask(&mut self, id: ApprovalId) {
        let colour = self.output.colours_errors();
        let question = TextStyle::Bold.on("Approve this call?", colour);
        self.output.say(&format!(
            "{question} Type `y` to approve it once, `n` to deny it:"
        ));
        self.state = PromptState::Asking(id, prompt::read_line());
    }

    fn print_where(&self, approval: &Approval) {
        let id = approval.id;
        let tool = one_line(&approval.binding.tool.to_string());
        let who = "anyone with the role `approver` can answer";
        let place = self.place_of(id);
        self.output
            .say(&format!("`{tool}` is waiting for approval: {who} {place}"));
    }

    /// Handles a typed line, or the end of input.
    async fn typed(&mut self, line: Option<String>) {
        let line = line.as_deref().map(str::trim);
        match std::mem::replace(&mut self.state, PromptState::Over) {
            PromptState::Asking(id, _) => match line {
                Some("y" | "Y" | "yes") => {
                    self.state = PromptState::Elsewhere(id);
                    let once = ApprovalAnswer::Approve(GrantScope::Once);
                    self.decide(id, once, None).await;
                }
                Some("n" | "N" | "no") => {
                    self.output.say("Type a reason, or press Enter:");
                    self.state = PromptState::Why(id, prompt::read_line());
                }
                Some(_) => self.ask(id),
                None => {
                    self.output
                        .say("not decided; the call is still waiting for approval");
                    self.state = PromptState::Elsewhere(id);
                }
            },
            PromptState::Why(id, _) => {
                self.state = PromptState::Elsewhere(id);
                let why = line.filter(|why| !why.is_empty()).map(str::to_owned);
                self.decide(id, ApprovalAnswer::Deny, why).await;
            }
            other => self.state = other,
        }
    }

    async fn decide(&mut self, id: ApprovalId, answer: ApprovalAnswer, why: Option<String>) {
        let author = ChangeAuthor {
            why,
            ..self.actor.author()
        };
        match self.gateway.approvals().decide(id, answer, author).await {
            Ok(_) => self.state = PromptState::Over,
            Err(error @ DecideError::Already(_)) => {
                self.state = PromptState::Over;
                self.output.say(&one_line(&error.to_string()));
            }
            Err(error) => self
                .output
                .say(&format!("error: {}", one_line(&error.to_string()))),
        }
    }
}

/// The typed line; never resolves if no prompt is open.
async fn typed(state: &mut PromptState) -> Option<String> {
    match state {
        PromptState::Asking(_, line) | PromptState::Why(_, line) => line.await.ok()?.ok()?,
        PromptState::None
        | PromptState::Elsewhere(_)
        | PromptState::Hopeless(_)
        | PromptState::Over => future::pending().await,
    }
}
