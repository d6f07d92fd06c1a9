//! Products, resolver rules and recorded links, stored as records of this pack.

#[cfg(test)]
mod tests;

use candor_store::{
    PackEvent, PackEventKind, PackLoad, PackLoadCounts, PackRecord, PackRecords, Store, StoreError,
};
use serde::{Deserialize, Serialize};

use crate::{
    gtin::Gtin,
    rule::{ResolverRule, RuleLevel},
};

/// The name of this pack in the store.
const PACK: &str = "gs1";
const PRODUCT: &str = "product";
const RULE: &str = "rule";
const LINK: PackEventKind = PackEventKind {
    name: "link",
    plural: "recorded links",
};

/// The catalogue in a store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProductCatalogue<'s>(PackRecords<'s>);

/// A product of the catalogue. Text that was not given is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct CatalogueProduct {
    /// Its number, 14 digits.
    #[serde(skip)]
    pub(crate) gtin: String,
    pub(crate) name: String,
    pub(crate) brand: String,
    /// The company prefix its number was made from.
    pub(crate) company_prefix: String,
    pub(crate) description: String,
    /// The code of its class.
    pub(crate) category: String,
    pub(crate) net_content: String,
    /// The code of the country it comes from.
    pub(crate) country: String,
    /// The address of a picture.
    pub(crate) image: String,
    /// The address of its page.
    pub(crate) url: String,
    /// Further data, as a JSON object.
    pub(crate) extra: String,
    /// When one of these was last changed, in microseconds since the Unix epoch.
    #[serde(skip)]
    pub(crate) updated_micros: i64,
}

/// A resolver rule as text: where the links of some products lead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CatalogueRule {
    /// The level of the rule, such as `brand`.
    pub(crate) level: String,
    /// The subject, depending on the level.
    pub(crate) subject: String,
    pub(crate) link_type: String,
    /// The language of the target; empty for all.
    pub(crate) language: String,
    pub(crate) target: String,
}

/// What a load has changed, or would change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CatalogueLoadCounts {
    /// Changes to products.
    pub products: PackLoadCounts,
    /// Changes to rules.
    pub rules: PackLoadCounts,
}

// === impl ProductCatalogue ===

impl<'s> ProductCatalogue<'s> {
    /// The catalogue in this store.
    pub(crate) fn of(store: &'s Store) -> Self {
        Self(store.pack_records(PACK))
    }

    /// A product by its number. An unreadable one, written by a newer version or changed by hand,
    /// counts as missing.
    pub(crate) async fn product(&self, gtin: Gtin) -> Result<Option<CatalogueProduct>, StoreError> {
        let found = self.0.about(PRODUCT, &[&gtin.to_string()]).await?;
        Ok(found.into_iter().find_map(CatalogueProduct::read))
    }

    /// The rules that are about an item, with one query. A rule that cannot be read is left out.
    pub(crate) async fn rules(
        &self,
        gtin: Gtin,
        brand: Option<&str>,
    ) -> Result<Vec<ResolverRule>, StoreError> {
        let mut subjects = vec![
            rule_subject(RuleLevel::Item.as_str(), &gtin.to_string()),
            rule_subject(RuleLevel::Default.as_str(), ""),
        ];
        subjects.extend(brand.map(|brand| rule_subject(RuleLevel::Brand.as_str(), brand)));
        let prefixes = gtin.company_prefixes();
        let prefixes = prefixes.iter();
        subjects.extend(prefixes.map(|it| rule_subject(RuleLevel::Prefix.as_str(), it)));
        let subjects: Vec<&str> = subjects.iter().map(String::as_str).collect();
        let found = self.0.about(RULE, &subjects).await?;
        Ok(found
            .into_iter()
            .filter_map(|record| read_rule(&record))
            .collect())
    }

    /// Whether there is neither a product nor a rule.
    pub(crate) async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.0.count(PRODUCT).await? == 0 && self.0.count(RULE).await? == 0)
    }

    /// Adds products and rules, each in place of the one with the same key: all of them or none.
    pub(crate) async fn load(
        &self,
        products: &[CatalogueProduct],
        rules: &[CatalogueRule],
        at_micros: i64,
        dry_run: bool,
    ) -> Result<CatalogueLoadCounts, StoreError> {
        let products = products.iter().map(CatalogueProduct::record);
        let products: Vec<_> = products.collect::<Result<_, _>>()?;
        let rules = rules.iter().map(CatalogueRule::record).collect();
        let load = PackLoad {
            records: &[(PRODUCT, products), (RULE, rules)],
            at_micros,
            dry_run,
        };
        let counts = self.0.load(&load).await?;
        let count = |at: usize| counts.get(at).copied().unwrap_or_default();
        Ok(CatalogueLoadCounts {
            products: count(0),
            rules: count(1),
        })
    }

    /// Records that a link was made. The same link by the same caller is one record.
    pub(crate) async fn record_link(
        &self,
        gtin: &str,
        uri: &str,
        who: &str,
        at_micros: i64,
    ) -> Result<PackEvent, StoreError> {
        let subject = format!("{gtin} {uri}");
        self.0.record_event(LINK, &subject, who, at_micros).await
    }
}

/// The key of rules about a subject of a level.
fn rule_subject(level: &str, subject: &str) -> String {
    format!("{level}:{subject}")
}

fn read_rule(record: &PackRecord) -> Option<ResolverRule> {
    let (level, subject) = record.subject.split_once(':')?;
    let (link_type, language) = record.name.split_once(' ')?;
    let language = match language {
        "" => None,
        tag => Some(tag.parse().ok()?),
    };
    Some(ResolverRule {
        level: RuleLevel::parse(level)?,
        subject: subject.to_owned(),
        link_type: link_type.parse().ok()?,
        language,
        target: record.body.parse().ok()?,
    })
}

// === impl CatalogueProduct ===

impl CatalogueProduct {
    fn record(&self) -> Result<PackRecord, StoreError> {
        let body = serde_json::to_string(self).map_err(|cause| StoreError::NotJson {
            what: format!("product `{}`", self.gtin),
            cause: cause.into(),
        })?;
        Ok(PackRecord {
            subject: self.gtin.clone(),
            body,
            ..PackRecord::default()
        })
    }

    fn read(record: PackRecord) -> Option<Self> {
        let product: Self = serde_json::from_str(&record.body).ok()?;
        Some(Self {
            gtin: record.subject,
            updated_micros: record.updated_micros,
            ..product
        })
    }
}

// === impl CatalogueRule ===

impl CatalogueRule {
    fn record(&self) -> PackRecord {
        PackRecord {
            subject: rule_subject(&self.level, &self.subject),
            name: format!("{} {}", self.link_type, self.language),
            body: self.target.clone(),
            ..PackRecord::default()
        }
    }
}
