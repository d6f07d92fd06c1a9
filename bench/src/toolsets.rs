//! `candor-bench toolsets`: what a list, equipping and a search cost with many toolsets over many
//! tools.
//!
//! Everything goes through a served gateway, as a client sees it: one connection, one request
//! after the other. Lists are put beside the list of a server that has only those tools, so that
//! the ratio says what the toolset costs.

pub(crate) mod plan;

use std::path::Path;

use anyhow::Result;
use http::{Method, Uri};
use serde_json::{Value, json};

use crate::args::ToolsetsArgs;
use crate::era::BenchEra;
use crate::fixture;
use crate::gateway::{GatewayFolder, SOURCE, ServedGateway, find_binary, trusted_source, upstream};
use crate::report::{MarkdownReport, MarkdownTable, spread};
use crate::single_connection::SingleConnection;
use crate::time_samples::TimeSamples;
use crate::toolsets::plan::ToolsetPlan;

/// How many lists are asked for in a round.
const LISTS: usize = 20;

/// What a model might look for; each finds something.
const QUERIES: [&str; 4] = [
    "inventory lookup",
    "which warehouse keeps this sku",
    "inventroy lokup",
    "stock keeping unit",
];

/// Equipping a toolset and a search should take less, in seconds.
const EQUIP_AIM: f64 = 0.050;
const SEARCH_AIM: f64 = 0.020;

const DIRECT_SMALL: &str = "the list of a server with as many tools as one toolset";
const ONE_TOOLSET: &str = "the list of one toolset";
const DIRECT: &str = "the list of the server with all tools";
const EVERYTHING: &str = "the list of everything";
const EQUIP: &str = "equipping, until it is confirmed";
const FIRST_LIST: &str = "the first list after it";
const NOTE: &str = "adding a note everywhere, until it is confirmed";
const FIRST_SEARCH: &str = "the first search after it";
const SEARCH: &str = "a search";

/// Measures; gives the report, and `false` when an answer was not what it should be.
pub(crate) async fn command(args: &ToolsetsArgs) -> Result<(String, bool)> {
    let binary = find_binary(args.candor.as_deref())?;
    let plan = ToolsetPlan::new(args.tools, args.toolsets)?;
    let gateway = start(&binary, plan, |_| String::new()).await?;
    let (samples, bytes) = measure(&gateway, plan, args.rounds).await?;
    gateway.stop().await;
    let report = report(plan, &samples, bytes, args.rounds);
    Ok((report, samples.wrong == 0))
}

/// Starts a gateway in front of the server with all tools and of one with as many as a toolset
/// has, and waits until the last toolset is served. `more` is added to the configuration; it is told
/// where the small server is.
pub(crate) async fn start(
    binary: &Path,
    plan: ToolsetPlan,
    more: impl FnOnce(&Uri) -> String,
) -> Result<ServedGateway> {
    let large = upstream(BenchEra::Modern, plan.tools).await?;
    let small = upstream(BenchEra::Modern, plan.size).await?;
    let configuration = trusted_source(SOURCE, large.url()) + &more(small.url());
    let folder = GatewayFolder::new(binary, &[])?;
    folder.write("toolsets.toml", &plan.file())?;
    let gateway = folder.serve(&configuration, vec![large, small]).await?;
    let all = |tools: &[Value]| tools.len() >= plan.tools;
    gateway.until_listed("/mcp", all).await?;
    gateway.run(&["toolset", "import", "toolsets.toml"]).await?;
    let last = format!("/mcp/{}", plan.name(plan.toolsets - 1));
    let whole = |tools: &[Value]| tools.len() == plan.size;
    gateway.until_listed(&last, whole).await?;
    Ok(gateway)
}

/// The times, and the size of the list of one toolset.
async fn measure(
    gateway: &ServedGateway,
    plan: ToolsetPlan,
    rounds: u16,
) -> Result<(TimeSamples, usize)> {
    let few = usize::from(rounds);
    let one = format!("/mcp/{}", plan.name(plan.toolsets / 2));
    let (mut samples, mut cold) = (TimeSamples::default(), TimeSamples::default());
    let mut one = gateway.connect(&one).await?;
    let mut connection = gateway.connect("/mcp").await?;
    let mut direct = SingleConnection::open(gateway.behind[0].url(), "/mcp").await?;
    let mut direct_small = SingleConnection::open(gateway.behind[1].url(), "/mcp").await?;
    let mut bytes = 0;
    for (what, connection, count) in [
        (DIRECT_SMALL, &mut direct_small, few * LISTS),
        (ONE_TOOLSET, &mut one, few * LISTS),
        (DIRECT, &mut direct, few),
        (EVERYTHING, &mut connection, few),
    ] {
        // The first list warms up what is cold.
        connection.list().await?;
        for _ in 0..count {
            let list = connection.list().await?;
            samples.add(what, list.took);
            if what == ONE_TOOLSET {
                bytes = list.bytes;
            }
        }
    }
    // So does the first round; only its mistakes count.
    round(&mut cold, plan, &mut connection, 0).await?;
    samples.wrong = cold.wrong;
    for at in 1..=few {
        round(&mut samples, plan, &mut connection, at).await?;
    }
    Ok((samples, bytes))
}

