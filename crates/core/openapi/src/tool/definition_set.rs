//! Definitions prepared for input or output, each once for all tools that use it.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::keyword::{SchemaReferences, forget_mentioned, references};
use super::side::SchemaSide;
use crate::api::SchemaDefinitions;

/// The definitions of a document, for input or output.
#[derive(Debug)]
pub(super) struct DefinitionSet<'a> {
    /// The original definitions.
    pub(super) definitions: &'a SchemaDefinitions,
    side: SchemaSide,
    ready: HashMap<String, Rc<ReadyDefinition>>,
}

/// A prepared definition.
#[derive(Debug)]
struct ReadyDefinition {
    schema: Value,
    refers: SchemaReferences,
    /// Its length in bytes of JSON, with its name.
    length: usize,
}

/// A self-contained schema.
#[derive(Debug)]
pub(super) struct CompleteSchema {
    pub(super) schema: Value,
    /// Its length in bytes of JSON.
    pub(super) length: usize,
}

/// The schema exceeds the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SchemaTooLong;

// === impl DefinitionSet ===

impl<'a> DefinitionSet<'a> {
    /// Creates a set for one side.
    pub(super) fn new(definitions: &'a SchemaDefinitions, side: SchemaSide) -> Self {
        Self {
            definitions,
            side,
            ready: HashMap::new(),
        }
    }

    /// A schema adapted to this side.
    pub(super) fn of(&self, schema: &Value) -> Value {
        self.side.of(schema, self.definitions)
    }

    /// Whether a property with this schema is left out on this side.
    pub(super) fn leaves_out(&self, schema: &Value) -> bool {
        self.side.leaves_out(schema, self.definitions)
    }

    /// The schema with exactly the definitions that it needs, if that is at most `limit` bytes.
    /// Definitions mentioned by discriminators are included if there is room; otherwise the
    /// mentions are removed.
    pub(super) fn complete(
        &mut self,
        root: Map<String, Value>,
        limit: usize,
    ) -> Result<CompleteSchema, SchemaTooLong> {
        let mut root = Value::Object(root);
        let whole = self.needed(&root, true, limit);
        let is_whole = whole.is_ok();
        let (needed, length) = whole.or_else(|SchemaTooLong| self.needed(&root, false, limit))?;
        if let (Value::Object(root), false) = (&mut root, needed.is_empty()) {
            let copy = |name: String| {
                let schema = self.ready(&name).schema.clone();
                (name, schema)
            };
            let definitions: Map<String, Value> = needed.into_iter().map(copy).collect();
            root.insert("$defs".to_owned(), Value::Object(definitions));
        }
        if !is_whole {
            forget_mentioned(&mut root);
        }
        Ok(CompleteSchema {
            schema: root,
            length,
        })
    }

    /// Whether the schema with all definitions that it needs is longer than `limit` bytes. Does not
    /// copy anything.
    pub(super) fn is_too_long(&mut self, schema: &Value, limit: usize) -> bool {
        self.needed(schema, false, limit).is_err()
    }

    /// The definitions that a schema needs, optionally with those only mentioned, and the total
    /// length.
    fn needed(
        &mut self,
        schema: &Value,
        mentioned: bool,
        limit: usize,
    ) -> Result<(BTreeSet<String>, usize), SchemaTooLong> {
        let mut length = length(schema);
        let mut waiting: BTreeSet<String> = references(schema).all(mentioned).cloned().collect();
        let mut needed = BTreeSet::new();
        if !waiting.is_empty() {
            // Every definition is counted with a comma, which is one too many.
            length += r#","$defs":{}"#.len() - 1;
        }
        while let Some(name) = waiting.pop_first() {
            let ready = self.ready(&name);
            length += ready.length + 1;
            if length > limit {
                return Err(SchemaTooLong);
            }
            needed.insert(name);
            let more = ready.refers.all(mentioned);
            let more = more.filter(|name| !needed.contains(*name));
            waiting.extend(more.cloned());
        }
        if length > limit {
            return Err(SchemaTooLong);
        }
        Ok((needed, length))
    }

    fn ready(&mut self, name: &str) -> Rc<ReadyDefinition> {
        if let Some(ready) = self.ready.get(name) {
            return Rc::clone(ready);
        }
        // A missing definition becomes `true`, because an unresolved reference would make the
        // schema unusable.
        let definition = self.definitions.get(name).unwrap_or(&Value::Bool(true));
        let schema = self.of(definition);
        let ready = Rc::new(ReadyDefinition {
            length: length(&Value::from(name)) + 1 + length(&schema),
            refers: references(&schema),
            schema,
        });
        self.ready.insert(name.to_owned(), Rc::clone(&ready));
        ready
    }
}

/// The length of a value as JSON.
fn length(value: &Value) -> usize {
    let mut counter = ByteCounter(0);
    // Writing to the counter cannot fail, and all keys are strings.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

struct ByteCounter(usize);

// === impl ByteCounter ===

impl io::Write for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
