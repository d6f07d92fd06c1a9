//! The files that a document consists of.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use serde_json::Value;

use super::budget::VALUE;
use super::line::LineColumn;
use super::position::{DocumentNode, FileId, NodePosition};
use super::reference::DocumentReference;
use super::text::ParsedDocument;

/// The maximum number of files of one document. Documents are limited by size; this only ends
/// searches for files that lead nowhere.
pub(super) const MOST_FILES: usize = 50_000;

/// The maximum size of all files, in approximate bytes of memory.
const LARGEST: usize = 1 << 30;

/// The files that a document consists of.
///
/// References lead only to files in the document's folder and below. The caller, who opens the
/// files, must make sure that no symbolic link leads out of the folder.
#[derive(Debug)]
pub struct DocumentBundle {
    files: Vec<BundleFile>,
    by_name: HashMap<String, FileId>,
    /// Every file name that was ever requested.
    known: HashSet<String>,
    /// The files that are referenced but not added yet, in order of first reference.
    wanted: VecDeque<String>,
    size: usize,
}

#[derive(Debug)]
pub(super) struct BundleFile {
    /// The name, relative to the document's folder.
    pub(super) name: String,
    /// The name in messages.
    pub(super) shown: String,
    /// The contents, or why they are unavailable.
    pub(super) content: Result<ParsedDocument, String>,
    /// Whether it contains named schemas, by `$id` or `$anchor`.
    pub(super) has_landmarks: bool,
}

/// The result of scanning a file.
#[derive(Default)]
struct FileSurvey {
    references: Vec<String>,
    has_landmarks: bool,
    size: usize,
}

// === impl DocumentBundle ===

impl DocumentBundle {
    /// Creates a bundle with only the main document. Names of other files are relative to its
    /// folder.
    pub fn new(file: &str, root: impl Into<ParsedDocument>) -> Self {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let mut bundle = Self {
            files: Vec::new(),
            by_name: HashMap::new(),
            known: HashSet::from([name.to_owned()]),
            wanted: VecDeque::new(),
            size: 0,
        };
        bundle.put(name, file.to_owned(), Ok(root.into()));
        bundle
    }

    /// The files that are referenced but not added yet, relative to the document's folder. Never
    /// contains files outside that folder.
    pub fn wanted(&self) -> Vec<String> {
        self.wanted.iter().cloned().collect()
    }

    /// Adds a requested file, or the reason why it is unavailable. Files that were not requested or
    /// are already present are ignored.
    pub fn add(&mut self, file: &str, content: Result<impl Into<ParsedDocument>, String>) {
        let Some(at) = self.wanted.iter().position(|wanted| wanted == file) else {
            return;
        };
        self.wanted.remove(at);
        let document = &self.files[0].shown;
        let folder = document
            .rfind(['/', '\\'])
            .map_or("", |end| &document[..=end]);
        let shown = format!("{folder}{file}");
        self.put(file, shown, content.map(Into::into));
    }

    fn put(&mut self, name: &str, shown: String, content: Result<ParsedDocument, String>) {
        let survey = content.as_ref().map(|it| survey(&it.value));
        let survey = survey.unwrap_or_default();
        let fits = self.size.saturating_add(survey.size) <= LARGEST;
        let content = match content {
            Ok(_) if !fits => Err("all files together are more than is read".to_owned()),
            content => content,
        };
        if fits {
            self.size += survey.size;
        }
        let id = FileId(self.files.len());
        self.by_name.insert(name.to_owned(), id);
        self.files.push(BundleFile {
            name: name.to_owned(),
            shown,
            content,
            has_landmarks: survey.has_landmarks,
        });
        for text in survey.references {
            let wanted = DocumentReference::parse(&text, name)
                .ok()
                .and_then(|it| it.file);
            let room = self.files.len() + self.wanted.len() < MOST_FILES;
            if let Some(file) = wanted
                && room
                && self.known.insert(file.clone())
            {
                self.wanted.push_back(file);
            }
        }
    }

    pub(super) fn file(&self, id: FileId) -> &BundleFile {
        &self.files[id.0]
    }

