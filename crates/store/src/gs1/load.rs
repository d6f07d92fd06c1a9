//! Many products and rules at once, all or none.

use std::collections::BTreeMap;

use crate::{
    Gs1Product, Gs1Rule, Store, StoreError, sql::Value, text::clean, words::whole, write::Write,
};

/// The most bytes of a product's texts together.
pub const GS1_PRODUCT_MAX: usize = 64 << 10;
/// The most bytes of where a rule leads.
pub const GS1_TARGET_MAX: usize = 4 << 10;

/// How many rows are made ready at a time, so that a large load needs little memory of its own.
const BATCH: usize = 1024;

/// What is to be written down.
#[derive(Clone, Copy, Debug)]
pub struct Gs1Load<'l> {
    /// Products, each in place of the one with the same number.
    pub products: &'l [Gs1Product],
    /// Rules, each in place of the one for the same level, subject, link type and language.
    pub rules: &'l [Gs1Rule],
    /// The moment, in microseconds since the Unix epoch; those in the rows are not looked at.
    pub at_micros: i64,
    /// Whether to say only what would be done.
    pub dry_run: bool,
}

/// What was done, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gs1Loaded {
    /// To the products.
    pub products: Gs1Change,
    /// To the rules.
    pub rules: Gs1Change,
}

/// What became of rows of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gs1Change {
    /// New ones.
    pub added: u64,
    /// Ones that say something else now.
    pub changed: u64,
    /// Ones that were there already, word for word.
    pub unchanged: u64,
}

/// A table, and how its rows are written.
struct Table {
    into: &'static str,
    /// What to do about a row that is there and says something else.
    replace: &'static str,
}

const PRODUCTS: Table = Table {
    into: "INSERT INTO gs1_products (gtin, name, brand, company_prefix, description, category, \
           net_content, country, image, url, extra, updated_micros)",
    replace: "ON CONFLICT (gtin) DO UPDATE SET name = excluded.name, brand = excluded.brand, \
              company_prefix = excluded.company_prefix, description = excluded.description, \
              category = excluded.category, net_content = excluded.net_content, \
              country = excluded.country, image = excluded.image, url = excluded.url, \
              extra = excluded.extra, updated_micros = excluded.updated_micros \
              WHERE (gs1_products.name, gs1_products.brand, gs1_products.company_prefix, \
              gs1_products.description, gs1_products.category, gs1_products.net_content, \
              gs1_products.country, gs1_products.image, gs1_products.url, gs1_products.extra) \
              <> (excluded.name, excluded.brand, excluded.company_prefix, excluded.description, \
              excluded.category, excluded.net_content, excluded.country, excluded.image, \
              excluded.url, excluded.extra)",
};

const RULES: Table = Table {
    into: "INSERT INTO gs1_rules (level, subject, link_type, language, target, updated_micros)",
    replace: "ON CONFLICT (level, subject, link_type, language) DO UPDATE SET \
              target = excluded.target, updated_micros = excluded.updated_micros \
              WHERE gs1_rules.target <> excluded.target",
};

impl Store {
    /// Writes products and rules down, in one transaction, and says what became of them. Of
    /// several rows with the same key the last counts, and the others are not counted. In a dry
    /// run the same is done and then taken back, so its numbers are the true ones.
    pub async fn load_gs1(&self, load: Gs1Load<'_>) -> Result<Gs1Loaded, StoreError> {
        // By key, so that two loads at once take their rows in the same order.
        let products: BTreeMap<&str, &Gs1Product> = load
            .products
            .iter()
            .map(|product| (product.gtin.as_str(), product))
            .collect();
        let rules: BTreeMap<[&str; 4], &Gs1Rule> =
            load.rules.iter().map(|rule| (rule.key(), rule)).collect();
        let products: Vec<_> = products.into_values().collect();
        let rules: Vec<_> = rules.into_values().collect();

        let at = load.at_micros;
        let mut write = self.uncounted("load products and rules").await?;
        let mut loaded = Gs1Loaded::default();
        for batch in products.chunks(BATCH) {
            let rows = batch.iter().map(|product| product.row(at));
            let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
            loaded.products.add(PRODUCTS.put(&mut write, &rows).await?);
        }
        for batch in rules.chunks(BATCH) {
            let rows = batch.iter().map(|rule| rule.row(at));
            let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
            loaded.rules.add(RULES.put(&mut write, &rows).await?);
        }
        if !load.dry_run {
            write.commit(&[]).await?;
        }
        Ok(loaded)
    }
}

// === impl Table ===

impl Table {
    /// Puts rows into the table. What is new is inserted first; the second statement then meets
    /// only rows that are there, and touches those that differ.
    async fn put(
        &self,
        write: &mut Write<'_>,
        rows: &[Vec<Value<'_>>],
    ) -> Result<Gs1Change, StoreError> {
        let all = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        let nothing = "ON CONFLICT DO NOTHING";
        let added = write.insert(self.into, rows, nothing).await?;
        let changed = if added == all {
            0
        } else {
            write.insert(self.into, rows, self.replace).await?
        };
        Ok(Gs1Change {
            added,
            changed,
            unchanged: all.saturating_sub(added + changed),
        })
    }
}

// === impl Gs1Change ===

impl Gs1Change {
    fn add(&mut self, other: Self) {
        self.added += other.added;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
    }
}

// === impl Gs1Product ===

impl Gs1Product {
    fn row(&self, at_micros: i64) -> Result<Vec<Value<'_>>, StoreError> {
        let texts = [
            &self.name,
            &self.brand,
            &self.company_prefix,
            &self.description,
            &self.category,
            &self.net_content,
            &self.country,
            &self.image,
            &self.url,
            &self.extra,
        ];
        let size = texts.iter().map(|text| text.len()).sum();
        if size > GS1_PRODUCT_MAX {
            return Err(StoreError::TooLarge {
                what: format!("product `{}`", shown(&self.gtin)),
                size,
                limit: GS1_PRODUCT_MAX,
                unit: "bytes",
            });
        }
        let mut row: Vec<Value<'_>> = vec![whole("number", &self.gtin)?.into()];
        row.extend(texts.map(|text| Value::from(clean(text))));
        row.push(at_micros.into());
        Ok(row)
    }
}

// === impl Gs1Rule ===

impl Gs1Rule {
    fn key(&self) -> [&str; 4] {
        [&self.level, &self.subject, &self.link_type, &self.language]
    }

    fn row(&self, at_micros: i64) -> Result<Vec<Value<'_>>, StoreError> {
        if self.target.len() > GS1_TARGET_MAX {
            return Err(StoreError::TooLarge {
                what: format!("the target of the rule for `{}`", shown(&self.subject)),
                size: self.target.len(),
                limit: GS1_TARGET_MAX,
                unit: "bytes",
            });
        }
        Ok(vec![
            whole("level", &self.level)?.into(),
            whole("subject", &self.subject)?.into(),
            whole("link type", &self.link_type)?.into(),
            whole("language", &self.language)?.into(),
            clean(&self.target).into(),
            at_micros.into(),
        ])
    }
}

/// The beginning of a text, for a sentence about it.
fn shown(text: &str) -> impl std::fmt::Display + '_ {
    text[..text.floor_char_boundary(60)].escape_debug()
}
