//! `resolve_gtin`: where the links of a trade item lead.

use std::sync::Arc;

use candor_functions::{Context, Failure, Json, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Gs1Shared, store_failed};
use crate::{
    catalogue::ProductCatalogue,
    language::LinkLanguage,
    link::LinkQualifier,
    link_type::LinkType,
    rule::{self, ResolveRequest, brand_key},
    trade_item::TradeItem,
};

#[derive(Deserialize, JsonSchema)]
struct ResolveInput {
    /// The trade item: a GTIN of 8, 12, 13 or 14 digits, or a GS1 Digital Link URI.
    gtin: String,
    /// What the link is for: `gs1:pip`, `gs1:instructions`, …; the default link without it.
    link_type: Option<String>,
    /// The languages to prefer, best first, with commas between them: `de-AT, en`.
    language: Option<String>,
    /// The batch or lot number, if one is asked about.
    lot: Option<String>,
    /// The serial number, if one is asked about.
    serial: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ResolvedLink {
    /// The number with all 14 digits.
    gtin: String,
    /// Where the link leads.
    target: String,
    /// What the link is for.
    link_type: String,
    /// The language of the page, where the rule names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// The level of the rule: `item`, `brand`, `prefix` or `default`.
    level: &'static str,
    /// Why this rule was chosen.
    why: String,
}

pub(super) fn tool(shared: Arc<Gs1Shared>) -> Tool {
    let description = "Find the web address that a product's GS1 link leads to. Looks at the \
                       resolver rules for the item, its brand, its company prefix and all items, \
                       in this order, and says which rule decided.";
    let run = move |context, input| run(Arc::clone(&shared), context, input);
    let tool = Tool::new("resolve_gtin", description, run);
    super::annotated(tool, "Resolve GTIN", true)
}

async fn run(
    shared: Arc<Gs1Shared>,
    context: Context,
    input: ResolveInput,
) -> Result<Json<ResolvedLink>, Failure> {
    let subject = TradeItem::read(&input.gtin)?;
    let lot = subject.qualifier(LinkQualifier::Lot, input.lot.as_deref())?;
    let serial = subject.qualifier(LinkQualifier::Serial, input.serial.as_deref())?;
    let linked = subject.link.as_ref();
    let linked = linked.and_then(|parsed| parsed.link.get_parameter("linkType"));
    let asked = input.link_type.as_deref().or(linked);
    let asked = asked.filter(|asked| !asked.trim().is_empty());
    let link_type: Option<LinkType> = asked.map(str::parse).transpose()?;
    let languages = LinkLanguage::list(input.language.as_deref().unwrap_or_default())?;

    let gtin = subject.gtin;
    let failed = |error| store_failed(&context, error);
    let catalogue = ProductCatalogue::of(&shared.store);
    let product = catalogue.product(gtin).await;
    let brand = product.map_err(failed)?.map(|it| brand_key(&it.brand));
    let brand = brand.filter(|brand| !brand.is_empty());
    let rules = catalogue.rules(gtin, brand.as_deref()).await;
    let rules = rules.map_err(failed)?;
    let request = ResolveRequest {
        gtin,
        brand: brand.as_deref(),
        lot: lot.as_deref(),
        serial: serial.as_deref(),
        link_type: link_type.as_ref(),
        languages: &languages,
    };
    let Some(found) = rule::resolve(&rules, &request) else {
        return Err(Failure::new(format!(
            "no resolver rule says where the links of `{gtin}` lead; add one for the item, its \
             brand, its company prefix or all items"
        )));
    };
    Ok(Json(ResolvedLink {
        gtin: gtin.to_string(),
        target: found.target,
        link_type: found.rule.link_type.to_string(),
        language: found.rule.language.as_ref().map(ToString::to_string),
        level: found.rule.level.as_str(),
        why: found.why,
    }))
}