    /// The source text of a file, if it was parsed from text.
    pub(super) fn text(&self, id: FileId) -> Option<&Arc<str>> {
        self.file(id).content.as_ref().ok()?.text.as_ref()
    }

    /// The files in which characters were replaced: name, count, and first position.
    pub(super) fn replaced(&self) -> impl Iterator<Item = (&str, usize, LineColumn)> {
        self.files.iter().filter_map(|file| {
            let (count, first) = file.content.as_ref().ok()?.replaced?;
            Some((file.shown.as_str(), count, first))
        })
    }

    /// The names of all files, relative to the document's folder.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// Finds a file by its name, relative to the document's folder.
    pub(super) fn find(&self, name: &str) -> Option<FileId> {
        self.by_name.get(name).copied()
    }

    /// The contents of a file, or why they are unavailable.
    pub(super) fn root(&self, id: FileId) -> Result<DocumentNode<'_>, &str> {
        let content = self.file(id).content.as_ref();
        content.map_err(String::as_str).map(|file| DocumentNode {
            value: &file.value,
            spot: NodePosition::root(id),
        })
    }

    /// The size of all files, in approximate bytes of memory.
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// Scans a file once for everything that must be known in advance.
fn survey(root: &Value) -> FileSurvey {
    let mut survey = FileSurvey::default();
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        survey.size += VALUE;
        match value {
            Value::String(text) => survey.size += text.len(),
            Value::Array(elements) => open.extend(elements.iter().rev()),
            Value::Object(members) => {
                for (key, value) in members {
                    survey.size += key.len();
                    match (key.as_str(), value) {
                        ("$ref", Value::String(text)) if !text.starts_with('#') => {
                            survey.references.push(text.clone());
                        }
                        ("mapping", Value::Object(targets)) => {
                            let texts = targets.values().filter_map(Value::as_str);
                            survey.references.extend(texts.map(str::to_owned));
                        }
                        ("$id" | "$anchor" | "$dynamicAnchor", Value::String(_)) => {
                            survey.has_landmarks = true;
                        }
                        _ => {}
                    }
                }
                open.extend(members.values().rev());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    survey
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn files_are_wanted_once_and_only_below_the_folder() {
        let root = json!({
            "a": {"$ref": "s/pet.yaml#/Pet"},
            "b": [{"$ref": "s/pet.yaml"}, {"$ref": "../out.yaml"}, {"$ref": "#/a"}],
            "c": {"$ref": "https://example.com/x.yaml"},
            "d": {"$ref": "shop.yaml#/a"},
            "e": {"discriminator": {"propertyName": "p", "mapping": {"x": "dog.json", "y": "Cat"}}},
            "f": {"$ref": 5},
        });
        let mut bundle = DocumentBundle::new("apis/shop.yaml", root);
        assert_eq!(bundle.wanted(), ["s/pet.yaml", "dog.json"]);
        bundle.add("out.yaml", Ok(json!({"$ref": "more.yaml"})));
        bundle.add(
            "dog.json",
            Err::<Value, _>("there is no such file".to_owned()),
        );
        let pet = json!({"$ref": "../tag.yml", "x": {"$ref": "../../up.yaml"}});
        bundle.add("s/pet.yaml", Ok(pet));
        bundle.add("s/pet.yaml", Ok(json!("twice")));
        assert_eq!(bundle.wanted(), ["tag.yml"]);
        let pet = bundle.find("s/pet.yaml").expect("added");
        assert_eq!(bundle.file(pet).shown, "apis/s/pet.yaml");
        assert!(bundle.root(pet).is_ok());
        assert_eq!(bundle.find("out.yaml"), None);
    }

    #[test]
    fn there_are_never_more_files_than_allowed() {
        let all: Vec<_> = (0..MOST_FILES * 2 / 3)
            .map(|number| json!({"$ref": format!("{number}.yaml")}))
            .collect();
        let mut bundle = DocumentBundle::new("a.yaml", json!(all));
        let mut added = 1;
        loop {
            let wanted = bundle.wanted();
            if wanted.is_empty() {
                break;
            }
            for file in wanted {
                bundle.add(&file, Ok(json!({"$ref": format!("deep/{file}")})));
                added += 1;
            }
        }
        assert_eq!(added, MOST_FILES);
    }
}
