//! The tools of a folder, as lint sees them.

use std::fs;
use std::path::{Path, PathBuf};

use candor_lint::{DescribedTool, LintInput};
use candor_model::DestructivePolicy;
use serde_json::Value;

/// Reads all `.jsonl` files of a folder, a server each, and tells which lines are no tool.
pub(super) fn corpus(folder: &Path) -> Result<(LintInput, Vec<String>), String> {
    let unreadable = |error| format!("cannot read the folder `{}`: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let (mut subjects, mut problems) = (Vec::new(), Vec::new());
    for file in files {
        let text = match fs::read(&file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                problems.push(format!("{}: {error}", file.display()));
                continue;
            }
        };
        let mut tools = Vec::new();
        for (index, line) in text.lines().enumerate() {
            match tool(line) {
                Ok(Some(tool)) => tools.push(tool),
                Ok(None) => {}
                Err(error) => problems.push(format!("{}:{}: {error}", file.display(), index + 1)),
            }
        }
        let server = file.file_stem().unwrap_or_default().to_string_lossy();
        let read = LintInput::subjects(&server, tools, DestructivePolicy::default());
        subjects.extend(read);
    }
    if subjects.is_empty() {
        let folder = folder.display();
        return Err(format!(
            "there is no `.jsonl` file with a tool in `{folder}`"
        ));
    }
    Ok((LintInput::new(subjects), problems))
}

/// The tool of a line; none for an empty one.
fn tool(line: &str) -> Result<Option<DescribedTool>, String> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let tool = DescribedTool::read(value).map_err(|error| error.to_string())?;
    Ok(Some(tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_is_named_and_the_others_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let lines = "{\"name\":\"a\"}\n{broken\n\n{\"title\":\"b\"}\n{\"name\":\"c\"}\n";
        fs::write(folder.path().join("one.jsonl"), lines).expect("a file");
        let (input, problems) = corpus(folder.path()).expect("a corpus");
        let names: Vec<&str> = input.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["one.a", "one.c"]);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].contains("one.jsonl:2: "), "{problems:?}");
        assert!(problems[1].contains("one.jsonl:4: "), "{problems:?}");
    }

    #[test]
    fn a_folder_without_tools_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = corpus(folder.path()).expect_err("there is nothing");
        assert!(error.starts_with("there is no `.jsonl` file"), "{error}");
        let error = corpus(&folder.path().join("missing")).expect_err("no folder");
        assert!(error.starts_with("cannot read the folder"), "{error}");
    }
}
