//! The files that one document consists of.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use serde_json::Value;

use super::budget::VALUE;
use super::line::LineColumn;
use super::position::{DocumentNode, FileId, NodePosition};
use super::reference::DocumentReference;
use super::text::ParsedDocument;

/// The most files of one document. Each of them must exist, so what bounds a document is their
/// size; this only ends a search that leads nowhere.
pub(super) const MOST_FILES: usize = 50_000;

/// The most that all files may take, in bytes of memory more or less.
const LARGEST: usize = 1 << 30;

/// The files that one document consists of.
///
/// References lead to files in the document's folder and below, and nowhere else. Whoever opens
/// the files takes care that no link in the file system leads out of the folder.
#[derive(Debug)]
pub struct DocumentBundle {
    files: Vec<BundleFile>,
    by_name: HashMap<String, FileId>,
    /// Every name that was ever wanted.
    known: HashSet<String>,
    /// The files that are referred to and not yet here, in the order in which that was noticed.
    wanted: VecDeque<String>,
    size: usize,
}

#[derive(Debug)]
pub(super) struct BundleFile {
    /// Its name, relative to the document's folder.
    pub(super) name: String,
    /// What it is called in messages.
    pub(super) shown: String,
    /// What is in it, or why it cannot be had.
    pub(super) content: Result<ParsedDocument, String>,
    /// Whether something in it has a name of its own: an `$id` or an `$anchor`.
    pub(super) has_landmarks: bool,
}

/// What a look through a file finds.
#[derive(Default)]
struct FileSurvey {
    references: Vec<String>,
    has_landmarks: bool,
    size: usize,
}

// === impl DocumentBundle ===

impl DocumentBundle {
    /// A bundle with only the document itself. Names of other files are relative to its folder.
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

    /// The files that are referred to and not yet here, relative to the document's folder.
    /// Nothing outside that folder is ever wanted.
    pub fn wanted(&self) -> Vec<String> {
        self.wanted.iter().cloned().collect()
    }

    /// Adds a file that was wanted, or the reason why it cannot be had. What was not wanted, or
    /// is here already, is not added.
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

    /// The text of a file, if it was one.
    pub(super) fn text(&self, id: FileId) -> Option<&Arc<str>> {
        self.file(id).content.as_ref().ok()?.text.as_ref()
    }

    /// The files in which characters were replaced: how they are called, how many, and where.
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

    /// The file of this name, relative to the document's folder.
    pub(super) fn find(&self, name: &str) -> Option<FileId> {
        self.by_name.get(name).copied()
    }

    /// What is in a file, or why it cannot be had.
    pub(super) fn root(&self, id: FileId) -> Result<DocumentNode<'_>, &str> {
        let content = self.file(id).content.as_ref();
        content.map_err(String::as_str).map(|file| DocumentNode {
            value: &file.value,
            spot: NodePosition::root(id),
        })
    }

    /// What all files take, in bytes of memory more or less.
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// Looks through a file once, for everything that must be known of it beforehand.
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
