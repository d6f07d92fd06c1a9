//! Answers that go on counting, until they expire or somebody takes them back.

use std::{borrow::Cow, slice};

use candor_model::{ApprovalId, ChangeRecord, Grant, GrantArguments, GrantId};

use crate::{
    Store, StoreError,
    sql::Value,
    text::{keep, kept},
    words::{Words, check_pattern, environment_column, fit_author, tool_columns, whole},
    write::Write,
};

/// The most standing approvals that count at the same time.
pub const GRANTS_MAX: usize = 10_000;

/// How many one statement deletes: each holds the write lock for a moment only.
const PRUNE_BATCH: i64 = 1000;

#[derive(sqlx::FromRow)]
struct Row {
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

impl Store {
    /// Every standing approval, newest first, also those that have expired and were not pruned
    /// yet. A row that cannot be read is left out, with a warning: then people are asked.
    pub async fn grants(&self) -> Result<Vec<Grant>, StoreError> {
        let rows: Vec<Row> = self
            .rows(
                "read the standing approvals",
                "SELECT id, principal, source, tool, environment, session, kind, arguments, \
                 definition, policy, first, approval, author, door, reason, at_micros, \
                 expires_micros FROM grants ORDER BY id DESC",
                &[],
            )
            .await?;
        let warn = |error: &StoreError| tracing::warn!("left out a standing approval: {error}");
        let read = |row: Row| row.read().inspect_err(warn).ok();
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Takes a standing approval back. The yes that it came with, if no call was made on it yet,
    /// can be used no more. That there is none is an error.
    pub async fn revoke_grant(&self, id: GrantId, change: &ChangeRecord) -> Result<(), StoreError> {
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
        write.commit(slice::from_ref(change)).await
    }

    /// Forgets the standing approvals that have expired, in batches; returns how many. They did
    /// not count any more, so nobody who follows the ledger is told.
    pub async fn prune_grants(&self, now_micros: i64) -> Result<u64, StoreError> {
        let statement = "DELETE FROM grants WHERE id IN (SELECT id FROM grants \
                       WHERE expires_micros <= $1 ORDER BY expires_micros LIMIT $2)";
        let values = [now_micros.into(), PRUNE_BATCH.into()];
        self.repeat("prune the standing approvals", statement, &values)
            .await
    }
}

/// Writes a standing approval down, in the change that decides about its question.
pub(crate) async fn insert(write: &mut Write<'_>, grant: &Grant) -> Result<(), StoreError> {
    check_room(write, grant.at_micros).await?;
    let (kind, arguments) = match &grant.arguments {
        GrantArguments::Exactly(digest) => ("exactly", Cow::Owned(digest.to_string())),
        GrantArguments::Fitting(pattern) => {
            check_pattern(Some(pattern))?;
            ("fitting", keep(pattern))
        }
        GrantArguments::Any => ("any", Cow::Borrowed("")),
    };
    let author = fit_author(&grant.author)?;
    let [source, tool] = tool_columns(&grant.tool)?;
    let session = grant.session.as_deref();
    let session = session
        .map(|session| whole("session", session))
        .transpose()?;
    let row: Vec<Value<'_>> = vec![
        grant.id.to_string().into(),
        whole("caller", &grant.principal)?.into(),
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
        author.door.as_str().into(),
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

async fn check_room(write: &mut Write<'_>, now_micros: i64) -> Result<(), StoreError> {
    let query = "SELECT COUNT(*) FROM grants WHERE expires_micros > $1";
    let found: Option<(i64,)> = write.one(query, &[now_micros.into()]).await?;
    let grants = found.map_or(0, |(count,)| usize::try_from(count).unwrap_or_default());
    if grants < GRANTS_MAX {
        return Ok(());
    }
    Err(StoreError::Full {
        what: "standing approvals",
        limit: GRANTS_MAX,
        way_out: "revoke some of them, or approve this call only",
    })
}

// === impl Row ===

impl Row {
    fn read(self) -> Result<Grant, StoreError> {
        let words = Words {
            kind: "standing approval",
            id: &self.id,
        };
        let arguments = match self.kind.as_str() {
            "exactly" => GrantArguments::Exactly(words.digest("arguments", &self.arguments)?),
            "fitting" => GrantArguments::Fitting(kept(self.arguments)),
            kind => words.word("kind", kind, |kind| {
                (kind == "any").then_some(GrantArguments::Any)
            })?,
        };
        Ok(Grant {
            id: words.word("id", &self.id, GrantId::parse)?,
            principal: kept(self.principal),
            tool: words.tool(&self.source, self.tool)?,
            environment: words.environment(&self.environment)?,
            session: self.session.map(kept),
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
