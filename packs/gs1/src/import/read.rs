//! Files into rows.

use std::collections::{BTreeSet, HashMap};

use candor_model::nearest;

use super::{
    CatalogueImportError, FILE_MAX, fields::RowFields, lines, problem::FileProblems, product, rule,
    table,
};
use crate::catalogue::{CatalogueProduct, CatalogueRule};

/// The columns that become what has no field of its own begin so.
pub(super) const EXTRA: &str = "extra.";

/// What a file says.
#[derive(Debug, Default)]
pub(super) struct ImportBatch {
    pub(super) products: Vec<CatalogueProduct>,
    pub(super) rules: Vec<CatalogueRule>,
    pub(super) warnings: FileProblems,
}

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RowKind {
    Product,
    Rule,
}

/// A file while it is read.
#[derive(Default)]
pub(super) struct CatalogueReader {
    batch: ImportBatch,
    pub(super) problems: FileProblems,
    rows: usize,
    most: usize,
    /// Where each product and each rule stands, so that one that comes twice is noticed.
    seen: HashMap<[String; 4], (u64, usize)>,
    /// Names that nothing is known of, which are warned about once.
    unknown: BTreeSet<String>,
}

/// Reads a file of at most so many rows.
pub(super) fn read(
    name: &str,
    bytes: &[u8],
    most: usize,
) -> Result<ImportBatch, CatalogueImportError> {
    let shown = || name.chars().take(200).collect::<String>();
    if bytes.len() > FILE_MAX {
        return Err(CatalogueImportError::Large {
            name: shown(),
            bytes: bytes.len(),
        });
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let text = text(bytes).map_err(|line| CatalogueImportError::Encoding {
        name: shown(),
        line,
    })?;
    let mut reading = CatalogueReader {
        most,
        ..CatalogueReader::default()
    };
    let read = match ending.as_str() {
        "csv" => table::read(text, &mut reading),
        "jsonl" | "ndjson" => lines::read(text, &mut reading),
        _ => return Err(CatalogueImportError::Kind { name: shown() }),
    };
    match read {
        Err(CatalogueReadError::Header) => {
            return Err(CatalogueImportError::Header { name: shown() });
        }
        Err(CatalogueReadError::Rows) => {
            return Err(CatalogueImportError::Rows {
                name: shown(),
                most,
            });
        }
        Ok(()) if reading.rows == 0 => return Err(CatalogueImportError::Empty { name: shown() }),
        Ok(()) => {}
    }
    if !reading.problems.is_empty() {
        return Err(CatalogueImportError::Lines {
            name: shown(),
            problems: reading.problems,
        });
    }
    Ok(reading.batch)
}

/// Why a file is not read to its end.
pub(super) enum CatalogueReadError {
    Header,
    Rows,
}

/// The text of a file, without the mark that some programs put in front; or the line that is no
/// text.
fn text(bytes: &[u8]) -> Result<&str, usize> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        before.split(|byte| *byte == b'\n').count()
    })
}

// === impl CatalogueReader ===

impl CatalogueReader {
    /// Counts a row, and gives up where there are too many.
    pub(super) fn count(&mut self) -> Result<(), CatalogueReadError> {
        self.rows += 1;
        if self.rows > self.most {
            return Err(CatalogueReadError::Rows);
        }
        Ok(())
    }

    /// Warns about a name that nothing is known of, once.
    pub(super) fn know(&mut self, line: u64, kind: RowKind, name: &str) {
        let is_extra = kind == RowKind::Product && name.starts_with(EXTRA);
        if is_extra || kind.columns().contains(&name) || self.unknown.contains(name) {
            return;
        }
        let shown: String = name.chars().take(60).collect();
        let shown = shown.escape_debug();
        let meant = nearest(name, kind.columns().iter().copied());
        let meant = meant.map_or_else(
            || match kind {
                RowKind::Product => format!("; call it `{EXTRA}{shown}` to keep it"),
                RowKind::Rule => String::new(),
            },
            |meant| format!("; did you mean `{meant}`?"),
        );
        self.batch.warnings.push(
            line,
            format!("`{shown}` is not known and was left out{meant}"),
        );
        // A file may have a new name in every line.
        if self.unknown.len() < 1000 {
            self.unknown.insert(name.to_owned());
        }
    }

    /// Reads a row.
    pub(super) fn row(
        &mut self,
        kind: RowKind,
        fields: &RowFields,
    ) -> Result<(), CatalogueReadError> {
        self.count()?;
        match kind {
            RowKind::Product => {
                if let Some(product) = product::read(fields, &mut self.problems) {
                    self.product(fields.line, product);
                }
            }
            RowKind::Rule => {
                if let Some(rule) = rule::read(fields, &mut self.problems) {
                    self.rule(fields.line, rule);
                }
            }
        }
        Ok(())
    }

    fn product(&mut self, line: u64, product: CatalogueProduct) {
        let key = [
            product.gtin.clone(),
            String::new(),
            String::new(),
            String::new(),
        ];
        let Some((first, at)) = self.seen.get(&key).copied() else {
            self.seen.insert(key, (line, self.batch.products.len()));
            self.batch.products.push(product);
            return;
        };
        let what = format!("the product `{}`", product.gtin);
        self.again(line, first, &what, self.batch.products[at] == product);
    }

    fn rule(&mut self, line: u64, rule: CatalogueRule) {
        let key = [
            rule.level.clone(),
            rule.subject.clone(),
            rule.link_type.clone(),
            rule.language.clone(),
        ];
        let Some((first, at)) = self.seen.get(&key).copied() else {
            self.seen.insert(key, (line, self.batch.rules.len()));
            self.batch.rules.push(rule);
            return;
        };
        let what = format!("the rule for `{}`, `{}`", rule.subject, rule.link_type);
        self.again(line, first, &what, self.batch.rules[at] == rule);
    }

    /// Says that something came before: a warning if it said the same.
    fn again(&mut self, line: u64, first: u64, what: &str, is_same: bool) {
        if is_same {
            let sentence = format!("{what} is in line {first} already, word for word");
            self.batch.warnings.push(line, sentence);
        } else {
            let sentence = format!("{what} is in line {first} already and says something else");
            self.problems.push(line, sentence);
        }
    }
}

// === impl ImportBatch ===

impl ImportBatch {
    /// Adds what another file says.
    pub(super) fn extend(&mut self, other: Self) {
        self.products.extend(other.products);
        self.rules.extend(other.rules);
        self.warnings.extend(other.warnings);
    }
}

// === impl RowKind ===

impl RowKind {
    pub(super) fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Product => &product::COLUMNS,
            Self::Rule => &rule::COLUMNS,
        }
    }
}
