//! What would come of a tool if one layer said less.

use std::sync::Arc;

use candor_frame::Wrong;
use candor_gateway::Desk;
use candor_gateway::desk::{Entry, Explained};
use candor_model::{
    Amendment, Layer, Opinion, OpinionKey, Say, Scope, Statement, Toolset, Voice, Who,
};
use candor_resolve::{Book, Effective, Layers, Shelf, settle};

use crate::layers::columns;
use crate::named::Named;
use crate::place::Place;

/// Everything that is heard about a tool at one place, and what is said about it alone.
pub(crate) struct Ground<'a> {
    explained: &'a Explained,
    key: OpinionKey,
    /// What is stored about exactly this tool in this scope.
    entry: &'a Opinion,
    /// What else is said about it in this scope.
    others: Book,
    columns: Vec<(Layer, &'a Opinion)>,
}

// === impl Ground ===

impl<'a> Ground<'a> {
    /// Reads what else is said. It costs something only where there is something to take back.
    pub(crate) async fn of(
        desk: &Desk<'_>,
        tool: &Named,
        place: &Place,
        explained: &'a Explained,
        entry: &'a Entry,
    ) -> Result<Self, Wrong> {
        let failed = |error| tool.refused(&error);
        let key = place.key(tool.about());
        let mut others = Book::new();
        if !entry.opinion.is_empty() {
            for other in desk.opinions().await.map_err(failed)? {
                let file = other.version.is_none();
                let same = other.key.scope == key.scope && other.key.about.matches(&tool.name);
                if same && (file || other.key != key) {
                    let shelf = if file { Shelf::File } else { Shelf::Store };
                    others.insert(shelf, other.key, other.opinion);
                }
            }
            if let Scope::Toolset(name) = &key.scope
                && entry.opinion.confirm.is_some()
            {
                let view = desk.toolset(name).await.map_err(failed)?;
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

    /// What comes of the tool if these wishes were fulfilled.
    pub(crate) fn after(&self, wishes: &Amendment) -> Effective {
        if self.entry.is_empty() {
            return self.explained.effective.clone();
        }
        let voice = Arc::new(Voice::candor("a supposition"));
        let mut book = self.others.clone();
        let opinion = self.entry.clone().amended(wishes, &voice);
        book.insert(Shelf::Store, self.key.clone(), opinion);
        let supposed = book.about(&self.key.scope, &self.explained.tool.name);
        let people = self.columns.iter();
        let people = people.filter(|(layer, _)| *layer > Layer::Declared);
        let own = self.key.scope.layer();
        let above = people.map(|(layer, opinion)| if *layer == own { &supposed } else { *opinion });
        let above: Vec<&Opinion> = above.collect();
        settle(&Layers {
            inferred: &self.explained.tool.inferred,
            declared: &self.explained.tool.declared,
            above: &above,
            trust: self.explained.trust,
        })
    }
}

/// When the toolset itself wants people to be asked.
fn ask(book: &mut Book, toolset: &Toolset) {
    for (about, confirm) in &toolset.confirm {
        let voice = Voice {
            layer: Layer::Toolset,
            who: Who::Person("its editor".into()),
            about: Some(about.to_string().into()),
            at_micros: None,
            why: None,
        };
        let confirm = Statement {
            say: Say::Set(*confirm),
            voice: Arc::new(voice),
        };
        book.ask(toolset.name.clone(), about.clone(), confirm);
    }
}
