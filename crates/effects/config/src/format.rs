//! Distinguishes `.mcp.json` from `candor.toml`.

/// The two kinds of file that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    Toml,
    Json,
}

// === impl FileFormat ===

impl FileFormat {
    /// By what the text begins with; the file's name decides only where the text does not.
    pub(crate) fn of(name: &str, text: &str) -> Self {
        let named_json = std::path::Path::new(name).extension().is_some_and(|end| {
            end.eq_ignore_ascii_case("json") || end.eq_ignore_ascii_case("jsonc")
        });
        let start = text.trim_start();
        // No TOML document begins with a brace or a slash, and no JSON one with a hash.
        let looks_json = start.starts_with('{') || start.starts_with('/');
        let looks_toml = start.starts_with('#');
        if looks_json || (named_json && !looks_toml) {
            Self::Json
        } else {
            Self::Toml
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides_and_the_name_is_a_hint() {
        for (name, text, expect) in [
            ("a.toml", "", FileFormat::Toml),
            ("a.json", "", FileFormat::Json),
            ("a", " \n{}", FileFormat::Json),
            ("a.toml", "{}", FileFormat::Json),
            ("a.toml", "// c\n{}", FileFormat::Json),
            ("a.json", "[server]", FileFormat::Json),
            ("a", "[server]", FileFormat::Toml),
            ("a.json", "# candor\n[server]", FileFormat::Toml),
            ("a.JSON", "x", FileFormat::Json),
        ] {
            assert_eq!(FileFormat::of(name, text), expect, "{name} {text}");
        }
    }
}
