//! `generate_qr_url`: a link to a trade item, and its QR code.

use std::sync::Arc;

use candor_clock::now_micros;
use candor_functions::{Context, Failure, Json, ReplyContent, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Gs1Shared, store_failed};
use crate::{
    catalogue::ProductCatalogue,
    date,
    gtin::Gtin,
    link::{DigitalLink, LinkQualifier},
    link_type::LinkType,
    qr,
};

#[derive(Deserialize, JsonSchema)]
struct GenerateInput {
    /// The trade item: a GTIN of 8, 12, 13 or 14 digits.
    gtin: String,
    /// The consumer product variant, at most 20 characters.
    variant: Option<String>,
    /// The batch or lot number, at most 20 characters.
    lot: Option<String>,
    /// The serial number, at most 20 characters.
    serial: Option<String>,
    /// The expiry date, as YYYY-MM-DD or YYMMDD.
    expiry: Option<String>,
    /// What the link is for, such as `gs1:pip`, if it is not to be the default link.
    link_type: Option<String>,
    /// How many pixels a module of the QR code is wide, from 1 to 20; 8 without it.
    #[schemars(range(min = 1, max = 20))]
    scale: Option<u8>,
}

#[derive(Serialize, JsonSchema)]
struct GeneratedLink {
    /// The GS1 Digital Link URI, which the QR code holds.
    url: String,
    /// The number with all 14 digits.
    gtin: String,
    /// The record of this link. Making the same link again gives the same record.
    record: String,
    /// How many pixels the picture is wide and high.
    size: u32,
}

pub(super) fn tool(shared: Arc<Gs1Shared>) -> Tool {
    let description = "Make a GS1 Digital Link URI for a product, with lot, serial number and \
                       expiry date if given, and its QR code. Records the link under the \
                       caller's name, once for the same link.";
    let run = move |context, input| run(Arc::clone(&shared), context, input);
    let tool = Tool::new("generate_qr_url", description, run);
    super::annotated(tool, "Generate QR URL", false)
}

async fn run(
    shared: Arc<Gs1Shared>,
    context: Context,
    input: GenerateInput,
) -> Result<(Json<GeneratedLink>, Vec<ReplyContent>), Failure> {
    let gtin = Gtin::parse(&input.gtin)?;
    let url = link(&shared.resolver, gtin, &input)?.uri()?;
    // Drawn first: what cannot be drawn is not recorded.
    let picture = qr::draw(&url, input.scale.unwrap_or(qr::SCALE))?;
    let gtin = gtin.to_string();
    let who = context.caller().principal.as_deref().unwrap_or("local");
    let catalogue = ProductCatalogue::of(&shared.store);
    let record = catalogue.record_link(&gtin, &url, who, now_micros());
    let record = record
        .await
        .map_err(|error| store_failed(&context, error))?;
    let generated = GeneratedLink {
        url,
        gtin,
        record: record.id,
        size: picture.size,
    };
    Ok(Json(generated).with(ReplyContent::image(picture.png, "image/png")))
}

/// The link that the arguments describe.
fn link(resolver: &str, gtin: Gtin, input: &GenerateInput) -> Result<DigitalLink, Failure> {
    let given = |text: &Option<String>| {
        let text = text.as_deref().map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let mut link = DigitalLink::new(resolver, gtin)?;
    for (by, value) in [
        (LinkQualifier::Variant, &input.variant),
        (LinkQualifier::Lot, &input.lot),
        (LinkQualifier::Serial, &input.serial),
    ] {
        if let Some(value) = given(value) {
            link = link.qualified(by, &value)?;
        }
    }
    if let Some(expiry) = given(&input.expiry) {
        let Some(date) = date::read(&expiry) else {
            let shown: String = expiry.chars().take(40).collect();
            return Err(Failure::new(format!(
                "`{}` is not a date from 2000 on; write it as `2026-12-31` or `261231`",
                shown.escape_debug()
            )));
        };
        link = link.with("17", &date)?;
    }
    if let Some(link_type) = given(&input.link_type) {
        let link_type: LinkType = link_type.parse()?;
        link = link.parameter("linkType", Some(link_type.as_str()))?;
    }
    Ok(link)
}
