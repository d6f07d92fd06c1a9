//! Stored toolsets: JSON.
//!
//! ```json
//! {"description":"What the night shift needs",
//!  "members":[{"tool":"shop.list_books","ref_id":"9f86…"},
//!             {"pattern":"shop.find_*"},
//!             {"hint":"read_only","value":true,"source":"files"},
//!             {"every":true},{"except":"shop.delete_*"}],
//!  "notes":[{"tool":{"name":"shop.list_books"},
//!            "notes":[{"name":"team-first","note":"Ask which team first."}]}],
//!  "confirm":[["shop.*","always"]],
//!  "profile":"explicit","provenance":true,"budget":4096,"prompts_and_resources":false}
//! ```
//!
//! The name is a column of the row. A tool known only by its id has no name here, and empty or
//! unset fields are left out. The global notes are an array like `notes`.
//!
//! A toolset restricts what clients see. An unknown member makes the whole unreadable instead of
//! being ignored, because it may be the one that hides a tool.

use candor_model::{
    ConfirmMode, Digest, Hint, HintProfile, QualifiedName, SourceName, ToolNote, ToolNotes,
    ToolPattern, ToolRef, Toolset, ToolsetMember, ToolsetName,
};
use serde::{Deserialize, Serialize};

use crate::row_label::ReadError;

/// The maximum number of bytes shown of an unreadable value.
const SHOWN: usize = 200;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ToolsetBody {
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<MemberBody>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NotesBody>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    confirm: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<usize>,
    /// Only written if they are not served.
    #[serde(skip_serializing_if = "Option::is_none")]
    prompts_and_resources: Option<bool>,
}