/// Equips a toolset and looks whether it is served; then unequips it, changes a tool and searches
/// in everything.
async fn round(
    samples: &mut TimeSamples,
    plan: ToolsetPlan,
    connection: &mut SingleConnection,
    round: usize,
) -> Result<()> {
    // Toolsets far apart, so that no two rounds are alike.
    let at = round * 37;
    let name = json!({"name": plan.name(at)});
    let (took, said) = connection.call("equip-toolset", name).await?;
    samples.add(EQUIP, took);
    samples.check(said["success"] == true);
    let list = connection.list().await?;
    samples.add(FIRST_LIST, list.took);
    let own = |tool: &&Value| {
        let name = tool["name"].as_str().unwrap_or_default();
        name.starts_with(&format!("{SOURCE}_"))
    };
    let served: Vec<&Value> = list.tools.iter().filter(own).collect();
    samples.check(served.len() == plan.size);
    let first = served.first().copied().unwrap_or(&Value::Null);
    samples.check(first["name"] == plan.first(at));
    let noted = first["description"].as_str().unwrap_or_default();
    samples.check(noted.matches("house-rule").count() == 1);

    connection.call("unequip-toolset", json!({})).await?;
    let wanted = fixture::tool_name(plan.tools - 1 - round % plan.tools.min(50));
    let changed = format!("{SOURCE}.{wanted}");
    let note = "Ask who keeps the stock before you count it.";
    let added = json!([{"name": format!("round-{round}"), "note": note}]);
    let body = json!({"tool": changed, "notes": added});
    let (took, _) = connection.send(Method::POST, "/notes", &body).await?;
    samples.add(NOTE, took);
    let query = json!({"query": wanted});
    let (took, said) = connection.call("search-tools", query).await?;
    samples.add(FIRST_SEARCH, took);
    samples.check(said["results"][0]["namespacedName"] == changed);
    for query in QUERIES {
        let query = json!({"query": query});
        let (took, said) = connection.call("search-tools", query).await?;
        samples.add(SEARCH, took);
        samples.check(said["results"][0]["namespacedName"].is_string());
    }
    Ok(())
}

fn report(plan: ToolsetPlan, samples: &TimeSamples, bytes: usize, rounds: u16) -> String {
    let mut table = MarkdownTable::new("what | ms | slowest");
    for (what, summary) in samples.summaries() {
        table.row([what.to_owned()].into_iter().chain(spread(summary)));
    }
    let mut report = MarkdownReport::new("Many toolsets over many tools");
    report.line(format_args!(
        "{} toolsets over {} tools, {} in each; the list of one has {bytes} bytes. Searches are among \
         all tools. Medians of {rounds} rounds.\n",
        plan.toolsets, plan.tools, plan.size
    ));
    report.table(&table);
    let median = |what| samples.summary(what).median;
    report.line(format_args!(
        "\nThe list of one toolset takes {:.2} of the time of the same list from a server.",
        median(ONE_TOOLSET) / median(DIRECT_SMALL)
    ));
    for (aim, limit, what) in [
        ("a toolset is equipped", EQUIP_AIM, EQUIP),
        ("a search is answered", SEARCH_AIM, SEARCH),
    ] {
        let aim = format!("{aim} within {:.0} ms", limit * 1e3);
        report.aim(aim, median(what) < limit);
    }
    report.wrong(samples.wrong, "answers were not what they should be.");
    report.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check_text;

    fn written(equip: u64, search: u64, wrong: usize) -> String {
        let rows = [
            (DIRECT_SMALL, &[2][..]),
            (ONE_TOOLSET, &[1]),
            (DIRECT, &[100]),
            (EVERYTHING, &[50]),
            (EQUIP, &[equip]),
            (FIRST_LIST, &[1]),
            (NOTE, &[30]),
            (FIRST_SEARCH, &[40]),
            (SEARCH, &[search]),
        ];
        let samples = TimeSamples::of_millis(&rows, wrong);
        let plan = ToolsetPlan::new(5_000, 200).unwrap();
        report(plan, &samples, 7, 3)
    }

    #[test]
    fn the_ratio_and_the_aims_are_told() {
        let says = [
            "200 toolsets over 5000 tools, 25 in each",
            "takes 0.50 of the time",
            "within 50 ms: reached",
            "within 20 ms: reached",
        ];
        check_text(&written(30, 10, 0), &says, &["Wrong"]);
    }

    #[test]
    fn missed_aims_and_wrong_answers_are_told() {
        let says = [
            "within 50 ms: missed",
            "within 20 ms: missed",
            "Wrong: 2 answers",
        ];
        check_text(&written(60, 30, 2), &says, &[]);
    }
}
