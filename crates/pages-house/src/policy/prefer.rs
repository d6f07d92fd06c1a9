//! Somebody states what is preferred, in the house or in a toolset.

use candor_frame::{Form, Visitor, Wrong};
use candor_gateway::desk::PreferenceView;
use candor_gateway::{DeskError, Gateway};
use candor_model::{PreferenceEdits, ToolsetName};

use super::key::Key;
use crate::problem::Problem;
use crate::version;

/// What somebody chose, right or wrong.
#[derive(Debug)]
pub(crate) struct Typed {
    values: [String; 8],
    /// Why, for the history.
    pub(crate) why: String,
}

/// What came of it.
pub(crate) enum Stated {
    /// It counts.
    Done,
    /// It was so before.
    Same,
    /// It was refused.
    Refused(Problem),
}

/// States it, as the form says.
pub(crate) async fn state(
    gateway: &Gateway,
    visitor: &Visitor,
    toolset: Option<&ToolsetName>,
    sent: &Form,
    typed: &Typed,
) -> Result<Stated, Wrong> {
    let desk = gateway.desk();
    let before = desk.preference(toolset).await;
    let before = before.map_err(|error| Wrong::refused(&error))?;
    let read = version::read(sent).and_then(|version| Ok((version, edits(typed, &before)?)));
    let (version, edits) = match read {
        Ok(read) => read,
        Err(problem) => return Ok(Stated::Refused(problem)),
    };
    if version == before.version && edits == before.stated {
        return Ok(Stated::Same);
    }
    let author = visitor.author(sent.get("why"));
    match desk.prefer(toolset, &edits, Some(version), &author).await {
        Ok(_) => Ok(Stated::Done),
        Err(DeskError::Stale { .. }) => Ok(Stated::Refused(Problem::stale("what is preferred"))),
        Err(error) => Ok(Stated::Refused(Problem::of(&error)?)),
    }
}

/// What the form states. What the file states is not on it; of what people have stated about
/// that, as much stays as the desk takes again.
fn edits(typed: &Typed, before: &PreferenceView) -> Result<PreferenceEdits, Problem> {
    let mut edits = PreferenceEdits::default();
    for key in Key::ALL {
        let declared = key.read(&before.declared);
        let stated = key.read(&before.stated);
        let value = match declared {
            None => Some(typed.get(key).to_owned()),
            Some(_) => stated.filter(|stated| Some(stated) == declared.as_ref()),
        };
        let written = key.write(&mut edits, value.as_deref());
        written.map_err(Problem::invalid)?;
    }
    Ok(edits)
}

// === impl Typed ===

impl Typed {
    /// As somebody sent it.
    pub(crate) fn of(sent: &Form) -> Self {
        Self {
            values: Key::ALL.map(|key| sent.get(key.word()).unwrap_or_default()),
            why: sent.get("why").unwrap_or_default(),
        }
    }

    /// What was chosen for one.
    pub(crate) fn get(&self, wanted: Key) -> &str {
        let mut all = Key::ALL.into_iter().zip(&self.values);
        let found = all.find(|(key, _)| *key == wanted);
        found.map_or("", |(_, value)| value)
    }
}
