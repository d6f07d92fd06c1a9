//! The default setup of a test's gateway.

use std::sync::Arc;
use std::time::Duration;

use candor_gateway::{
    ClosedFactory, FileDeclarations, Gateway, GatewayLimits, GatewayPolicySettings, GatewaySpec,
    SourceSetup, StartupWait,
};
use candor_model::Roles;
use candor_store::Keyring;

use crate::TestDatabase;

/// A gateway with these sources and nothing else.
pub fn gateway_spec(database: TestDatabase, sources: Vec<SourceSetup>) -> GatewaySpec {
    GatewaySpec {
        sources,
        transparent: false,
        retention: Duration::from_hours(24),
        keep_arguments: false,
        limits: GatewayLimits {
            request_body: 4_000_000,
            sessions: 100,
            sessions_per_caller: 100,
            waiting_per_caller: 1_000,
            tasks_per_caller: 1_000,
            kept_bytes_per_caller: 100 << 20,
            session_idle: Duration::from_hours(1),
            start: Duration::from_mins(1),
        },
        store: database.store,
        journal: database.journal,
        declarations: FileDeclarations::default(),
        keyring: test_keyring("7"),
        policy_settings: permissive_settings(),
        source_factory: Arc::new(ClosedFactory),
        chores: true,
    }
}

/// Policy settings that allow callers without a credential to do everything, for tests about
/// something else.
pub fn permissive_settings() -> GatewayPolicySettings {
    GatewayPolicySettings {
        local_roles: Roles::ALL,
        ..GatewayPolicySettings::default()
    }
}

/// The key that is this digit, again and again.
pub fn test_keyring(digit: &str) -> Keyring {
    Keyring::parse(&digit.repeat(64)).expect("a key")
}

/// The gateway, once each of its sources has started or failed.
pub async fn start_gateway(spec: GatewaySpec) -> Gateway {
    let gateway = Gateway::start(spec).await.expect("a gateway");
    gateway.settled(StartupWait::Command).await;
    gateway
}
