//! Adds sources to the text of a `candor.toml` and removes them. Everything else is unchanged,
//! including comments and blank lines.

use candor_confine::ConfineLevel;
use candor_model::{SourceName, SourceText, SourceTrust};
use candor_text::append_lines;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use crate::opinions::write::implicit;

/// The header of a new file.
const HEADER: &str = "# All keys: `candor config default`.\n";

/// The transport of a new source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewTransport {
    /// A program that is started, with its arguments and variables.
    Program {
        /// The program that is started.
        command: String,
        /// The program's arguments.
        args: Vec<String>,
        /// Variables that it is started with.
        env: Vec<(String, String)>,
    },
    /// A server on the network.
    Remote {
        /// The URL of the server.
        url: String,
        /// Headers that are sent along.
        headers: Vec<(String, String)>,
    },
}

/// A new source, with more than how it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSource {
    /// The transport it uses.
    pub transport: NewTransport,
    /// Whether the server is known to speak HTTP+SSE.
    pub sse: bool,
    /// Whether its hints are relied upon; none is what its kind suggests.
    pub trust: Option<SourceTrust>,
    /// The confinement of its program; `None` is the default.
    pub confine: Option<ConfineLevel>,
}

/// Why a text was not edited.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SourceEditError {
    /// The text is not TOML.
    #[error("the file is not TOML: {0}")]
    Syntax(String),
    /// There is a source of this name.
    #[error("there is a source `{0}` already")]
    Taken(SourceName),
    /// There is no source of this name.
    #[error("there is no source `{0}` in the file")]
    Unknown(SourceName),
    /// The sources are written in a form that cannot be extended.
    #[error("the sources are written in a form that cannot be edited safely")]
    Form,
}

/// The text with a source at its end. No text is a new file.
pub fn add_source(
    text: Option<&str>,
    name: &SourceName,
    transport: &NewTransport,
) -> Result<String, SourceEditError> {
    add_new_source(text, name, &NewSource::from(transport.clone()))
}

/// As [`add_source`], with all options of the source.
pub fn add_new_source(
    text: Option<&str>,
    name: &SourceName,
    source: &NewSource,
) -> Result<String, SourceEditError> {
    let before = text.unwrap_or(HEADER);
    let mut expected = source_names(&parsed(before)?)?;
    if expected.iter().any(|known| known == name.as_str()) {
        return Err(SourceEditError::Taken(name.clone()));
    }
    let after = append_lines(before, &format!("\n{}", section(name, source)));
    // A file whose sources are an inline table cannot be extended by a table.
    expected.push(name.to_string());
    match parsed(&after).and_then(|document| source_names(&document)) {
        Ok(names) if names == expected => Ok(after),
        _ => Err(SourceEditError::Form),
    }
}

/// The text without a source, and without the comment right above it.
pub fn remove_source(text: &str, name: &SourceName) -> Result<String, SourceEditError> {
    let mut document = parsed(text)?;
    let mut expected = source_names(&document)?;
    if !expected.iter().any(|known| known == name.as_str()) {
        return Err(SourceEditError::Unknown(name.clone()));
    }
    let sources = document
        .get_mut("sources")
        .and_then(Item::as_table_like_mut);
    let sources = sources.ok_or(SourceEditError::Form)?;
    sources.remove(name.as_str());
    let after = document.to_string();
    expected.retain(|known| known != name.as_str());
    match parsed(&after).and_then(|document| source_names(&document)) {
        Ok(names) if names == expected => Ok(after),
        _ => Err(SourceEditError::Form),
    }
}

// === impl NewSource ===

impl NewSource {
    /// The source as a separate text, as stored in the database.
    pub fn text(&self, name: &SourceName) -> SourceText {
        SourceText {
            name: name.clone(),
            toml: section(name, self),
            document: None,
        }
    }
}

impl From<NewTransport> for NewSource {
    fn from(transport: NewTransport) -> Self {
        Self {
            transport,
            sse: false,
            trust: None,
            confine: None,
        }
    }
}

fn parsed(text: &str) -> Result<DocumentMut, SourceEditError> {
    let document = text.parse::<DocumentMut>();
    document.map_err(|error| SourceEditError::Syntax(error.message().to_owned()))
}

fn source_names(document: &DocumentMut) -> Result<Vec<String>, SourceEditError> {
    let Some(sources) = document.get("sources") else {
        return Ok(Vec::new());
    };
    let sources = sources.as_table_like().ok_or(SourceEditError::Form)?;
    Ok(sources.iter().map(|(name, _)| name.to_owned()).collect())
}

