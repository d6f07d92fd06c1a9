//! What a message says, in the form that a hook understands.

mod candor;
mod slack;

use bytes::Bytes;
use candor_card::Card;
use candor_gateway::Gateway;
use candor_model::Approval;
use serde_json::Value;

use crate::event::{Event, Happened};
use crate::hook::{Format, Target};

/// Everything that a message is written from.
pub(crate) struct Matter<'a> {
    /// What has happened.
    pub(crate) happened: Happened,
    /// To which question.
    pub(crate) asked: &'a Approval,
    /// What a person is shown; nothing if it cannot be read.
    pub(crate) card: Option<Card>,
    /// A link that answers.
    pub(crate) link: Option<String>,
    /// The page of the question, for those who can log in.
    pub(crate) page: Option<String>,
}

/// Writes a message.
pub(crate) fn write(gateway: &Gateway, target: &Target, event: Event, asked: &Approval) -> Bytes {
    let matter = Matter {
        happened: event.happened,
        asked,
        card: Card::from_json(&asked.card).ok(),
        link: link(gateway, target, event, asked),
        page: gateway.house().page(asked.id),
    };
    let message: Value = match target.hook.format {
        Format::Candor => candor::message(&matter),
        Format::Slack => slack::message(&matter),
    };
    message.to_string().into()
}

/// A link for whoever reads the message, as long as there is something to answer.
fn link(gateway: &Gateway, target: &Target, event: Event, asked: &Approval) -> Option<String> {
    if !target.hook.links || event.happened != Happened::Pending {
        return None;
    }
    match gateway.approvals().link(asked, &target.host) {
        Ok(link) => link,
        Err(error) => {
            let approval = asked.id;
            tracing::warn!(webhook = target.number, %approval, %error, "A webhook is told of a call without a link");
            None
        }
    }
}
