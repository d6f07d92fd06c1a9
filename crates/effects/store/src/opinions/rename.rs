//! What becomes of opinions when a tool, an environment or a toolset is renamed or removed.

use candor_model::{OpinionScope, QualifiedName, ToolPattern, ToolsetName};

use super::{about, scope_columns};
use crate::{StoreResult, sql::SqlValue, write::WriteTransaction};

/// Moves what is said about exactly `old`, wherever it counts, to `new`. Where something is said
/// about `new` already, both stay as they are.
///
/// A name that holds `*` is a pattern as soon as it stands in an entry. What was said about one
/// tool must not come to count for others because their source chose such a name.
pub(crate) async fn rename(
    write: &mut WriteTransaction<'_>,
    old: &QualifiedName,
    new: &QualifiedName,
) -> StoreResult<()> {
    let [old, new] = [old, new].map(ToolPattern::exactly);
    if old.is_wild() || new.is_wild() {
        return Ok(());
    }
    let statement = "UPDATE opinions SET about = $2, version = $3 WHERE about = $1 AND NOT EXISTS \
         (SELECT 1 FROM opinions AS other WHERE other.scope_kind = opinions.scope_kind \
         AND other.scope_name = opinions.scope_name AND other.about = $2)";
    let values = [about(&old)?, about(&new)?, write.revision().into()];
    write.execute(statement, &values).await.map(drop)
}

/// Removes what is said in an environment or a toolset.
pub(crate) async fn remove_scope(
    write: &mut WriteTransaction<'_>,
    scope: &OpinionScope,
) -> StoreResult<()> {
    let statement = "DELETE FROM opinions WHERE scope_kind = $1 AND scope_name = $2";
    let place = scope_columns(scope).map(SqlValue::from);
    write.execute(statement, &place).await.map(drop)
}

/// Moves what is said in a toolset to another name. No toolset had that name, so what may be said
/// there counted nowhere; where both speak about the same tools, what is moved takes its place.
pub(crate) async fn move_toolset(
    write: &mut WriteTransaction<'_>,
    old: &ToolsetName,
    new: &ToolsetName,
) -> StoreResult<()> {
    let [kind, old] = scope_columns(&OpinionScope::Toolset(old.clone())).map(SqlValue::from);
    let new: SqlValue<'_> = new.as_str().into();
    let statement = "DELETE FROM opinions WHERE scope_kind = $1 AND scope_name = $3 AND about IN \
         (SELECT other.about FROM opinions AS other \
         WHERE other.scope_kind = $1 AND other.scope_name = $2)";
    let mut values = vec![kind, old, new];
    write.execute(statement, &values).await?;
    let statement = "UPDATE opinions SET scope_name = $3, version = $4 \
                     WHERE scope_kind = $1 AND scope_name = $2";
    values.push(write.revision().into());
    write.execute(statement, &values).await.map(drop)
}
