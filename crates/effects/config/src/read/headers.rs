//! Reads the `headers` of a source.

use std::collections::HashSet;

use candor_text::quote;

use super::draft::SpannedTemplate;
use super::table::TableReader;
use crate::problem::ValueProblem;

/// Reads the headers. Names are distinct, ignoring case.
pub(super) fn read(reader: &mut TableReader<'_, '_, '_>) -> Vec<(String, SpannedTemplate)> {
    let headers = reader.pairs("headers");
    let mut seen = HashSet::new();
    for (name, template) in &headers {
        if !is_token(name) {
            let problem = ValueProblem::new(format!("has {}, which is not a header", quote(name)));
            reader.bad("headers", &template.span, problem);
        } else if !seen.insert(name.to_ascii_lowercase()) {
            let problem = ValueProblem::new(format!("has {} twice", quote(name)))
                .with_hint("upper and lower case make no difference in names of headers");
            reader.bad("headers", &template.span, problem);
        }
    }
    headers
}

/// Whether HTTP allows it as the name of a header or a method.
pub(crate) fn is_token(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}
