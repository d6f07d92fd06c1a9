//! What reading and writing costs, beside the raw envelope.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::message_types::codec::{raw, typed, value};
use crate::message_types::messages::{MessageSample, samples};
use crate::report::MarkdownTable;

/// Length of one timed batch; long beside the clock, short beside the machine's moods.
const BATCH: Duration = Duration::from_millis(8);
/// Batches of each kind, interleaved. The fastest counts: the work is the same each time, so whatever
/// made another batch slower was the machine.
const BATCHES: usize = 31;

/// The kinds of work that are timed, in the order of the columns.
const KINDS: usize = 6;

/// Markdown: a table of times relative to reading and writing the raw envelope.
pub(crate) fn report() -> Result<String> {
    let mut table = MarkdownTable::new([
        "message",
        "bytes",
        "rmcp parse",
        "rmcp write",
        "rmcp both",
        "Value parse",
        "Value write",
        "Value both",
        "raw both",
    ]);
    for sample in samples()? {
        let times = times(&sample)?;
        let [
            typed_parse,
            typed_write,
            value_parse,
            value_write,
            raw_parse,
            raw_write,
        ] = times;
        let unit = raw_parse + raw_write;
        let relative = |time: f64| format!("{:.1}", time / unit);
        table.row([
            sample.name.to_owned(),
            sample.bytes.len().to_string(),
            relative(typed_parse),
            relative(typed_write),
            relative(typed_parse + typed_write),
            relative(value_parse),
            relative(value_write),
            relative(value_parse + value_write),
            relative(unit),
        ]);
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "## Cost\n");
    let _ = writeln!(
        text,
        "Time relative to parsing and writing the raw envelope; the fastest of {BATCHES} interleaved batches.\n"
    );
    text.push_str(&table.render());
    Ok(text)
}

/// Seconds per operation in the fastest batch.
fn times(sample: &MessageSample) -> Result<[f64; KINDS]> {
    let bytes = &*sample.bytes;
    let (as_typed, as_value, as_raw) = (typed(bytes)?, value(bytes)?, raw(bytes)?);
    let work: [Box<dyn Fn() -> usize + '_>; KINDS] = [
        Box::new(|| typed(black_box(bytes)).map_or(0, |m| size_of_val(black_box(&m)))),
        Box::new(|| serde_json::to_vec(black_box(&as_typed)).map_or(0, |v| v.len())),
        Box::new(|| value(black_box(bytes)).map_or(0, |m| size_of_val(black_box(&m)))),
        Box::new(|| serde_json::to_vec(black_box(&as_value)).map_or(0, |v| v.len())),
        Box::new(|| raw(black_box(bytes)).map_or(0, |m| size_of_val(black_box(&m)))),
        Box::new(|| serde_json::to_vec(black_box(&as_raw)).map_or(0, |v| v.len())),
    ];
    let repeats = work.each_ref().map(|work| repeats(work));
    let mut fastest = [f64::INFINITY; KINDS];
    for _ in 0..BATCHES {
        for ((work, repeats), fastest) in work.iter().zip(repeats).zip(&mut fastest) {
            let time = batch(work, repeats).as_secs_f64() / f64::from(repeats);
            *fastest = fastest.min(time);
        }
    }
    Ok(fastest)
}

/// How often the work fits into one batch.
fn repeats(work: &dyn Fn() -> usize) -> u32 {
    let mut repeats = 1;
    while repeats < 1 << 24 && batch(work, repeats) < BATCH {
        repeats *= 2;
    }
    repeats
}

fn batch(work: &dyn Fn() -> usize, repeats: u32) -> Duration {
    let started = Instant::now();
    for _ in 0..repeats {
        black_box(work());
    }
    started.elapsed()
}
