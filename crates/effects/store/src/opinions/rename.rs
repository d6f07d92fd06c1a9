//! Changes to opinions when a tool, an environment or a toolset is renamed or removed.

use candor_model::{OpinionScope, QualifiedName, ToolPattern, ToolsetName};

use super::{about, scope_columns};
use crate::{StoreResult, sql::SqlValue, write::WriteTransaction};

/// Moves opinions about exactly `old`, in every scope, to `new`. If there already is an opinion
/// about `new`, both stay as they are.
///
/// A name that contains `*` becomes a pattern in an entry. An opinion about one tool must not start
/// to apply to others because the source chose such a name.
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

/// Removes the opinions of an environment or a toolset.
pub(crate) async fn remove_scope(
    write: &mut WriteTransaction<'_>,
    scope: &OpinionScope,
) -> StoreResult<()> {
    let statement = "DELETE FROM opinions WHERE scope_kind = $1 AND scope_name = $2";
    let place = scope_columns(scope).map(SqlValue::from);
    write.execute(statement, &place).await.map(drop)
}

/// Moves the opinions of a toolset to another name. No toolset had that name, so opinions under it
/// had no effect and are replaced.
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
