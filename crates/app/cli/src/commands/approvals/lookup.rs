//! Finding an approval by the beginning of its id.

use candor_model::{Approval, ApprovalGrant, ApprovalId};

use super::client::{ApprovalsClient, ApprovalsQuery};
use crate::prelude::*;

/// Lengths to which an id can be shortened. The first includes the creation time.
const CUTS: [usize; 3] = [13, 18, 23];
/// The maximum number of ids listed if several match.
const NAMED: usize = 3;

/// The only approval with this id prefix.
pub(super) async fn approval(prefix: &str, client: &ApprovalsClient) -> CommandResult<Approval> {
    let unknown = || {
        let failure = CommandFailure::new(format!("there is no approval `{prefix}`"));
        failure.hint("`candor approvals list --all` lists them")
    };
    if let Some(id) = ApprovalId::parse(prefix) {
        return client.find(id).await?.ok_or_else(unknown);
    }
    // Ids are ordered, and none ends like this one: all with this prefix come just before it.
    let after = ApprovalId::parse(&filled(prefix)).ok_or_else(unknown)?;
    let any = ApprovalsQuery::default();
    let page = client.list(&any, Some(after), NAMED).await?;
    let id = |approval: &Approval| approval.id.to_string();
    only("approvals", prefix, page.approvals, id)?.ok_or_else(unknown)
}

/// The only standing approval with this id prefix.
pub(super) fn grant(prefix: &str, grants: Vec<ApprovalGrant>) -> CommandResult<ApprovalGrant> {
    let found = only("standing approvals", prefix, grants, |grant| {
        grant.id.to_string()
    })?;
    found.ok_or_else(|| {
        let failure = CommandFailure::new(format!("there is no standing approval `{prefix}`"));
        failure.hint("`candor approvals standing` lists them")
    })
}

/// The only one whose id begins like this, if there is one. Several are an error.
fn only<T>(
    what: &str,
    prefix: &str,
    mut found: Vec<T>,
    id: impl Fn(&T) -> String,
) -> CommandResult<Option<T>> {
    found.retain(|one| id(one).starts_with(prefix));
    if found.len() < 2 {
        return Ok(found.pop());
    }
    let named: Vec<String> = found.iter().take(NAMED).map(id).collect();
    let failure = CommandFailure::new(format!("several {what} begin with `{prefix}`"));
    Err(failure.hint(format!("give more of the id: {}", named.join(", "))))
}

/// A prefix of an id, filled up to the largest id with this prefix.
fn filled(prefix: &str) -> String {
    let largest = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    let rest = largest.get(prefix.len()..).unwrap_or_default();
    format!("{prefix}{rest}")
}

/// The number of characters that distinguish these ids.
fn length<'a>(ids: impl IntoIterator<Item = &'a str>) -> usize {
    let ids: Vec<&str> = ids.into_iter().collect();
    let apart = |cut: &usize| {
        let mut begins: Vec<&str> = ids.iter().filter_map(|id| id.get(..*cut)).collect();
        begins.sort_unstable();
        begins.windows(2).all(|pair| pair[0] != pair[1])
    };
    CUTS.into_iter().find(apart).unwrap_or(usize::MAX)
}

/// The ids, shortened as far as they stay distinct.
pub(super) fn shortened(ids: impl Iterator<Item = String>) -> Vec<String> {
    let ids: Vec<String> = ids.collect();
    let length = length(ids.iter().map(String::as_str));
    ids.iter().map(|id| cut(id, length).to_owned()).collect()
}

/// The id shortened to this length.
fn cut(id: &str, length: usize) -> &str {
    id.get(..length).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_cut_where_they_can_be_told_apart() {
        let (a, b, c) = (
            "0198c9f2-0f3c-7000-8000-000000000000",
            "0198c9f2-0f3d-7000-8000-000000000000",
            "0198c9f2-0f3c-7111-8000-000000000000",
        );
        assert_eq!(length([a, b]), 13);
        assert_eq!(length([a, b, c]), 18);
        assert_eq!(length([]), 13);
        assert_eq!(
            length([a, "0198c9f2-0f3c-7000-8000-000000000001"]),
            usize::MAX
        );
        assert_eq!(cut(a, 13), "0198c9f2-0f3c");
        assert_eq!(cut(a, usize::MAX), a);
    }

    #[test]
    fn a_beginning_becomes_the_last_id_that_begins_so() {
        assert_eq!(filled("0198c"), "0198cfff-ffff-ffff-ffff-ffffffffffff");
        assert_eq!(filled("0198c9f2-"), "0198c9f2-ffff-ffff-ffff-ffffffffffff");
    }
}
