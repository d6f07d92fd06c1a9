//! Rows of the tables `pins` and `drifts`.

use candor_model::{Digest, Drift, Pin, QualifiedName, SourceName};

use crate::{
    StoreError,
    sql::Value,
    text::{kept, key},
};

#[derive(sqlx::FromRow)]
pub(super) struct PinRow {
    source: String,
    tool: String,
    hash: String,
    ref_id: String,
    definition: String,
    at_micros: i64,
}

#[derive(sqlx::FromRow)]
pub(super) struct DriftRow {
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

/// The columns of a primary key.
pub(super) fn key_of(name: &QualifiedName) -> Result<[String; 2], StoreError> {
    key(&name.to_string())?;
    let tool = key(name.own())?.into_owned();
    Ok([name.source().as_str().to_owned(), tool])
}

/// The same, for a statement.
pub(super) fn place(name: &QualifiedName) -> Result<[Value<'static>; 2], StoreError> {
    Ok(key_of(name)?.map(Value::from))
}

/// Says that a row was left out.
pub(super) fn warn(error: &StoreError) {
    tracing::warn!("left out the definition of a tool: {error}");
}

fn name(source: &str, tool: String) -> Result<QualifiedName, StoreError> {
    let tool = kept(tool);
    match SourceName::parse(source) {
        Ok(source) => Ok(QualifiedName::new(source, tool)),
        Err(_) => Err(unknown(&tool, "source", source)),
    }
}

fn digest(id: &QualifiedName, column: &'static str, text: &str) -> Result<Digest, StoreError> {
    Digest::parse(text).ok_or_else(|| unknown(&id.to_string(), column, text))
}

fn unknown(id: &str, column: &'static str, value: &str) -> StoreError {
    StoreError::Row {
        kind: "tool",
        id: id.to_owned(),
        column,
        value: value[..value.floor_char_boundary(200)].to_owned(),
    }
}

// === impl PinRow ===

impl PinRow {
    pub(super) fn read(self) -> Result<Pin, StoreError> {
        let name = name(&self.source, self.tool)?;
        Ok(Pin {
            hash: digest(&name, "hash", &self.hash)?,
            ref_id: digest(&name, "ref_id", &self.ref_id)?,
            definition: self.definition.into(),
            at_micros: self.at_micros,
            name,
        })
    }
}

// === impl DriftRow ===

impl DriftRow {
    pub(super) fn read(self) -> Result<Drift, StoreError> {
        let name = name(&self.source, self.tool)?;
        let id = name.to_string();
        let renamed_from = self.renamed_from.map(|text| {
            let old = kept(text);
            QualifiedName::parse(&old).ok_or_else(|| unknown(&id, "renamed_from", &old))
        });
        Ok(Drift {
            renamed_from: renamed_from.transpose()?,
            pinned: digest(&name, "pinned hash", &self.pinned)?,
            found: Pin {
                hash: digest(&name, "found hash", &self.found_hash)?,
                ref_id: digest(&name, "found ref_id", &self.found_ref_id)?,
                definition: self.found_definition.into(),
                at_micros: self.at_micros,
                name: name.clone(),
            },
            differences: serde_json::from_str(&self.differences)
                .map_err(|_| unknown(&id, "differences", &self.differences))?,
            loosens: self.loosens,
            quarantined: self.quarantined,
            name,
        })
    }
}
