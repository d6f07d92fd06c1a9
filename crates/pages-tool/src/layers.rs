//! All layers side by side, and what comes of them.

use candor_frame::{Moment, Outside, Tip, now_micros};
use candor_gateway::Endpoint;
use candor_gateway::desk::Explained;
use candor_model::{Hint, Layer, Opinion, Profile, Say, Statement, Voice};
use candor_resolve::{Fact, Unset, write};

use crate::words;

/// The most further members that are shown.
const EXTRAS: usize = 50;
/// The most characters of a value.
const VALUE: usize = 300;
/// The most characters of a sentence.
const SENTENCE: usize = 500;

/// See the module.
pub(crate) struct LayerTable {
    /// What the columns are called, and what they are.
    pub(crate) heads: Vec<Head>,
    pub(crate) rows: Vec<Row>,
    /// How many further members are not shown.
    pub(crate) more: usize,
    /// What each profile writes.
    pub(crate) profiles: Vec<ProfileRow>,
}

/// One layer.
pub(crate) struct Head {
    pub(crate) word: &'static str,
    pub(crate) tip: Tip,
}

/// One field.
pub(crate) struct Row {
    pub(crate) name: Outside,
    pub(crate) tip: Option<Tip>,
    /// What each layer says; nothing where it is silent.
    pub(crate) cells: Vec<Option<Cell>>,
    /// What counts.
    pub(crate) value: Outside,
    /// Why.
    pub(crate) because: Outside,
    /// What policy relies upon, where that is something else, and why.
    pub(crate) relied: Option<(&'static str, Outside)>,
}

/// Something said.
pub(crate) struct Cell {
    pub(crate) value: Outside,
    pub(crate) who: Outside,
    pub(crate) when: Option<Moment>,
    pub(crate) why: Option<Outside>,
    /// Whether this is what counts.
    pub(crate) decides: bool,
}

/// What one profile writes.
pub(crate) struct ProfileRow {
    pub(crate) name: &'static str,
    pub(crate) hints: [&'static str; 4],
}

/// One column: a layer, and what it says.
type Column<'a> = (Layer, &'a Opinion);

// === impl LayerTable ===

impl LayerTable {
    pub(crate) fn of(explained: &Explained, endpoint: &Endpoint) -> Self {
        let columns = columns(explained, endpoint);
        let about = explained.tool.name.to_string();
        let hints = Hint::ALL.map(|hint| hint_row(explained, &columns, hint, &about));
        let mut rows = Vec::from(hints);
        rows.push(title_row(explained, &columns, &about));
        rows.push(confirm_row(explained, &columns, &about));
        let mut keys: Vec<&str> = columns
            .iter()
            .flat_map(|(_, opinion)| opinion.extra.keys().map(|key| &**key))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let more = keys.len().saturating_sub(EXTRAS);
        let extras = keys.into_iter().take(EXTRAS);
        rows.extend(extras.map(|key| extra_row(&columns, key, &about)));
        Self {
            heads: columns.iter().map(|(layer, _)| Head::of(*layer)).collect(),
            rows,
            more,
            profiles: Profile::ALL
                .iter()
                .map(|profile| ProfileRow::of(explained, *profile))
                .collect(),
        }
    }
}

/// The layers that are heard at an endpoint, lowest first, by what they are: a toolset without an
/// environment has one layer less.
pub(crate) fn columns<'a>(explained: &'a Explained, endpoint: &Endpoint) -> Vec<Column<'a>> {
    let heard = Layer::ALL.into_iter().filter(|layer| match layer {
        Layer::Environment => endpoint.environment.is_some(),
        Layer::Toolset => endpoint.toolset.is_some(),
        Layer::Inferred | Layer::Declared | Layer::Override => true,
    });
    let heard: Vec<_> = heard.collect();
    if explained.layers.len() == heard.len() {
        let opinions = explained.layers.iter().map(|(_, opinion)| opinion);
        return heard.into_iter().zip(opinions).collect();
    }
    let all = explained
        .layers
        .iter()
        .map(|(layer, opinion)| (*layer, opinion));
    all.filter(|(layer, _)| heard.contains(layer)).collect()
}

// === impl Head ===

impl Head {
    fn of(layer: Layer) -> Self {
        let meaning = match layer {
            Layer::Inferred => "Candor, from evidence. It applies by itself only where it warns.",
            Layer::Declared => "The source itself.",
            Layer::Override => "A person, wherever the tool is served.",
            Layer::Environment => "A person, in this environment.",
            Layer::Toolset => "A person, in this toolset.",
        };
        let id = format!("tip-layer-{layer}");
        Self {
            word: layer.as_str(),
            tip: Tip::new(id, format!("the layer {layer}"), meaning),
        }
    }
}

// === impl Cell ===

impl Cell {
    fn of<T>(
        statement: &Statement<T>,
        word: impl Fn(&T) -> Outside,
        about: &str,
        decides: bool,
    ) -> Self {
        let voice = &statement.voice;
        Self {
            value: match &statement.say {
                Say::Set(value) => word(value),
                Say::Clear => Outside::line("unset"),
            },
            who: words::who(voice, about),
            when: voice.at_micros.map(|at| Moment::seen(at, now_micros())),
            why: words::why(voice),
            decides,
        }
    }
}

// === impl ProfileRow ===

impl ProfileRow {
    fn of(explained: &Explained, profile: Profile) -> Self {
        let written = write(&explained.effective.shown, profile);
        Self {
            name: profile.as_str(),
            hints: written.hints.map(|value| match value {
                Some(true) => "true",
                Some(false) => "false",
                None => "left out",
            }),
        }
    }
}

