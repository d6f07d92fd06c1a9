//! A person is to decide. Perhaps they have: for calls such as this one, or for this very one.

use std::sync::Arc;

use candor_card::Card;
use candor_model::{
    Approval, ApprovalId, ApprovalState, Author, Door, Era, Grant, GrantArguments, Preferences,
};
use candor_policy::Decision;
use candor_wire::{RawJson, RawObject, method};

use super::held::{denied, unanswered};
use super::{AdmittedCall, Held, Ruled, Terms};
use crate::abilities::Abilities;
use crate::approvals::{
    Bound, Consumed, Continued, DecideError, Heard, Inquiry, Mode, Presented, QUESTION,
    RequestState, form,
};
use crate::audit::Entry;
use crate::catalogue::Offered;
use crate::clock::now_micros;
use crate::gateway::Gateway;
use crate::refusal::Refusal;
use crate::resolve::ResolvedCall;
use crate::tasks;

/// How often a yes may be taken away by another call before this one is given up.
const TRIES: usize = 3;

/// What somebody is to decide about.
pub(super) struct Wish {
    pub(super) offered: Arc<Offered>,
    pub(super) decision: Decision,
    pub(super) first: bool,
    pub(super) bound: Bound,
    pub(super) preferences: Preferences,
}

// === impl Wish ===

impl Wish {
    pub(super) async fn ask(
        self,
        gateway: &Gateway,
        mut call: ResolvedCall,
        presented: Option<Presented>,
        entry: &mut Entry,
    ) -> Result<Ruled, Refusal> {
        let now = now_micros();
        if let Some(Presented::Continued { state }) = presented {
            let (approval, theirs) = Continued::spend(gateway, &state, &self.bound, now).await?;
            call.restore_state(theirs);
            entry.on_approval(approval);
            return self.admitted(call, Some(approval), entry);
        }
        // What somebody says about this very call goes before what goes on counting.
        if let Some(id) = call.approval() {
            let approval = self.found(gateway, id).await?;
            return self.settle(gateway, call, approval, entry).await;
        }
        if let Some(Presented::Asked { state, responses }) = presented {
            let (id, mode) = RequestState::spend(gateway, &state, &self.bound, now).await?;
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
        mode: Option<Mode>,
        responses: Option<RawObject>,
        entry: &mut Entry,
    ) -> Result<Ruled, Refusal> {
        let approval = self.found(gateway, id).await?;
        entry.on_approval(approval.id);
        if approval.state_at(now_micros()) != ApprovalState::Pending {
            return self.settle(gateway, call, approval, entry).await;
        }
        let answer = responses.as_ref().and_then(|all| all.get(QUESTION));
        let session = approval.session.is_some();
        let heard = answer.zip(mode);
        let heard = heard.map_or(Heard::Nothing, |(answer, mode)| {
            form::hear(answer, mode, session)
        });
        let (answer, why) = match heard {
            Heard::Decision(answer, why) => (answer, why),
            Heard::Sent => return self.wait(gateway, call, approval, false).await,
            Heard::Nothing => return self.wait(gateway, call, approval, true).await,
        };
        let author = Author {
            name: call.caller().client().principal().to_owned(),
            door: Door::Client,
            why,
        };
        match gateway.approvals().decide(id, answer, author).await {
            Ok(decided) | Err(DecideError::Already(decided)) => {
                self.settle(gateway, call, *decided, entry).await
            }
            Err(error) => Err(Refusal::Approvals(error.to_string())),
        }
    }

    /// The question that was answered, if it is about this call as the rules are now.
    async fn found(&self, gateway: &Gateway, id: ApprovalId) -> Result<Approval, Refusal> {
        let found = gateway.store().approval(id).await;
        let found = found.map_err(|error| Refusal::Approvals(error.to_string()))?;
        found
            .filter(|approval| self.bound.is_of(approval))
            .ok_or(Refusal::BadState(
                "its question is not there any more, or the rules have changed since",
            ))
    }

    /// Makes the call, or does not, on a question that was answered.
    async fn settle(
        self,
        gateway: &Gateway,
        call: ResolvedCall,
        approval: Approval,
        entry: &mut Entry,
    ) -> Result<Ruled, Refusal> {
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
    ) -> Result<Ruled, Refusal> {
        let client = call.caller().client();
        let able = Abilities::of(client);
        let page = gateway.house().page(approval.id);
        let mode = mode(able, approval.out_of_band, page.is_some()).filter(|_| asks);
        if client.era() == Era::Modern && asks {
            if able.tasks && !call.is_detached() {
                return tasks::begin(gateway, &call, &approval)
                    .await
                    .map(Ruled::Replied);
            }
            if let Some(mode) = mode {
                return self.input_required(gateway, &call, &approval, mode);
            }
        }
        Ok(Ruled::Held(Box::new(Held {
            mode: mode.filter(|_| client.era() == Era::Legacy),
            tool: self.offered.tool.name.clone(),
            terms: Terms {
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
        mode: Mode,
    ) -> Result<Ruled, Refusal> {
        let until = approval.expires_micros;
        let state = RequestState::seal(gateway, approval.id, &self.bound, until, mode)?;
        let requests = input_requests(gateway, approval, mode, call)?;
        let result = RawObject::from_iter([
            ("resultType", RawJson::string("input_required")),
            ("inputRequests", requests),
            ("requestState", state),
        ]);
        Ok(Ruled::Replied(result.to_json()))
    }

    fn inquiry(&self, call: &ResolvedCall) -> Inquiry {
        Inquiry {
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
        entry: &mut Entry,
    ) -> Result<Ruled, Refusal> {
        let terms = Terms {
            preferences: self.preferences,
            approval: approval.map(|id| (id, self.bound)),
        };
        let admitted = AdmittedCall::new(call, terms, entry)?;
        Ok(Ruled::Admitted(Box::new(admitted)))
    }

    fn used_up(&self) -> Refusal {
        Refusal::UsedUp {
            tool: self.offered.tool.name.clone(),
        }
    }
}

/// The one question, as the modern era puts it.
pub(crate) fn input_requests(
    gateway: &Gateway,
    approval: &Approval,
    mode: Mode,
    call: &ResolvedCall,
) -> Result<RawJson, Refusal> {
    let card = Card::from_json(&approval.card);
    let card = card.map_err(|error| Refusal::Approvals(error.to_string()))?;
    let page = gateway.house().page(approval.id).unwrap_or_default();
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
fn mode(able: Abilities, out_of_band: bool, has_page: bool) -> Option<Mode> {
    if able.form && !out_of_band {
        return Some(Mode::Form);
    }
    (able.url && has_page).then_some(Mode::Url)
}

/// Why a call is made that somebody has agreed to beforehand.
fn sentence(grant: &Grant) -> String {
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
