//! The figures of each section, as text.

use crate::build_report::figures::BuildFigures;

/// One line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FigureRow {
    pub(super) label: String,
    pub(super) value: String,
}

pub(super) fn cold(figures: &BuildFigures) -> Vec<FigureRow> {
    let Some(cold) = &figures.cold else {
        return Vec::new();
    };
    vec![
        row("wall time", seconds(cold.wall_seconds)),
        row("CPU time", seconds(cold.cpu_seconds)),
        row("target folder", mebibytes(cold.folder_bytes)),
        row("crates of this workspace", seconds(cold.own_seconds)),
        row("dependencies", seconds(cold.dependency_seconds)),
        row("build scripts", seconds(cold.script_seconds)),
        row("not of this workspace", seconds(cold.floor_seconds)),
    ]
}

pub(super) fn slowest(figures: &BuildFigures) -> Vec<FigureRow> {
    let crates = figures.cold.iter().flat_map(|cold| &cold.slowest);
    let rows = crates.map(|it| {
        let name = if it.is_own {
            format!("**{}**", it.name)
        } else {
            it.name.clone()
        };
        row(&name, seconds(it.seconds))
    });
    rows.collect()
}

pub(super) fn rebuild(figures: &BuildFigures) -> Vec<FigureRow> {
    let Some(rebuild) = &figures.rebuild else {
        return Vec::new();
    };
    vec![
        row("wall time", seconds(rebuild.wall_seconds)),
        row("CPU time", seconds(rebuild.cpu_seconds)),
        row("crates built", count(rebuild.crates.len())),
    ]
}

/// Which crates were built again, as a paragraph.
pub(super) fn rebuilt_crates(figures: &BuildFigures) -> String {
    match &figures.rebuild {
        Some(rebuild) if !rebuild.crates.is_empty() => {
            format!("\nBuilt: `{}`.\n", rebuild.crates.join("`, `"))
        }
        _ => String::new(),
    }
}

pub(super) fn binary(figures: &BuildFigures) -> Vec<FigureRow> {
    let binary = &figures.binary;
    let mut rows = vec![
        row("file", mebibytes(binary.file_bytes)),
        row("loaded", mebibytes(binary.loaded_bytes)),
    ];
    // A binary that is stripped names none.
    if binary.functions > 0 {
        rows.push(row("functions", count(binary.functions)));
    }
    rows
}

pub(super) fn futures(figures: &BuildFigures) -> Vec<FigureRow> {
    let libraries = figures.futures.iter().flat_map(|it| &it.libraries);
    let rows = libraries.flat_map(|it| {
        let label = |what: &str| format!("`{}`: {what}", it.library);
        [
            row(&label("bodies"), count(it.bodies)),
            row(&label("drop glue"), count(it.drop_glue)),
            row(&label("outside"), count(it.outside)),
            row(&label("copies"), count(it.copies)),
        ]
    });
    rows.collect()
}

/// The futures that were copied most, as a list.
pub(super) fn most_copied(figures: &BuildFigures) -> String {
    let lines = figures.futures.iter().flat_map(|it| &it.most_copied);
    let items: Vec<String> = lines.map(|line| format!("- `{line}`\n")).collect();
    if items.is_empty() {
        return String::new();
    }
    format!("\nCopied most, and in which crates:\n\n{}", items.concat())
}

pub(super) fn serving(figures: &BuildFigures) -> Vec<FigureRow> {
    let Some(serving) = &figures.serving else {
        return Vec::new();
    };
    vec![
        row("server", serving.source.clone()),
        row("tools listed", count(serving.tools)),
        row(
            "first `tools/list`",
            format!("{:.0} ms", serving.start_milliseconds),
        ),
        row(
            &format!("resident after {} calls", count(serving.calls)),
            mebibytes(serving.resident_kib.saturating_mul(1024)),
        ),
    ]
}

fn row(label: &str, value: String) -> FigureRow {
    // A bar would begin another cell.
    let label = label.replace('|', "\\|");
    FigureRow { label, value }
}

fn seconds(value: f64) -> String {
    format!("{value:.1} s")
}

/// Bytes in MiB with one decimal, without the detour over floating point.
fn mebibytes(bytes: u64) -> String {
    let tenths = (u128::from(bytes) * 10 + (1 << 19)) >> 20;
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// A number with its thousands apart.
fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_grouped() {
        for (bytes, expected) in [
            (0, "0.0 MiB"),
            (1 << 20, "1.0 MiB"),
            ((1 << 20) + (1 << 19), "1.5 MiB"),
            (u64::MAX, "17592186044416.0 MiB"),
        ] {
            assert_eq!(mebibytes(bytes), expected);
        }
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(count(number), expected);
        }
    }
}
