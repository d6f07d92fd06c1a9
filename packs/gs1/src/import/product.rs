//! A row about a product.

use super::{
    fields::{FieldReader, RowFields},
    problem::FileProblems,
};
use crate::{catalogue::CatalogueProduct, gtin::Gtin};

/// The fields of a product.
pub(super) const COLUMNS: [&str; 10] = [
    "gtin",
    "name",
    "brand",
    "company_prefix",
    "description",
    "category",
    "net_content",
    "country",
    "image",
    "url",
];

/// The most bytes of what has no field of its own.
const EXTRA_MAX: usize = 8 << 10;

/// Reads a product, or says all that is wrong with it.
pub(super) fn read(fields: &RowFields, problems: &mut FileProblems) -> Option<CatalogueProduct> {
    let mut reader = FieldReader::new(fields, problems);
    reader.required("gtin");
    reader.required("name");
    let gtin = reader.parsed("gtin", Gtin::parse);
    let product = CatalogueProduct {
        gtin: gtin.map_or_else(String::new, |gtin| gtin.to_string()),
        name: reader.text("name", 200),
        brand: reader.text("brand", 70),
        company_prefix: company_prefix(&mut reader, fields, gtin),
        description: reader.text("description", 5000),
        category: category(&mut reader, fields),
        net_content: reader.text("net_content", 100),
        country: country(&mut reader, fields),
        image: reader.address("image"),
        url: reader.address("url"),
        extra: fields.extra(),
        updated_micros: 0,
    };
    if product.extra.len() > EXTRA_MAX {
        let bytes = product.extra.len();
        reader.wrong(format!(
            "`extra` has {bytes} bytes, and at most {EXTRA_MAX} are kept"
        ));
    }
    reader.finish(product)
}

fn company_prefix(reader: &mut FieldReader<'_>, fields: &RowFields, gtin: Option<Gtin>) -> String {
    let Some(prefix) = fields.get("company_prefix") else {
        return String::new();
    };
    if !is_prefix(prefix) {
        let shown = prefix.escape_debug();
        reader.wrong(format!(
            "`company_prefix` is `{shown}`, and a company prefix has 4 to 12 digits"
        ));
        return String::new();
    }
    if let Some(gtin) = gtin {
        let digits = gtin.company_digits();
        if !digits.is_some_and(|digits| digits.starts_with(prefix)) {
            reader.wrong(format!(
                "`company_prefix` is `{prefix}`, and the GTIN `{gtin}` does not begin with it"
            ));
        }
    }
    prefix.to_owned()
}

/// Whether a text can be a company's prefix.
pub(super) fn is_prefix(text: &str) -> bool {
    matches!(text.len(), 4..=12) && text.bytes().all(|one| one.is_ascii_digit())
}

/// The code of a brick of the Global Product Classification.
fn category(reader: &mut FieldReader<'_>, fields: &RowFields) -> String {
    let Some(code) = fields.get("category") else {
        return String::new();
    };
    if code.len() != 8 || !code.bytes().all(|one| one.is_ascii_digit()) {
        let shown = code.escape_debug();
        reader.wrong(format!(
            "`category` is `{shown}`, and the code of a GPC brick has 8 digits"
        ));
    }
    code.to_owned()
}

fn country(reader: &mut FieldReader<'_>, fields: &RowFields) -> String {
    let Some(code) = fields.get("country") else {
        return String::new();
    };
    if code.len() != 2 || !code.bytes().all(|one| one.is_ascii_alphabetic()) {
        let shown = code.escape_debug();
        reader.wrong(format!(
            "`country` is `{shown}`; write the two letters of ISO 3166, such as `AT`"
        ));
    }
    code.to_ascii_uppercase()
}
