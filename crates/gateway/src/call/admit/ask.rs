//! A person is to decide. Perhaps they have: for calls such as this one, or for this very one.

use std::sync::Arc;

use candor_card::ApprovalCard;
use candor_model::{
    Approval, ApprovalGrant, ApprovalId, ApprovalState, ChangeAuthor, ChangeChannel,
    GrantArguments, McpEra, PolicyPreferences,
};
use candor_policy::PolicyDecision;
use candor_wire::{RawJson, RawObject, method};

use super::held::{denied, unanswered};
use super::{AdmitDecision, AdmittedCall, CallTerms, HeldCall};
use crate::approvals::capabilities::ApprovalCapabilities;
use crate::approvals::tasks;
use crate::approvals::{
    ApprovalQuestion, ApprovalRequestState, CallBinding, ClientAnswer, Consumed, ContinuationState,
    DecideError, PresentedState, PromptMode, QUESTION, form,
};
use crate::call::audit::AuditEntry;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::ResolvedCall;
use crate::catalogue::OfferedTool;
use crate::clock::now_micros;
use crate::gateway::Gateway;

/// How often a yes may be taken away by another call before this one is given up.
const TRIES: usize = 3;

/// What somebody is to decide about.
pub(super) struct ApprovalRequest {
    pub(super) offered: Arc<OfferedTool>,
    pub(super) decision: PolicyDecision,
    pub(super) first: bool,
    pub(super) bound: CallBinding,
    pub(super) preferences: PolicyPreferences,
}

// === impl Wish ===

impl ApprovalRequest {
    pub(super) async fn ask(
        self,
        gateway: &Gateway,
        mut call: ResolvedCall,
        presented: Option<PresentedState>,
        entry: &mut AuditEntry,
    ) -> Result<AdmitDecision, CallRefusal> {
        let now = now_micros();
        if let Some(PresentedState::Continued { state }) = presented {
            let (approval, theirs) =
                ContinuationState::spend(gateway, &state, &self.bound, now).await?;
            call.restore_state(theirs);
            entry.on_approval(approval);
            return self.admitted(call, Some(approval), entry);
        }
        // What somebody says about this very call goes before what goes on counting.
        if let Some(id) = call.approval() {
            let approval = self.found(gateway, id).await?;
            return self.settle(gateway, call, approval, entry).await;
        }
        if let Some(PresentedState::Asked { state, responses }) = presented {
            let (id, mode) = ApprovalRequestState::spend(gateway, &state, &self.bound, now).await?;
            return self
                .answered(gateway, call, id, mode, responses, entry)
                .await;
        }
        let client = call.caller().client();
        let session = client.session_digest();
        let grants = gateway.approvals_known().grants();
        let standing = grants.answering(&self.bound, session.as_deref(), call.arguments(), now);
        if let Some(grant) = standing {
            let relied = &self.offered.effective.relied;
            entry.decided(relied.hints(), &sentence(&grant));
            entry.on_approval(grant.approval);
            return self.admitted(call, None, entry);
        }
        let inquiry = self.inquiry(&call);
        for _ in 0..TRIES {
            let approval = inquiry.put(gateway).await?;
            if approval.state == ApprovalState::Pending {
                entry.on_approval(approval.id);
                return self.wait(gateway, call, approval, true).await;
            }
            if let Some(consumed) = Consumed::take(gateway, approval.id, entry.id()).await? {
                entry.on_approval(consumed.id());
                entry.agreed(&approval);
                return self.admitted(call, Some(consumed.id()), entry);
            }
        }
        Err(self.used_up())
    }

    /// The client has come back with an answer, perhaps.
    async fn answered(
        self,
        gateway: &Gateway,
        call: ResolvedCall,
        id: ApprovalId,
        mode: Option<PromptMode>,
        responses: Option<RawObject>,
        entry: &mut AuditEntry,
    ) -> Result<AdmitDecision, CallRefusal> {
        let approval = self.found(gateway, id).await?;
        entry.on_approval(approval.id);
        if approval.state_at(now_micros()) != ApprovalState::Pending {
            return self.settle(gateway, call, approval, entry).await;
        }
        let answer = responses.as_ref().and_then(|all| all.get(QUESTION));
        let session = approval.session.is_some();
        let heard = answer.zip(mode);
        let heard = heard.map_or(ClientAnswer::Nothing, |(answer, mode)| {
            form::read_answer(answer, mode, session)
        });
        let (answer, why) = match heard {
            ClientAnswer::Decision(answer, why) => (answer, why),
            ClientAnswer::Sent => return self.wait(gateway, call, approval, false).await,
            ClientAnswer::Nothing => return self.wait(gateway, call, approval, true).await,
        };
        let author = ChangeAuthor {
            name: call.caller().client().principal().to_owned(),
            channel: ChangeChannel::Client,
            why,
        };
        match gateway.approvals().decide(id, answer, author).await {
            Ok(decided) | Err(DecideError::Already(decided)) => {
                self.settle(gateway, call, *decided, entry).await
            }
            Err(error) => Err(CallRefusal::Approvals(error.to_string())),
        }
    }

    /// The question that was answered, if it is about this call as the rules are now.
    async fn found(&self, gateway: &Gateway, id: ApprovalId) -> Result<Approval, CallRefusal> {
        let found = gateway.store().approval(id).await;
        let found = found.map_err(|error| CallRefusal::Approvals(error.to_string()))?;
        found
            .filter(|approval| self.bound.is_of(approval))
            .ok_or(CallRefusal::BadState(
                "its question is not there any more, or the rules have changed since",
            ))
    }

