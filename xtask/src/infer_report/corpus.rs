//! Tools with the hints that their authors gave them, read from JSONL files.

use std::fs;
use std::path::{Path, PathBuf};

use candor_infer::HttpMethod;
use candor_model::{Hint, Hints};
use serde::Deserialize;
use serde_json::Value;

/// All servers of a folder.
#[derive(Debug, Default)]
pub(crate) struct ToolCorpus {
    /// One for each file that holds a tool.
    pub(crate) servers: Vec<CorpusServer>,
    /// Lines that are no tool, each named by file and line.
    pub(crate) problems: Vec<String>,
}

/// The tools of one file.
#[derive(Debug)]
pub(crate) struct CorpusServer {
    pub(crate) name: String,
    pub(crate) tools: Vec<CorpusTool>,
}

/// One tool: a line of the file.
#[derive(Debug, Deserialize)]
pub(crate) struct CorpusTool {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    #[serde(rename = "inputSchema")]
    pub(crate) input_schema: Option<Value>,
    #[serde(default)]
    pub(crate) annotations: Option<Value>,
    #[serde(default, deserialize_with = "texts")]
    pub(crate) scopes: Vec<String>,
    #[serde(default, deserialize_with = "texts")]
    pub(crate) tags: Vec<String>,
    /// The HTTP method and path, where the tool is an operation of an API.
    method: Option<String>,
    pub(crate) path: Option<String>,
}

// === impl ToolCorpus ===

impl ToolCorpus {
    /// Reads all `.jsonl` files of a folder, in the order of their names.
    pub(crate) fn read(folder: &Path) -> Result<Self, String> {
        let unreadable = |error| format!("cannot read the folder `{}`: {error}", folder.display());
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
        files.sort();
        if files.is_empty() {
            let folder = folder.display();
            return Err(format!("there is no `.jsonl` file in `{folder}`"));
        }
        let mut corpus = Self::default();
        for file in files {
            corpus.add(&file);
        }
        Ok(corpus)
    }

    fn add(&mut self, file: &Path) {
        let text = match fs::read(file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                self.problems.push(format!("{}: {error}", file.display()));
                return;
            }
        };
        let mut tools = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            match serde_json::from_str(line) {
                Ok(tool) => tools.push(tool),
                Err(error) => {
                    let place = format!("{}:{}", file.display(), index + 1);
                    self.problems.push(format!("{place}: {error}"));
                }
            }
        }
        let stem = file.file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().into_owned();
        if !tools.is_empty() {
            self.servers.push(CorpusServer { name, tools });
        }
    }
}

// === impl CorpusTool ===

impl CorpusTool {
    /// The HTTP method behind the tool.
    pub(crate) fn method(&self) -> Option<HttpMethod> {
        HttpMethod::parse(self.method.as_deref()?)
    }

    /// The hints that the author gave.
    pub(crate) fn labels(&self) -> Hints {
        let annotations = self.annotations.as_ref();
        let value = |hint: Hint| annotations?.get(hint.wire())?.as_bool();
        Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint, value(hint)?)))
            .collect()
    }
}

/// A list of texts; `null` is an empty one.
fn texts<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::<Vec<String>>::deserialize(input)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_is_named_and_the_others_are_read() {
        let folder = std::env::temp_dir().join(format!("candor-xtask-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let lines = "{\"name\":\"a\",\"tags\":null}\n{broken\n\n{\"name\":\"b\",\"annotations\":{\"readOnlyHint\":true}}\n";
        fs::write(folder.join("one.jsonl"), lines).expect("a file");
        let corpus = ToolCorpus::read(&folder);
        fs::remove_dir_all(&folder).expect("the folder is gone");
        let corpus = corpus.expect("a corpus");
        assert_eq!(corpus.servers[0].tools.len(), 2);
        let labels = corpus.servers[0].tools[1].labels();
        assert_eq!(labels.get(Hint::ReadOnly), Some(true));
        assert_eq!(corpus.problems.len(), 1);
        assert!(
            corpus.problems[0].contains("one.jsonl:2: "),
            "{:?}",
            corpus.problems
        );
    }

    #[test]
    fn a_missing_folder_is_said() {
        let error = ToolCorpus::read(Path::new("no-such-folder")).expect_err("no folder");
        assert!(
            error.starts_with("cannot read the folder `no-such-folder`: "),
            "{error}"
        );
    }
}
