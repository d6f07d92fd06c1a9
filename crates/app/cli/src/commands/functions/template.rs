//! The files of a new project folder.

use std::path::Path;

use candor_model::SourceName;

/// The placeholder for the name of the functions.
const NAME: &str = "__NAME__";
/// The placeholder for the location of the framework, as TOML.
const FRAMEWORK: &str = "__FRAMEWORK__";

/// One file of a new project folder.
#[derive(Debug)]
pub(super) struct TemplateFile {
    /// Its path in the folder.
    pub(super) path: String,
    /// The contents of the file.
    pub(super) text: String,
}

/// Functions in TypeScript, with the types for editors.
pub(super) fn typescript(name: &SourceName) -> Vec<TemplateFile> {
    let files = [
        ("__NAME__.ts", include_str!("template/typescript/tools.ts")),
        (
            "__NAME__.test.ts",
            include_str!("template/typescript/tools.test.ts"),
        ),
        ("candor.d.ts", candor_script::TYPES),
        (
            "candor.toml",
            include_str!("template/typescript/candor.toml"),
        ),
        (
            "tsconfig.json",
            include_str!("template/typescript/tsconfig.json"),
        ),
        (".gitignore", include_str!("template/typescript/gitignore")),
    ];
    files.map(|file| filled(file, name)).into()
}

/// Functions in Rust, on the framework in this folder.
pub(super) fn rust(name: &SourceName, framework: &Path) -> Vec<TemplateFile> {
    let framework = toml_text(&framework.display().to_string());
    let files = [
        ("Cargo.toml", include_str!("template/rust/manifest.toml")),
        ("src/main.rs", include_str!("template/rust/main.rs")),
        ("candor.toml", include_str!("template/rust/candor.toml")),
        (".gitignore", include_str!("template/rust/gitignore")),
    ];
    let mut files = files.map(|file| filled(file, name));
    for file in &mut files {
        file.text = file.text.replace(FRAMEWORK, &framework);
    }
    files.into()
}

fn filled((path, text): (&str, &str), name: &SourceName) -> TemplateFile {
    let filled = |text: &str| text.replace(NAME, name.as_str());
    TemplateFile {
        path: filled(path),
        text: filled(text),
    }
}

/// A TOML string, with quotes.
fn toml_text(text: &str) -> String {
    let quoted = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", quoted.collect::<String>())
}

#[cfg(test)]
mod tests {
    use candor_config::SettingFlags;

    use super::*;

    fn name() -> SourceName {
        SourceName::parse("my-tools").expect("a name")
    }

    #[test]
    fn nothing_is_left_to_fill_in() {
        let folder = Path::new("/a \"b\"\n/functions");
        for file in typescript(&name()).iter().chain(&rust(&name(), folder)) {
            let left = [NAME, FRAMEWORK]
                .iter()
                .any(|mark| file.text.contains(mark));
            assert!(!left, "{}: {}", file.path, file.text);
            assert!(file.text.ends_with('\n'), "{}", file.path);
        }
    }

    #[test]
    fn a_path_cannot_leave_its_quotes() {
        for (text, expect) in [
            ("/a/b", r#""/a/b""#),
            (r#"/a" x = "b"#, r#""/a\" x = \"b""#),
            ("a\\b\n", r#""a\\b\u000A""#),
        ] {
            assert_eq!(toml_text(text), expect);
        }
    }

    #[test]
    fn the_configuration_can_be_read() {
        let files = [typescript(&name()), rust(&name(), Path::new("/f"))];
        for file in files
            .iter()
            .flatten()
            .filter(|file| file.path == "candor.toml")
        {
            let path = Path::new(&file.path);
            let given = candor_config::ConfigFile {
                path,
                text: &file.text,
            };
            let flags = SettingFlags {
                data: Some("state".into()),
                ..SettingFlags::default()
            };
            let loaded = candor_config::read(Some(given), &flags, &|_| None);
            let loaded = loaded.expect("it can be read");
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            assert_eq!(loaded.settings.sources.len(), 1);
            assert_eq!(loaded.settings.sources[0].name, name());
        }
    }
}
