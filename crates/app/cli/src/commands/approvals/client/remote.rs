//! Approvals behind the API of a running gateway.

use candor_model::{Approval, ApprovalAnswer, ApprovalGrant, ApprovalId, ApprovalState, GrantId};
use serde_json::{Map, Value, json};

use super::document::{ApprovalDocument, GrantDocument, RevealDocument};
use super::{ApprovalsPage, ApprovalsQuery, CardReveal, DecisionFailure};
use crate::api_client::{ApiClient, ApiError, ApiPage};
use crate::commands::approvals::phone::PhoneLink;
use crate::prelude::{CommandFailure, CommandResult};

/// The most that one page of the API has.
const PAGE: usize = 500;

/// Approvals before this one, with their cards. The API lists one state or all of them.
pub(super) async fn list(
    api: &ApiClient,
    query: &ApprovalsQuery,
    before: Option<ApprovalId>,
    limit: usize,
) -> CommandResult<ApprovalsPage> {
    let state = match query.states.as_slice() {
        [one] => one.as_str(),
        _ => "any",
    };
    let limit = limit.min(PAGE).to_string();
    let before = before.map(|id| id.to_string());
    let mut asked = vec![("state", state), ("limit", limit.as_str())];
    asked.extend(query.source.iter().map(|name| ("source", name.as_str())));
    asked.extend(before.as_deref().map(|id| ("after", id)));
    let page: ApiPage<ApprovalDocument> = api.get(&["approvals"], &asked).await?;
    let mut approvals = Vec::new();
    for listed in page.items {
        let is_wanted = |state: &ApprovalState| *state == listed.state();
        if query.states.is_empty() || query.states.iter().any(is_wanted) {
            // A list has no cards. What is gone since then is left out.
            approvals.extend(find(api, listed.id()?).await?);
        }
    }
    let next = page.next.as_deref().and_then(ApprovalId::parse);
    Ok(ApprovalsPage { approvals, next })
}

/// An approval with its card.
pub(super) async fn find(api: &ApiClient, id: ApprovalId) -> CommandResult<Option<Approval>> {
    match read(api, id).await {
        Ok(document) => document.approval().map(Some),
        Err(ApiError::Refused(problem)) if problem.is_unknown() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The page of an approval. It is a convenience: where it cannot be found out, it is left out.
pub(super) async fn page(api: &ApiClient, id: ApprovalId) -> Option<String> {
    read(api, id).await.ok()?.page()
}

/// A link by which the user can answer on another device.
pub(super) async fn answer_link(api: &ApiClient, id: ApprovalId) -> CommandResult<PhoneLink> {
    let path = ["approvals", &id.to_string(), "link"];
    Ok(api.post(&path, &json!({})).await?)
}

/// The card of an approval with nothing masked.
pub(super) async fn reveal(api: &ApiClient, id: ApprovalId) -> CommandResult<String> {
    let path = ["approvals", &id.to_string(), "reveal"];
    let revealed: RevealDocument = api.post(&path, &json!({})).await?;
    Ok(revealed.card.to_string())
}

/// The users who have seen the unmasked card.
pub(super) async fn reveals(api: &ApiClient, id: ApprovalId) -> CommandResult<Vec<CardReveal>> {
    Ok(read(api, id).await?.reveals())
}

async fn read(api: &ApiClient, id: ApprovalId) -> Result<ApprovalDocument, ApiError> {
    api.get(&["approvals", &id.to_string()], &[]).await
}

/// Decides an approval.
pub(super) async fn decide(
    api: &ApiClient,
    id: ApprovalId,
    answer: &ApprovalAnswer,
    why: Option<String>,
) -> Result<Box<Approval>, DecisionFailure> {
    let path = ["approvals", &id.to_string(), "decision"];
    let decided = api.post(&path, &decision(answer, why)).await;
    let decided: ApprovalDocument = decided.map_err(refused)?;
    Ok(Box::new(decided.approval()?))
}

fn decision(answer: &ApprovalAnswer, why: Option<String>) -> Value {
    let mut document = Map::new();
    match answer {
        ApprovalAnswer::Deny => {
            document.insert("decision".to_owned(), json!("deny"));
        }
        ApprovalAnswer::Approve(scope) => {
            document.insert("decision".to_owned(), json!("approve"));
            document.insert("scope".to_owned(), json!(scope.as_str()));
            if let Some(pattern) = scope.pattern() {
                document.insert("pattern".to_owned(), json!(pattern));
            }
        }
    }
    if let Some(why) = why {
        document.insert("reason".to_owned(), json!(why));
    }
    Value::Object(document)
}

/// Why a decision was not recorded.
fn refused(error: ApiError) -> DecisionFailure {
    let problem = match error {
        ApiError::Refused(problem) => *problem,
        ApiError::Failed(failure) => return DecisionFailure::Other(failure),
    };
    let before = problem
        .approval
        .clone()
        .filter(|_| problem.word() == "decided");
    let before = before.and_then(|before| serde_json::from_value::<ApprovalDocument>(before).ok());
    if let Some(Ok(approval)) = before.map(ApprovalDocument::approval) {
        return DecisionFailure::Already {
            approval: Box::new(approval),
            sentence: problem.detail,
        };
    }
    if problem.word() == "invalid" {
        return DecisionFailure::Invalid(problem.detail);
    }
    DecisionFailure::Other(problem.into())
}

/// The standing approvals, newest first.
pub(super) async fn grants(api: &ApiClient) -> CommandResult<Vec<ApprovalGrant>> {
    let mut grants = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let limit = PAGE.to_string();
        let mut asked = vec![("limit", limit.as_str())];
        asked.extend(after.as_deref().map(|id| ("after", id)));
        let page: ApiPage<GrantDocument> = api.get(&["approvals", "standing"], &asked).await?;
        for grant in page.items {
            grants.push(grant.grant()?);
        }
        after = page.next;
        if after.is_none() {
            return Ok(grants);
        }
    }
}

/// Revokes a standing approval.
pub(super) async fn revoke(api: &ApiClient, id: GrantId, why: Option<&str>) -> CommandResult<()> {
    let path = ["approvals", "standing", &id.to_string()];
    Ok(api.delete(&path, why).await?)
}

/// The newest version that is known of any approval: changes after it are news.
pub(super) async fn newest_version(api: &ApiClient) -> CommandResult<u64> {
    let asked = [("state", "any"), ("limit", "100")];
    let page: ApiPage<ApprovalDocument> = api.get(&["approvals"], &asked).await?;
    let versions = page.items.iter().map(ApprovalDocument::version);
    Ok(versions.max().unwrap_or_default())
}

impl From<CommandFailure> for DecisionFailure {
    fn from(failure: CommandFailure) -> Self {
        Self::Other(failure)
    }
}

#[cfg(test)]
mod tests {
    use candor_model::GrantScope;

    use super::*;

    #[test]
    fn a_decision_says_what_was_chosen_and_no_more() {
        let once = ApprovalAnswer::Approve(GrantScope::Once);
        assert_eq!(
            decision(&once, None),
            json!({"decision": "approve", "scope": "once"})
        );
        let fitting = ApprovalAnswer::Approve(GrantScope::Pattern("/id = 1".to_owned()));
        assert_eq!(
            decision(&fitting, Some("fine".to_owned())),
            json!({"decision": "approve", "scope": "pattern", "pattern": "/id = 1", "reason": "fine"})
        );
        assert_eq!(
            decision(&ApprovalAnswer::Deny, None),
            json!({"decision": "deny"})
        );
    }
}
