//! A row about where links lead.

use super::{
    fields::{FieldReader, RowFields},
    problem::FileProblems,
    product::is_prefix,
};
use crate::{
    catalogue::CatalogueRule,
    gtin::Gtin,
    language::LinkLanguage,
    link_type::LinkType,
    rule::{RuleLevel, brand_key},
    target::TargetTemplate,
};

/// The fields of a rule.
pub(super) const COLUMNS: [&str; 5] = ["level", "key", "link_type", "language", "target"];

/// The most bytes of a brand.
const BRAND_MAX: usize = 256;

/// Reads a rule, or says all that is wrong with it.
pub(super) fn read(fields: &RowFields, problems: &mut FileProblems) -> Option<CatalogueRule> {
    let mut reader = FieldReader::new(fields, problems);
    reader.required("target");
    let word = reader.required("level").to_ascii_lowercase();
    let level = RuleLevel::parse(&word);
    if level.is_none() && !word.is_empty() {
        let shown = word.escape_debug();
        reader.wrong(format!(
            "`level` is `{shown}`, and the levels are `item`, `brand`, `prefix` and `default`"
        ));
    }
    let subject = level.map(|level| subject(&mut reader, fields, level));
    let link_type = reader.parsed("link_type", str::parse::<LinkType>);
    let language = reader.parsed("language", str::parse::<LinkLanguage>);
    let target = reader.parsed("target", str::parse::<TargetTemplate>);
    let rule = CatalogueRule {
        level: word,
        subject: subject.unwrap_or_default(),
        link_type: link_type.unwrap_or_else(LinkType::pip).to_string(),
        language: language.map_or_else(String::new, |language| language.to_string()),
        target: target.map_or_else(String::new, |target| target.to_string()),
    };
    reader.finish(rule)
}

/// What a rule is about, as it is compared.
fn subject(reader: &mut FieldReader<'_>, fields: &RowFields, level: RuleLevel) -> String {
    let key = fields.get("key").unwrap_or_default();
    let shown = key.chars().take(60).collect::<String>();
    let shown = shown.escape_debug();
    match level {
        RuleLevel::Default => {
            if !key.is_empty() {
                reader.wrong(format!(
                    "`key` is `{shown}`, and a rule of the level `default` has none"
                ));
            }
            String::new()
        }
        _ if key.is_empty() => {
            reader.wrong(format!("`key` is missing; the level `{level}` needs one"));
            String::new()
        }
        RuleLevel::Item => match Gtin::parse(key) {
            Ok(gtin) => gtin.to_string(),
            Err(error) => {
                reader.wrong(error.to_string());
                String::new()
            }
        },
        RuleLevel::Brand => {
            let brand = brand_key(key);
            if brand.len() > BRAND_MAX || brand.contains(char::is_control) {
                reader.wrong(format!(
                    "`key` is `{shown}`, and a brand has at most {BRAND_MAX} bytes, all of which \
                     can be seen"
                ));
            }
            brand
        }
        RuleLevel::Prefix => {
            if !is_prefix(key) {
                reader.wrong(format!(
                    "`key` is `{shown}`, and a company prefix has 4 to 12 digits"
                ));
            }
            key.to_owned()
        }
    }
}
