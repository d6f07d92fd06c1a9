use std::net::SocketAddr;

use candor_config::{SettingFlags, Settings};
use candor_gateway::StartupWait;
use tempfile::TempDir;
use tokio::net::TcpStream;

use super::*;

/// A machine without any configuration.
fn fresh() -> (TempDir, Settings) {
    let data = tempfile::tempdir().expect("a folder");
    let flags = SettingFlags {
        data: Some(data.path().to_owned()),
        ..SettingFlags::default()
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
    let assembled = assemble(&settings, true, SourceStartup::AllSources).await;
    let assembled = assembled.expect("a gateway");
    let address = assembled.shop.as_ref().expect("a shop").address();
    assembled.gateway().settled(StartupWait::Command).await;
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
    let assembled = assemble(&settings, true, SourceStartup::AllSources).await;
    let assembled = assembled.expect("a gateway");
    let address = assembled.shop.as_ref().expect("a shop").address();
    drop(assembled);
    // The shop closes shortly afterwards.
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
        let assembled = assemble(&settings, true, SourceStartup::NoSources).await;
        let assembled = assembled.expect("a gateway");
        assembled.gateway().settled(StartupWait::Command).await;
        let address = assembled.shop.as_ref().expect("a shop").address();
        assert!(is_open(address).await);
        assert!(assembled.gateway().sources()[0].tools > 0);
        assembled.stop().await;
    }
}

#[tokio::test]
async fn where_something_is_configured_there_is_no_shop() {
    let (_data, settings) = fresh();
    let assembled = assemble(&settings, false, SourceStartup::AllSources).await;
    let assembled = assembled.expect("a gateway");
    assert!(assembled.shop.is_none());
    assert!(assembled.gateway().sources().is_empty());
    assembled.stop().await;
}
