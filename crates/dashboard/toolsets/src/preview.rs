//! The tools, cost and risk of a draft.

use candor_dashboard_kit::{DashboardState, ExternalText};
use candor_model::ToolsetMember;
use candor_resolve::ToolPool;

use crate::risk::ToolsetRisk;
use crate::risk_view::{NAME, RiskView};
use crate::source_trust::TrustBySource;
use crate::words::{counted, number, share};

/// The most members without a match that are listed.
const MISSING: usize = 20;

pub(crate) struct ToolsetPreview {
    pub(crate) tools: String,
    pub(crate) tokens: String,
    pub(crate) share: String,
    pub(crate) missing: Vec<UnmatchedMember>,
    /// The number of further members without a match, in words; empty for none.
    pub(crate) more_missing: String,
    pub(crate) risk: RiskView,
}

pub(crate) struct UnmatchedMember {
    pub(crate) member: ExternalText,
    pub(crate) why: &'static str,
}

// === impl ToolsetPreview ===

impl ToolsetPreview {
    /// The preview of these members. It uses the hints at the default endpoint, without the
    /// overrides of the toolset.
    pub(crate) fn of(pages: &DashboardState, members: &[ToolsetMember]) -> Self {
        let catalogue = pages.gateway.catalogue();
        let all = catalogue.everything().tools();
        let pool = ToolPool::new(all.iter().map(|one| (&one.tool.name, one.tool.ref_id)));
        let selection = pool.select(members, |at, hint| {
            let relied = all[at].effective.relied.hint(hint);
            relied.map(|fact| fact.value)
        });
        let chosen = || selection.tools.iter().map(|at| &*all[*at]);
        let cost = |one: &candor_gateway::OfferedTool| one.tokens();
        let own: usize = chosen().map(cost).sum();
        let everything: usize = if selection.tools.len() == all.len() {
            own
        } else {
            all.iter().map(|one| cost(one)).sum()
        };
        let trusts = TrustBySource::of(&pages.gateway);
        let missing = selection
            .missing
            .iter()
            .take(MISSING)
            .map(|missing| UnmatchedMember {
                member: ExternalText::short(&missing.member.to_string(), NAME),
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
            risk: RiskView::of(&ToolsetRisk::of(chosen().map(|one| trusts.seen(one)))).unlinked(),
        }
    }
}
