//! Stores standing approvals.

use std::borrow::Cow;

use candor_boxed::boxed;
use candor_model::{ApprovalGrant, ApprovalId, ChangeRecord, GrantArguments, GrantId};

use crate::{
    Store, StoreError, StoreResult,
    column_text::{escaped, unescaped},
    row_label::{
        RowLabel, check_pattern, environment_column, fit_author, full_text, readable, tool_columns,
    },
    sql::{SqlValue, from_row},
    write::WriteTransaction,
};

/// The maximum number of active standing approvals.
pub const GRANTS_MAX: usize = 10_000;

struct GrantColumns {
    id: String,
    principal: String,
    source: String,
    tool: String,
    environment: String,
    session: Option<String>,
    kind: String,
    arguments: String,
    definition: String,
    policy: String,
    first: bool,
    approval: String,
    author: String,
    door: String,
    reason: Option<String>,
    at_micros: i64,
    expires_micros: i64,
}

from_row!(GrantColumns:
    id, principal, source, tool, environment, session, kind, arguments, definition, policy, first,
    approval, author, door, reason, at_micros, expires_micros
);

impl Store {
    /// All standing approvals, newest first, including expired ones not yet pruned. Unreadable rows
    /// are skipped with a warning: approval is then required again.
    #[boxed]
    pub async fn grants(&self) -> StoreResult<Vec<ApprovalGrant>> {
        let query = "SELECT id, principal, source, tool, environment, session, kind, arguments, \
             definition, policy, first, approval, author, door, reason, at_micros, \
             expires_micros FROM grants ORDER BY id DESC";
        let task = "read the standing approvals";
        let rows: Vec<GrantColumns> = self.rows(task, query, &[]).await?;
        Ok(readable("a standing approval", rows, GrantColumns::read))
    }

    /// Revokes a standing approval. The approval it came from, if still unused, becomes unusable.
    /// An unknown id is an error.
    #[boxed]
    pub async fn revoke_grant(&self, id: GrantId, change: &ChangeRecord) -> StoreResult<()> {
        let mut write = self.write_ledger("revoke a standing approval").await?;
        let statement = "DELETE FROM grants WHERE id = $1 RETURNING approval";
        let gone: Option<(String,)> = write.one(statement, &[id.to_string().into()]).await?;
        let Some((approval,)) = gone else {
            let what = format!("standing approval `{id}`");
            return Err(StoreError::Missing { what });
        };
        let unused = "UPDATE approvals SET state = 'expired', version = $2 \
                      WHERE id = $1 AND state = 'approved'";
        let values = [approval.as_str().into(), write.revision().into()];
        write.execute(unused, &values).await?;
        write.commit_one(change).await.map(drop)
    }

    /// Deletes expired standing approvals, in batches; returns how many. They had no effect any
    /// more, so the revision stays the same.
    #[boxed]
    pub async fn prune_grants(&self, now_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM grants WHERE id IN (SELECT id FROM grants \
                       WHERE expires_micros <= $1 ORDER BY expires_micros LIMIT $2)";
        self.prune("prune the standing approvals", statement, now_micros)
            .await
    }
}

/// Inserts a standing approval, in the transaction of its approval.
pub(crate) async fn insert(
    write: &mut WriteTransaction<'_>,
    grant: &ApprovalGrant,
) -> StoreResult<()> {
    check_room(write, grant.at_micros).await?;
    let (kind, arguments) = match &grant.arguments {
        GrantArguments::Exactly(digest) => ("exactly", Cow::Owned(digest.to_string())),
        GrantArguments::Fitting(pattern) => {
            check_pattern(Some(pattern))?;
            ("fitting", escaped(pattern))
        }
        GrantArguments::Any => ("any", Cow::Borrowed("")),
    };
    let author = fit_author(&grant.author)?;
    let [source, tool] = tool_columns(&grant.tool)?;
    let session = grant.session.as_deref();
    let session = session.map(|it| full_text("session", it)).transpose()?;
    let row: Vec<SqlValue<'_>> = vec![
        grant.id.to_string().into(),
        full_text("caller", &grant.principal)?.into(),
        source.into(),
        tool.into(),
        environment_column(grant.environment.as_ref()).into(),
        session.into(),
        kind.into(),
        arguments.into(),
        grant.definition.to_string().into(),
        grant.policy.to_string().into(),
        grant.first.into(),
        grant.approval.to_string().into(),
        author.name.as_str().into(),
        author.channel.as_str().into(),
        author.why.as_deref().into(),
        grant.at_micros.into(),
        grant.expires_micros.into(),
        write.revision().into(),
    ];
    let into = "INSERT INTO grants (id, principal, source, tool, environment, session, kind, \
                arguments, definition, policy, first, approval, author, door, reason, at_micros, \
                expires_micros, version)";
    let inserted = write.insert(into, &[row], "ON CONFLICT DO NOTHING").await?;
    if inserted == 0 {
        let what = format!("standing approval `{}`", grant.id);
        return Err(StoreError::Exists { what });
    }
    Ok(())
}

async fn check_room(write: &mut WriteTransaction<'_>, now_micros: i64) -> StoreResult<()> {
    let query = "SELECT COUNT(*) FROM grants WHERE expires_micros > $1";
    if write.number(query, &[now_micros.into()]).await? < GRANTS_MAX as u64 {
        return Ok(());
    }
    Err(StoreError::Full {
        what: "standing approvals",
        limit: GRANTS_MAX,
        way_out: "revoke some of them, or approve this call only",
    })
}

// === impl GrantColumns ===

impl GrantColumns {
    fn read(self) -> StoreResult<ApprovalGrant> {
        let words = RowLabel::new("standing approval", &self.id);
        let arguments = match self.kind.as_str() {
            "exactly" => GrantArguments::Exactly(words.digest("arguments", &self.arguments)?),
            "fitting" => GrantArguments::Fitting(unescaped(self.arguments)),
            kind => words.word("kind", kind, |kind| {
                (kind == "any").then_some(GrantArguments::Any)
            })?,
        };
        Ok(ApprovalGrant {
            id: words.word("id", &self.id, GrantId::parse)?,
            principal: unescaped(self.principal),
            tool: words.tool(&self.source, self.tool)?,
            environment: words.environment(&self.environment)?,
            session: self.session.map(unescaped),
            arguments,
            definition: words.digest("definition", &self.definition)?,
            policy: words.digest("policy", &self.policy)?,
            first: self.first,
            approval: words.word("approval", &self.approval, ApprovalId::parse)?,
            author: words.author(self.author, &self.door, self.reason)?,
            at_micros: self.at_micros,
            expires_micros: self.expires_micros,
        })
    }
}
