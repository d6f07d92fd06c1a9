//! Lists approvals, decides them, and revokes standing approvals.
//!
//! All channels use this service: dashboard, API, command line, links, and the client that calls.
//! The rules about who may decide are the same for all of them; the store ensures that only the
//! first answer counts.

use std::sync::Arc;

use candor_boxed::boxed;
use candor_card::ApprovalCard;
use candor_model::{
    Approval, ApprovalAnswer, ApprovalGrant, ApprovalId, ApprovalState, ApprovalVerdict,
    CallerIdentity, ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord, GrantArguments, GrantId,
    GrantScope,
};
use candor_policy::ArgumentPattern;
use candor_store::{ApprovalFilter, ApprovalPage, DecideOutcome, StoreError};
use serde_json::json;
use tokio::sync::broadcast;

use super::link::{self, ApprovalLink, ApprovalLinkError};
use crate::clock::{micros, now_micros};
use crate::edit::EditError;
use crate::gateway::Gateway;

/// How long a claim to a notification is stored after its approval has ended.
const CLAIM_KEPT_MICROS: i64 = 24 * 3_600_000_000;
/// The maximum length of a reason.
const REASON_MAX: usize = 2_000;

/// The service for one gateway.
#[derive(Clone)]
pub struct ApprovalService<'a> {
    pub(super) gateway: &'a Gateway,
}

