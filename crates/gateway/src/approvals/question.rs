//! Creates the approval for a call, and consumes it.

use std::time::Duration;

use candor_card::{ApprovalCard, CardFacts, PreviousApproval};
use candor_model::{Approval, ApprovalId, ApprovalState, CallId, EnvironmentName};
use candor_policy::ArgumentPattern;
use candor_store::AskOutcome;

use super::reveal;
use crate::approvals::capabilities::ApprovalCapabilities;
use crate::call::admit::ApprovalRequest;
use crate::call::refusal::CallRefusal;
use crate::clock::{micros, now_micros};
use crate::gateway::Gateway;

/// The minimum time for an answer if the client comes back for the result.
const TASK_PATIENCE: Duration = Duration::from_hours(24);

/// An approval before it is stored, and its unmasked card, sealed, if the card masks something.
struct DraftedQuestion {
    approval: Approval,
    sealed: Option<String>,
}

/// An approval that was consumed for one call. Only this module creates one, after the store has
/// confirmed it.
pub(crate) struct Consumed(ApprovalId);

// === impl ApprovalRequest ===

impl ApprovalRequest {
    /// Stores the approval, or finds the open one about the same call, which may already be
    /// approved.
    pub(crate) async fn put(&self, gateway: &Gateway) -> Result<Approval, CallRefusal> {
        let DraftedQuestion { approval, sealed } = self.draft(gateway).await?;
        let (sealed, now) = (sealed.as_deref(), approval.created_micros);
        let asked = gateway.store().ask_sealed_approval(&approval, sealed, now);
        let asked = asked
            .await
            .map_err(|error| full_or_failed(gateway, error))?;
        gateway.approvals_known().poke();
        let (AskOutcome::New(approval) | AskOutcome::Open(approval)) = asked;
        Ok(approval)
    }

    async fn draft(&self, gateway: &Gateway) -> Result<DraftedQuestion, CallRefusal> {
        let id = ApprovalId::fresh();
        let created_micros = now_micros();
        let expires_micros = created_micros + micros(self.patience(gateway));
        let session = self.client().session_digest();
        let (card, revealed) = self.card(gateway, created_micros, expires_micros).await?;
        let sealed = revealed.map(|card| reveal::seal(gateway.keyring(), id, &card));
        let sealed = sealed
            .transpose()
            .map_err(|error| CallRefusal::Approvals(error.to_string()))?;
        let approval = Approval {
            id,
            binding: self.binding.0.clone(),
            state: ApprovalState::Pending,
            session,
            client: self.client().label(),
            endpoint: self.client().endpoint.to_string(),
            because: self.decision.because.clone(),
            first: self.first,
            out_of_band: self.decision.out_of_band,
            card: card.to_json(),
            created_micros,
            expires_micros,
            verdict: None,
            consumed_by: None,
            version: 0,
        };
        Ok(DraftedQuestion { approval, sealed })
    }

    /// How long the approval may be pending: longer if the client does not have to wait.
    fn patience(&self, gateway: &Gateway) -> Duration {
        let usual = gateway.policy_settings().approval_timeout;
        if ApprovalCapabilities::of(self.client()).tasks {
            usual.max(TASK_PATIENCE)
        } else {
            usual
        }
    }

    /// The card that is shown to everyone, and the unmasked one if that masks something.
    async fn card(
        &self,
        gateway: &Gateway,
        created_micros: i64,
        expires_micros: i64,
    ) -> Result<(ApprovalCard, Option<ApprovalCard>), CallRefusal> {
        let subject = &self.subject;
        let last = gateway
            .store()
            .last_approval(self.client().principal(), subject.name());
        let last = last.await.map_err(failed)?;
        // If the card was written by another build and cannot be read, the question is asked
        // without it.
        let shown = last
            .as_ref()
            .and_then(|last| ApprovalCard::from_json(&last.card).ok());
        let previous = last
            .as_ref()
            .zip(shown.as_ref())
            .map(|(last, card)| PreviousApproval {
                card,
                at_micros: last
                    .verdict
                    .as_ref()
                    .map_or(last.created_micros, |verdict| verdict.at_micros),
                by: last
                    .verdict
                    .as_ref()
                    .map_or("", |verdict| verdict.author.name.as_str()),
            });
        let schema = subject.input_schema();
        let environment = self.client().endpoint.environment.as_ref();
        let client = self.client().label();
        let endpoint = self.client().endpoint.to_string();
        let facts = CardFacts {
            tool: subject.name(),
            exposed: subject.exposed(),
            title: subject.effective().shown.title().map(|title| &*title.value),
            trust: subject.trust(),
            effective: subject.effective(),
            arguments: self.call.arguments(),
            input_schema: schema.as_ref(),
            because: &self.decision.because,
            message: self.decision.message.as_deref(),
            principal: self.client().principal(),
            client: client.as_deref(),
            endpoint: &endpoint,
            environment: environment.map(EnvironmentName::as_str),
            previous,
            definition_changed: last
                .as_ref()
                .is_some_and(|last| last.binding.definition != subject.hash()),
            expires_micros,
            created_micros,
            warnings: self.preferences.show_warnings,
            suggested_pattern: ArgumentPattern::suggest(self.call.arguments()).to_string(),
            session: self.client().session.is_some(),
        };
        let card = ApprovalCard::draw(&facts);
        let revealed = card.is_masked().then(|| card.revealed(&facts));
        Ok((card, revealed))
    }
}

// === impl Consumed ===

impl Consumed {
    /// Consumes an approval for this call. `None` if another call has consumed it, or it has
    /// expired.
    pub(crate) async fn take(
        gateway: &Gateway,
        id: ApprovalId,
        call: CallId,
    ) -> Result<Option<Self>, CallRefusal> {
        let taken = gateway.store().consume_approval(id, call, now_micros());
        let taken = taken.await.map_err(failed)?;
        gateway.approvals_known().poke();
        Ok(taken.then_some(Self(id)))
    }

    pub(crate) fn id(&self) -> ApprovalId {
        self.0
    }
}

/// The refusal if nothing could be stored: the caller has reached a limit, or the store failed.
pub(super) fn full_or_failed(gateway: &Gateway, error: candor_store::StoreError) -> CallRefusal {
    match gateway.limit_in(error) {
        Ok(reached) => CallRefusal::CallerLimit(reached),
        Err(error) => failed(error),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is the argument of `map_err`"
)]
fn failed(error: candor_store::StoreError) -> CallRefusal {
    CallRefusal::Approvals(error.to_string())
}
