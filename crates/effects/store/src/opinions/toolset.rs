//! All opinions of one toolset as a whole.
//!
//! A toolset version stores them as JSON, each entry as in its row:
//!
//! ```json
//! {"shop.*":{"read_only":{"set":true,"by":"ada","at":1700000000000000}}}
//! ```

use std::collections::{BTreeMap, HashSet};

use candor_model::{AnnotationLayer, Opinion, OpinionScope, ToolPattern, ToolsetName};
use serde_json::value::RawValue;

use super::{about, body, read_about, rename, scope_columns, text};
use crate::{
    StoreResult,
    error::not_json,
    row_label::{ReadError, RowLabel},
    sql::SqlValue,
    write::WriteTransaction,
};

/// One stored entry: the pattern and the opinion's text.
pub(crate) struct OpinionEntryColumns {
    about: SqlValue<'static>,
    body: String,
}

/// Serializes opinions, if none is too large. Empty ones are left out.
pub(crate) fn opinion_entries(
    opinions: &[(ToolPattern, Opinion)],
) -> StoreResult<Vec<OpinionEntryColumns>> {
    let said = opinions.iter().filter(|(_, opinion)| !opinion.is_empty());
    said.map(|(pattern, opinion)| {
        Ok(OpinionEntryColumns {
            about: about(pattern)?,
            body: text(opinion, &format!("`{pattern}`"))?,
        })
    })
    .collect()
}

/// Replaces all opinions of a toolset.
pub(crate) async fn replace_toolset(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
    opinions: &[OpinionEntryColumns],
) -> StoreResult<()> {
    let scope = OpinionScope::Toolset(name.clone());
    rename::remove_scope(write, &scope).await?;
    let [kind, name] = scope_columns(&scope).map(SqlValue::from);
    let version: SqlValue<'_> = write.revision().into();
    let rows: Vec<_> = opinions
        .iter()
        .map(|one| {
            let body: SqlValue<'_> = one.body.as_str().into();
            let about = one.about.clone();
            vec![kind.clone(), name.clone(), about, body, version.clone()]
        })
        .collect();
    let into = "INSERT INTO opinions (scope_kind, scope_name, about, body, version)";
    write.insert(into, &rows, "").await.map(drop)
}

/// The opinions of a toolset in the form stored with a version. An entry that is not valid JSON was
/// changed by hand and is skipped with a warning.
pub(crate) async fn in_toolset(
    write: &mut WriteTransaction<'_>,
    name: &ToolsetName,
) -> StoreResult<String> {
    let place = scope_columns(&OpinionScope::Toolset(name.clone())).map(SqlValue::from);
    let query = "SELECT about, body FROM opinions WHERE scope_kind = $1 AND scope_name = $2";
    let rows: Vec<(String, String)> = write.rows(query, &place).await?;
    let mut said: BTreeMap<String, Box<RawValue>> = BTreeMap::new();
    for (about, body) in rows {
        match RawValue::from_string(body) {
            Ok(body) => drop(said.insert(about, body)),
            Err(error) => tracing::warn!(
                toolset = %name, about, %error,
                "left an annotation that cannot be read out of a version"
            ),
        }
    }
    let what = format!("the overrides of toolset `{name}`");
    serde_json::to_string(&said).map_err(not_json(what))
}

/// Parses the opinions stored with a version of a toolset.
pub(crate) fn read_entries(name: &str, text: &str) -> StoreResult<Vec<(ToolPattern, Opinion)>> {
    let unread = |error| RowLabel::new("toolset", name).unread(error);
    let said: BTreeMap<String, Box<RawValue>> =
        serde_json::from_str(text).map_err(|_| unread(ReadError("opinions", text.to_owned())))?;
    said.into_iter()
        .map(|(column, body)| {
            let about = read_about(column)?;
            let opinion = body::read(body.get(), AnnotationLayer::Toolset, &about.to_string());
            let opinion = opinion.map_err(|_| ReadError("opinions", body.get().to_owned()))?;
            Ok((about, opinion))
        })
        .collect::<Result<_, ReadError>>()
        .map_err(unread)
}

/// The toolsets in which this transaction has moved opinions to another tool.
pub(crate) async fn toolsets_at(write: &mut WriteTransaction<'_>) -> StoreResult<HashSet<String>> {
    let query = "SELECT DISTINCT scope_name FROM opinions WHERE scope_kind = $1 AND version = $2";
    let values = ["toolset".into(), write.revision().into()];
    let rows: Vec<(String,)> = write.rows(query, &values).await?;
    Ok(rows.into_iter().map(|(name,)| name).collect())
}
