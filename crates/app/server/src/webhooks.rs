//! Webhooks that announce pending approvals.

use candor_config::{WebhookFormat, WebhookSettings};
use candor_gateway::Gateway;
use candor_webhook::{MessageFormat, WebhookError, WebhookSpec, Webhooks};

/// Starts the webhooks of the settings.
pub(crate) fn start(
    webhooks: &[WebhookSettings],
    gateway: &Gateway,
) -> Result<Webhooks, WebhookError> {
    let hooks = webhooks.iter().map(hook).collect();
    candor_webhook::start(gateway, hooks)
}

fn hook(settings: &WebhookSettings) -> WebhookSpec {
    WebhookSpec {
        url: settings.url.clone(),
        secret: settings.secret.clone(),
        format: match settings.format {
            WebhookFormat::Candor => MessageFormat::Candor,
            WebhookFormat::Slack => MessageFormat::Slack,
        },
        links: settings.links,
        pending: settings.pending,
        decided: settings.decided,
        allow_private: settings.allow_private,
        timeout: settings.timeout,
    }
}
