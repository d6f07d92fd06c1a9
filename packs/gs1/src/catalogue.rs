//! What the store knows of a trade item, in the words of the pure part.

use candor_store::{Gs1Rule, Store, StoreError};

use crate::{
    gtin::Gtin,
    rule::{Level, Rule},
};

/// The rules that are about an item, with one look at the store. A row that cannot be read, since
/// a newer program wrote it or a person changed it, is left out.
pub(crate) async fn rules(
    store: &Store,
    gtin: Gtin,
    brand: Option<&str>,
) -> Result<Vec<Rule>, StoreError> {
    let number = gtin.to_string();
    let prefixes = gtin.company_prefixes();
    let mut about = vec![
        (Level::Item.as_str(), number.as_str()),
        (Level::Default.as_str(), ""),
    ];
    about.extend(brand.map(|brand| (Level::Brand.as_str(), brand)));
    about.extend(
        prefixes
            .iter()
            .map(|prefix| (Level::Prefix.as_str(), prefix.as_str())),
    );
    let rows = store.gs1_rules(&about).await?;
    Ok(rows.into_iter().filter_map(read).collect())
}

fn read(row: Gs1Rule) -> Option<Rule> {
    let language = match row.language.as_str() {
        "" => None,
        tag => Some(tag.parse().ok()?),
    };
    Some(Rule {
        level: Level::parse(&row.level)?,
        subject: row.subject,
        link_type: row.link_type.parse().ok()?,
        language,
        target: row.target.parse().ok()?,
    })
}