/// Why an answer is rejected. Nothing was changed by it.
#[derive(Debug, thiserror::Error)]
pub enum DecideError {
    /// There is no such approval.
    #[error("there is no approval `{0}`; `candor approvals list` shows those that wait")]
    Unknown(ApprovalId),
    /// It was already answered or has expired. This is its current state.
    #[error("{}", already(.0))]
    Already(Box<Approval>),
    /// The caller may not approve its own call.
    #[error(
        "`{0}` made this call and cannot approve it; another person has to, unless \
         `policy.self_approval` is set"
    )]
    Own(String),
    /// The calling client may not answer this question.
    #[error("this call must be approved outside the client that makes it")]
    OutOfBand,
    /// The answer is not valid for this approval.
    #[error("{0}")]
    Invalid(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

// === impl ApprovalService ===

impl<'a> ApprovalService<'a> {
    pub(crate) fn new(gateway: &'a Gateway) -> Self {
        Self { gateway }
    }

    /// A page of approvals, the newest first, starting after `before`.
    #[boxed]
    pub async fn list(
        &self,
        filter: &ApprovalFilter,
        before: Option<ApprovalId>,
        limit: usize,
    ) -> Result<ApprovalPage, EditError> {
        let store = self.gateway.store();
        Ok(store.approvals(filter, before, limit).await?)
    }

    /// Claims a notification about an approval, so that only one process sends it. Returns whether
    /// this process got the claim, which is stored for a day after the approval has ended.
    #[boxed]
    pub async fn claim_notice(&self, id: ApprovalId, claim: &str) -> Result<bool, StoreError> {
        let store = self.gateway.store();
        let Some(approval) = store.approval(id).await? else {
            return Ok(false);
        };
        let until = approval.expires_micros.max(now_micros());
        let until = until.saturating_add(CLAIM_KEPT_MICROS);
        store.use_nonce(claim, until).await
    }

    /// The approval with this id.
    #[boxed]
    pub async fn show(&self, id: ApprovalId) -> Result<Approval, EditError> {
        let found = self.gateway.store().approval(id).await?;
        found.ok_or_else(|| EditError::Unknown(format!("there is no approval `{id}`")))
    }

    /// Subscribes to all changes of approvals from now on, in order.
    pub fn events(&self) -> broadcast::Receiver<Arc<Approval>> {
        self.gateway.approvals_known().events()
    }

    /// The changes after this version, oldest first.
    #[boxed]
    pub async fn since(&self, version: u64, limit: usize) -> Result<Vec<Approval>, EditError> {
        Ok(self.gateway.store().approvals_since(version, limit).await?)
    }

    /// Decides. The first answer counts, whichever channel it comes from.
    #[boxed]
    pub async fn decide(
        &self,
        id: ApprovalId,
        answer: ApprovalAnswer,
        author: ChangeAuthor,
    ) -> Result<Box<Approval>, DecideError> {
        let store = self.gateway.store();
        let asked = store.approval(id).await?.ok_or(DecideError::Unknown(id))?;
        self.check(&asked, &answer, &author)?;
        let now = now_micros();
        let settings = self.gateway.policy_settings();
        let grant = match &answer {
            ApprovalAnswer::Approve(scope) => self.grant(&asked, scope, &author, now),
            ApprovalAnswer::Deny => None,
        };
        let verdict = ApprovalVerdict {
            answer,
            author,
            at_micros: now,
        };
        let change = grant
            .as_ref()
            .map(|grant| record(grant, "approvals.grant", None));
        let granted = grant.as_ref().zip(change.as_ref());
        let use_by = now + micros(settings.approval_timeout);
        let decided = store.decide_approval(id, &verdict, use_by, granted).await?;
        let known = self.gateway.approvals_known();
        known.poke();
        if granted.is_some() {
            // The next call may follow at once, and must not require approval again.
            if let Err(error) = known.read_grants(store).await {
                tracing::warn!(%error, "A standing approval counts a moment later");
            }
        }
        match decided {
            DecideOutcome::Now(approval) => {
                let approval = Box::new(approval);
                self.gateway
                    .approvals_known()
                    .wake(&Arc::new(Approval::clone(&approval)));
                Ok(approval)
            }
            DecideOutcome::Before(approval) => Err(DecideError::Already(Box::new(approval))),
            DecideOutcome::Unknown => Err(DecideError::Unknown(id)),
        }
    }

    /// Checks whether this author may give this answer.
    fn check(
        &self,
        asked: &Approval,
        answer: &ApprovalAnswer,
        author: &ChangeAuthor,
    ) -> Result<(), DecideError> {
        let why = author.why.as_deref().unwrap_or_default();
        if why.chars().count() > REASON_MAX {
            let sentence = format!("a reason has at most {REASON_MAX} characters");
            return Err(DecideError::Invalid(sentence));
        }
        if asked.state_at(now_micros()) != ApprovalState::Pending {
            let mut asked = asked.clone();
            asked.state = asked.state_at(now_micros());
            return Err(DecideError::Already(Box::new(asked)));
        }
        let ApprovalAnswer::Approve(scope) = answer else {
            return Ok(());
        };
        if author.channel == ChangeChannel::Client {
            if asked.out_of_band {
                return Err(DecideError::OutOfBand);
            }
        } else if author.name == asked.binding.principal
            && !self.gateway.may_approve_own(&author.name)
        {
            return Err(DecideError::Own(author.name.clone()));
        }
        if *scope != GrantScope::Once && is_masked(asked) {
            let sentence =
                "a part of the arguments is masked, so only this one call can be approved";
            return Err(DecideError::Invalid(sentence.to_owned()));
        }
        match scope {
            GrantScope::Session if asked.session.is_none() => Err(DecideError::Invalid(
                "the client has no session that an approval could last for".to_owned(),
            )),
            GrantScope::Pattern(text) => ArgumentPattern::parse(text)
                .map(drop)
                .map_err(|error| DecideError::Invalid(error.to_string())),
            _ => Ok(()),
        }
    }

    /// The standing approval that results from this answer.
    fn grant(
        &self,
        asked: &Approval,
        scope: &GrantScope,
        author: &ChangeAuthor,
        now: i64,
    ) -> Option<ApprovalGrant> {
        let binding = &asked.binding;
        let arguments = match scope {
            GrantScope::Once if !asked.first => return None,
            GrantScope::Once | GrantScope::Session | GrantScope::Always => GrantArguments::Any,
            GrantScope::TheseArguments => GrantArguments::Exactly(binding.arguments),
            GrantScope::Pattern(text) => GrantArguments::Fitting(text.clone()),
        };
        let session = asked
            .session
            .clone()
            .filter(|_| *scope == GrantScope::Session);
        Some(ApprovalGrant {
            id: GrantId::fresh(),
            principal: binding.principal.clone(),
            tool: binding.tool.clone(),
            environment: binding.environment.clone(),
            session,
            arguments,
            definition: binding.definition,
            policy: binding.policy,
            first: *scope == GrantScope::Once,
            approval: asked.id,
            author: author.clone(),
            at_micros: now,
            expires_micros: now + micros(self.gateway.policy_settings().standing_expiry),
        })
    }

    /// The standing approvals, the newest first.
    #[boxed]
    pub async fn grants(&self) -> Result<Vec<ApprovalGrant>, EditError> {
        let now = now_micros();
        let mut grants = self.gateway.store().grants().await?;
        grants.retain(|grant| now < grant.expires_micros);
        Ok(grants)
    }

    /// Revokes a standing approval.
    #[boxed]
    pub async fn revoke(&self, id: GrantId, author: ChangeAuthor) -> Result<(), EditError> {
        let grants = self.gateway.store().grants().await?;
        let grant = grants.into_iter().find(|grant| grant.id == id);
        let unknown = || EditError::Unknown(format!("there is no standing approval `{id}`"));
        let grant = grant.ok_or_else(unknown)?;
        let change = record(&grant, "approvals.revoke", Some(author));
        let store = self.gateway.store();
        store.revoke_grant(id, &change).await?;
        let known = self.gateway.approvals_known();
        known.poke();
        // Takes effect in this process before this returns.
        Ok(known.read_grants(store).await?)
    }

    /// A link by which a person without an account can answer this question, once. `to` records to
    /// whom it was sent. `None` without a public URL.
    pub fn link(&self, approval: &Approval, to: &str) -> Result<Option<String>, ApprovalLinkError> {
        let settings = self.gateway.policy_settings();
        let Some(url) = &settings.public_url else {
            return Ok(None);
        };
        let sealed = link::seal(self.gateway.keyring(), approval, to)?;
        Ok(Some(format!("{url}/a/{sealed}")))
    }

    /// The approval behind a link. Opening the link changes nothing.
    #[boxed]
    pub async fn open_link(
        &self,
        sealed: &str,
    ) -> Result<(Approval, ApprovalLink), ApprovalLinkError> {
        let link = link::open(self.gateway.keyring(), sealed)?;
        let found = self.gateway.store().approval(link.approval).await;
        let approval = found
            .map_err(ApprovalLinkError::Store)?
            .ok_or(ApprovalLinkError::Gone)?;
        Ok((approval, link))
    }

    /// Whether this person may answer the question.
    pub fn may_decide(&self, asked: &Approval, identity: &CallerIdentity) -> bool {
        identity.name != asked.binding.principal || self.gateway.may_approve_own(&identity.name)
    }
}

/// Whether the card masks part of what is decided.
fn is_masked(asked: &Approval) -> bool {
    ApprovalCard::from_json(&asked.card).is_ok_and(|card| card.is_masked())
}

/// The history entry about a standing approval.
fn record(grant: &ApprovalGrant, action: &str, by: Option<ChangeAuthor>) -> ChangeRecord {
    let shown = json!({
        "principal": grant.principal,
        "environment": grant.environment.as_ref().map(ToString::to_string),
        "arguments": match &grant.arguments {
            GrantArguments::Exactly(digest) => format!("exactly {digest}"),
            GrantArguments::Fitting(pattern) => pattern.clone(),
            GrantArguments::Any => "any".to_owned(),
        },
        "session": grant.session.is_some(),
        "approval": grant.approval.to_string(),
        "expires_micros": grant.expires_micros,
    });
    let gone = by.is_some();
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: now_micros(),
        author: by.unwrap_or_else(|| grant.author.clone()),
        action: action.to_owned(),
        subject: grant.tool.to_string(),
        old: gone.then(|| shown.to_string()),
        new: (!gone).then(|| shown.to_string()),
    }
}

fn already(approval: &Approval) -> String {
    let by = |what: &str| match &approval.verdict {
        Some(verdict) => format!("{} has {what} this call already", verdict.author.name),
        None => format!("this call was {what} already"),
    };
    match approval.state {
        ApprovalState::Approved | ApprovalState::Consumed => by("approved"),
        ApprovalState::Denied => by("denied"),
        ApprovalState::Expired => "the time to decide about this call is over".to_owned(),
        ApprovalState::Abandoned => {
            "the client that made this call has gone, so the call will not be made; if it calls \
             again, you are asked again"
                .to_owned()
        }
        ApprovalState::Pending => "this call cannot be decided now".to_owned(),
    }
}
