//! A client for approvals, either in the store of this data directory or behind the API of a
//! running gateway. Commands need not know which.

mod document;
mod news;
mod remote;
mod reveal;

use candor_gateway::{DecideError, Gateway};
use candor_model::{
    Approval, ApprovalAnswer, ApprovalGrant, ApprovalId, ApprovalState, ChangeAuthor, GrantId,
    SourceName,
};
use candor_store::ApprovalFilter;

use super::phone::PhoneLink;
use crate::actor::CommandActor;
use crate::api_client::ApiClient;
use crate::oneshot::with_signals;
use crate::prelude::*;

pub(super) use news::{ApprovalNews, NewsItem};
pub(super) use reveal::CardReveal;

/// Where approvals are read and decided.
pub(super) enum ApprovalsClient {
    /// In the store of the data directory.
    Local {
        /// The gateway of this process.
        gateway: Gateway,
        /// The credential that decides.
        actor: CommandActor,
    },
    /// Through the API.
    Remote(ApiClient),
}

/// A query for approvals.
#[derive(Clone, Default)]
pub(super) struct ApprovalsQuery {
    /// In these states; in any if there is none.
    pub(super) states: Vec<ApprovalState>,
    /// Of calls to this source.
    pub(super) source: Option<SourceName>,
}

/// Some approvals, newest first, and after which one there are more.
pub(super) struct ApprovalsPage {
    pub(super) approvals: Vec<Approval>,
    pub(super) next: Option<ApprovalId>,
}

/// Why a decision was not recorded.
pub(super) enum DecisionFailure {
    /// The approval was already decided, as the sentence says.
    Already {
        approval: Box<Approval>,
        sentence: String,
    },
    /// The answer is not valid for this call.
    Invalid(String),
    /// Any other error.
    Other(CommandFailure),
}

/// Does the work with the approvals of the data directory, or of the gateway that was named.
pub(super) async fn with_client<E: Into<CommandExit>>(
    workspace: &CommandWorkspace,
    work: impl AsyncFnOnce(ApprovalsClient) -> CommandResult<E>,
) -> CommandResult {
    let actor = workspace.actor.clone();
    if let Some(api) = &actor.api {
        let client = ApprovalsClient::Remote(api.clone());
        return with_signals(workspace, Box::pin(work(client))).await;
    }
    let local = async |gateway| Box::pin(work(ApprovalsClient::Local { gateway, actor })).await;
    Box::pin(with_gateway(workspace, local)).await
}

// === impl ApprovalsClient ===

impl ApprovalsClient {
    /// Approvals before this one, newest first. A page may be shorter than requested without being
    /// the last.
    pub(super) async fn list(
        &self,
        query: &ApprovalsQuery,
        before: Option<ApprovalId>,
        limit: usize,
    ) -> CommandResult<ApprovalsPage> {
        match self {
            Self::Local { gateway, .. } => {
                let filter = ApprovalFilter {
                    states: written(&query.states),
                    source: query.source.clone(),
                    ..ApprovalFilter::default()
                };
                let page = gateway.approvals().list(&filter, before, limit).await?;
                let (now, wanted) = (timestamp::now(), &query.states);
                let mut approvals = page.approvals;
                approvals.retain(|one| wanted.is_empty() || wanted.contains(&one.state_at(now)));
                let next = page.next;
                Ok(ApprovalsPage { approvals, next })
            }
            Self::Remote(api) => remote::list(api, query, before, limit).await,
        }
    }

    /// An approval by id.
    pub(super) async fn find(&self, id: ApprovalId) -> CommandResult<Option<Approval>> {
        match self {
            Self::Local { gateway, .. } => Ok(gateway.approvals().show(id).await.ok()),
            Self::Remote(api) => remote::find(api, id).await,
        }
    }

    /// The URL of the approval's page, if the gateway knows it.
    pub(super) async fn page(&self, id: ApprovalId) -> Option<String> {
        match self {
            Self::Local { gateway, .. } => gateway.policy_settings().page(id),
            Self::Remote(api) => remote::page(api, id).await,
        }
    }

