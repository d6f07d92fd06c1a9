//! Notes read, listed and searched.

use std::collections::BTreeMap;

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::NOTES;
use super::note::{NoteAnswer, NoteSummary, WireNote, fetch};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

/// How many notes a chunk has, and the most chunks that are read.
const CHUNK: usize = 100;
const CHUNKS: usize = 100;

#[derive(Deserialize, JsonSchema)]
struct GetInput {
    /// The number of the note.
    note_id: u64,
}

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// Only notes of this category; an empty text stands for notes without one.
    category: Option<String>,
    /// How many notes a page has, at most 500.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many notes to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct SearchInput {
    /// Words to look for in titles, texts and categories; all of them must occur.
    #[schemars(length(min = 1, max = 500))]
    query: String,
    /// How many notes a page has, at most 100.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 100))]
    limit: usize,
    /// How many notes to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Serialize, JsonSchema)]
struct NoteList {
    /// The notes of this page, those changed last first.
    notes: Vec<NoteSummary>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Serialize, JsonSchema)]
struct NoteHits {
    /// The notes of this page, those with the words in the title first.
    notes: Vec<NoteHit>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Serialize, JsonSchema)]
struct NoteHit {
    #[serde(flatten)]
    summary: NoteSummary,
    /// The beginning of the text around the first word.
    excerpt: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let list = "List the notes of the account, a page at a time. Returns titles, categories and \
                etags without the texts. Reads at most 10000 notes.";
    let search = "Search notes by words in title, text and category. Returns the notes that hold \
                  all words, with an excerpt. Reads at most 10000 notes.";
    vec![
        maker
            .tool(
                ("nc_notes_list_notes", "List Notes"),
                list,
                ToolEffect::Read,
                list_notes,
            )
            .sends("`GET /apps/notes/api/v1/notes`")
            .because("Only `GET`."),
        maker
            .tool(
                ("nc_notes_search_notes", "Search Notes"),
                search,
                ToolEffect::Read,
                search_notes,
            )
            .sends("`GET /apps/notes/api/v1/notes`")
            .because("Only `GET`; the words are compared here."),
        maker
            .tool(
                ("nc_notes_get_note", "Get Note"),
                "Read a note. Returns its text and its etag.",
                ToolEffect::Read,
                get_note,
            )
            .sends("`GET /apps/notes/api/v1/notes/{id}`")
            .because("Only `GET`."),
    ]
}

async fn get_note(call: PackCall, input: GetInput) -> Result<NoteAnswer, Failure> {
    let note = fetch(&call, input.note_id).await?;
    Ok(NoteAnswer::of(&call, note))
}

async fn list_notes(call: PackCall, input: ListInput) -> Result<NoteList, Failure> {
    let mut notes = all(&call, input.category.as_deref(), false).await?;
    notes.sort_by_key(|note| std::cmp::Reverse((note.modified, note.id)));
    let notes: Vec<_> = notes
        .iter()
        .map(|one| NoteSummary::of(&call, one))
        .collect();
    let page = ListPage::cut(notes, input.offset, input.limit)?;
    Ok(NoteList {
        notes: page.items,
        page: page.info,
    })
}

async fn search_notes(call: PackCall, input: SearchInput) -> Result<NoteHits, Failure> {
    let query = input.query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let Some(first) = words.first() else {
        return Err(Failure::new("the query holds no word; give at least one"));
    };
    let mut hits = Vec::new();
    for note in all(&call, None, true).await? {
        let title = note.title.as_deref().unwrap_or_default().to_lowercase();
        let content = note.content.as_deref().unwrap_or_default();
        let category = note.category.as_deref().unwrap_or_default();
        let text = format!("{title}\n{content}\n{category}").to_lowercase();
        if words.iter().all(|word| text.contains(word)) {
            let in_title = words.iter().filter(|word| title.contains(*word)).count();
            let excerpt = excerpt(content, first);
            let summary = NoteSummary::of(&call, &note);
            hits.push((in_title, NoteHit { summary, excerpt }));
        }
    }
    hits.sort_by_key(|(in_title, _)| std::cmp::Reverse(*in_title));
    let hits = hits.into_iter().map(|(_, hit)| hit).collect();
    let page = ListPage::cut(hits, input.offset, input.limit)?;
    Ok(NoteHits {
        notes: page.items,
        page: page.info,
    })
}

/// Every note of the account, or of a category. The last chunk repeats all notes as bare numbers,
/// so those with content win.
async fn all(
    call: &PackCall,
    category: Option<&str>,
    texts: bool,
) -> Result<Vec<WireNote>, Failure> {
    let mut found: BTreeMap<u64, WireNote> = BTreeMap::new();
    let mut cursor: Option<String> = None;
    for _ in 0..CHUNKS {
        let mut request = call.get(NOTES).query("chunkSize", CHUNK);
        if let Some(cursor) = &cursor {
            request = request.query("chunkCursor", cursor);
        }
        if !texts {
            request = request.query("exclude", "content");
        }
        if let Some(category) = category {
            request = request.query("category", category);
        }
        let answer = call.send(request).await?;
        cursor = answer.header("x-notes-chunk-cursor").map(str::to_owned);
        let chunk: Vec<WireNote> = answer.json()?;
        for note in chunk.into_iter().filter(|note| note.title.is_some()) {
            found.insert(note.id, note);
        }
        if cursor.as_deref().unwrap_or_default().is_empty() {
            return Ok(found.into_values().collect());
        }
    }
    Err(Failure::new(format!(
        "there are more than {} notes; narrow the list by category",
        CHUNK * CHUNKS
    )))
}

/// A hundred characters and some from around a word.
fn excerpt(content: &str, word: &str) -> String {
    let lower = content.to_lowercase();
    let before = lower.find(word).map_or(0, |at| lower[..at].chars().count());
    let part: String = content
        .chars()
        .skip(before.saturating_sub(60))
        .take(160)
        .collect();
    part.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn hundred() -> usize {
    100
}

fn twenty() -> usize {
    20
}
