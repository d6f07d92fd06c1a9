//! What a toolset would be, before it is saved.

use candor_frame::{Outside, Pages};
use candor_model::Member;
use candor_resolve::Pool;

use crate::risk::Risk;
use crate::risk_view::{NAME, RiskView};
use crate::trust::Trusts;
use crate::words::{counted, number, share};

/// How many members that name nothing are told.
const MISSING: usize = 20;

/// See the module.
pub(crate) struct Preview {
    /// `3 tools`
    pub(crate) tools: String,
    /// `1,234 tokens`
    pub(crate) tokens: String,
    /// `12 %`
    pub(crate) share: String,
    pub(crate) missing: Vec<Missed>,
    /// How many more name nothing; empty where there are none.
    pub(crate) more_missing: String,
    pub(crate) risk: RiskView,
}

/// A member that names nothing now.
pub(crate) struct Missed {
    pub(crate) member: Outside,
    pub(crate) why: &'static str,
}

// === impl Preview ===

impl Preview {
    /// Of these members, as tools are where all of them are. What is said about a tool in the
    /// toolset alone is not heard here.
    pub(crate) fn of(pages: &Pages, members: &[Member]) -> Self {
        let catalogue = pages.gateway.catalogue();
        let all = catalogue.everything().tools();
        let pool = Pool::new(all.iter().map(|one| (&one.tool.name, one.tool.ref_id)));
        let selection = pool.select(members, |at, hint| {
            let relied = all[at].effective.relied.hint(hint);
            relied.map(|fact| fact.value)
        });
        let chosen = || selection.tools.iter().map(|at| &*all[*at]);
        let cost = |one: &candor_gateway::Offered| one.tokens();
        let own: usize = chosen().map(cost).sum();
        let everything: usize = if selection.tools.len() == all.len() {
            own
        } else {
            all.iter().map(|one| cost(one)).sum()
        };
        let trusts = Trusts::of(&pages.gateway);
        let missing = selection
            .missing
            .iter()
            .take(MISSING)
            .map(|missing| Missed {
                member: Outside::short(&missing.member.to_string(), NAME),
                why: missing.why.as_str(),
            });
        let more = selection.missing.len().saturating_sub(MISSING);
        Self {
            tools: counted(selection.tools.len(), "tool"),
            tokens: counted(own, "token"),
            share: share(own, everything),
            missing: missing.collect(),
            more_missing: if more == 0 {
                String::new()
            } else {
                number(more)
            },
            risk: RiskView::of(&Risk::of(chosen().map(|one| trusts.seen(one)))).unlinked(),
        }
    }
}
