//! A call that somebody is to decide about: the question is put, and a yes is used up.

use std::sync::Arc;
use std::time::Duration;

use candor_card::{Card, Facts, Previous};
use candor_model::{Approval, ApprovalId, ApprovalState, CallId, EnvironmentName};
use candor_policy::{Decision, Pattern};
use candor_store::Asked;
use serde_json::Value;

use super::binding::Bound;
use crate::abilities::Abilities;
use crate::arrival::Client;
use crate::catalogue::Offered;
use crate::clock::{micros, now_micros};
use crate::gateway::Gateway;
use crate::refusal::Refusal;

/// How long a person may take where the client comes back for the result.
const TASK_PATIENCE: Duration = Duration::from_hours(24);

/// Everything about the call that a person may want to know.
pub(crate) struct Inquiry {
    pub(crate) client: Client,
    pub(crate) offered: Arc<Offered>,
    pub(crate) arguments: Value,
    pub(crate) bound: Bound,
    pub(crate) decision: Decision,
    /// Whether a yes counts from then on.
    pub(crate) first: bool,
    pub(crate) warnings: bool,
}

/// A yes that was used up for one call. Only this module makes one, after the store has said so.
pub(crate) struct Consumed(ApprovalId);

// === impl Inquiry ===

impl Inquiry {
    /// Puts the question, or finds the one that is open about the same call; that one may have
    /// been answered with yes already.
    pub(crate) async fn put(&self, gateway: &Gateway) -> Result<Approval, Refusal> {
        let wanted = self.approval(gateway).await?;
        let asked = gateway.store().ask_approval(&wanted, wanted.created_micros);
        let asked = asked.await.map_err(failed)?;
        gateway.approvals_known().poke();
        let (Asked::New(approval) | Asked::Open(approval)) = asked;
        Ok(approval)
    }

    async fn approval(&self, gateway: &Gateway) -> Result<Approval, Refusal> {
        let created_micros = now_micros();
        let expires_micros = created_micros + micros(self.patience(gateway));
        let session = self.client.session_digest();
        let card = self.card(gateway, created_micros, expires_micros).await?;
        Ok(Approval {
            id: ApprovalId::fresh(),
            binding: self.bound.0.clone(),
            state: ApprovalState::Pending,
            session,
            client: self.client.label(),
            endpoint: self.client.endpoint.to_string(),
            because: self.decision.because.clone(),
            first: self.first,
            out_of_band: self.decision.out_of_band,
            card: card.to_json(),
            created_micros,
            expires_micros,
            verdict: None,
            consumed_by: None,
            version: 0,
        })
    }

    /// How long the question may wait: longer, where its client need not.
    fn patience(&self, gateway: &Gateway) -> Duration {
        let usual = gateway.house().approval_timeout;
        if Abilities::of(&self.client).tasks {
            usual.max(TASK_PATIENCE)
        } else {
            usual
        }
    }

    async fn card(
        &self,
        gateway: &Gateway,
        created_micros: i64,
        expires_micros: i64,
    ) -> Result<Card, Refusal> {
        let tool = &self.offered.tool;
        let last = gateway
            .store()
            .last_approval(self.client.principal(), &tool.name);
        let last = last.await.map_err(failed)?;
        // A card of another build that cannot be read is no ground for not asking.
        let shown = last
            .as_ref()
            .and_then(|last| Card::from_json(&last.card).ok());
        let previous = last
            .as_ref()
            .zip(shown.as_ref())
            .map(|(last, card)| Previous {
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
        let schema: Option<Value> = tool
            .base
            .get("inputSchema")
            .and_then(|json| json.decode().ok());
        let environment = self.client.endpoint.environment.as_ref();
        Ok(Card::draw(&Facts {
            tool: &tool.name,
            exposed: tool.exposed.as_str(),
            title: self
                .offered
                .effective
                .shown
                .title()
                .map(|title| &*title.value),
            trust: tool.server.trust,
            effective: &self.offered.effective,
            arguments: &self.arguments,
            input_schema: schema.as_ref(),
            because: &self.decision.because,
            message: self.decision.message.as_deref(),
            principal: self.client.principal(),
            client: self.client.label().as_deref(),
            endpoint: &self.client.endpoint.to_string(),
            environment: environment.map(EnvironmentName::as_str),
            previous,
            definition_changed: last
                .as_ref()
                .is_some_and(|last| last.binding.definition != tool.hash),
            expires_micros,
            created_micros,
            warnings: self.warnings,
            suggested_pattern: Pattern::suggest(&self.arguments).to_string(),
            session: self.client.session.is_some(),
        }))
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
    ) -> Result<Option<Self>, Refusal> {
        let taken = gateway.store().consume_approval(id, call, now_micros());
        let taken = taken.await.map_err(failed)?;
        gateway.approvals_known().poke();
        Ok(taken.then_some(Self(id)))
    }

    pub(crate) fn id(&self) -> ApprovalId {
        self.0
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is the argument of `map_err`"
)]
fn failed(error: candor_store::StoreError) -> Refusal {
    Refusal::Approvals(error.to_string())
}
