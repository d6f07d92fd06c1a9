use std::net::SocketAddr;

use candor_config::{SettingFlags, Settings};
use candor_gateway::StartupWait;
use candor_gateway::edit::{DocumentInput, SaveSourceError, SourceInput, SourceKindInput};
use candor_model::{ChangeAuthor, ChangeChannel};
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
    for _ in 0..6_000 {
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

#[tokio::test]
async fn programs_and_paths_can_be_added_where_a_setting_says_so() {
    let (_data, mut settings) = fresh();
    let inputs = [
        SourceKindInput::Command {
            line: "/nowhere/at-all".to_owned(),
            env: Vec::new(),
            cwd: None,
        },
        SourceKindInput::Functions {
            path: "/nowhere/f.ts".to_owned(),
        },
        SourceKindInput::Document {
            at: DocumentInput::Url("/nowhere/api.yaml".to_owned()),
            base_url: None,
            allow_private: false,
        },
    ];
    let author = ChangeAuthor {
        name: "ann".to_owned(),
        channel: ChangeChannel::Api,
        why: None,
    };
    for allowed in [false, true] {
        settings.server.allow_commands = allowed;
        let assembled = assemble(&settings, false, SourceStartup::AllSources).await;
        let assembled = assembled.expect("a gateway");
        let editor = assembled.gateway().editor();
        assert_eq!(editor.allows_commands(), allowed);
        for (at, what) in inputs.iter().enumerate() {
            let input = SourceInput {
                name: format!("s{at}"),
                trust: None,
                what: what.clone(),
            };
            let draft = editor.draft_source(&input).expect("a draft");
            let plan = editor.plan_source(&draft).map(|_| ());
            let preview = editor.preview_source(&draft).await.map(|_| ());
            let added = editor.add_source(&draft, &author).await.map(|_| ());
            for outcome in [plan, preview, added] {
                let refused = matches!(outcome, Err(SaveSourceError::Local(_)));
                assert_eq!(refused, !allowed, "{what:?}: {outcome:?}");
            }
        }
        assembled.stop().await;
    }
}

#[test]
fn the_gateway_does_not_call_itself() {
    let (_data, mut settings) = fresh();
    let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
    let own = |settings: &Settings, startup| {
        let listeners = own_listeners(settings, startup);
        format!("{listeners:?}")
    };
    let serving = SourceStartup::Serving {
        at: Some(at("127.0.0.1:45678")),
    };
    settings.server.listen = at("127.0.0.1:0");
    assert_eq!(own(&settings, SourceStartup::AllSources), "[]");
    assert_eq!(own(&settings, serving), "[OwnListener(127.0.0.1:45678)]");
    // A command may run beside a gateway with the same settings.
    settings.server.listen = at("127.0.0.1:45679");
    let beside = own(&settings, SourceStartup::Serving { at: None });
    assert_eq!(beside, "[OwnListener(127.0.0.1:45679)]");
}