/// One `[sources.NAME]` table.
fn section(name: &SourceName, source: &NewSource) -> String {
    let mut table = Table::new();
    match &source.transport {
        NewTransport::Program { command, args, env } => {
            table.insert("command", value(command));
            if !args.is_empty() {
                table.insert("args", value(args.iter().collect::<Array>()));
            }
            pairs(&mut table, "env", env);
        }
        NewTransport::Remote { url, headers } => {
            table.insert("url", value(url));
            pairs(&mut table, "headers", headers);
        }
    }
    if source.sse {
        table.insert("transport", value("sse"));
    }
    if let Some(trust) = source.trust {
        table.insert("trust", value(trust.as_str()));
    }
    if let Some(level) = source.confine {
        table.insert("confine", value(level.as_str()));
    }
    let mut sources = implicit();
    sources.insert(name.as_str(), Item::Table(table));
    let mut document = DocumentMut::new();
    document.insert("sources", Item::Table(sources));
    document.to_string()
}

fn pairs(table: &mut Table, key: &str, pairs: &[(String, String)]) {
    if !pairs.is_empty() {
        let pairs = pairs
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()));
        table.insert(key, value(pairs.collect::<InlineTable>()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> SourceName {
        SourceName::parse(text).expect("a name")
    }

    fn program(words: &[&str]) -> NewTransport {
        NewTransport::Program {
            command: words[0].to_owned(),
            args: words[1..].iter().map(|word| (*word).to_owned()).collect(),
            env: Vec::new(),
        }
    }

    const KEPT: &str = "\
# Ours.
[server] # the gateway
listen = \"127.0.0.1:8080\"

# Notes of the team.
[sources.notes]
command   =   \"notes\"   # odd blanks stay

[policy]
unset = \"ask\"
";

    #[test]
    fn a_source_is_added_and_everything_else_stays() {
        let after = add_source(Some(KEPT), &name("files"), &program(&["npx", "-y", "a b"]));
        let after = after.expect("an edit");
        let added = after.strip_prefix(KEPT).expect("the text as it was");
        insta::assert_snapshot!(added, @r#"

        [sources.files]
        command = "npx"
        args = ["-y", "a b"]
        "#);
        assert_eq!(
            add_source(Some(&after), &name("files"), &program(&["x"])),
            Err(SourceEditError::Taken(name("files")))
        );
        // And taken out again.
        let before = remove_source(&after, &name("files")).expect("an edit");
        assert_eq!(before.trim_end(), KEPT.trim_end());
        let without = remove_source(KEPT, &name("notes")).expect("an edit");
        assert!(
            !without.contains("notes") && !without.contains("Notes"),
            "{without}"
        );
        assert!(without.contains("# the gateway") && without.contains("[policy]"));
        assert_eq!(
            remove_source(&without, &name("notes")),
            Err(SourceEditError::Unknown(name("notes")))
        );
    }

    #[test]
    fn a_new_file_is_whole() {
        let remote = NewTransport::Remote {
            url: "https://a.example/mcp".to_owned(),
            headers: vec![("Authorization".to_owned(), "Bearer ${T}".to_owned())],
        };
        insta::assert_snapshot!(add_source(None, &name("search"), &remote).expect("an edit"), @r#"
        # All keys: `candor config default`.

        [sources.search]
        url = "https://a.example/mcp"
        headers = { Authorization = "Bearer ${T}" }
        "#);
    }

    #[test]
    fn everything_that_is_said_is_written() {
        let source = NewSource {
            trust: Some(SourceTrust::Untrusted),
            confine: Some(ConfineLevel::Standard),
            ..NewSource::from(program(&["npx", "$${HOME}"]))
        };
        let after = add_new_source(Some(""), &name("files"), &source).expect("an edit");
        insta::assert_snapshot!(after.trim(), @r#"
        [sources.files]
        command = "npx"
        args = ["$${HOME}"]
        trust = "untrusted"
        confine = "standard"
        "#);
        assert_eq!(source.text(&name("files")).toml.trim(), after.trim());
    }

    #[test]
    fn what_cannot_be_edited_is_left_alone() {
        let inline = "sources = { a = { command = \"a\" } }\n";
        for (text, expect) in [
            (inline, SourceEditError::Form),
            ("sources = 1\n", SourceEditError::Form),
        ] {
            let edited = add_source(Some(text), &name("b"), &program(&["b"]));
            assert_eq!(edited, Err(expect), "{text}");
        }
        assert!(matches!(
            add_source(Some("a = "), &name("b"), &program(&["b"])),
            Err(SourceEditError::Syntax(_))
        ));
        let without = remove_source(inline, &name("a")).expect("an edit");
        assert_eq!(without, "sources = {}\n");
        // Line ends and a missing last one stay as they are.
        let windows = "[server]\r\nlog_level = \"info\"";
        let after = add_source(Some(windows), &name("b"), &program(&["b"])).expect("an edit");
        assert!(after.starts_with(windows) && !after.replace("\r\n", "").contains('\n'));
    }
}
