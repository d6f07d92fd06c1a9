//! What reading and writing costs, beside the raw envelope.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use rmcp::model::ServerJsonRpcMessage;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::message_types::codec::RawEnvelope;
use crate::message_types::messages::samples;
use crate::report::MarkdownTable;

/// Length of one timed batch; long beside the clock, short beside the machine's moods.
const BATCH: Duration = Duration::from_millis(8);
/// Batches of each kind, interleaved. The fastest counts: the work is the same each time, so whatever
/// made another batch slower was the machine.
pub(crate) const BATCHES: usize = 31;

/// What is timed; it gives a size, so that it cannot be left out.
type TimedWork<'a> = Box<dyn Fn() -> usize + 'a>;

/// Times relative to reading and writing the raw envelope.
pub(crate) fn table() -> Result<MarkdownTable> {
    let mut table = MarkdownTable::new(
        "message | bytes | rmcp parse | rmcp write | rmcp both | Value parse | Value write | \
         Value both | raw both",
    );
    for (name, bytes) in samples()? {
        let [typed, value, raw] = times(&bytes)?;
        let unit = raw[0] + raw[1];
        let relative = |time: f64| format!("{:.1}", time / unit);
        let mut row = vec![name.to_owned(), bytes.len().to_string()];
        for [parse, write] in [typed, value] {
            row.extend([parse, write, parse + write].map(relative));
        }
        row.push(relative(unit));
        table.row(row);
    }
    Ok(table)
}

/// Seconds for parsing and for writing in the fastest batch: typed, as values, and raw.
fn times(bytes: &[u8]) -> Result<[[f64; 2]; 3]> {
    let work = [
        parse_and_write::<ServerJsonRpcMessage>(bytes)?,
        parse_and_write::<Value>(bytes)?,
        parse_and_write::<RawEnvelope>(bytes)?,
    ];
    let work = work.as_flattened();
    let repeats: Vec<u32> = work.iter().map(|work| repeats(work)).collect();
    let mut fastest = [[f64::INFINITY; 2]; 3];
    for _ in 0..BATCHES {
        let work = work.iter().zip(&repeats);
        for ((work, repeats), fastest) in work.zip(fastest.as_flattened_mut()) {
            let time = batch(work, *repeats).as_secs_f64() / f64::from(*repeats);
            *fastest = fastest.min(time);
        }
    }
    Ok(fastest)
}

fn parse_and_write<'a, T>(bytes: &'a [u8]) -> Result<[TimedWork<'a>; 2]>
where
    T: Deserialize<'a> + Serialize + 'a,
{
    let parse = move || serde_json::from_slice::<T>(black_box(bytes));
    let message = parse()?;
    let work: [TimedWork<'a>; 2] = [
        Box::new(move || parse().map_or(0, |m| size_of_val(black_box(&m)))),
        Box::new(move || serde_json::to_vec(black_box(&message)).map_or(0, |v| v.len())),
    ];
    Ok(work)
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
