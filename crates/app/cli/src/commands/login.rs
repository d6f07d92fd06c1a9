//! `candor login`: a person agrees in a browser that an environment acts for them.

mod callback;

use candor_config::SettingFlags;
use candor_gateway::Gateway;
use candor_model::{EnvironmentVariable, Secret, VariableValue};
use candor_sources::{ConsentRequest, GrantedConsent, VariableValues};
use serde_json::json;
use url::Url;

use self::callback::CallbackListener;
use crate::args::LoginArgs;
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

pub(super) async fn run(
    args: &LoginArgs,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.tell(output);
    workspace.narrow(&args.source)?;
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let door = CallbackListener::open(args.port).await?;
        let agreed = ask(args, &gateway, door, output).await?;
        keep(args, &gateway, &agreed, output).await
    })
    .await
}

/// Shows the page and waits for the browser to come back.
async fn ask(
    args: &LoginArgs,
    gateway: &Gateway,
    door: CallbackListener,
    output: &CommandOutput,
) -> Result<GrantedConsent, CommandFailure> {
    // Said before a person is sent to a browser for nothing.
    let desk = gateway.editor();
    let view = desk.environment(&args.environment).await?;
    if view.version.is_none() {
        let sentence = format!(
            "the environment `{}` is declared in the configuration file, which cannot keep what \
             comes of a login",
            args.environment
        );
        return Err(CommandFailure::new(sentence).hint("`candor environment create` makes another"));
    }
    let wish = ConsentRequest {
        scheme: args.scheme.clone(),
        scopes: args.scopes.clone(),
        redirect: Url::parse(&door.address()).map_err(anyhow::Error::new)?,
        variables: VariableValues::default(),
    };
    let consent = gateway
        .consent(&args.source, Some(&args.environment), wish)
        .await
        .map_err(|reason| {
            CommandFailure::new(format!("nobody can log in at `{}`: {reason}", args.source))
        })?;
    output.say(&format!(
        "Open this page in your browser and agree:\n\n  {}\n\nWaiting for the browser to come back.",
        consent.url()
    ));
    let waited = tokio::time::timeout(args.wait, door.answer()).await;
    let answer = waited.map_err(|_| {
        let sentence = format!("nobody came back within {} s", args.wait.as_secs());
        CommandFailure::new(sentence).hint("begin again; `--wait SECONDS` waits longer")
    })??;
    let redeemed = consent
        .redeem(Secret::new(answer.code), &answer.state)
        .await;
    redeemed.map_err(|reason| CommandFailure::new(format!("the login came to nothing: {reason}")))
}

/// Writes down what came of it.
async fn keep(
    args: &LoginArgs,
    gateway: &Gateway,
    agreed: &GrantedConsent,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let variable = EnvironmentVariable {
        name: agreed.variable.clone(),
        value: VariableValue::Secret(agreed.value.clone()),
    };
    let author = author(args.why.as_deref())?;
    let desk = gateway.editor();
    desk.set_variable(&author, &args.environment, &variable)
        .await?;
    if output.is_json() {
        output.json(&json!({
            "source": args.source.to_string(),
            "environment": args.environment.to_string(),
            "variable": agreed.variable.to_string(),
            "lasts": agreed.lasts,
        }))?;
        return Ok(CommandExit::Success);
    }
    output.line(&format!(
        "`{}` now acts for you at `{}`: `{}` is set",
        args.environment, args.source, agreed.variable
    ))?;
    if !agreed.lasts {
        output.say(
            "The server gave a token that cannot be renewed: it works until it expires. Some \
             servers give a lasting one for the scope `offline_access`.",
        );
    }
    Ok(CommandExit::Success)
}
