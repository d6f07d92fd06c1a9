//! A row of the table `approvals`, and the statements that name its columns.

use candor_model::{
    Approval, ApprovalAnswer, ApprovalBinding, ApprovalId, ApprovalState, ApprovalVerdict, CallId,
    GrantScope,
};

use crate::{
    StoreResult,
    column_text::unescaped,
    row_label::RowLabel,
    sql::{from_row, number},
};

/// A query for requests, as a literal so that queries stay constant.
macro_rules! select {
    ($conditions:literal) => {
        concat!(
            "SELECT id, state, principal, source, tool, environment, arguments, definition, \
             policy, session, client, endpoint, because, first, out_of_band, card, \
             created_micros, expires_micros, answer, pattern, author, door, reason, at_micros, \
             consumed_by, version FROM approvals WHERE ",
            $conditions
        )
    };
}

/// One request by id.
pub(super) const ONE: &str = select!("id = $1");
/// The request about a call that is pending, or approved but unused.
pub(super) const OPEN: &str = select!("binding = $1 AND state IN ('pending', 'approved')");
/// The latest approved request about a caller's calls of a tool.
pub(super) const LAST: &str = select!(
    "source = $1 AND tool = $2 AND principal = $3 AND state IN ('approved', 'consumed') \
     ORDER BY id DESC LIMIT 1"
);
/// All requests, to be narrowed down.
pub(super) const ALL: &str = select!("1 = 1");

/// Inserts a request, unless its id is taken.
pub(super) const INSERT: &str = "INSERT INTO approvals (id, state, binding, principal, source, \
     tool, environment, arguments, definition, policy, session, client, endpoint, because, \
     first, out_of_band, card, created_micros, expires_micros, version, kept_bytes, sealed) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
     $19, $20, $21, $22) \
     ON CONFLICT (id) DO NOTHING";

/// The stored value of a denial; an approval is stored as its scope.
pub(super) const DENY: &str = "deny";

pub(super) struct ApprovalColumns {
    pub(super) id: String,
    state: String,
    principal: String,
    source: String,
    tool: String,
    environment: String,
    arguments: String,
    definition: String,
    policy: String,
    session: Option<String>,
    client: Option<String>,
    endpoint: String,
    because: String,
    first: bool,
    out_of_band: bool,
    pub(super) card: String,
    created_micros: i64,
    expires_micros: i64,
    answer: Option<String>,
    pattern: Option<String>,
    author: Option<String>,
    door: Option<String>,
    reason: Option<String>,
    at_micros: Option<i64>,
    consumed_by: Option<String>,
    pub(super) version: i64,
}

from_row!(ApprovalColumns:
    id, state, principal, source, tool, environment, arguments, definition, policy, session,
    client, endpoint, because, first, out_of_band, card, created_micros, expires_micros, answer,
    pattern, author, door, reason, at_micros, consumed_by, version
);

// === impl ApprovalColumns ===

impl ApprovalColumns {
    pub(super) fn read(mut self) -> StoreResult<Approval> {
        let id = std::mem::take(&mut self.id);
        let words = RowLabel::new("approval", &id);
        let verdict = self.verdict(&words)?;
        let consumed_by = self.consumed_by.as_deref();
        let consumed_by = consumed_by.map(|call| words.word("call", call, CallId::parse));
        Ok(Approval {
            id: words.word("id", &id, ApprovalId::parse)?,
            state: words.word("state", &self.state, ApprovalState::parse)?,
            binding: ApprovalBinding {
                principal: unescaped(self.principal),
                tool: words.tool(&self.source, self.tool)?,
                environment: words.environment(&self.environment)?,
                arguments: words.digest("arguments", &self.arguments)?,
                definition: words.digest("definition", &self.definition)?,
                policy: words.digest("policy", &self.policy)?,
            },
            session: self.session.map(unescaped),
            client: self.client,
            endpoint: self.endpoint,
            because: self.because,
            first: self.first,
            out_of_band: self.out_of_band,
            card: self.card,
            created_micros: self.created_micros,
            expires_micros: self.expires_micros,
            verdict,
            consumed_by: consumed_by.transpose()?,
            version: number(self.version),
        })
    }

    /// The verdict, if there is one.
    fn verdict(&mut self, words: &RowLabel<'_>) -> StoreResult<Option<ApprovalVerdict>> {
        let Some(answer) = self.answer.take() else {
            return Ok(None);
        };
        let pattern = self.pattern.take().map(unescaped);
        let parse = |word: &str| match word {
            DENY => Some(ApprovalAnswer::Deny),
            scope => GrantScope::parse(scope, pattern.as_deref()).map(ApprovalAnswer::Approve),
        };
        let door = self.door.take().unwrap_or_default();
        let author = self.author.take().unwrap_or_default();
        Ok(Some(ApprovalVerdict {
            answer: words.word("answer", &answer, parse)?,
            author: words.author(author, &door, self.reason.take())?,
            at_micros: self.at_micros.unwrap_or_default(),
        }))
    }
}
