//! Chunks of serialized tools. When one tool changes, only its chunk is rewritten and all others
//! are shared with the previous list.

use std::sync::{Arc, OnceLock};

use candor_wire::{ArrayPart, RawJson};

use super::OfferedTool;
use crate::catalogue::tool_lists::ListForm;

/// The number of tools per chunk. With more, a change rewrites more; with fewer, a list is sent in
/// more pieces.
pub(super) const TOGETHER: usize = 64;

/// A chunk of tools as text. Each form is written on first use.
#[derive(Debug, Default)]
pub(super) struct ListChunk {
    annotated: OnceLock<ArrayPart>,
    /// The tools without their annotations.
    bare: OnceLock<ArrayPart>,
}

// === impl ListChunk ===

impl ListChunk {
    /// A chunk of new tools. Their definitions share the memory of the list instead of duplicating
    /// it.
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

    /// The text of these tools, which must be the chunk's.
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
