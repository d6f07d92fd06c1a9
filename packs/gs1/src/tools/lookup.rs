//! `lookup_product`: what a trade item is.

use std::sync::Arc;

use candor_functions::{Context, Failure, Json, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Gs1Shared, store_failed};
use crate::{
    catalogue::{CatalogueProduct, ProductCatalogue},
    trade_item::TradeItem,
};

#[derive(Deserialize, JsonSchema)]
struct LookupInput {
    /// The trade item: a GTIN of 8, 12, 13 or 14 digits, or a GS1 Digital Link URI.
    gtin: String,
}

#[derive(Serialize, JsonSchema)]
struct LookupProduct {
    /// The number with all 14 digits.
    gtin: String,
    /// What it is called.
    name: String,
    /// Its brand.
    #[serde(skip_serializing_if = "String::is_empty")]
    brand: String,
    /// The prefix of the company that sells it.
    #[serde(skip_serializing_if = "String::is_empty")]
    company_prefix: String,
    /// What it is, in a sentence or two.
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// Its GPC brick code.
    #[serde(skip_serializing_if = "String::is_empty")]
    category: String,
    /// How much is in it.
    #[serde(skip_serializing_if = "String::is_empty")]
    net_content: String,
    /// The country it comes from, two letters of ISO 3166.
    #[serde(skip_serializing_if = "String::is_empty")]
    country: String,
    /// The address of a picture.
    #[serde(skip_serializing_if = "String::is_empty")]
    image: String,
    /// The address of its page.
    #[serde(skip_serializing_if = "String::is_empty")]
    url: String,
    /// What else the catalogue says.
    #[serde(skip_serializing_if = "Map::is_empty")]
    extra: Map<String, Value>,
}

pub(super) fn tool(shared: Arc<Gs1Shared>) -> Tool {
    let description = "Look up a product by GTIN. Returns name, brand, description, net content, \
                       country and more, as far as the product catalogue knows them. Use \
                       `resolve_gtin` for its links.";
    let run = move |context, input| run(Arc::clone(&shared), context, input);
    let tool = Tool::new("lookup_product", description, run);
    super::annotated(tool, "Look Up Product", true)
}

async fn run(
    shared: Arc<Gs1Shared>,
    context: Context,
    input: LookupInput,
) -> Result<Json<LookupProduct>, Failure> {
    let gtin = TradeItem::read(&input.gtin)?.gtin;
    let found = ProductCatalogue::of(&shared.store).product(gtin).await;
    let found = found.map_err(|error| store_failed(&context, error))?;
    let Some(found) = found else {
        return Err(Failure::new(format!(
            "the catalogue has no product `{gtin}`; the number is valid, so the product was not \
             imported, or a digit and its check digit are both wrong"
        )));
    };
    Ok(Json(found.into()))
}

// === impl LookupProduct ===

impl From<CatalogueProduct> for LookupProduct {
    fn from(row: CatalogueProduct) -> Self {
        Self {
            gtin: row.gtin,
            name: row.name,
            brand: row.brand,
            company_prefix: row.company_prefix,
            description: row.description,
            category: row.category,
            net_content: row.net_content,
            country: row.country,
            image: row.image,
            url: row.url,
            // What cannot be read was changed by hand; the rest is still worth telling.
            extra: serde_json::from_str(&row.extra).unwrap_or_default(),
        }
    }
}