    /// A link by which the user can answer on another device.
    pub(super) async fn answer_link(&self, id: ApprovalId) -> CommandResult<PhoneLink> {
        match self {
            Self::Local { gateway, actor } => {
                let approvals = gateway.approvals();
                let link = approvals.answer_link(id, &actor.identity()).await;
                let link = link.map_err(|error| CommandFailure::new(error.to_string()))?;
                Ok(link.into())
            }
            Self::Remote(api) => remote::answer_link(api, id).await,
        }
    }

    /// The unmasked card. The access is recorded in the history.
    pub(super) async fn reveal(&self, id: ApprovalId) -> CommandResult<String> {
        match self {
            Self::Local { gateway, actor } => {
                let card = gateway.approvals().reveal(id, actor.author()).await;
                let card = card.map_err(|error| CommandFailure::new(error.to_string()))?;
                Ok(card.to_json())
            }
            Self::Remote(api) => remote::reveal(api, id).await,
        }
    }

    /// The users who have seen the unmasked card, latest first.
    pub(super) async fn reveals(&self, id: ApprovalId) -> CommandResult<Vec<CardReveal>> {
        match self {
            Self::Local { gateway, .. } => {
                let reveals = gateway.approvals().reveals(id).await;
                let reveals = reveals.map_err(|error| CommandFailure::new(error.to_string()))?;
                Ok(reveals.iter().map(CardReveal::of).collect())
            }
            Self::Remote(api) => remote::reveals(api, id).await,
        }
    }

    /// Decides an approval.
    pub(super) async fn decide(
        &self,
        id: ApprovalId,
        answer: ApprovalAnswer,
        why: Option<String>,
    ) -> Result<Box<Approval>, DecisionFailure> {
        match self {
            Self::Local { gateway, actor } => {
                let author = ChangeAuthor {
                    why,
                    ..actor.author()
                };
                let decided = gateway.approvals().decide(id, answer, author).await;
                decided.map_err(Into::into)
            }
            Self::Remote(api) => remote::decide(api, id, &answer, why).await,
        }
    }

    /// The standing approvals, newest first.
    pub(super) async fn grants(&self) -> CommandResult<Vec<ApprovalGrant>> {
        match self {
            Self::Local { gateway, .. } => Ok(gateway.approvals().grants().await?),
            Self::Remote(api) => remote::grants(api).await,
        }
    }

    /// Revokes a standing approval.
    pub(super) async fn revoke(&self, id: GrantId, why: Option<&str>) -> CommandResult<()> {
        match self {
            Self::Local { gateway, actor } => {
                let author = actor.author_because(why, "--why")?;
                Ok(gateway.approvals().revoke(id, author).await?)
            }
            Self::Remote(api) => remote::revoke(api, id, why).await,
        }
    }

    /// Subscribes to changes of approvals.
    pub(super) async fn news(&self) -> CommandResult<ApprovalNews> {
        match self {
            Self::Local { gateway, .. } => Ok(ApprovalNews::local(gateway)),
            Self::Remote(api) => ApprovalNews::remote(api).await,
        }
    }
}

/// The stored states that can correspond to these states. Expired approvals may not be marked yet.
fn written(wanted: &[ApprovalState]) -> Vec<ApprovalState> {
    let mut states = wanted.to_vec();
    if wanted.contains(&ApprovalState::Expired) {
        states.extend([ApprovalState::Pending, ApprovalState::Approved]);
    }
    states
}

// === impl DecisionFailure ===

impl From<DecideError> for DecisionFailure {
    fn from(error: DecideError) -> Self {
        let sentence = error.to_string();
        match error {
            DecideError::Already(approval) => Self::Already { approval, sentence },
            DecideError::Invalid(_) => Self::Invalid(sentence),
            error => Self::Other(error.into()),
        }
    }
}

// === impl ApprovalsQuery ===

impl ApprovalsQuery {
    /// A query for pending approvals.
    pub(super) fn pending() -> Self {
        Self {
            states: vec![ApprovalState::Pending],
            source: None,
        }
    }
}
