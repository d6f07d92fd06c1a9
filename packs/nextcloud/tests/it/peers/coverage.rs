//! Which tool is called on which server. The scripted server answers all of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use candor_nextcloud::{PackModule, module_tools};

use crate::cases;

/// A real server that answers tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RealServer {
    Radicale,
    WsgiDav,
}

/// The file tools that need nothing but `WebDAV`.
const WEBDAV: [&str; 7] = [
    "nc_webdav_list_directory",
    "nc_webdav_read_file",
    "nc_webdav_write_file",
    "nc_webdav_create_directory",
    "nc_webdav_move_resource",
    "nc_webdav_copy_resource",
    "nc_webdav_delete_resource",
];

/// Why the tools of a module run on the scripted server only, beyond those in [`WEBDAV`].
fn reason(module: PackModule) -> &'static str {
    match module {
        PackModule::Calendar | PackModule::Contacts => "",
        PackModule::Files => {
            "search, favourites, trash, versions, tags and comments are Nextcloud's own"
        }
        PackModule::Account => "OCS is Nextcloud's own",
        PackModule::Notes
        | PackModule::Deck
        | PackModule::Tables
        | PackModule::Sharing
        | PackModule::Cookbook
        | PackModule::News => "the interface of the app is its own",
    }
}

/// The real server on which a tool is called.
pub(super) fn real_server(module: PackModule, tool: &str) -> Option<RealServer> {
    match module {
        PackModule::Calendar | PackModule::Contacts => Some(RealServer::Radicale),
        PackModule::Files if WEBDAV.contains(&tool) => Some(RealServer::WsgiDav),
        _ => None,
    }
}

/// The cases that a real server answers.
pub(super) fn cases_of(server: RealServer) -> Vec<crate::case::ToolCase> {
    let tools: Vec<String> = PackModule::ALL
        .into_iter()
        .flat_map(|module| {
            let all = module_tools(module).into_iter();
            all.filter(move |tool| real_server(module, tool) == Some(server))
        })
        .collect();
    let mut cases = cases::all();
    cases.retain(|case| tools.iter().any(|tool| tool == case.tool));
    assert_eq!(cases.len(), tools.len(), "every tool has its case");
    cases
}

/// A Markdown table: module, how many tools are called on which server.
pub(crate) fn coverage_table() -> String {
    let mut table = "| module | Radicale | WsgiDAV | scripted server only | why |\n\
                     |---|---|---|---|---|\n"
        .to_owned();
    for module in PackModule::ALL {
        let tools = module_tools(module);
        let count = |wanted: Option<RealServer>| {
            let all = tools.iter();
            all.filter(|tool| real_server(module, tool) == wanted)
                .count()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | {} | {} |",
            module.as_str(),
            count(Some(RealServer::Radicale)),
            count(Some(RealServer::WsgiDav)),
            count(None),
            reason(module),
        );
    }
    table
}

#[test]
fn every_tool_is_called_on_a_server() {
    let scripted: BTreeSet<&str> = cases::all().iter().map(|case| case.tool).collect();
    for module in PackModule::ALL {
        let tools = module_tools(module);
        for tool in &tools {
            assert!(scripted.contains(tool.as_str()), "{tool} has no case");
        }
        let alone = tools.iter().any(|tool| real_server(module, tool).is_none());
        assert_eq!(alone, !reason(module).is_empty(), "{module:?}");
    }
    let files = module_tools(PackModule::Files);
    for tool in WEBDAV {
        assert!(files.iter().any(|one| one == tool), "{tool} is no tool");
    }
}
