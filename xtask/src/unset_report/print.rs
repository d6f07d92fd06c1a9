//! The report as text.

use std::fmt::Write;

use candor_model::UnsetPolicy;

use super::count::ServerCount;

/// A table in Markdown: one line for each server and one for all.
pub(super) fn table(rows: &[ServerCount]) -> String {
    let mut text = String::from("| server | tools |");
    for unset in UnsetPolicy::ALL {
        let _ = write!(text, " `{}` |", unset.as_str());
    }
    text.push_str(" added by `evidence` | of these read-only to their author |\n|---|---:|");
    for _ in 0..UnsetPolicy::ALL.len() + 2 {
        text.push_str("---:|");
    }
    text.push('\n');
    let mut all = ServerCount {
        server: "**all**".to_owned(),
        tools: 0,
        asked: [0; UnsetPolicy::ALL.len()],
        false_alarms: 0,
        added: Vec::new(),
    };
    for row in rows {
        line(&mut text, row);
        all.tools += row.tools;
        all.false_alarms += row.false_alarms;
        all.added.extend(row.added.iter().cloned());
        for (total, asked) in all.asked.iter_mut().zip(row.asked) {
            *total += asked;
        }
    }
    line(&mut text, &all);
    text
}

fn line(text: &mut String, row: &ServerCount) {
    let _ = write!(text, "| {} | {} |", row.server, row.tools);
    for asked in row.asked {
        let _ = write!(text, " {asked} ({} %) |", percent(asked, row.tools));
    }
    let added = row.added.len();
    let share = percent(added, row.tools);
    let _ = writeln!(text, " {added} ({share} %) | {} |", row.false_alarms);
}

/// A share in percent, rounded to the nearest.
fn percent(part: usize, of: usize) -> usize {
    let of = of.max(1);
    (100 * part + of / 2) / of
}

/// The tools that `evidence` adds, each with the reason.
pub(super) fn tools(rows: &[ServerCount]) -> String {
    let mut text = String::from("asked about with `unset = \"evidence\"` only\n");
    for row in rows {
        for (tool, why) in &row.added {
            let _ = writeln!(text, "{} {tool}: {why}", row.server);
        }
    }
    text
}
