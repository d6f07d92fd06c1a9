//! A call that requires approval, from the question to the decision.
//!
//! There may already be a decision: a standing approval, or one about this very call. What the
//! state of an approval means for its call is decided in one place, [`ApprovalRequest::verdict`],
//! both for clients that wait and for clients that come back.

use candor_card::ApprovalCard;
use candor_model::{
    Approval, ApprovalGrant, ApprovalId, ApprovalState, ChangeAuthor, ChangeChannel,
    GrantArguments, McpEra, PolicyPreferences,
};
use candor_policy::PolicyDecision;
use candor_wire::{RawJson, RawObject};

use super::not_approved::{abandoned, denied, unanswered};
use super::{Admission, AdmittedCall, CallTerms};
use crate::approvals::capabilities::ApprovalCapabilities;
use crate::approvals::{
    ApprovalRequestState, ApprovalWait, CallBinding, ClientAnswer, ClientScopes, Consumed,
    ContinuationState, DecideError, PresentedState, PromptMode, QUESTION, WaitingCaller, form,
    tasks,
};
use crate::call::NextStep;
use crate::call::audit::AuditEntry;
use crate::call::call_subject::CallSubject;
use crate::call::finish;
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::ResolvedCall;
use crate::caller_usage::UsageGuard;
use crate::clock::now_micros;
use crate::gateway::Gateway;

/// How often this call may lose its approval to a concurrent call before it is refused.
const TRIES: usize = 3;

/// A call, and why it requires approval.
pub(crate) struct ApprovalRequest {
    pub(crate) call: Box<ResolvedCall>,
    pub(crate) subject: CallSubject,
    pub(crate) decision: PolicyDecision,
    /// Whether an approval also admits later calls of the tool.
    pub(crate) first: bool,
    pub(crate) binding: CallBinding,
    pub(crate) preferences: PolicyPreferences,
}

/// A call with its pending approval.
pub(crate) struct PendingApproval {
    pub(crate) request: ApprovalRequest,
    pub(crate) approval: Approval,
    /// Whether to ask through the client. False if it may already have sent its user to the
    /// approval page.
    asks_client: bool,
    /// Resources held for a client that has been connected since the question was asked; `None` if
    /// the client was sent away and has come back.
    on_line: Option<CallerOnLine>,
}

/// Resources held while the client waits.
struct CallerOnLine {
    /// Counts the call among its caller's waiting calls.
    held: UsageGuard,
    /// Ends the question when the client disconnects, unless the client comes back for the result.
    caller: Option<WaitingCaller>,
}

// === impl ApprovalRequest ===

impl ApprovalRequest {
    /// Uses an existing decision about this call, or requests approval.
    pub(super) async fn ask(
        mut self,
        gateway: &Gateway,
        presented: Option<PresentedState>,
        entry: &mut AuditEntry,
    ) -> Result<Admission, CallRefusal> {
        let now = now_micros();
        if let Some(PresentedState::Continued { state }) = presented {
            let spent = ContinuationState::spend(gateway, &state, &self.binding, now);
            let (approval, theirs) = spent.await?;
            self.call.restore_state(theirs);
            entry.on_approval(approval);
            return self.granted(Some(approval), entry);
        }
        // A decision about this very call takes precedence over standing approvals.
        if let Some(id) = self.call.approval() {
            let approval = self.find(gateway, id).await?;
            return self.settle(gateway, approval, entry).await;
        }
        if let Some(PresentedState::Asked { state, responses }) = presented {
            let spent = ApprovalRequestState::spend(gateway, &state, &self.binding, now);
            let (id, mode) = spent.await?;
            return self.answered(gateway, id, mode, responses, entry).await;
        }
        let session = self.client().session_digest();
        let grants = gateway.approvals_known().grants();
        let arguments = self.call.arguments();
        let standing = grants.answering(&self.binding, session.as_deref(), arguments, now);
        if let Some(grant) = standing {
            let relied = &self.subject.effective().relied;
            entry.decided(relied.hints(), grant_sentence(&grant));
            entry.on_approval(grant.approval);
            return self.granted(None, entry);
        }
        // Checked before a person is asked, so that no one decides about a call that is then
        // refused.
        let held = self.hold(gateway, entry)?;
        if self.becomes_task() {
            tasks::check_room(gateway, self.client(), entry.request_bytes()).await?;
        }
        for _ in 0..TRIES {
            let approval = self.put(gateway).await?;
            if approval.state == ApprovalState::Pending {
                let caller =
                    (!self.call.comes_back()).then(|| WaitingCaller::new(gateway, approval.id));
                let mut pending = self.pending(approval, true);
                pending.on_line = Some(CallerOnLine { held, caller });
                return Ok(Admission::Pending(pending));
            }
            if let Some(consumed) = Consumed::take(gateway, approval.id, entry.id()).await? {
                return self
                    .approved(gateway, &consumed, &approval, entry)
                    .map(Admission::Granted);
            }
        }
        Err(self.used_up())
    }

