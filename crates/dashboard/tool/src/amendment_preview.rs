//! The effective annotations of a tool after an edit that is not saved yet.

use std::sync::Arc;

use candor_dashboard_kit::PageError;
use candor_gateway::Editor;
use candor_gateway::edit::{ExplainedTool, OpinionEntry};
use candor_model::{
    AnnotationAuthor, AnnotationLayer, FieldValue, Opinion, OpinionEdit, OpinionField, OpinionKey,
    OpinionScope, Provenance, Toolset,
};
use candor_resolve::{
    EffectiveAnnotations, OpinionIndex, OpinionOrigin, ToolLayers, resolve_layers,
};

use crate::layers::columns;
use crate::page_scope::PageScope;
use crate::tool_address::ToolAddress;

/// Everything needed to resolve the annotations of a tool again after an edit.
pub(crate) struct AmendmentPreview<'a> {
    explained: &'a ExplainedTool,
    key: OpinionKey,
    /// What is stored for exactly this tool in this scope.
    entry: &'a Opinion,
    /// What else applies to it in this scope.
    others: OpinionIndex,
    columns: Vec<(AnnotationLayer, &'a Opinion)>,
}

// === impl AmendmentPreview ===

impl<'a> AmendmentPreview<'a> {
    /// Reads what else applies, only if there is something to reset.
    pub(crate) async fn of(
        editor: &Editor<'_>,
        tool: &ToolAddress,
        place: &PageScope,
        explained: &'a ExplainedTool,
        entry: &'a OpinionEntry,
    ) -> Result<Self, PageError> {
        let failed = |error| tool.refused(&error);
        let key = place.key(tool.about());
        let mut others = OpinionIndex::new();
        if !entry.opinion.is_empty() {
            for other in editor.opinions().await.map_err(failed)? {
                let file = other.version.is_none();
                let same = other.key.scope == key.scope && other.key.about.matches(&tool.name);
                if same && (file || other.key != key) {
                    let origin = if file {
                        OpinionOrigin::File
                    } else {
                        OpinionOrigin::Store
                    };
                    others.insert(origin, other.key, other.opinion);
                }
            }
            if let OpinionScope::Toolset(name) = &key.scope
                && entry.opinion.confirm.is_some()
            {
                let view = editor.toolset(name).await.map_err(failed)?;
                ask(&mut others, &view.toolset);
            }
        }
        Ok(Self {
            explained,
            key,
            entry: &entry.opinion,
            others,
            columns: columns(explained, &place.endpoint),
        })
    }

    /// The effective annotations after these edits.
    pub(crate) fn after(&self, edits: &OpinionEdit) -> EffectiveAnnotations {
        if self.entry.is_empty() {
            return self.explained.effective.clone();
        }
        let provenance = Arc::new(Provenance::candor("a preview"));
        let mut book = self.others.clone();
        let opinion = self.entry.clone().amended(edits, &provenance);
        book.insert(OpinionOrigin::Store, self.key.clone(), opinion);
        let supposed = book.about(&self.key.scope, &self.explained.tool.name);
        let people = self.columns.iter();
        let people = people.filter(|(layer, _)| *layer > AnnotationLayer::Declared);
        let own = self.key.scope.layer();
        let above = people.map(|(layer, opinion)| if *layer == own { &supposed } else { *opinion });
        let above: Vec<&Opinion> = above.collect();
        let resolved = resolve_layers(&ToolLayers {
            inferred: &self.explained.tool.inferred,
            declared: &self.explained.tool.declared,
            above: &above,
            trust: self.explained.trust,
        });
        match &self.explained.effective.enforced {
            Some(reason) => resolved.enforced_by(reason),
            None => resolved,
        }
    }
}

/// Adds the confirmations that the toolset itself sets.
fn ask(book: &mut OpinionIndex, toolset: &Toolset) {
    for (about, confirm) in &toolset.confirm {
        let provenance = Provenance {
            layer: AnnotationLayer::Toolset,
            author: AnnotationAuthor::Person("its editor".into()),
            about: Some(about.to_string().into()),
            at_micros: None,
            why: None,
        };
        let confirm = OpinionField {
            value: FieldValue::Set(*confirm),
            provenance: Arc::new(provenance),
        };
        book.ask(toolset.name.clone(), about.clone(), confirm);
    }
}
