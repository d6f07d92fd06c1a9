use std::net::SocketAddr;

use candor_config::{Flags, Settings};
use candor_gateway::Patience;
use tempfile::TempDir;
use tokio::net::TcpStream;

use super::*;

/// A machine on which nobody has configured anything.
fn fresh() -> (TempDir, Settings) {
    let data = tempfile::tempdir().expect("a folder");
    let flags = Flags {
        data: Some(data.path().to_owned()),
        ..Flags::default()
    };
    let loaded = candor_config::read(None, &flags, &|_| None).expect("settings");
    (data, loaded.settings)
}

async fn is_open(address: SocketAddr) -> bool {
    TcpStream::connect(address).await.is_ok()
}

#[tokio::test]
async fn the_shop_is_open_as_long_as_its_gateway_runs() {
    let (_data, settings) = fresh();
    let assembled = assemble(&settings, true, Waking::Everybody).await;
    let assembled = assembled.expect("a gateway");
    let address = assembled.shop.as_ref().expect("a shop").address();
    assembled.gateway().settled(Patience::Command).await;
    let sources = assembled.gateway().sources();
    let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, [DEMO, "gs1"]);
    for source in &sources {
        assert!(source.state.is_ready(), "{}", source.state);
    }
    assert!(address.ip().is_loopback());
    assert!(is_open(address).await);
    assembled.stop().await;
    assert!(!is_open(address).await);
}

#[tokio::test]
async fn a_gateway_that_is_dropped_closes_it_too() {
    let (_data, settings) = fresh();
    let assembled = assemble(&settings, true, Waking::Everybody).await;
    let assembled = assembled.expect("a gateway");
    let address = assembled.shop.as_ref().expect("a shop").address();
    drop(assembled);
    // Whoever is behind the counter goes as soon as they notice.
    for _ in 0..1000 {
        if !is_open(address).await {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the shop is still open");
}

#[tokio::test]
async fn it_is_open_while_everybody_sleeps() {
    let (_data, settings) = fresh();
    for _ in 0..2 {
        let assembled = assemble(&settings, true, Waking::Nobody).await;
        let assembled = assembled.expect("a gateway");
        assembled.gateway().settled(Patience::Command).await;
        let address = assembled.shop.as_ref().expect("a shop").address();
        assert!(is_open(address).await);
        assert!(assembled.gateway().sources()[0].tools > 0);
        assembled.stop().await;
    }
}

#[tokio::test]
async fn where_something_is_configured_there_is_no_shop() {
    let (_data, settings) = fresh();
    let assembled = assemble(&settings, false, Waking::Everybody).await;
    let assembled = assembled.expect("a gateway");
    assert!(assembled.shop.is_none());
    assert!(assembled.gateway().sources().is_empty());
    assembled.stop().await;
}
