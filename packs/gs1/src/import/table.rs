//! Rows of a `.csv` file.

use super::{
    fields::RowFields,
    read::{CatalogueReadError, CatalogueReader, EXTRA, RowKind},
};

/// Reads a table. Its header says what it is about.
pub(super) fn read(text: &str, reading: &mut CatalogueReader) -> Result<(), CatalogueReadError> {
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes())
        .into_records();
    let Some(Ok(header)) = rows.next() else {
        return Ok(());
    };
    let header: Vec<String> = header.iter().map(column).collect();
    let has = |name: &str| header.iter().any(|column| column == name);
    let kind = match (has("gtin") && has("name"), has("level") && has("target")) {
        (true, false) => RowKind::Product,
        (false, true) => RowKind::Rule,
        _ => return Err(CatalogueReadError::Header),
    };
    for (at, column) in header.iter().enumerate() {
        reading.know(1, kind, column);
        if header[..at].contains(column) && !column.is_empty() {
            reading
                .problems
                .push(1, format!("the column `{column}` is there twice"));
        }
    }
    for row in rows {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                reading.problems.push(line, error.to_string());
                continue;
            }
        };
        let line = row.position().map_or(1, csv::Position::line);
        if row.len() != header.len() {
            let (found, wanted) = (row.len(), header.len());
            reading.count()?;
            reading.problems.push(
                line,
                format!("it has {found} fields, and the header has {wanted}"),
            );
            continue;
        }
        let mut fields = RowFields::new(line);
        for (column, value) in header.iter().zip(&row) {
            match column.strip_prefix(EXTRA) {
                Some(name) if !value.trim().is_empty() => {
                    fields.put_extra(name, value.trim().into());
                }
                _ => fields.put(column, value),
            }
        }
        reading.row(kind, &fields)?;
    }
    Ok(())
}

/// The name of a column, as it is compared.
fn column(text: &str) -> String {
    let text = text.trim().to_lowercase();
    text.replace([' ', '-'], "_")
}

/// What separates the fields: whichever the first line has. Where a comma is in numbers, programs
/// write semicolons.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let separators = [b',', b';', b'\t'].into_iter();
    let mut separators = separators.filter(|one| first.contains(char::from(*one)));
    separators.next().unwrap_or(b',')
}
