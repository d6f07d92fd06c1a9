//! Who is told when somebody is asked.

use candor_config::{Settings, WebhookFormat, WebhookSettings};
use candor_gateway::Gateway;
use candor_webhook::{Format, Hook, HookError, Webhooks};

/// Begins to tell them.
pub(crate) fn start(settings: &Settings, gateway: &Gateway) -> Result<Webhooks, HookError> {
    let hooks = settings.policy.webhooks.iter().map(hook).collect();
    candor_webhook::start(gateway, hooks)
}

fn hook(settings: &WebhookSettings) -> Hook {
    Hook {
        url: settings.url.clone(),
        secret: settings.secret.clone(),
        format: match settings.format {
            WebhookFormat::Candor => Format::Candor,
            WebhookFormat::Slack => Format::Slack,
        },
        links: settings.links,
        pending: settings.pending,
        decided: settings.decided,
        allow_private: settings.allow_private,
        timeout: settings.timeout,
    }
}