fn hint_row(explained: &Explained, columns: &[Column<'_>], hint: Hint, about: &str) -> Row {
    let (shown, relied) = (&explained.effective.shown, &explained.effective.relied);
    let decider = match (shown.hint(hint), shown.unset(hint)) {
        (Some(fact), _) => fact.origin.is_said().then(|| fact.origin.voice().layer),
        (None, Some(Unset::Cleared(voice))) => Some(voice.layer),
        (None, _) => None,
    };
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.hint(hint)?;
        let word = |value: &bool| Outside::line(words::value(Some(*value)));
        Some(Cell::of(statement, word, about, decider == Some(*layer)))
    });
    let value = shown.hint(hint).map(|fact| fact.value);
    let counts = relied.hint(hint).map(|fact| fact.value);
    Row {
        name: Outside::line(words::name(hint)),
        tip: Some(Tip::new(
            format!("tip-layers-{}", hint.word()),
            words::name(hint),
            words::meaning(hint),
        )),
        cells: cells.collect(),
        value: Outside::line(words::value(value)),
        because: because(shown.hint(hint), shown.unset(hint)),
        relied: (counts != value).then(|| {
            let because = because(relied.hint(hint), relied.unset(hint));
            (words::value(counts), because)
        }),
    }
}

/// Where a hint's value comes from, or why it has none.
fn because(fact: Option<&Fact<bool>>, unset: Option<&Unset>) -> Outside {
    match (fact, unset) {
        (Some(fact), _) => words::origin(&fact.origin),
        (None, Some(why)) => Outside::short(&why.to_string(), SENTENCE),
        (None, None) => Outside::line("nobody says"),
    }
}

fn title_row(explained: &Explained, columns: &[Column<'_>], about: &str) -> Row {
    let fact = explained.effective.shown.title();
    let decider = fact.map(|fact| fact.origin.voice().layer);
    let decider = decider.or_else(|| clearing(columns, |opinion| opinion.title.as_ref()));
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.title.as_ref()?;
        let counts = decider == Some(*layer);
        let cell = Cell::of(
            statement,
            |title| Outside::short(title, VALUE),
            about,
            counts,
        );
        Some(cell)
    });
    Row {
        name: Outside::line("Title"),
        tip: Some(Tip::new("tip-layers-title", "the title", words::TITLE)),
        cells: cells.collect(),
        value: fact.map_or_else(
            || Outside::line("unset"),
            |fact| Outside::short(&fact.value, VALUE),
        ),
        because: fact.map_or_else(
            || Outside::line("there is none"),
            |fact| words::origin(&fact.origin),
        ),
        relied: None,
    }
}

fn confirm_row(explained: &Explained, columns: &[Column<'_>], about: &str) -> Row {
    let fact = explained.effective.confirm.as_ref();
    let decider = fact.map(|fact| fact.origin.voice().layer);
    let decider = decider.or_else(|| clearing(columns, |opinion| opinion.confirm.as_ref()));
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.confirm.as_ref()?;
        let word = |confirm: &_| Outside::line(words::confirm(*confirm));
        Some(Cell::of(statement, word, about, decider == Some(*layer)))
    });
    Row {
        name: Outside::line("A person is asked"),
        tip: Some(Tip::new("tip-layers-confirm", "asking", words::CONFIRM)),
        cells: cells.collect(),
        value: Outside::line(fact.map_or(words::BY_HINTS, |fact| words::confirm(fact.value))),
        because: fact.map_or_else(
            || Outside::line("nobody says"),
            |fact| words::origin(&fact.origin),
        ),
        relied: None,
    }
}

/// A further member: the highest layer that speaks is heard.
fn extra_row(columns: &[Column<'_>], key: &str, about: &str) -> Row {
    let highest = columns.iter().rev();
    let mut heard = highest.filter_map(|(layer, opinion)| Some((*layer, opinion.extra.get(key)?)));
    let heard = heard.next();
    let word = |json: &candor_model::JsonText| Outside::short(json.as_str(), VALUE);
    let cells = columns.iter().map(|(layer, opinion)| {
        let statement = opinion.extra.get(key)?;
        let decides = heard.is_some_and(|(heard, _)| heard == *layer);
        Some(Cell::of(statement, word, about, decides))
    });
    let value = heard.map(|(_, statement)| match &statement.say {
        Say::Set(json) => word(json),
        Say::Clear => Outside::line("unset"),
    });
    let voice = |statement: &Statement<_>| {
        let voice: &Voice = &statement.voice;
        Outside::short(&voice.to_string(), SENTENCE)
    };
    Row {
        name: Outside::short(key, 100),
        tip: None,
        cells: cells.collect(),
        value: value.unwrap_or_else(|| Outside::line("unset")),
        because: heard.map_or_else(
            || Outside::line("nobody says"),
            |(_, statement)| voice(statement),
        ),
        relied: None,
    }
}

/// The layer that says that there is no value, if that is why there is none.
fn clearing<'a, T: 'a>(
    columns: &[Column<'a>],
    field: impl Fn(&'a Opinion) -> Option<&'a Statement<T>>,
) -> Option<Layer> {
    let highest = columns.iter().rev();
    let mut said = highest.filter_map(|(layer, opinion)| Some((*layer, field(opinion)?)));
    let (layer, statement) = said.next()?;
    matches!(statement.say, Say::Clear).then_some(layer)
}
