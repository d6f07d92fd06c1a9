//! Names of schema definitions, and the queue of those to be read.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::bundle::DocumentBundle;
use super::position::{DocumentNode, FileId, NodePosition, keys};

/// The maximum length of a name before it is cut.
const LONGEST: usize = 96;

/// Segments of a pointer that are not useful in a name.
const STRUCTURE: [&str; 6] = [
    "components",
    "schemas",
    "definitions",
    "$defs",
    "content",
    "schema",
];

/// The names of definitions.
///
/// A schema in the document's components keeps its name, whatever else exists and in whatever order
/// schemas are read.
#[derive(Debug)]
pub(super) struct DefinitionNames<'a> {
    /// The name of each file, without its extension.
    stems: Vec<String>,
    by_spot: HashMap<NodePosition, String>,
    taken: HashSet<String>,
    /// The number of used names with the same prefix, to find a free one quickly.
    alike: HashMap<String, usize>,
    asked: HashSet<NodePosition>,
    queue: VecDeque<(String, DocumentNode<'a>)>,
}

// === impl DefinitionNames ===

impl<'a> DefinitionNames<'a> {
    /// Reserves the names of the document's components.
    pub(super) fn new(bundle: &'a DocumentBundle) -> Self {
        let mut names = Self {
            stems: Vec::new(),
            by_spot: HashMap::new(),
            taken: HashSet::new(),
            alike: HashMap::new(),
            asked: HashSet::new(),
            queue: VecDeque::new(),
        };
        for (file, name) in bundle.names().enumerate() {
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            names.stems.push(if file == 0 {
                String::new()
            } else {
                stem.to_owned()
            });
        }
        let Ok(root) = bundle.root(FileId(0)) else {
            return names;
        };
        let components = root.get("components").and_then(|node| node.get("schemas"));
        let definitions = root.get("definitions");
        let all: Vec<_> = components
            .iter()
            .chain(&definitions)
            .flat_map(DocumentNode::members)
            .collect();
        // Names that must be changed come second, so that they never change another name.
        for clean in [true, false] {
            for (key, node) in &all {
                if (sanitise(key) == **key) == clean {
                    names.take(&node.spot, &sanitise(key));
                }
            }
        }
        names
    }

    /// The name of the schema at a place. Queues it unless it has been read.
    pub(super) fn of(&mut self, node: DocumentNode<'a>) -> String {
        let name = match self.by_spot.get(&node.spot) {
            Some(name) => name.clone(),
            None => self.take(&node.spot, &self.suggest(&node.spot)),
        };
        if self.asked.insert(node.spot.clone()) {
            self.queue.push_back((name.clone(), node));
        }
        name
    }

    /// The next schema to be read.
    pub(super) fn next(&mut self) -> Option<(String, DocumentNode<'a>)> {
        self.queue.pop_front()
    }

    fn suggest(&self, spot: &NodePosition) -> String {
        let stem = self.stems.get(spot.file.0).map_or("", String::as_str);
        let stem = Some(stem).filter(|stem| !stem.is_empty());
        let keys = keys(&spot.pointer).filter(|key| !STRUCTURE.contains(&&**key));
        let parts = stem.map(Into::into).into_iter().chain(keys);
        let parts: Vec<String> = parts.map(|part| sanitise(&part)).collect();
        sanitise(&parts.join("_"))
    }

    fn take(&mut self, spot: &NodePosition, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.taken.insert(name.clone()) {
            let count = self.alike.entry(wanted.to_owned()).or_insert(1);
            *count += 1;
            name = format!("{wanted}_{count}");
        }
        self.by_spot.insert(spot.clone(), name.clone());
        name
    }
}

/// The name with only letters, digits, dots, underscores and hyphens.
fn sanitise(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let mut clean = String::new();
    for c in name.chars() {
        if fits(c) {
            clean.push(c);
        } else if !clean.ends_with('_') {
            clean.push('_');
        }
        if clean.len() >= LONGEST {
            break;
        }
    }
    let trimmed = if clean == name {
        &*clean
    } else {
        clean.trim_matches('_')
    };
    if trimmed.is_empty() {
        "schema"
    } else {
        trimmed
    }
    .to_owned()
}

/// A schema that refers to a definition.
pub(super) fn reference_to(name: &str) -> Value {
    Value::String(format!("#/$defs/{name}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_clean_unique_and_kept() {
        let root = json!({
            "x": {"$ref": "s/pet.yaml"},
            "components": {"schemas": {
                "My Pet": {}, "My_Pet": {}, "s_pet": {}, "List«A»": {}, "": {}, "__a": {}
            }}
        });
        let mut bundle = DocumentBundle::new("api.yaml", root);
        bundle.add("s/pet.yaml", Ok(json!({"Dog": {}})));
        let mut names = DefinitionNames::new(&bundle);
        let value = Value::Bool(true);
        for (file, pointer, expect) in [
            (0, "/components/schemas/My_Pet", "My_Pet"),
            (0, "/components/schemas/My Pet", "My_Pet_2"),
            (0, "/components/schemas/List«A»", "List_A"),
            (0, "/components/schemas/", "schema"),
            (0, "/components/schemas/__a", "__a"),
            (
                0,
                "/components/schemas/My_Pet/properties/tag",
                "My_Pet_properties_tag",
            ),
            (
                0,
                "/components/responses/Gone/content/a~1b/schema",
                "responses_Gone_a_b",
            ),
            (1, "", "s_pet_2"),
            (1, "/Dog", "s_pet_Dog"),
            (1, "/components/schemas/Dog", "s_pet_Dog_2"),
            (1, "/Dog", "s_pet_Dog"),
        ] {
            let spot = NodePosition {
                file: FileId(file),
                pointer: pointer.to_owned(),
            };
            let node = DocumentNode {
                value: &value,
                spot,
            };
            assert_eq!(names.of(node), expect, "{pointer}");
        }
        let read = std::iter::from_fn(|| names.next()).count();
        assert_eq!(read, 10);
    }
}
