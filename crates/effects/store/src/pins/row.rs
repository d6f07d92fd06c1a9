//! Rows of the tables `pins`, `drifts` and `accepted_definitions`.

use candor_model::{DefinitionPin, Digest, DriftRecord, QualifiedName};

use crate::{
    StoreResult,
    column_text::unescaped,
    row_label::{RowLabel, tool_columns},
    sql::{SqlValue, from_row},
};

pub(super) struct PinColumns {
    source: String,
    tool: String,
    hash: String,
    ref_id: String,
    definition: String,
    at_micros: i64,
}

from_row!(PinColumns: source, tool, hash, ref_id, definition, at_micros);

pub(super) struct DriftColumns {
    source: String,
    tool: String,
    renamed_from: Option<String>,
    pinned: String,
    found_hash: String,
    found_ref_id: String,
    found_definition: String,
    differences: String,
    loosens: bool,
    quarantined: bool,
    at_micros: i64,
}

from_row!(DriftColumns:
    source, tool, renamed_from, pinned, found_hash, found_ref_id, found_definition, differences,
    loosens, quarantined, at_micros
);

pub(super) struct AcceptedColumns {
    source: String,
    tool: String,
    hash: String,
}

from_row!(AcceptedColumns: source, tool, hash);

/// The primary key columns, for a statement.
pub(super) fn place(name: &QualifiedName) -> StoreResult<[SqlValue<'_>; 2]> {
    Ok(tool_columns(name)?.map(SqlValue::from))
}

/// The stored value for a tool without a pin.
pub(super) const NOT_PINNED: &str = "";

/// The kind of row in warnings.
pub(super) const WHAT: &str = "the definition of a tool";

fn name(source: &str, tool: String) -> StoreResult<QualifiedName> {
    label(&unescaped(tool.clone())).tool(source, tool)
}

fn label(id: &str) -> RowLabel<'_> {
    RowLabel::new("tool", id)
}

// === impl PinColumns ===

impl PinColumns {
    pub(super) fn read(self) -> StoreResult<DefinitionPin> {
        let name = name(&self.source, self.tool)?;
        let id = name.to_string();
        let label = label(&id);
        Ok(DefinitionPin {
            hash: label.digest("hash", &self.hash)?,
            ref_id: label.digest("ref_id", &self.ref_id)?,
            definition: self.definition.into(),
            at_micros: self.at_micros,
            name,
        })
    }
}

// === impl AcceptedColumns ===

impl AcceptedColumns {
    pub(super) fn read(self) -> StoreResult<(QualifiedName, Digest)> {
        let name = name(&self.source, self.tool)?;
        let hash = label(&name.to_string()).digest("hash", &self.hash)?;
        Ok((name, hash))
    }
}

// === impl DriftColumns ===

impl DriftColumns {
    pub(super) fn read(self) -> StoreResult<DriftRecord> {
        let name = name(&self.source, self.tool)?;
        let id = name.to_string();
        let label = label(&id);
        let renamed_from = self.renamed_from.map(unescaped);
        let renamed_from = renamed_from.as_deref();
        Ok(DriftRecord {
            renamed_from: label.optional("renamed_from", renamed_from, QualifiedName::parse)?,
            pinned: match self.pinned.as_str() {
                NOT_PINNED => None,
                hash => Some(label.digest("pinned hash", hash)?),
            },
            found: DefinitionPin {
                hash: label.digest("found hash", &self.found_hash)?,
                ref_id: label.digest("found ref_id", &self.found_ref_id)?,
                definition: self.found_definition.into(),
                at_micros: self.at_micros,
                name: name.clone(),
            },
            differences: label.word("differences", &self.differences, |json| {
                serde_json::from_str(json).ok()
            })?,
            loosens: self.loosens,
            quarantined: self.quarantined,
            name,
        })
    }
}
