//! Policy rules saved in the dashboard or API.

use candor_boxed::boxed;
use candor_model::ChangeRecord;

use crate::{Store, StoreError, StoreResult, error::check_bytes, sql::number};

/// The maximum size of a rule, in bytes.
pub const POLICY_RULE_MAX: usize = 64 << 10;

/// The maximum number of rules: each may be evaluated on every call.
pub const POLICY_RULES_MAX: usize = 200;

/// A saved rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRule {
    /// The name of the rule.
    pub name: String,
    /// The rule as JSON.
    pub body: String,
    /// The revision at which it was written.
    pub version: u64,
}

impl Store {
    /// All saved rules, ordered by name.
    #[boxed]
    pub async fn policy_rules(&self) -> StoreResult<Vec<StoredRule>> {
        let query = "SELECT name, body, version FROM policy_rules ORDER BY name";
        let rows: Vec<(String, String, i64)> = self.rows("read the rules", query, &[]).await?;
        let read = |(name, body, version): (String, String, i64)| StoredRule {
            name,
            body,
            version: number(version),
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Saves a rule whose current version is `expected`, 0 for a new one. Returns the new version.
    #[boxed]
    pub async fn save_policy_rule(
        &self,
        name: &str,
        body: &str,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<u64> {
        check_bytes(body.len(), POLICY_RULE_MAX, || called(name))?;
        let mut write = self.write("save a rule").await?;
        let query = "SELECT version FROM policy_rules WHERE name = $1";
        let found = write.number(query, &[name.into()]).await?;
        if found != expected {
            let subject = format!("rule {name}");
            return Err(StoreError::Stale { subject, found });
        }
        if found == 0 {
            let count = write
                .number("SELECT COUNT(*) FROM policy_rules", &[])
                .await?;
            if count >= POLICY_RULES_MAX as u64 {
                return Err(StoreError::Full {
                    what: "rules",
                    limit: POLICY_RULES_MAX,
                    way_out: "remove one of them, or write it in the configuration file",
                });
            }
        }
        let values = [name.into(), body.into(), write.revision().into()];
        let statement = "INSERT INTO policy_rules (name, body, version) VALUES ($1, $2, $3) \
             ON CONFLICT (name) DO UPDATE SET body = excluded.body, version = excluded.version";
        write.execute(statement, &values).await?;
        write.commit_one(change).await
    }

    /// Deletes the rule with this name, which must be at version `expected`.
    #[boxed]
    pub async fn remove_policy_rule(
        &self,
        name: &str,
        expected: u64,
        change: &ChangeRecord,
    ) -> StoreResult<()> {
        let mut write = self.write("remove a rule").await?;
        let query = "SELECT version FROM policy_rules WHERE name = $1";
        let found = write.number(query, &[name.into()]).await?;
        if found != expected || found == 0 {
            let subject = format!("rule {name}");
            return Err(StoreError::Stale { subject, found });
        }
        let statement = "DELETE FROM policy_rules WHERE name = $1";
        write.execute(statement, &[name.into()]).await?;
        write.commit_one(change).await.map(drop)
    }
}

/// The rule as named in messages.
fn called(name: &str) -> String {
    format!("the rule `{name}`")
}
