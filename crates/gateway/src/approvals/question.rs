//! The question that a person is asked about a call, and the yes that is used up for it.

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

/// How long a person may take where the client comes back for the result.
const TASK_PATIENCE: Duration = Duration::from_hours(24);

/// A question as it is put, and its card without masks, sealed, where it masks something.
struct DraftedQuestion {
    approval: Approval,
    sealed: Option<String>,
}

/// A yes that was used up for one call. Only this module makes one, after the store has said so.
pub(crate) struct Consumed(ApprovalId);

// === impl ApprovalRequest ===

impl ApprovalRequest {
    /// Puts the question, or finds the one that is open about the same call; that one may have
    /// been answered with yes already.
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

    /// How long the question may wait: longer, where its client need not.
    fn patience(&self, gateway: &Gateway) -> Duration {
        let usual = gateway.policy_settings().approval_timeout;
        if ApprovalCapabilities::of(self.client()).tasks {
            usual.max(TASK_PATIENCE)
        } else {
            usual
        }
    }

    /// The card that everybody sees, and the one without masks where it masks something.
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
        // A card of another build that cannot be read is no ground for not asking.
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
    /// Uses a yes up for this call. None if it is not there any more: another call has used it,
    /// or its time is over.
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

/// Why nothing was kept: the caller has reached a limit, or the store failed.
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
