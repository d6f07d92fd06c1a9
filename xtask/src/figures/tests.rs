//! The figures of a checkout that is small enough to count by hand.

use super::report;
use super::source::SourceFile;

const STORE: &str = "\
impl Store {
    /// Reads.
    pub async fn notes(&self) -> Vec<Note> {
        self.all().await
    }

    /// Adds a note for everyone to read.
    pub async fn add_note(
        &self,
        note: &Note,
    ) {
        self.write(\"add a note\").await;
    }
}
";

const GATEWAY: &str = "\
/// A note,
/// as people see it.
pub struct Note(String);

impl Gateway {
    pub fn store(&self) -> &Store {
        &self.store
    }

    pub async fn look(&self) {
        self.store.notes().await;
    }

    pub(crate) async fn keep(&self) {
        self.store.add_note(&Note::default()).await;
    }

    pub async fn remark(&self) {
        self.store.add_note(&Note::default()).await;
    }
}

#[cfg(test)]
mod tests {
    struct Note;
    type Alias = Note;
}
";

const ARCHITECTURE: &str = "\
## Walkthroughs

### A call

1. `crates/a/src/one.rs` reads, as `two` does
- `crates/a/src/two.rs`, then `crates/a/src/one.rs` again

Not in the list: `crates/a/src/three.rs`.

### A corrected hint

- `crates/a/src/four.rs`
";

#[test]
fn a_small_checkout_is_counted() {
    let edit = "impl Editor {\n    pub fn edit(&self) {\n        s.add_note(1);\n    }\n}\n";
    let files = [
        ("crates/effects/store/src/store.rs", STORE),
        ("crates/gateway/src/gateway.rs", GATEWAY),
        ("crates/gateway/src/edit/note.rs", edit),
        (
            "crates/gateway/src/tests.rs",
            "struct Note;\nenum Kind {}\n",
        ),
        (
            "e2e/src/lib.rs",
            "type Kind = u8;\ntrait Other {\n    type Kind;\n}\n",
        ),
        ("bench/src/main.rs", "pub(crate) enum Run {\n    One,\n}\n"),
    ];
    let files = files.map(|(path, text)| SourceFile::read(path, text));
    let expected = "\
product lines                                             44
test lines                                                11
files                                                     6
files with product code                                   4
types whose name is shared, all                           5 of 7 (71 %)
types whose name is shared, product                       0 of 2 (0 %)
doc comments of under three words                         1
files an ordinary call passes                             2
public functions of `gateway` that let a face write       2
  gateway.rs: store().add_note
  gateway.rs: remark
";
    let found = report(&files, ARCHITECTURE);
    assert_eq!(found, expected, "{found}");
}

#[test]
fn a_call_that_is_not_described_has_no_figure() {
    let found = report(&[], "## The road of a call\n\n- `a.rs`\n");
    let figure = found.lines().find(|line| line.contains("call passes"));
    assert!(
        figure.is_some_and(|line| line.ends_with("not listed")),
        "{found}"
    );
}
