//! Lists, equipping and searches, one after the other, and what each of them costs.

use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use crate::fixture;
use crate::line::Line;
use crate::run::candor::SOURCE;
use crate::spread::Spread;
use crate::toolsets::gateway::Gateway;

/// How many lists are asked for in a round.
const LISTS: usize = 20;

/// What a model might look for; each finds something.
const QUERIES: [&str; 4] = [
    "inventory lookup",
    "which warehouse keeps this sku",
    "inventroy lokup",
    "stock keeping unit",
];

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    /// The list of a server that has as many tools as one toolset.
    pub(super) direct_small: Spread,
    /// The list of one toolset.
    pub(super) one_toolset: Spread,
    /// The list of the server that has all tools.
    pub(super) direct: Spread,
    /// The list of everything.
    pub(super) everything: Spread,
    /// Equipping, until it is confirmed.
    pub(super) equip: Spread,
    /// The first list after that.
    pub(super) first_list: Spread,
    /// Adding a note that counts everywhere, until it is confirmed.
    pub(super) note: Spread,
    /// The first search after that.
    pub(super) first_search: Spread,
    /// Any other search.
    pub(super) search: Spread,
    /// The size of the list of one toolset.
    pub(super) bytes: usize,
    /// How often an answer was not what it should be.
    pub(super) wrong: usize,
    pub(super) rounds: u16,
}

/// What is measured in every round.
#[derive(Debug, Default)]
struct Tally {
    equip: Vec<Duration>,
    first_list: Vec<Duration>,
    note: Vec<Duration>,
    first_search: Vec<Duration>,
    search: Vec<Duration>,
    wrong: usize,
}

// === impl Times ===

impl Times {
    pub(super) async fn measure(gateway: &Gateway, rounds: u16) -> Result<Self> {
        let plan = gateway.plan;
        let some = usize::from(rounds) * LISTS;
        let few = usize::from(rounds);
        let (direct_small, _) = lists(&mut gateway.direct_small().await?, some).await?;
        let path = format!("/mcp/{}", plan.name(plan.toolsets / 2));
        let (one_toolset, bytes) = lists(&mut gateway.line(&path).await?, some).await?;
        let (direct, _) = lists(&mut gateway.direct().await?, few).await?;
        let mut line = gateway.line("/mcp").await?;
        let (everything, _) = lists(&mut line, few).await?;
        // The first round warms up what is cold; only its mistakes count.
        let mut cold = Tally::default();
        cold.round(gateway, &mut line, 0).await?;
        let mut tally = Tally {
            wrong: cold.wrong,
            ..Tally::default()
        };
        for round in 1..=few {
            tally.round(gateway, &mut line, round).await?;
        }
        Ok(Self {
            direct_small,
            one_toolset,
            direct,
            everything,
            equip: Spread::of(tally.equip),
            first_list: Spread::of(tally.first_list),
            note: Spread::of(tally.note),
            first_search: Spread::of(tally.first_search),
            search: Spread::of(tally.search),
            bytes,
            wrong: tally.wrong,
            rounds,
        })
    }
}

// === impl Tally ===

impl Tally {
    /// Equips a toolset and looks whether it is served; then lets go of it, changes a tool and
    /// searches in everything.
    async fn round(&mut self, gateway: &Gateway, line: &mut Line, round: usize) -> Result<()> {
        let plan = gateway.plan;
        // Toolsets far apart, so that no two rounds are alike.
        let at = round * 37;
        let name = plan.name(at);
        let (took, said) = line.call("equip-toolset", json!({"name": name})).await?;
        self.equip.push(took);
        self.check(said["success"] == true);
        let list = line.list().await?;
        self.first_list.push(list.took);
        let own = |tool: &Value| {
            let name = tool["name"].as_str().unwrap_or_default();
            name.starts_with(&format!("{SOURCE}_"))
        };
        let served: Vec<&Value> = list.tools.iter().filter(|tool| own(tool)).collect();
        self.check(served.len() == plan.size);
        let first = served.first().copied().unwrap_or(&Value::Null);
        self.check(first["name"] == plan.first(at));
        let noted = first["description"].as_str().unwrap_or_default();
        self.check(noted.matches("house-rule").count() == 1);

        line.call("unequip-toolset", json!({})).await?;
        let wanted = fixture::tool_name(plan.tools - 1 - round % plan.tools.min(50));
        let changed = format!("{SOURCE}.{wanted}");
        self.note
            .push(line.note(&changed, &format!("round-{round}")).await?);
        let (took, said) = line.call("search-tools", json!({"query": wanted})).await?;
        self.first_search.push(took);
        let best = &said["results"][0]["namespacedName"];
        self.check(*best == changed);
        for query in QUERIES {
            let (took, said) = line.call("search-tools", json!({"query": query})).await?;
            self.search.push(took);
            self.check(said["results"][0]["namespacedName"].is_string());
        }
        Ok(())
    }

    fn check(&mut self, is_right: bool) {
        self.wrong += usize::from(!is_right);
    }
}

/// Asks for a list again and again; the first time is not counted.
async fn lists(line: &mut Line, count: usize) -> Result<(Spread, usize)> {
    let mut bytes = line.list().await?.bytes;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        let list = line.list().await?;
        times.push(list.took);
        bytes = list.bytes;
    }
    Ok((Spread::of(times), bytes))
}
