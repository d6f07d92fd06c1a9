//! Opinions, definitions and records of changes to put into the database.

use std::sync::Arc;

use candor_model::{
    AnnotationAuthor, AnnotationLayer, ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord,
    ConfirmMode, DefinitionPin, Digest, DriftRecord, Environment, EnvironmentName,
    EnvironmentVariable, FieldValue, Hint, JsonText, Opinion, OpinionField, OpinionKey,
    OpinionScope, Provenance, QualifiedName, ToolNote, ToolNotes, ToolPattern, ToolRef, Toolset,
    ToolsetMember, ToolsetName, VariableName, VariableValue,
};
use candor_store::{ChangeFilter, OpinionWrite, Store};

use crate::case::done;

pub(crate) fn environment_name(name: &str) -> EnvironmentName {
    EnvironmentName::parse(name).unwrap()
}

pub(crate) fn environment(name: &str) -> Environment {
    Environment {
        name: environment_name(name),
        description: String::new(),
        profile: None,
        provenance: None,
    }
}

pub(crate) fn variable_name(name: &str) -> VariableName {
    VariableName::parse(name).unwrap()
}

pub(crate) fn plain(name: &str, value: &str) -> EnvironmentVariable {
    EnvironmentVariable {
        name: variable_name(name),
        value: VariableValue::Plain(value.to_owned()),
    }
}

pub(crate) fn secret(name: &str, value: &str) -> EnvironmentVariable {
    EnvironmentVariable {
        name: variable_name(name),
        value: VariableValue::Secret(candor_model::Secret::new(value.to_owned())),
    }
}

pub(crate) fn everywhere(about: &str) -> OpinionKey {
    OpinionKey::everywhere(ToolPattern::parse(about).unwrap())
}

pub(crate) fn in_environment(name: &str, about: &str) -> OpinionKey {
    OpinionKey {
        scope: OpinionScope::Environment(environment_name(name)),
        ..everywhere(about)
    }
}

pub(crate) fn in_toolset(name: &str, about: &str) -> OpinionKey {
    OpinionKey {
        scope: OpinionScope::Toolset(toolset_name(name)),
        ..everywhere(about)
    }
}

pub(crate) fn toolset_name(name: &str) -> ToolsetName {
    ToolsetName::parse(name).unwrap()
}

/// A toolset with these members and nothing else.
pub(crate) fn toolset(name: &str, members: &[&str]) -> Toolset {
    let members = members
        .iter()
        .map(|member| ToolsetMember::parse(member).unwrap());
    Toolset {
        members: members.collect(),
        ..Toolset::new(toolset_name(name))
    }
}

/// A tool by its name.
pub(crate) fn by_name(name: &str) -> ToolRef {
    ToolRef::named(tool(name))
}

/// A tool by its name and by what it was.
pub(crate) fn by_both(name: &str, was: &str) -> ToolRef {
    ToolRef::new(Some(tool(name)), Some(Digest::of(was))).unwrap()
}

/// One note on a tool.
pub(crate) fn noted(tool: ToolRef, name: &str, text: &str) -> ToolNotes {
    ToolNotes {
        tool,
        notes: vec![ToolNote::new(name, text).unwrap()],
    }
}

/// The provenance with which an entry is read back.
pub(crate) fn provenance(key: &OpinionKey) -> Arc<Provenance> {
    Arc::new(Provenance {
        layer: key.scope.layer(),
        author: AnnotationAuthor::Person("ada".into()),
        about: Some(key.about.to_string().into()),
        at_micros: Some(1_700_000_000_000_000),
        why: Some("I \"looked\"\0 at it".into()),
    })
}

/// A statement as it is read back from an entry.
pub(crate) fn says<T>(key: &OpinionKey, value: T) -> OpinionField<T> {
    OpinionField {
        value: FieldValue::Set(value),
        provenance: provenance(key),
    }
}

/// That the tools destroy.
pub(crate) fn destroys(key: &OpinionKey) -> Opinion {
    let mut opinion = Opinion::default();
    opinion.set_hint(Hint::Destructive, Some(says(key, true)));
    opinion
}

/// An opinion that says something about every field.
pub(crate) fn full(key: &OpinionKey) -> Opinion {
    let mut opinion = destroys(key);
    let clear = OpinionField {
        value: FieldValue::Clear,
        provenance: provenance(key),
    };
    opinion.set_hint(Hint::Idempotent, Some(clear));
    opinion.confirm = Some(says(key, ConfirmMode::Always));
    opinion.title = Some(says(key, "Löscht\0 \\ \"ein\" Buch 🦀".into()));
    for (key_of, json) in [
        ("vendor/cost", "1.0"),
        ("big", "123456789012345678901234567890e-2"),
    ] {
        let json = says(key, JsonText::new(json));
        opinion.extra.insert(key_of.into(), json);
    }
    opinion
}

pub(crate) fn put(key: &OpinionKey, expected: u64, opinion: Opinion) -> OpinionWrite {
    OpinionWrite {
        key: key.clone(),
        expected,
        opinion: Some(opinion),
    }
}

pub(crate) fn change(action: &str, subject: &str) -> ChangeRecord {
    ChangeRecord {
        id: ChangeId::fresh(),
        at_micros: 1_700_000_000_000_000,
        author: ChangeAuthor {
            name: "ada".to_owned(),
            channel: ChangeChannel::Api,
            why: Some("because".to_owned()),
        },
        action: action.to_owned(),
        subject: subject.to_owned(),
        old: None,
        new: Some("{\"x\":1.0}".to_owned()),
    }
}

/// Declares something else than before, which counts the revision up.
pub(crate) async fn declare(store: &Store, body: &str) {
    let record = change("file.apply", "candor.toml");
    done!(store.set_declarations(body, &record));
}

/// Every recorded change, newest first.
pub(crate) async fn all_changes(store: &Store) -> Vec<ChangeRecord> {
    let page = done!(store.changes(&ChangeFilter::default()));
    assert_eq!(page.next, None, "no test makes more than a page");
    page.changes
}

pub(crate) fn tool(name: &str) -> QualifiedName {
    QualifiedName::parse(name).unwrap()
}

pub(crate) fn pin(name: &str, definition: &str) -> DefinitionPin {
    DefinitionPin {
        name: tool(name),
        hash: Digest::of(definition),
        definition: definition.into(),
        ref_id: Digest::of(format!("ref {definition}")),
        at_micros: 7,
    }
}

/// That `definition` was found in place of `pinned`.
pub(crate) fn drift(pinned: &DefinitionPin, definition: &str) -> DriftRecord {
    let name = pinned.name.to_string();
    DriftRecord {
        name: pinned.name.clone(),
        renamed_from: None,
        pinned: Some(pinned.hash),
        found: pin(&name, definition),
        differences: vec!["description: \"a\" → \"b\\0\"".to_owned(), String::new()],
        loosens: true,
        quarantined: true,
    }
}

/// That the tool of `pinned` is now called `name`.
pub(crate) fn renamed(pinned: &DefinitionPin, name: &str, definition: &str) -> DriftRecord {
    DriftRecord {
        name: tool(name),
        renamed_from: Some(pinned.name.clone()),
        found: pin(name, definition),
        ..drift(pinned, definition)
    }
}

/// Layers of the three scopes, to see that a provenance gets the right one.
pub(crate) const LAYERS: [AnnotationLayer; 3] = [
    AnnotationLayer::Override,
    AnnotationLayer::Environment,
    AnnotationLayer::Toolset,
];