    /// Continues when the client has come back, possibly with an answer.
    async fn answered(
        self,
        gateway: &Gateway,
        id: ApprovalId,
        mode: Option<PromptMode>,
        responses: Option<RawObject>,
        entry: &mut AuditEntry,
    ) -> Result<Admission, CallRefusal> {
        let approval = self.find(gateway, id).await?;
        entry.on_approval(approval.id);
        if approval.state_at(now_micros()) != ApprovalState::Pending {
            return self.settle(gateway, approval, entry).await;
        }
        let answer = responses.as_ref().and_then(|all| all.get(QUESTION));
        let scopes = ClientScopes::asked(self.client(), &approval);
        let heard = answer
            .zip(mode)
            .map(|(answer, mode)| form::read_answer(answer, mode, scopes));
        let (answer, why) = match heard {
            Some(ClientAnswer::Decision(answer, why)) => (answer, why),
            Some(ClientAnswer::Sent) => return Ok(self.waiting(approval, false)),
            Some(ClientAnswer::Nothing) | None => return Ok(self.waiting(approval, true)),
        };
        let author = ChangeAuthor {
            name: self.client().principal().to_owned(),
            channel: ChangeChannel::Client,
            why,
        };
        match gateway.approvals().decide(id, answer, author).await {
            Ok(decided) | Err(DecideError::Already(decided)) => {
                self.settle(gateway, *decided, entry).await
            }
            Err(error) => Err(CallRefusal::Approvals(error.to_string())),
        }
    }

    /// The approval that was answered, if it is still bound to this call under the current policy.
    async fn find(&self, gateway: &Gateway, id: ApprovalId) -> Result<Approval, CallRefusal> {
        let found = gateway.store().approval(id).await;
        let found = found.map_err(|error| CallRefusal::Approvals(error.to_string()))?;
        found
            .filter(|approval| self.binding.is_of(approval))
            .ok_or(CallRefusal::BadState(
                "its approval no longer exists, or the rules have changed since",
            ))
    }

    /// Makes the call, refuses it or waits, depending on the state of the approval.
    async fn settle(
        self,
        gateway: &Gateway,
        approval: Approval,
        entry: &mut AuditEntry,
    ) -> Result<Admission, CallRefusal> {
        match self.verdict(gateway, &approval, entry).await? {
            Some(consumed) => self
                .approved(gateway, &consumed, &approval, entry)
                .map(Admission::Granted),
            None => Ok(self.waiting(approval, true)),
        }
    }

    /// What the state of the approval means for the call: an approval consumed for it, `None` while
    /// it is pending, or the reason why the call is refused.
    pub(crate) async fn verdict(
        &self,
        gateway: &Gateway,
        approval: &Approval,
        entry: &AuditEntry,
    ) -> Result<Option<Consumed>, CallRefusal> {
        let tool = self.subject.name();
        match approval.state_at(now_micros()) {
            ApprovalState::Pending => Ok(None),
            ApprovalState::Denied => Err(denied(tool, approval)),
            ApprovalState::Expired => Err(unanswered(tool, gateway, approval)),
            ApprovalState::Consumed => Err(self.used_up()),
            ApprovalState::Abandoned => Err(abandoned(tool)),
            ApprovalState::Approved => {
                let identity = &self.client().identity;
                if !gateway.still_works(identity) {
                    return Err(CallRefusal::Token(identity.name.clone()));
                }
                self.recheck(gateway)?;
                let taken = Consumed::take(gateway, approval.id, entry.id()).await?;
                taken.map(Some).ok_or_else(|| self.used_up())
            }
        }
    }

    /// Admits the call on the approval that was consumed for it.
    pub(crate) fn approved(
        mut self,
        gateway: &Gateway,
        consumed: &Consumed,
        approval: &Approval,
        entry: &mut AuditEntry,
    ) -> Result<AdmittedCall, CallRefusal> {
        self.follow_source(gateway);
        entry.on_approval(consumed.id());
        entry.agreed(approval);
        self.admitted(Some(consumed.id()), entry)
    }

    fn admitted(
        self,
        approval: Option<ApprovalId>,
        entry: &mut AuditEntry,
    ) -> Result<AdmittedCall, CallRefusal> {
        let terms = CallTerms {
            preferences: self.preferences,
            approval: approval.map(|id| Box::new((id, self.binding))),
        };
        AdmittedCall::new(self.call, terms, entry)
    }

    fn granted(
        self,
        approval: Option<ApprovalId>,
        entry: &mut AuditEntry,
    ) -> Result<Admission, CallRefusal> {
        self.admitted(approval, entry).map(Admission::Granted)
    }

    fn waiting(self, approval: Approval, asks_client: bool) -> Admission {
        Admission::Pending(self.pending(approval, asks_client))
    }

    fn pending(self, approval: Approval, asks_client: bool) -> Box<PendingApproval> {
        Box::new(PendingApproval {
            request: self,
            approval,
            asks_client,
            on_line: None,
        })
    }

    /// Counts the call among its caller's waiting calls.
    fn hold(&self, gateway: &Gateway, entry: &AuditEntry) -> Result<UsageGuard, CallRefusal> {
        let held = gateway.hold_waiting(&self.client().identity, entry.request_bytes());
        held.map_err(CallRefusal::CallerLimit)
    }

