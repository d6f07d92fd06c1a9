//! What becomes of opinions when a tool, an environment or a toolset is renamed or removed.

use candor_model::{EnvironmentName, OpinionScope, QualifiedName, ToolPattern, ToolsetName};

use super::{about, scope_columns};
use crate::{StoreError, sql::SqlValue, write::WriteTransaction};

/// Moves what is said about exactly `old`, wherever it counts, to `new`. Where something is said
/// about `new` already, both stay as they are.
///
/// A name that holds `*` is a pattern as soon as it stands in an entry. What was said about one
/// tool must not come to count for others because their source chose such a name.
pub(crate) async fn rename(
    write: &mut WriteTransaction<'_>,
    old: &QualifiedName,
    new: &QualifiedName,
) -> Result<(), StoreError> {
    let [old, new] = [old, new].map(ToolPattern::exactly);
    if old.is_wild() || new.is_wild() {
        return Ok(());
    }
    let version = write.revision();
    write
        .execute(
            "UPDATE opinions SET about = $2, version = $3 WHERE about = $1 AND NOT EXISTS \
             (SELECT 1 FROM opinions AS other WHERE other.scope_kind = opinions.scope_kind \
             AND other.scope_name = opinions.scope_name AND other.about = $2)",
            &[about(&old)?, about(&new)?, version.into()],
        )
        .await?;
    Ok(())
}

/// Removes what is said in an environment.
pub(crate) async fn remove_environment(
    write: &mut WriteTransaction<'_>,
    name: &EnvironmentName,
) -> Result<(), StoreError> {
    remove(write, &OpinionScope::Environment(name.clone())).await
}

/// Removes what is said in a toolset.
pub(crate) async fn remove_toolset(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
) -> Result<(), StoreError> {
    remove(write, &OpinionScope::Toolset(name.clone())).await
}

async fn remove(write: &mut WriteTransaction<'_>, scope: &OpinionScope) -> Result<(), StoreError> {
    let statement = "DELETE FROM opinions WHERE scope_kind = $1 AND scope_name = $2";
    let place = scope_columns(scope).map(SqlValue::from);
    write.execute(statement, &place).await?;
    Ok(())
}

/// Moves what is said in a toolset to another name. No toolset had that name, so what may be said
/// there counted nowhere; where both speak about the same tools, what is moved takes its place.
pub(crate) async fn move_toolset(
    write: &mut WriteTransaction<'_>,
    old: &ToolsetName,
    new: &ToolsetName,
) -> Result<(), StoreError> {
    let [kind, old] = scope_columns(&OpinionScope::Toolset(old.clone())).map(SqlValue::from);
    let new: SqlValue<'_> = new.as_str().into();
    write
        .execute(
            "DELETE FROM opinions WHERE scope_kind = $1 AND scope_name = $3 AND about IN \
             (SELECT other.about FROM opinions AS other \
             WHERE other.scope_kind = $1 AND other.scope_name = $2)",
            &[kind.clone(), old.clone(), new.clone()],
        )
        .await?;
    let version = write.revision();
    write
        .execute(
            "UPDATE opinions SET scope_name = $3, version = $4 \
             WHERE scope_kind = $1 AND scope_name = $2",
            &[kind, old, new, version.into()],
        )
        .await?;
    Ok(())
}
