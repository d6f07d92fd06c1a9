//! A row about where links lead.

use candor_store::Gs1Rule;

use super::{
    fields::{Fields, Reader},
    problem::Problems,
    product::is_prefix,
};
use crate::{
    gtin::Gtin,
    language::Language,
    link_type::LinkType,
    rule::{Level, brand_key},
    target::Target,
};

/// The fields of a rule.
pub(super) const COLUMNS: [&str; 5] = ["level", "key", "link_type", "language", "target"];

/// The most bytes of a brand.
const BRAND_MAX: usize = 256;

/// Reads a rule, or says all that is wrong with it.
pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Option<Gs1Rule> {
    let mut reader = Reader::new(fields, problems);
    reader.required("target");
    let word = reader.required("level").to_ascii_lowercase();
    let level = Level::parse(&word);
    if level.is_none() && !word.is_empty() {
        let shown = word.escape_debug();
        reader.wrong(format!(
            "`level` is `{shown}`, and the levels are `item`, `brand`, `prefix` and `default`"
        ));
    }
    let subject = level.map(|level| subject(&mut reader, fields, level));
    let link_type = reader.parsed("link_type", str::parse::<LinkType>);
    let language = reader.parsed("language", str::parse::<Language>);
    let target = reader.parsed("target", str::parse::<Target>);
    let rule = Gs1Rule {
        level: word,
        subject: subject.unwrap_or_default(),
        link_type: link_type.unwrap_or_else(LinkType::pip).to_string(),
        language: language.map_or_else(String::new, |language| language.to_string()),
        target: target.map_or_else(String::new, |target| target.to_string()),
        updated_micros: 0,
    };
    reader.finish(rule)
}

/// What a rule is about, as it is compared.
fn subject(reader: &mut Reader<'_>, fields: &Fields, level: Level) -> String {
    let key = fields.get("key").unwrap_or_default();
    let shown = key.chars().take(60).collect::<String>();
    let shown = shown.escape_debug();
    match level {
        Level::Default => {
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
        Level::Item => match Gtin::parse(key) {
            Ok(gtin) => gtin.to_string(),
            Err(error) => {
                reader.wrong(error.to_string());
                String::new()
            }
        },
        Level::Brand => {
            let brand = brand_key(key);
            if brand.len() > BRAND_MAX || brand.contains(char::is_control) {
                reader.wrong(format!(
                    "`key` is `{shown}`, and a brand has at most {BRAND_MAX} bytes, all of which \
                     can be seen"
                ));
            }
            brand
        }
        Level::Prefix => {
            if !is_prefix(key) {
                reader.wrong(format!(
                    "`key` is `{shown}`, and a company prefix has 4 to 12 digits"
                ));
            }
            key.to_owned()
        }
    }
}
