//! `validate_gtin`: whether a number is one.

use std::collections::BTreeMap;

use candor_functions::{Context, Failure, Json, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    gtin::GtinError,
    link::{LinkQualifier, ParsedLink},
    trade_item::{TradeItem, TradeItemError},
};

#[derive(Deserialize, JsonSchema)]
struct ValidateInput {
    /// The number to check, of 8, 12, 13 or 14 digits, or a GS1 Digital Link URI.
    gtin: String,
}

#[derive(Default, Serialize, JsonSchema)]
struct LinkValidation {
    /// Whether it is a valid GTIN, or a valid link to one.
    valid: bool,
    /// What is wrong, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// What the last digit would have to be, if that alone is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 9))]
    expected_check_digit: Option<u8>,
    /// The number with all 14 digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    gtin: Option<String>,
    /// `GTIN-8`, `GTIN-12`, `GTIN-13` or `GTIN-14`.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    /// The number without its filling zeros.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<String>,
    /// What to know about it: for example that its meaning is local to a shop.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// What else the link says, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<LinkParts>,
}

#[derive(Serialize, JsonSchema)]
struct LinkParts {
    /// The consumer product variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    /// The batch or lot number.
    #[serde(skip_serializing_if = "Option::is_none")]
    lot: Option<String>,
    /// The serial number.
    #[serde(skip_serializing_if = "Option::is_none")]
    serial: Option<String>,
    /// A third party's own serial number.
    #[serde(skip_serializing_if = "Option::is_none")]
    third_party: Option<String>,
    /// Further data, by application identifier: `17` is the expiry date, as YYMMDD.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    attributes: BTreeMap<String, String>,
}

pub(super) fn tool() -> Tool {
    let description = "Check a GTIN (the number under a bar code): length, digits and check digit. \
                       Says what is wrong, or gives the number with 14 digits. Reads no \
                       catalogue.";
    super::annotated(
        Tool::new("validate_gtin", description, run),
        "Validate GTIN",
        true,
    )
}

async fn run(_: Context, input: ValidateInput) -> Result<Json<LinkValidation>, Failure> {
    let validation = match TradeItem::read(&input.gtin) {
        Ok(subject) => LinkValidation::of(&subject),
        Err(error) => LinkValidation {
            expected_check_digit: match &error {
                TradeItemError::Gtin(GtinError::CheckDigit { right, .. }) => Some(*right),
                _ => None,
            },
            problem: Some(error.to_string()),
            ..LinkValidation::default()
        },
    };
    Ok(Json(validation))
}

// === impl LinkValidation ===

impl LinkValidation {
    fn of(subject: &TradeItem) -> Self {
        let gtin = subject.gtin;
        let oddities = subject.link.iter().flat_map(|parsed| &parsed.oddities);
        let oddities = oddities.map(ToString::to_string);
        Self {
            valid: true,
            gtin: Some(gtin.to_string()),
            format: Some(gtin.format().as_str()),
            shortest: Some(gtin.shortest()),
            notes: gtin
                .range()
                .note()
                .map(str::to_owned)
                .into_iter()
                .chain(oddities)
                .collect(),
            link: subject.link.as_ref().map(LinkParts::of),
            ..Self::default()
        }
    }
}

// === impl LinkParts ===

impl LinkParts {
    fn of(parsed: &ParsedLink) -> Self {
        let get = |by| parsed.link.get(by).map(str::to_owned);
        Self {
            variant: get(LinkQualifier::Variant),
            lot: get(LinkQualifier::Lot),
            serial: get(LinkQualifier::Serial),
            third_party: get(LinkQualifier::ThirdParty),
            attributes: parsed.link.attributes().iter().cloned().collect(),
        }
    }
}
