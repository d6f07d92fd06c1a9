//! What the gateway of a test is made of, unless the test says otherwise.

use std::sync::Arc;
use std::time::Duration;

use candor_gateway::{
    Closed, Declarations, Gateway, GatewaySpec, House, Limits, Patience, SourceSetup,
};
use candor_store::Keyring;

use crate::Ground;

/// A gateway with these sources and nothing else of its own.
pub fn spec(ground: Ground, sources: Vec<SourceSetup>) -> GatewaySpec {
    GatewaySpec {
        sources,
        transparent: false,
        retention: Duration::from_hours(24),
        limits: Limits {
            request_body: 4_000_000,
            sessions: 100,
            session_idle: Duration::from_hours(1),
            start: Duration::from_secs(20),
        },
        store: ground.store,
        journal: ground.journal,
        declarations: Declarations::default(),
        keyring: key("7"),
        house: House::default(),
        workshop: Arc::new(Closed),
        chores: true,
    }
}

/// The key that is this digit, again and again.
pub fn key(digit: &str) -> Keyring {
    Keyring::parse(&digit.repeat(64)).expect("a key")
}

/// The gateway, once each of its sources has started or failed.
pub async fn started(spec: GatewaySpec) -> Gateway {
    let gateway = Gateway::start(spec).await.expect("a gateway");
    gateway.settled(Patience::Command).await;
    gateway
}