    /// Whether the client gets a task instead of waiting.
    fn becomes_task(&self) -> bool {
        self.client().era() == McpEra::Modern
            && ApprovalCapabilities::of(self.client()).tasks
            && !self.call.is_detached()
    }

    pub(crate) fn client(&self) -> &ClientContext {
        self.call.client()
    }

    fn used_up(&self) -> CallRefusal {
        CallRefusal::UsedUp {
            tool: self.subject.name().clone(),
        }
    }
}

// === impl PendingApproval ===

impl PendingApproval {
    /// Waits for the decision: the client either gets a reply and comes back later, or stays
    /// connected.
    pub(super) async fn wait(mut self, gateway: &Gateway, mut entry: Box<AuditEntry>) -> NextStep {
        // The entry names this approval, however the call ends.
        entry.on_approval(self.approval.id);
        match self.reply(gateway).await {
            Ok(Some(result)) => {
                if let Some(caller) = self.on_line.and_then(|on_line| on_line.caller) {
                    caller.released();
                }
                NextStep::Reply(Ok(finish::asked(&mut entry, result)))
            }
            Ok(None) => match self.hold_line(gateway, &entry) {
                Ok((held, caller)) => {
                    entry.waits_for_a_person();
                    let wait = ApprovalWait::new(gateway, self, entry, held, caller);
                    NextStep::AwaitApproval(Box::new(wait))
                }
                Err(refusal) => NextStep::refused(&mut entry, &refusal),
            },
            Err(refusal) => NextStep::refused(&mut entry, &refusal),
        }
    }

    /// Acquires the resources for a client that waits. A client that has come back may do so again,
    /// so its disconnect ends nothing.
    fn hold_line(
        &mut self,
        gateway: &Gateway,
        entry: &AuditEntry,
    ) -> Result<(UsageGuard, Option<WaitingCaller>), CallRefusal> {
        match self.on_line.take() {
            Some(CallerOnLine { held, caller }) => Ok((held, caller)),
            None => Ok((self.request.hold(gateway, entry)?, None)),
        }
    }

    /// The form in which a waiting client of the legacy era is asked, if it is asked.
    pub(crate) fn prompt_mode(&self, gateway: &Gateway) -> Option<PromptMode> {
        let is_legacy = self.request.client().era() == McpEra::Legacy;
        self.mode(gateway).filter(|_| is_legacy)
    }

    /// The reply for a client that can come back: a task, or the question itself.
    async fn reply(&self, gateway: &Gateway) -> Result<Option<RawJson>, CallRefusal> {
        let call = &self.request.call;
        let client = call.client();
        if client.era() == McpEra::Legacy || !self.asks_client {
            return Ok(None);
        }
        if self.request.becomes_task() {
            return tasks::begin(gateway, call, &self.approval).await.map(Some);
        }
        match self.mode(gateway) {
            Some(mode) => self.input_required(gateway, mode).map(Some),
            None => Ok(None),
        }
    }

    /// The form in which the client is asked, if it can be asked. If the answer must come from
    /// elsewhere, the client is at most shown where.
    fn mode(&self, gateway: &Gateway) -> Option<PromptMode> {
        if !self.asks_client {
            return None;
        }
        let able = ApprovalCapabilities::of(self.request.client());
        if able.form && !self.approval.out_of_band {
            return Some(PromptMode::Form);
        }
        let page = gateway.policy_settings().page(self.approval.id);
        (able.url && page.is_some()).then_some(PromptMode::Url)
    }

    /// An input-required result that tells a modern client what to ask its user, and to come back.
    fn input_required(&self, gateway: &Gateway, mode: PromptMode) -> Result<RawJson, CallRefusal> {
        let approval = &self.approval;
        let binding = &self.request.binding;
        let until = approval.expires_micros;
        let state = ApprovalRequestState::seal(gateway, approval.id, binding, until, mode)?;
        let card = ApprovalCard::from_json(&approval.card);
        let card = card.map_err(|error| CallRefusal::Approvals(error.to_string()))?;
        let card = card.seen_at(until, now_micros());
        let page = gateway
            .policy_settings()
            .page(approval.id)
            .unwrap_or_default();
        let params = form::params(&card, approval.id, mode, &page, self.request.client());
        Ok(RawObject::from_iter([
            ("resultType", RawJson::string("input_required")),
            ("inputRequests", form::input_requests(params)),
            ("requestState", state),
        ])
        .to_json())
    }
}

/// The reason recorded for a call that a standing approval covers.
fn grant_sentence(grant: &ApprovalGrant) -> String {
    let what = match (&grant.arguments, &grant.session) {
        (_, Some(_)) => "for this session",
        (GrantArguments::Exactly(_), _) => "with these arguments",
        (GrantArguments::Fitting(_), _) => "with arguments such as these",
        (GrantArguments::Any, _) if grant.first => "when it was first called",
        (GrantArguments::Any, _) => "always",
    };
    format!(
        "approved {what} by {} (standing approval {})",
        grant.author.name, grant.id
    )
}
