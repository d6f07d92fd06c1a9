//! Message bodies in the format of a webhook.

mod candor;
mod slack;

use bytes::Bytes;
use candor_card::ApprovalCard;
use candor_gateway::Gateway;
use candor_model::Approval;
use serde_json::Value;

use crate::event::{WebhookEvent, WebhookEventKind};
use crate::target::{MessageFormat, WebhookTarget};

/// The data for a message.
pub(crate) struct MessageContext<'a> {
    /// The kind of event.
    pub(crate) kind: WebhookEventKind,
    /// To which question.
    pub(crate) asked: &'a Approval,
    /// The approval card; `None` if it is unreadable.
    pub(crate) card: Option<ApprovalCard>,
    /// A link that answers.
    pub(crate) link: Option<String>,
    /// The URL of the approval's page, for users who can sign in.
    pub(crate) page: Option<String>,
}

/// Writes a message.
pub(crate) fn write(
    gateway: &Gateway,
    target: &WebhookTarget,
    event: WebhookEvent,
    asked: &Approval,
) -> Bytes {
    let context = MessageContext {
        kind: event.kind,
        asked,
        card: ApprovalCard::from_json(&asked.card).ok(),
        link: link(gateway, target, event, asked),
        page: gateway.policy_settings().page(asked.id),
    };
    let message: Value = match target.hook.format {
        MessageFormat::Candor => candor::message(&context),
        MessageFormat::Slack => slack::message(&context),
    };
    message.to_string().into()
}

/// A link that answers, as long as the approval is pending.
fn link(
    gateway: &Gateway,
    target: &WebhookTarget,
    event: WebhookEvent,
    asked: &Approval,
) -> Option<String> {
    if !target.hook.links || event.kind != WebhookEventKind::Pending {
        return None;
    }
    match gateway.approvals().link(asked, &target.host) {
        Ok(link) => link,
        Err(error) => {
            let approval = asked.id;
            tracing::warn!(
                webhook = target.number,
                %approval,
                %error,
                "A webhook message is sent without its link"
            );
            None
        }
    }
}
