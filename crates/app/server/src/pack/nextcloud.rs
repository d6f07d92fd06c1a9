//! The account of the Nextcloud pack, from the environment, and the installed apps of its server.

use std::sync::Arc;
use std::time::Duration;

use candor_functions::Toolbox;
use candor_model::{Secret, SourceName, Toolset, ToolsetMember, ToolsetName};
use candor_nextcloud::{
    LoginStore, ModuleGate, ModuleState, NextcloudError, NextcloudOptions, PackModule,
    capability_gate, module_tools, toolbox_with_logins, toolbox_without,
};

/// The variables that name the account.
const HOST: &str = "NEXTCLOUD_HOST";
const USERNAME: &str = "NEXTCLOUD_USERNAME";
const PASSWORD: &str = "NEXTCLOUD_PASSWORD";
/// The tool that begins a login, where callers log in themselves.
const LOGIN_TOOL: &str = "provision_nextcloud_access";
/// How long startup waits for the server's list of apps.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the pack cannot be served.
#[derive(Debug, thiserror::Error)]
pub(super) enum AccountError {
    /// A variable is missing or empty.
    #[error(
        "`{0}` is not set; the pack needs `NEXTCLOUD_HOST`, and either `NEXTCLOUD_USERNAME` with an app password in `NEXTCLOUD_PASSWORD`, or neither, so that each caller logs in with a browser"
    )]
    Missing(&'static str),
    /// The variables cannot be used.
    #[error(transparent)]
    Pack(#[from] NextcloudError),
}

/// The tools of the account that the variables name, without those of apps that its server lacks.
/// Where they name none, each caller logs in with a browser.
pub(super) async fn toolbox(
    variable: impl Fn(&str) -> Option<String>,
    logins: Arc<dyn LoginStore>,
) -> Result<Toolbox, AccountError> {
    let value = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
    let required = |name: &'static str| value(name).ok_or(AccountError::Missing(name));
    let host = required(HOST)?;
    if value(USERNAME).is_none() && value(PASSWORD).is_none() {
        return Ok(toolbox_with_logins(&host, logins)?);
    }
    let options = NextcloudOptions {
        host,
        username: required(USERNAME)?,
        password: Secret::new(required(PASSWORD)?),
    };
    let gates = gates(options.clone()).await?;
    Ok(toolbox_without(&options, &gates)?)
}

/// The modules that the server supports. If it does not respond, all are offered, and calls report
/// what is missing.
async fn gates(options: NextcloudOptions) -> Result<Vec<ModuleGate>, NextcloudError> {
    let gates = match tokio::time::timeout(PATIENCE, capability_gate(options)).await {
        Ok(Ok(gates)) => gates,
        Ok(Err(error @ NextcloudError::Capabilities(_))) => {
            tracing::warn!(%error, "The apps of the Nextcloud server are not known, so all tools are offered");
            return Ok(Vec::new());
        }
        // The account itself cannot be used.
        Ok(Err(error)) => return Err(error),
        Err(_) => {
            tracing::warn!("The Nextcloud server does not answer, so all tools are offered");
            return Ok(Vec::new());
        }
    };
    for gate in &gates {
        if let ModuleState::Missing { reason } = &gate.state {
            let module = gate.module.as_str();
            tracing::warn!("The Nextcloud tools for {module} are not offered: {reason}");
        }
    }
    Ok(gates)
}

/// The toolsets that come with the pack: one for each module that is offered, named after the source.
pub(super) fn toolsets(source: &SourceName, toolbox: &Toolbox) -> Vec<Toolset> {
    let toolsets = PackModule::ALL.into_iter().filter_map(|module| {
        let name = ToolsetName::parse(&format!("{source}-{}", module.as_str())).ok()?;
        let mut toolset = Toolset::new(name);
        toolset.description = format!("The Nextcloud tools of the module `{}`", module.as_str());
        // Callers that log in themselves need this tool first.
        let login = [LOGIN_TOOL.to_owned()];
        let offered = module_tools(module).into_iter().chain(login);
        let offered = offered.filter(|tool| toolbox.definition(tool).is_some());
        let members = offered.map(|tool| ToolsetMember::parse(&format!("{source}.{tool}")));
        toolset.members = members.collect::<Result<_, _>>().ok()?;
        (!toolset.members.is_empty()).then_some(toolset)
    });
    toolsets.collect()
}

#[cfg(test)]
mod tests {
    use candor_nextcloud::MemoryLogins;

    use super::*;

    /// An address that nothing answers at.
    const NOWHERE: &str = "http://127.0.0.1:9";

    #[test]
    fn every_module_that_is_offered_has_a_toolset() {
        let source = SourceName::parse("cloud").expect("a name");
        let options = || NextcloudOptions {
            host: NOWHERE.to_owned(),
            username: "ada".to_owned(),
            password: Secret::new("secret".to_owned()),
        };
        let all = toolsets(&source, &toolbox_without(&options(), &[]).expect("tools"));
        assert_eq!(all.len(), PackModule::ALL.len());
        let logins = Arc::new(MemoryLogins::default());
        let own = toolbox_with_logins(NOWHERE, logins).expect("tools");
        for toolset in toolsets(&source, &own) {
            let login = toolset.members.last().expect("a tool").to_string();
            assert_eq!(login, format!("cloud.{LOGIN_TOOL}"), "{}", toolset.name);
        }
        let notes = all.first().expect("a toolset");
        assert_eq!(notes.name.as_str(), "cloud-notes");
        assert_eq!(notes.members.len(), module_tools(PackModule::Notes).len());
        let gate = ModuleGate {
            module: PackModule::Notes,
            state: ModuleState::Missing {
                reason: "there is no such app".to_owned(),
            },
        };
        let some = toolsets(
            &source,
            &toolbox_without(&options(), &[gate]).expect("tools"),
        );
        assert_eq!(some.len(), PackModule::ALL.len() - 1);
    }

    #[tokio::test]
    async fn the_account_must_be_whole() {
        let set = |names: &'static [&str], host: &'static str| {
            move |name: &str| {
                let value = if name == HOST { host } else { "ada" };
                names.contains(&name).then(|| value.to_owned())
            }
        };
        let host = NOWHERE;
        let toolbox = async |variable| toolbox(variable, Arc::new(MemoryLogins::default())).await;
        let made = toolbox(set(&[HOST, USERNAME, PASSWORD], host)).await;
        assert!(made.expect("tools").definitions().count() > 100);
        // Without an account, each caller logs in.
        let made = toolbox(set(&[HOST], host)).await.expect("tools");
        assert!(made.definition(LOGIN_TOOL).is_some());
        for (names, host, expect) in [
            (&[][..], host, "`NEXTCLOUD_HOST` is not set"),
            (&[HOST, USERNAME], host, "`NEXTCLOUD_PASSWORD` is not set"),
            (
                &[HOST, USERNAME, PASSWORD],
                " ",
                "`NEXTCLOUD_HOST` is not set",
            ),
            (
                &[HOST, USERNAME, PASSWORD],
                "cloud",
                "`cloud` is not the address",
            ),
        ] {
            let refused = toolbox(set(names, host)).await;
            let error = refused.expect_err(expect).to_string();
            assert!(error.contains(expect), "{error}");
        }
    }
}