    /// Makes the call, or does not, on a question that was answered.
    async fn settle(
        self,
        gateway: &Gateway,
        call: ResolvedCall,
        approval: Approval,
        entry: &mut AuditEntry,
    ) -> Result<AdmitDecision, CallRefusal> {
        let tool = &self.offered.tool.name;
        match approval.state_at(now_micros()) {
            ApprovalState::Pending => self.wait(gateway, call, approval, true).await,
            ApprovalState::Denied => Err(denied(tool, &approval)),
            ApprovalState::Expired => Err(unanswered(tool, gateway, &approval)),
            ApprovalState::Consumed => Err(self.used_up()),
            ApprovalState::Approved => {
                let taken = Consumed::take(gateway, approval.id, entry.id()).await?;
                let consumed = taken.ok_or_else(|| self.used_up())?;
                entry.on_approval(consumed.id());
                entry.agreed(&approval);
                self.admitted(call, Some(consumed.id()), entry)
            }
        }
    }

    /// Somebody must be waited for: by the client, who comes back, or here.
    async fn wait(
        self,
        gateway: &Gateway,
        call: ResolvedCall,
        approval: Approval,
        asks: bool,
    ) -> Result<AdmitDecision, CallRefusal> {
        let client = call.caller().client();
        let able = ApprovalCapabilities::of(client);
        let page = gateway.policy_settings().page(approval.id);
        let mode = mode(able, approval.out_of_band, page.is_some()).filter(|_| asks);
        if client.era() == McpEra::Modern && asks {
            if able.tasks && !call.is_detached() {
                return tasks::begin(gateway, &call, &approval)
                    .await
                    .map(AdmitDecision::Replied);
            }
            if let Some(mode) = mode {
                return self.input_required(gateway, &call, &approval, mode);
            }
        }
        Ok(AdmitDecision::Held(Box::new(HeldCall {
            mode: mode.filter(|_| client.era() == McpEra::Legacy),
            tool: self.offered.tool.name.clone(),
            terms: CallTerms {
                preferences: self.preferences,
                approval: None,
            },
            bound: self.bound,
            approval,
            call,
        })))
    }

    /// Tells a client of the modern era what to ask its person, and to come back.
    fn input_required(
        &self,
        gateway: &Gateway,
        call: &ResolvedCall,
        approval: &Approval,
        mode: PromptMode,
    ) -> Result<AdmitDecision, CallRefusal> {
        let until = approval.expires_micros;
        let state = ApprovalRequestState::seal(gateway, approval.id, &self.bound, until, mode)?;
        let requests = input_requests(gateway, approval, mode, call)?;
        let result = RawObject::from_iter([
            ("resultType", RawJson::string("input_required")),
            ("inputRequests", requests),
            ("requestState", state),
        ]);
        Ok(AdmitDecision::Replied(result.to_json()))
    }

    fn inquiry(&self, call: &ResolvedCall) -> ApprovalQuestion {
        ApprovalQuestion {
            client: call.caller().client().clone(),
            offered: Arc::clone(&self.offered),
            arguments: call.arguments().clone(),
            bound: self.bound.clone(),
            decision: self.decision.clone(),
            first: self.first,
            warnings: self.preferences.show_warnings,
        }
    }

    fn admitted(
        self,
        call: ResolvedCall,
        approval: Option<ApprovalId>,
        entry: &mut AuditEntry,
    ) -> Result<AdmitDecision, CallRefusal> {
        let terms = CallTerms {
            preferences: self.preferences,
            approval: approval.map(|id| (id, self.bound)),
        };
        let admitted = AdmittedCall::new(call, terms, entry)?;
        Ok(AdmitDecision::Admitted(Box::new(admitted)))
    }

    fn used_up(&self) -> CallRefusal {
        CallRefusal::UsedUp {
            tool: self.offered.tool.name.clone(),
        }
    }
}

/// The one question, as the modern era puts it.
pub(crate) fn input_requests(
    gateway: &Gateway,
    approval: &Approval,
    mode: PromptMode,
    call: &ResolvedCall,
) -> Result<RawJson, CallRefusal> {
    let card = ApprovalCard::from_json(&approval.card);
    let card = card.map_err(|error| CallRefusal::Approvals(error.to_string()))?;
    let page = gateway
        .policy_settings()
        .page(approval.id)
        .unwrap_or_default();
    let revision = call.caller().client().revision;
    let params = form::params(&card, approval.id, mode, &page, revision);
    let question = RawObject::from_iter([
        ("method", RawJson::string(method::ELICIT)),
        ("params", params),
    ]);
    Ok(RawObject::from_iter([(QUESTION, question.to_json())]).to_json())
}

/// In which form a client is asked, if it can be: where the answer must come from elsewhere, it
/// is at most shown where.
fn mode(able: ApprovalCapabilities, out_of_band: bool, has_page: bool) -> Option<PromptMode> {
    if able.form && !out_of_band {
        return Some(PromptMode::Form);
    }
    (able.url && has_page).then_some(PromptMode::Url)
}

/// Why a call is made that somebody has agreed to beforehand.
fn sentence(grant: &ApprovalGrant) -> String {
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
