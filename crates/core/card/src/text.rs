//! The card as plain text, for dialogs and terminals.
//!
//! Every line starts with a label, and nothing on a card contains a line break, so no argument can
//! imitate another line.

use crate::ApprovalCard;
use crate::card::{ArgumentLine, HintLine};
use crate::hints::word;
use crate::quote::{CutPoints, clip};

/// The most characters of [`ApprovalCard::dialog`].
pub const DIALOG_MAX: usize = 4000;

/// The most bytes of [`ApprovalCard::line`].
const LINE_MAX: usize = 300;

/// Levels of detail, from the whole card to what always fits a dialog: the maximum line length, and
/// the maximum number of arguments and changes.
const MEASURES: [TextMeasure; 6] = [
    TextMeasure::new(usize::MAX, usize::MAX, usize::MAX),
    TextMeasure::new(400, 60, 12),
    TextMeasure::new(240, 30, 8),
    TextMeasure::new(160, 16, 5),
    TextMeasure::new(120, 10, 3),
    TextMeasure::new(80, 6, 2),
];

#[derive(Clone, Copy)]
struct TextMeasure {
    line: usize,
    arguments: usize,
    changes: usize,
}

// === impl TextMeasure ===

impl TextMeasure {
    const fn new(line: usize, arguments: usize, changes: usize) -> Self {
        Self {
            line,
            arguments,
            changes,
        }
    }
}

// === impl ApprovalCard ===

impl ApprovalCard {
    /// The whole card, a labelled line each. Long values are folded, and no line is wrapped.
    pub fn text(&self) -> String {
        self.written(MEASURES[0])
    }

    /// The card for a dialog: the same lines in at most [`DIALOG_MAX`] characters, with long
    /// lines cut and further arguments counted if need be. No warning is ever left out.
    pub fn dialog(&self) -> String {
        let fits = |text: &String| text.chars().count() <= DIALOG_MAX;
        let texts = MEASURES.into_iter().map(|measure| self.written(measure));
        let [.., least] = MEASURES;
        texts.into_iter().find(fits).unwrap_or_else(|| {
            // Not reached by what is drawn here, but a card can also be read.
            self.written(least).chars().take(DIALOG_MAX).collect()
        })
    }

    /// A one-line summary for lists: title, tool, behaviour and caller.
    pub fn line(&self) -> String {
        let Self {
            tool, principal, ..
        } = self;
        let nature = self.nature();
        let line = match &self.title {
            Some(title) => format!("{tool} ({nature}) for {principal}: {title}"),
            None => format!("{tool} ({nature}) for {principal}"),
        };
        clip(&line, LINE_MAX)
    }

    /// The known behaviour of the call, in a word or two.
    fn nature(&self) -> &'static str {
        let find = |name: &str| self.hints.iter().find(|line| line.hint == name);
        let counts = |name: &str| find(name).and_then(|line| line.counts);
        let claims = |name: &str| find(name).and_then(|line| line.value);
        match (counts("read-only"), counts("destructive")) {
            (_, Some(true)) => "destructive",
            (Some(true), _) => "read-only",
            (_, Some(false)) => "not destructive",
            _ if claims("read-only") == Some(true) => "claims to be read-only",
            _ => "effect unknown",
        }
    }

    fn names(&self) -> String {
        let Self { tool, exposed, .. } = self;
        if tool == exposed {
            return tool.clone();
        }
        format!("{tool}, for clients {exposed}")
    }

    fn written(&self, measure: TextMeasure) -> String {
        let mut page = LabelledLines {
            text: String::new(),
            most: measure.line,
        };
        page.put("Tool", &self.names());
        page.put_some("Title", self.title.as_deref());
        page.put("Source", &format!("{}, {}", self.source, self.trust));
        for warning in &self.warnings {
            page.put("Warning", warning);
        }
        self.arguments(&mut page, measure);
        for hint in &self.hints {
            page.put("Hint", &of_hint(hint));
        }
        self.circumstances(&mut page);
        for change in self.changes.iter().take(measure.changes) {
            page.put("Change", change);
        }
        if let Some(more @ 1..) = self.changes.len().checked_sub(measure.changes) {
            page.put("Change", &format!("{more} more lines, not shown here"));
        }
        page.put("Asked", &self.created);
        page.put("Expires", &format!("{}, {}", self.expires, self.expires_in));
        page.text
    }

    fn arguments(&self, page: &mut LabelledLines, measure: TextMeasure) {
        if self.arguments.is_empty() {
            page.put("Argument", "none");
        }
        for line in self.arguments.iter().take(measure.arguments) {
            page.put("Argument", &of_argument(line));
        }
        let more = self.arguments.len().saturating_sub(measure.arguments);
        let unlisted = self.more.as_ref().map_or(0, |more| more.count);
        if more + unlisted > 0 {
            page.put(
                "Argument",
                &format!("{} more, not shown here", more + unlisted),
            );
        }
        if let Some(unlisted) = &self.more {
            page.put(
                "Argument",
                &format!("SHA-256 of all is {}", unlisted.sha256),
            );
        }
    }

    fn circumstances(&self, page: &mut LabelledLines) {
        page.put("Caller", &self.principal);
        let client = self.client.as_ref();
        page.put_some(
            "Client",
            client.map(|client| format!("calls itself {client}")),
        );
        page.put("Endpoint", &self.endpoint);
        page.put_some("Environment", self.environment.as_deref());
        page.put("Why", &self.because);
        page.put_some("Message", self.message.as_deref());
    }
}

fn of_hint(line: &HintLine) -> String {
    let HintLine {
        hint,
        value,
        origin,
        ..
    } = line;
    match origin.as_str() {
        "" => format!("{hint}: {}", word(*value)),
        origin => format!("{hint}: {}, {origin}", word(*value)),
    }
}

fn of_argument(line: &ArgumentLine) -> String {
    let (name, value) = (line.name(), &line.value);
    match &line.folded {
        Some(folded) => {
            let (characters, sha256) = (folded.characters, &folded.sha256);
            format!("{name} = {value} ({characters} characters, SHA-256 {sha256})")
        }
        None => format!("{name} = {value}"),
    }
}

/// Lines with a label in a column of its own.
struct LabelledLines {
    text: String,
    most: usize,
}

// === impl LabelledLines ===

impl LabelledLines {
    fn put_some(&mut self, label: &str, text: Option<impl AsRef<str>>) {
        if let Some(text) = text {
            self.put(label, text.as_ref());
        }
    }

    fn put(&mut self, label: &str, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let label = format!("{label}:");
        let line = format!("{label:<13}{}", shortened(text, self.most));
        self.text.push_str(line.trim_end());
    }
}

/// At most `most` characters, with `…` for the rest.
fn shortened(text: &str, most: usize) -> String {
    let Some((limit, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let end = CutPoints::new(text).take_while(|at| *at < limit).last();
    format!("{}…", &text[..end.unwrap_or(0)])
}
