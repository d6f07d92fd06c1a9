//! All tools, with their definitions checked.

use std::sync::Arc;

use candor_functions::{Group, Toolbox};

use crate::accounts::PackAccounts;
use crate::capability::{ModuleGate, ModuleState};
use crate::client::NextcloudClient;
use crate::login::LoginStore;
use crate::pack_tool::{PackModule, PackTool, ToolMaker};
use crate::{
    NextcloudError, NextcloudOptions, account, calendar, contacts, cookbook, deck, files, news,
    notes, sharing, tables,
};

const INSTRUCTIONS: &str = "Tools for one Nextcloud account. Lists are given in pages: when \
    `next_offset` is set, call again with it as `offset`. Times carry their zone. An update that \
    takes an `etag` is refused if the thing was changed since; read it again and decide. Semantic \
    search (`nc_semantic_search`, `nc_semantic_search_answer`, `nc_get_vector_sync_status`) is not \
    offered; use `nc_notes_search_notes` and `nc_webdav_search_files`. A login in a browser \
    (`provision_nextcloud_access`) is offered where the operator has not configured an app \
    password.";

/// The tools of one account, with their definitions checked strictly. Nothing is sent.
pub fn toolbox(options: &NextcloudOptions) -> Result<Toolbox, NextcloudError> {
    toolbox_without(options, &[])
}

/// The same without the tools of the modules that the server cannot serve. People are told which and
/// why.
pub fn toolbox_without(
    options: &NextcloudOptions,
    missing: &[ModuleGate],
) -> Result<Toolbox, NextcloudError> {
    let client = NextcloudClient::new(options)?;
    checked(&Arc::new(PackAccounts::configured(client)), missing)
}

/// The tools of a server where each caller logs in with a browser, to an account of its own.
pub fn toolbox_with_logins(
    host: &str,
    logins: Arc<dyn LoginStore>,
) -> Result<Toolbox, NextcloudError> {
    checked(&Arc::new(PackAccounts::per_caller(host, logins)?), &[])
}

/// The tools without an account, for those who only look at their definitions.
pub fn unconnected_toolbox() -> Result<Toolbox, NextcloudError> {
    checked(&unconnected(), &[])
}

/// Accounts of no server.
pub(crate) fn unconnected() -> Arc<PackAccounts> {
    Arc::new(PackAccounts::configured(NextcloudClient::unconnected()))
}

fn checked(accounts: &Arc<PackAccounts>, gates: &[ModuleGate]) -> Result<Toolbox, NextcloudError> {
    let mut group = Group::new("nextcloud", env!("CARGO_PKG_VERSION")).instructions(INSTRUCTIONS);
    let mut missing = Vec::new();
    for gate in gates {
        if let ModuleState::Missing { reason } = &gate.state {
            missing.push(gate.module);
            let module = gate.module.as_str();
            group = group.left_out(format!("the `{module}` tools are not offered: {reason}"));
        }
    }
    pack_tools(accounts)
        .into_iter()
        .filter(|entry| !missing.contains(&entry.module))
        .fold(group, |group, entry| group.tool(entry.tool))
        .strict()
        .build()
        .map_err(NextcloudError::Definitions)
}

/// The names of the tools of one module: its toolset.
pub fn module_tools(module: PackModule) -> Vec<String> {
    pack_tools(&unconnected())
        .into_iter()
        .filter(|entry| entry.module == module)
        .map(|entry| entry.tool.definition().name.clone())
        .collect()
}

/// Every tool, module by module.
pub(crate) fn pack_tools(accounts: &Arc<PackAccounts>) -> Vec<PackTool> {
    let modules = PackModule::ALL.into_iter();
    modules
        .flat_map(|module| {
            let maker = ToolMaker {
                accounts: Arc::clone(accounts),
                module,
            };
            match module {
                PackModule::Notes => notes::tools(&maker),
                PackModule::Files => files::tools(&maker),
                PackModule::Deck => deck::tools(&maker),
                PackModule::Tables => tables::tools(&maker),
                PackModule::Sharing => sharing::tools(&maker),
                PackModule::Cookbook => cookbook::tools(&maker),
                PackModule::News => news::tools(&maker),
                PackModule::Contacts => contacts::tools(&maker),
                PackModule::Calendar => calendar::tools(&maker),
                PackModule::Account => account::tools(&maker),
            }
        })
        .collect()
}
