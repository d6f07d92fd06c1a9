//! Limited texts and lists, with remarks about omissions.

use serde_json::Value;
use url::Url;

use crate::limits::{REMARKS_MAX, TEXT_MAX, VALUE_MAX};

/// Reads parts of an entry and collects remarks.
#[derive(Debug, Default)]
pub(super) struct BoundedReader {
    pub(super) remarks: Vec<String>,
}

// === impl BoundedReader ===

impl BoundedReader {
    /// Notes a sentence, if there are not too many.
    pub(super) fn remark(&mut self, said: String) {
        if self.remarks.len() < REMARKS_MAX {
            self.remarks.push(said);
        }
    }

    /// A text for display, with everything visible.
    pub(super) fn text(&mut self, object: &Value, key: &str) -> Option<String> {
        let text = object.get(key)?.as_str()?;
        if candor_text::hidden_character(text).is_some() {
            self.remark(format!(
                "its {} has hidden characters, which are shown escaped",
                candor_text::quote(key)
            ));
        }
        let shown = shown(text);
        (!shown.is_empty()).then_some(shown)
    }

    /// A text that is used as it is. One that is too long, or that hides something, cannot be.
    pub(super) fn exact(object: &Value, key: &str) -> Result<Option<String>, String> {
        let Some(text) = object.get(key).and_then(Value::as_str) else {
            return Ok(None);
        };
        if text.len() > VALUE_MAX {
            let size = candor_text::format_size(VALUE_MAX);
            return Err(format!("`{key}` is longer than {size}"));
        }
        if let Some((_, character)) = candor_text::hidden_character(text) {
            let character = candor_text::quote(&character.to_string());
            return Err(format!(
                "`{key}` has the hidden character {character} in it"
            ));
        }
        Ok(Some(text.to_owned()))
    }

    /// The items of a list, at most `most`.
    pub(super) fn list<'v>(&mut self, object: &'v Value, key: &str, most: usize) -> &'v [Value] {
        let items = object.get(key).and_then(Value::as_array);
        let items = items.map_or(&[][..], Vec::as_slice);
        if items.len() > most {
            self.remark(format!(
                "`{key}` has {} items; the first {most} are used",
                items.len()
            ));
        }
        &items[..items.len().min(most)]
    }
}

/// Untrusted text, shortened and on one line, with everything visible.
pub(super) fn shown(text: &str) -> String {
    let text = candor_text::collapse_whitespace(text);
    candor_text::printable(&candor_text::clip(&text, TEXT_MAX))
}

/// A URL that is safe to link to. Others, such as `javascript:`, are rejected.
pub(super) fn web_address(value: Option<&Value>) -> Option<String> {
    let text = value?.as_str().filter(|text| text.len() <= VALUE_MAX)?;
    let url = Url::parse(text).ok()?;
    let is_web = matches!(url.scheme(), "https" | "http") && url.host_str().is_some();
    let has_user = !url.username().is_empty() || url.password().is_some();
    // The library has written out what could deceive: other alphabets in the host, blanks.
    (is_web && !has_user).then(|| url.to_string())
}
