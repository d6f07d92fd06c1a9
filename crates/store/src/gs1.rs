//! What the GS1 tools know: products, rules about where links lead, and links that were made.
//!
//! The rows are plain text. What a number or a rule means, and which of them are right, is the
//! business of the tools; here they are kept, found and counted. None of it is a decision of a
//! person about tools, so nobody who follows the workspace is told.

mod links;
mod load;

use sqlx::QueryBuilder;

use crate::{
    PAGE_MAX, Store, StoreError,
    pool::on_pool,
    text::{keep, kept},
};

pub use self::{
    links::{GS1_LINKS_MAX, GS1_URI_MAX, Gs1Link},
    load::{GS1_PRODUCT_MAX, GS1_TARGET_MAX, Gs1Change, Gs1Load, Gs1Loaded},
};

/// A product of the catalogue. Text that was not given is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Gs1Product {
    /// Its number, 14 digits.
    pub gtin: String,
    /// What it is called.
    pub name: String,
    /// Its brand.
    pub brand: String,
    /// The company prefix its number was made from.
    pub company_prefix: String,
    /// What it is, in a sentence or two.
    pub description: String,
    /// The code of its class.
    pub category: String,
    /// How much is in it.
    pub net_content: String,
    /// The code of the country it comes from.
    pub country: String,
    /// The address of a picture.
    pub image: String,
    /// The address of its page.
    pub url: String,
    /// What else is known, a JSON object.
    pub extra: String,
    /// When one of these was last changed, in microseconds since the Unix epoch.
    pub updated_micros: i64,
}

/// Where the links of some products lead.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct Gs1Rule {
    /// The level of the rule, such as `brand`.
    pub level: String,
    /// What it is about: whatever tells products apart at its level.
    pub subject: String,
    /// The kind of link.
    pub link_type: String,
    /// The language of the target; empty for all.
    pub language: String,
    /// Where to.
    pub target: String,
    /// When it was last changed, in microseconds since the Unix epoch.
    pub updated_micros: i64,
}

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Gs1Sizes {
    /// Products.
    pub products: i64,
    /// Rules.
    pub rules: i64,
    /// Recorded links.
    pub links: i64,
}

impl Store {
    /// A product, by its number.
    pub async fn gs1_product(&self, gtin: &str) -> Result<Option<Gs1Product>, StoreError> {
        let mut found: Vec<Gs1Product> = self
            .rows(
                "look up a product",
                "SELECT gtin, name, brand, company_prefix, description, category, net_content, \
                 country, image, url, extra, updated_micros FROM gs1_products WHERE gtin = $1",
                &[keep(gtin).into()],
            )
            .await?;
        Ok(found.pop().map(Gs1Product::read))
    }

    /// A page of the products, by number: those after `after`, at most `limit`, which is brought
    /// into the range from 1 to [`PAGE_MAX`].
    pub async fn gs1_products(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Gs1Product>, StoreError> {
        let found: Vec<Gs1Product> = self
            .rows(
                "list the products",
                "SELECT gtin, name, brand, company_prefix, description, category, net_content, \
                 country, image, url, extra, updated_micros FROM gs1_products WHERE gtin > $1 \
                 ORDER BY gtin LIMIT $2",
                &[keep(after.unwrap_or_default()).into(), page(limit)],
            )
            .await?;
        Ok(found.into_iter().map(Gs1Product::read).collect())
    }

    /// The rules about any of some subjects, each a level and what it is about, in one look.
    pub async fn gs1_rules(&self, about: &[(&str, &str)]) -> Result<Vec<Gs1Rule>, StoreError> {
        if about.is_empty() {
            return Ok(Vec::new());
        }
        let found: Vec<Gs1Rule> = on_pool!(&self.pool, Db, connections => {
            let mut select = QueryBuilder::<Db>::new(
                "SELECT level, subject, link_type, language, target, updated_micros \
                 FROM gs1_rules WHERE",
            );
            for (number, (level, subject)) in about.iter().enumerate() {
                select
                    .push(if number == 0 { " (level = " } else { " OR (level = " })
                    .push_bind(keep(level).into_owned())
                    .push(" AND subject = ")
                    .push_bind(keep(subject).into_owned())
                    .push(")");
            }
            select.push(" ORDER BY level, subject, link_type, language");
            select.build_query_as().fetch_all(connections).await
        })
        .map_err(self.failed("look up resolver rules"))?;
        Ok(found.into_iter().map(Gs1Rule::read).collect())
    }

    /// How many products, rules and recorded links there are.
    pub async fn gs1_sizes(&self) -> Result<Gs1Sizes, StoreError> {
        let found: Vec<Gs1Sizes> = self
            .rows(
                "count products and rules",
                "SELECT (SELECT COUNT(*) FROM gs1_products) AS products, \
                 (SELECT COUNT(*) FROM gs1_rules) AS rules, \
                 (SELECT COUNT(*) FROM gs1_links) AS links",
                &[],
            )
            .await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }
}

/// How many rows a page has.
fn page(limit: usize) -> crate::sql::Value<'static> {
    i64::try_from(limit.clamp(1, PAGE_MAX))
        .unwrap_or(i64::MAX)
        .into()
}

// === impl Gs1Product ===

impl Gs1Product {
    /// The row as it was before it was made fit for its column.
    fn read(self) -> Self {
        Self {
            gtin: kept(self.gtin),
            ..self
        }
    }
}

// === impl Gs1Rule ===

impl Gs1Rule {
    /// The row as it was before it was made fit for its columns.
    fn read(self) -> Self {
        Self {
            level: kept(self.level),
            subject: kept(self.subject),
            link_type: kept(self.link_type),
            language: kept(self.language),
            ..self
        }
    }
}
