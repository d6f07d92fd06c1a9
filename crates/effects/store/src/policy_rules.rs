//! Policy rules that people saved, by name.

use candor_boxed::boxed;
use candor_model::ChangeRecord;

use crate::{Store, StoreError, StoreResult, error::check_bytes, sql::number};

/// The most bytes of one rule.
pub const POLICY_RULE_MAX: usize = 64 << 10;

/// The most rules that are kept: each may be evaluated for every call.
pub const POLICY_RULES_MAX: usize = 200;

/// A rule that a user saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRule {
    /// What it is called.
    pub name: String,
    /// What it says, as JSON.
    pub body: String,
    /// The revision at which it was written.
    pub version: u64,
}

impl Store {
    /// Every saved rule, by name.
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

    /// Saves a rule under a name at which version `expected` is, 0 if there is none yet. Returns
    /// the new version.
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

    /// Forgets the rule of this name, which is at version `expected`.
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

/// How a rule is called in a sentence.
fn called(name: &str) -> String {
    format!("the rule `{name}`")
}
