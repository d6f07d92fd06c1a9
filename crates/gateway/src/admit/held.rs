//! A call that is held until somebody has decided about it.

use candor_model::{Approval, QualifiedName};
use candor_wire::RawJson;

use super::{AdmittedCall, Terms};
use crate::approvals::{Bound, Consumed, Mode};
use crate::arrival::Client;
use crate::audit::Entry;
use crate::gateway::Gateway;
use crate::refusal::Refusal;
use crate::resolve::ResolvedCall;

/// See the module.
pub(crate) struct Held {
    pub(super) call: ResolvedCall,
    pub(super) terms: Terms,
    pub(super) bound: Bound,
    pub(super) tool: QualifiedName,
    pub(super) approval: Approval,
    /// In which form its client is asked.
    pub(super) mode: Option<Mode>,
}

// === impl Held ===

impl Held {
    pub(crate) fn client(&self) -> &Client {
        self.call.caller().client()
    }

    /// The question, as it was when the call began to wait.
    pub(crate) fn approval(&self) -> &Approval {
        &self.approval
    }

    pub(crate) fn mode(&self) -> Option<Mode> {
        self.mode
    }

    /// Under which token the client wants to hear that the call goes on.
    pub(crate) fn progress_token(&self) -> Option<RawJson> {
        self.call.progress_token()
    }

    /// Somebody has agreed, and their yes was used up for this call.
    pub(crate) fn admit(
        self,
        consumed: &Consumed,
        approval: &Approval,
        entry: &mut Entry,
    ) -> Result<AdmittedCall, Refusal> {
        entry.on_approval(consumed.id());
        entry.agreed(approval);
        let terms = Terms {
            approval: Some((consumed.id(), self.bound)),
            ..self.terms
        };
        AdmittedCall::new(self.call, terms, entry)
    }

    /// Somebody has refused.
    pub(crate) fn denied(&self, approval: &Approval) -> Refusal {
        denied(&self.tool, approval)
    }

    /// Nobody has answered.
    pub(crate) fn unanswered(&self, gateway: &Gateway, approval: &Approval) -> Refusal {
        unanswered(&self.tool, gateway, approval)
    }

    /// The gateway stops.
    pub(crate) fn stopping(&self) -> Refusal {
        Refusal::Stopping {
            tool: self.tool.clone(),
        }
    }

    /// Another call has used the yes.
    pub(crate) fn used_up(&self) -> Refusal {
        Refusal::UsedUp {
            tool: self.tool.clone(),
        }
    }
}

pub(crate) fn denied(tool: &QualifiedName, approval: &Approval) -> Refusal {
    let verdict = approval.verdict.as_ref();
    Refusal::NotApproved {
        tool: tool.clone(),
        by: verdict.map_or_else(
            || "somebody".to_owned(),
            |verdict| verdict.author.name.clone(),
        ),
        reason: verdict.and_then(|verdict| verdict.author.why.clone()),
    }
}

pub(crate) fn unanswered(tool: &QualifiedName, gateway: &Gateway, approval: &Approval) -> Refusal {
    Refusal::Unanswered {
        tool: tool.clone(),
        because: approval.because.clone(),
        limit: gateway.house().approval_timeout,
        place: gateway.house().approvals_page(),
    }
}