/// One of the five kinds of member, told apart by which fields are present.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MemberBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ref_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    every: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    except: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NotesBody {
    tool: RefBody,
    notes: Vec<NoteBody>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RefBody {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ref_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteBody {
    name: String,
    note: String,
}

/// Serializes a toolset.
pub(super) fn write(toolset: &Toolset) -> Result<String, serde_json::Error> {
    let confirm = |(pattern, confirm): &(ToolPattern, ConfirmMode)| {
        (pattern.to_string(), confirm.as_str().to_owned())
    };
    serde_json::to_string(&ToolsetBody {
        description: toolset.description.clone(),
        members: toolset.members.iter().map(MemberBody::of).collect(),
        notes: toolset.notes.iter().map(NotesBody::of).collect(),
        confirm: toolset.confirm.iter().map(confirm).collect(),
        profile: toolset.profile.map(|profile| profile.as_str().to_owned()),
        provenance: toolset.provenance,
        budget: toolset.budget,
        prompts_and_resources: (!toolset.prompts_and_resources).then_some(false),
    })
}

/// Parses a toolset.
pub(super) fn read(name: ToolsetName, text: &str) -> Result<Toolset, ReadError> {
    // The derived parser would also accept an array of the fields.
    let object = Some(text).filter(|text| text.trim_start().starts_with('{'));
    let body = object.and_then(|text| serde_json::from_str::<ToolsetBody>(text).ok());
    let body = body.ok_or_else(|| unread("body", text))?;
    let profile = |word: String| HintProfile::parse(&word).ok_or_else(|| unread("profile", &word));
    let confirm = |(pattern, word): (String, String)| {
        let confirm = ConfirmMode::parse(&word).ok_or_else(|| unread("confirm", &word))?;
        Ok((read_pattern(&pattern)?, confirm))
    };
    let members = body.members.into_iter().map(MemberBody::read);
    let notes = body.notes.into_iter().map(NotesBody::read);
    let confirm = body.confirm.into_iter().map(confirm);
    Ok(Toolset {
        name,
        description: body.description,
        members: members.collect::<Result<_, _>>()?,
        notes: notes.collect::<Result<_, _>>()?,
        confirm: confirm.collect::<Result<_, _>>()?,
        profile: body.profile.map(profile).transpose()?,
        provenance: body.provenance,
        budget: body.budget,
        prompts_and_resources: body.prompts_and_resources.unwrap_or(true),
    })
}

/// Serializes global notes as JSON.
pub(crate) fn write_notes(notes: &[ToolNotes]) -> Result<String, serde_json::Error> {
    serde_json::to_string(&notes.iter().map(NotesBody::of).collect::<Vec<_>>())
}

/// Parses global notes from JSON.
pub(crate) fn read_notes(text: &str) -> Result<Vec<ToolNotes>, ReadError> {
    let notes: Vec<NotesBody> = serde_json::from_str(text).map_err(|_| unread("body", text))?;
    notes.into_iter().map(NotesBody::read).collect()
}

fn unread(part: &'static str, text: &str) -> ReadError {
    let shown = match text.len() {
        0..=SHOWN => text.to_owned(),
        _ => format!("{}…", &text[..text.floor_char_boundary(SHOWN)]),
    };
    ReadError(part, shown)
}

/// A tool's name, with any characters in its own part.
fn read_name(text: &str) -> Result<QualifiedName, ReadError> {
    let halves = text.split_once('.');
    let name = halves.and_then(|(source, own)| {
        let source = SourceName::parse(source).ok()?;
        Some(QualifiedName::new(source, own))
    });
    name.ok_or_else(|| unread("tool", text))
}

/// Parses a pattern. It has the same two parts as a name, and one that names a tool exactly may
/// contain characters that hand-written patterns may not.
fn read_pattern(text: &str) -> Result<ToolPattern, ReadError> {
    read_name(text)
        .map(|name| ToolPattern::exactly(&name))
        .map_err(|ReadError(_, text)| ReadError("pattern", text))
}

fn read_ref(name: Option<&str>, ref_id: Option<&str>) -> Result<ToolRef, ReadError> {
    let name = name.map(read_name).transpose()?;
    let ref_id = ref_id.map(|id| Digest::parse(id).ok_or_else(|| unread("id of a tool", id)));
    ToolRef::new(name, ref_id.transpose()?).ok_or_else(|| unread("tool", "{}"))
}

// === impl MemberBody ===

impl MemberBody {
    fn of(member: &ToolsetMember) -> Self {
        match member {
            ToolsetMember::Tool(tool) => Self {
                tool: tool.name().map(ToString::to_string),
                ref_id: tool.ref_id().map(ToString::to_string),
                ..Self::default()
            },
            ToolsetMember::Pattern(pattern) => Self {
                pattern: Some(pattern.to_string()),
                ..Self::default()
            },
            ToolsetMember::Hint {
                source,
                hint,
                value,
            } => Self {
                hint: Some(hint.key().to_owned()),
                value: Some(*value),
                source: source.as_ref().map(ToString::to_string),
                ..Self::default()
            },
            ToolsetMember::Every => Self {
                every: true,
                ..Self::default()
            },
            ToolsetMember::Except(pattern) => Self {
                except: Some(pattern.to_string()),
                ..Self::default()
            },
        }
    }

    fn read(self) -> Result<ToolsetMember, ReadError> {
        let tool = [&self.tool, &self.ref_id].map(Option::as_deref);
        let hint = (self.hint.as_deref(), self.value, self.source.as_deref());
        let others = tool == [None, None] && self.pattern.is_none() && hint == (None, None, None);
        match (self.every, self.except.as_deref()) {
            (false, None) => {}
            (true, None) if others => return Ok(ToolsetMember::Every),
            (false, Some(pattern)) if others => {
                return read_pattern(pattern).map(ToolsetMember::Except);
            }
            _ => return Err(self.unread()),
        }
        match (tool, self.pattern.as_deref(), hint) {
            ([name, ref_id], None, (None, None, None)) => {
                read_ref(name, ref_id).map(ToolsetMember::Tool)
            }
            ([None, None], Some(pattern), (None, None, None)) => {
                read_pattern(pattern).map(ToolsetMember::Pattern)
            }
            ([None, None], None, (Some(hint), Some(value), source)) => {
                read_hint(source, hint, value)
            }
            _ => Err(self.unread()),
        }
    }

    fn unread(&self) -> ReadError {
        let text = serde_json::to_string(self).unwrap_or_default();
        unread("member", &text)
    }
}

fn read_hint(source: Option<&str>, hint: &str, value: bool) -> Result<ToolsetMember, ReadError> {
    let source = source.map(|name| SourceName::parse(name).map_err(|_| unread("source", name)));
    Ok(ToolsetMember::Hint {
        source: source.transpose()?,
        hint: Hint::parse(hint).ok_or_else(|| unread("hint", hint))?,
        value,
    })
}

// === impl NotesBody ===

impl NotesBody {
    fn of(notes: &ToolNotes) -> Self {
        let note = |note: &ToolNote| NoteBody {
            name: note.name().to_string(),
            note: note.text().to_owned(),
        };
        Self {
            tool: RefBody {
                name: notes.tool.name().map(ToString::to_string),
                ref_id: notes.tool.ref_id().map(ToString::to_string),
            },
            notes: notes.notes.iter().map(note).collect(),
        }
    }

    fn read(self) -> Result<ToolNotes, ReadError> {
        let note = |note: NoteBody| {
            ToolNote::new(&note.name, &note.note)
                .map_err(|_| unread("note", &format!("{}: {}", note.name, note.note)))
        };
        Ok(ToolNotes {
            tool: read_ref(self.tool.name.as_deref(), self.tool.ref_id.as_deref())?,
            notes: self.notes.into_iter().map(note).collect::<Result<_, _>>()?,
        })
    }
}

#[cfg(test)]
mod tests;
