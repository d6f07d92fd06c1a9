//! Planted secrets that must not appear anywhere.

use std::path::{Path, PathBuf};

use crate::CandorProcess;

/// The bytes of every file in a folder.
pub fn folder_bytes(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut waiting: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            waiting.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else {
            // A file of the journal may be folded away at this moment.
            bytes.extend(std::fs::read(&path).unwrap_or_default());
        }
    }
    bytes
}

/// Whether a text is among the bytes.
pub fn holds(bytes: &[u8], text: &str) -> bool {
    let text = text.as_bytes();
    bytes.windows(text.len()).any(|part| part == text)
}

/// Everything that a gateway returns at these paths and for these commands.
pub async fn shown_by(candor: &CandorProcess, paths: &[&str], commands: &[&[&str]]) -> String {
    let mut shown = String::new();
    for path in paths {
        shown += &candor.text(path).await;
    }
    for args in commands {
        shown += &candor.command(args).1;
    }
    shown
}

/// Ends a gateway; its log, and what it has stored. Among that is this text, or it was not looked
/// at.
pub fn left_by(candor: CandorProcess, text: &str) -> (String, Vec<u8>) {
    let (folder, _) = candor.stop();
    let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    let stored = folder_bytes(&folder.path().join("data"));
    assert!(holds(&stored, text), "the database was not looked at");
    (log, stored)
}

/// Expects that no secret was shown, and none was stored.
pub fn assert_hidden<'a>(shown: &str, stored: &[u8], secrets: impl IntoIterator<Item = &'a str>) {
    for secret in secrets {
        let at = shown.find(secret);
        let near = at.map(|at| {
            let from = shown.floor_char_boundary(at.saturating_sub(300));
            shown[from..at].to_owned()
        });
        assert!(at.is_none(), "`{secret}` was shown after: {near:?}");
        assert!(!holds(stored, secret), "`{secret}` was stored");
    }
}
