//! Lists are written some tools at a time, so that a change of one tool writes the few around it
//! anew and shares everything else with the list before.

use std::sync::{Arc, OnceLock};

use candor_wire::{ArrayPart, RawJson};

use super::OfferedTool;
use crate::catalogue::tool_lists::ListForm;

/// How many tools are written together. More would be written anew when one changes; fewer would
/// be sent in more pieces.
pub(super) const TOGETHER: usize = 64;

/// Tools that stand together in a list, as text. Each form is written when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct ListChunk {
    annotated: OnceLock<ArrayPart>,
    /// The tools without their annotations.
    bare: OnceLock<ArrayPart>,
}

// === impl ListChunk ===

impl ListChunk {
    /// Tools that nobody has been shown before, and what is written of them: they share the memory
    /// of the list, instead of having what it says once more.
    pub(super) fn of_new(mut tools: Vec<OfferedTool>) -> (Arc<Self>, Vec<Arc<OfferedTool>>) {
        let (part, listed) = ArrayPart::write_shared(tools.iter().map(OfferedTool::listed));
        for (tool, listed) in tools.iter_mut().zip(listed) {
            tool.share_listed(listed);
        }
        let chunk = Self {
            annotated: OnceLock::from(part),
            bare: OnceLock::new(),
        };
        (Arc::new(chunk), tools.into_iter().map(Arc::new).collect())
    }

    /// The text of these tools, which are the chunk's.
    pub(super) fn part(&self, form: ListForm, tools: &[Arc<OfferedTool>]) -> &ArrayPart {
        match form {
            ListForm::Bare => self.bare.get_or_init(|| {
                let bare: Vec<RawJson> = tools.iter().map(|tool| tool.bare()).collect();
                ArrayPart::write(&bare)
            }),
            ListForm::Legacy | ListForm::Modern => self.annotated.get_or_init(|| {
                let listed = tools.iter().map(|tool| tool.listed());
                ArrayPart::write(listed)
            }),
        }
    }
}
