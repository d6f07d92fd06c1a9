//! One tool as lists know it: what is searched, filtered, sorted and drawn, worked out once.

use std::sync::Arc;

use candor_frame::{Behaviour, Nature, Outside, query};
use candor_gateway::desk::Explained;
use candor_gateway::{Offered, Tool};
use candor_model::{Hint, Layer, SourceName, Trust};
use candor_resolve::{Effective, explain, tokens};
use candor_wire::{RawJson, RawObject};

/// How much of each text is searched, in bytes. A source that sends a megabyte of description
/// has said what its tool does long before that.
const SEARCHED: usize = 8_192;

/// The most characters of a name or a title.
const NAME: usize = 400;

/// The most characters of a sentence about a hint.
const SENTENCE: usize = 300;

/// A tool at one endpoint, whether it is served there or waits for somebody.
#[derive(Debug)]
enum Seen {
    Served(Arc<Offered>),
    Held(Box<Explained>),
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Row {
    seen: Seen,
    /// `source.tool`.
    pub(crate) name: String,
    /// The name as one segment of a path and as the value of a box: it survives any form.
    pub(crate) key: String,
    /// Its title, if it has one.
    pub(crate) title: Option<Outside>,
    /// How its description begins.
    pub(crate) line: Outside,
    /// What its badges say.
    pub(crate) nature: Nature,
    /// Whether its source's hints are relied upon.
    pub(crate) trust: Trust,
    /// What its definition costs in a model's context, about.
    pub(crate) tokens: usize,
    /// What is searched, in small letters.
    searched: String,
    /// By which it is sorted where titles count.
    title_key: String,
}

// === impl Row ===

impl Row {
    /// A tool that is served.
    pub(crate) fn served(offered: &Arc<Offered>, trust: Trust) -> Self {
        Self::new(Seen::Served(Arc::clone(offered)), trust)
    }

    /// A tool that waits for somebody.
    pub(crate) fn held(explained: Explained) -> Self {
        let trust = explained.trust;
        Self::new(Seen::Held(Box::new(explained)), trust)
    }

    fn new(seen: Seen, trust: Trust) -> Self {
        let (tool, effective) = (seen.tool(), seen.effective());
        let name = tool.name.to_string();
        let title = effective.shown.title().map(|fact| &*fact.value);
        let description = description(seen.definition());
        let searched = [&*name, title.unwrap_or_default(), &*description].map(searched);
        let title_key = searched[usize::from(title.is_some())].clone();
        Self {
            key: query::path(&[&name]).split_off(1),
            title: title.map(|title| Outside::short(title.trim(), NAME)),
            line: Outside::line(&description),
            nature: Nature::of(effective, trust, tool.quarantine.is_some()),
            tokens: tokens(&seen.definition().to_string()),
            searched: searched.join("\n"),
            title_key,
            trust,
            name,
            seen,
        }
    }

    /// The tool.
    pub(crate) fn tool(&self) -> &Tool {
        self.seen.tool()
    }

    /// What it does, as far as anybody says.
    pub(crate) fn effective(&self) -> &Effective {
        self.seen.effective()
    }

    /// Where it comes from.
    pub(crate) fn source(&self) -> &SourceName {
        self.tool().name.source()
    }

    /// In which group it is.
    pub(crate) fn behaviour(&self) -> Behaviour {
        self.nature.behaviour()
    }

    /// By which it is sorted where titles count.
    pub(crate) fn title_key(&self) -> &str {
        &self.title_key
    }

    /// Its name, as it can be shown.
    pub(crate) fn shown_name(&self) -> Outside {
        Outside::short(&self.name, NAME)
    }

    /// Whether it waits for somebody, and is not served meanwhile.
    pub(crate) fn is_held(&self) -> bool {
        self.tool().quarantine.is_some()
    }

    /// Whether it can be spoken about alone. A `*` in its name would speak about others too.
    pub(crate) fn can_be_named(&self) -> bool {
        !self.name.contains('*')
    }

    /// Whether it is what this was made of.
    pub(crate) fn is_of(&self, offered: &Arc<Offered>, trust: Trust) -> bool {
        let same = match &self.seen {
            Seen::Served(known) => Arc::ptr_eq(known, offered),
            Seen::Held(_) => false,
        };
        same && self.trust == trust
    }

    /// Whether a word in small letters is in its name, title or description.
    pub(crate) fn holds(&self, word: &str) -> bool {
        self.searched.contains(word)
    }

    /// Whether this layer decides a hint.
    pub(crate) fn is_decided_by(&self, layer: Layer) -> bool {
        let shown = &self.effective().shown;
        let mut facts = Hint::ALL.into_iter().filter_map(|hint| shown.hint(hint));
        facts.any(|fact| fact.origin.voice().layer == layer)
    }

    /// Everything about it, one thing a line: each hint, its value and who says it.
    pub(crate) fn everything(&self) -> String {
        let shown = &self.effective().shown;
        let hints = Hint::ALL.map(|hint| explain::shown(shown, hint));
        let mut lines: Vec<_> = hints.iter().map(|line| sentence(line)).collect();
        if let Some(title) = shown.title() {
            lines.push(sentence(&format!("title: {}", title.origin)));
        }
        lines.push(match self.trust {
            Trust::Trusted => "its source is trusted".to_owned(),
            Trust::Untrusted => {
                "its source is not trusted: what it says counts only where it warns".to_owned()
            }
        });
        if self.is_held() {
            lines.push(
                "its definition has changed; it is not served until somebody accepts it".to_owned(),
            );
        }
        lines.push(format!("clients call it {}", self.tool().exposed));
        lines.join("\n")
    }
}

// === impl Seen ===

impl Seen {
    fn tool(&self) -> &Tool {
        match self {
            Self::Served(offered) => &offered.tool,
            Self::Held(explained) => &explained.tool,
        }
    }

    fn effective(&self) -> &Effective {
        match self {
            Self::Served(offered) => &offered.effective,
            Self::Held(explained) => &explained.effective,
        }
    }

    fn definition(&self) -> &RawJson {
        match self {
            Self::Served(offered) => &offered.definition,
            Self::Held(explained) => &explained.definition,
        }
    }
}

fn description(definition: &RawJson) -> String {
    let members = RawObject::parse(definition).ok();
    let text = members.and_then(|members| members.get_string("description"));
    text.unwrap_or_default()
}

fn searched(text: &str) -> String {
    text[..text.floor_char_boundary(SEARCHED)].to_lowercase()
}

fn sentence(text: &str) -> String {
    let shown = Outside::short(text, SENTENCE);
    let more = if shown.left() > 0 { "…" } else { "" };
    format!("{}{more}", shown.text())
}
