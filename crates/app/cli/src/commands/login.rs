//! `candor login`: OAuth login in a browser, for an environment.

mod callback;

use candor_gateway::Gateway;
use candor_model::{EnvironmentVariable, Secret, VariableValue};
use candor_sources::{ConsentRequest, GrantedConsent, VariableValues};
use url::Url;

use self::callback::CallbackListener;
use crate::args::LoginArgs;
use crate::prelude::*;

pub(super) async fn run(args: &LoginArgs, context: &CommandContext) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
    workspace.narrow(&args.source)?;
    with_gateway(&workspace, async |gateway| {
        let callback = CallbackListener::open(args.port).await?;
        let agreed = ask(args, &gateway, callback, &context.output).await?;
        keep(args, &gateway, &agreed, context).await
    })
    .await
}

/// Prints the page and waits for the browser to return.
async fn ask(
    args: &LoginArgs,
    gateway: &Gateway,
    callback: CallbackListener,
    output: &CommandOutput,
) -> CommandResult<GrantedConsent> {
    // Checked before the user opens the browser in vain.
    let editor = gateway.editor();
    let view = editor.environment(&args.environment).await?;
    if view.version.is_none() {
        let sentence = format!(
            "the environment `{}` is declared in the configuration file, which cannot store the \
             token",
            args.environment
        );
        let failure = CommandFailure::new(sentence);
        return Err(failure.hint("`candor environment create` creates another one"));
    }
    let request = ConsentRequest {
        scheme: args.scheme.clone(),
        scopes: args.scopes.clone(),
        redirect: Url::parse(&callback.address())?,
        variables: VariableValues::default(),
    };
    let consent = gateway
        .consent(&args.source, Some(&args.environment), request)
        .await
        .map_err(|reason| {
            CommandFailure::new(format!("cannot log in to `{}`: {reason}", args.source))
        })?;
    output.say(&format!(
        "Open this page in your browser and approve access:\n\n  {}\n\nWaiting for the browser to \
         return.",
        consent.url()
    ));
    let waited = tokio::time::timeout(args.wait, callback.answer()).await;
    let answer = waited.map_err(|_| {
        let sentence = format!(
            "the browser did not return within {} s",
            args.wait.as_secs()
        );
        CommandFailure::new(sentence).hint("try again; `--wait SECONDS` waits longer")
    })??;
    let redeemed = consent
        .redeem(Secret::new(answer.code), &answer.state)
        .await;
    redeemed.map_err(|reason| CommandFailure::new(format!("login failed: {reason}")))
}

/// Stores the token in the environment.
async fn keep(
    args: &LoginArgs,
    gateway: &Gateway,
    agreed: &GrantedConsent,
    context: &CommandContext,
) -> CommandResult<()> {
    let output = &context.output;
    let variable = EnvironmentVariable {
        name: agreed.variable.clone(),
        value: VariableValue::Secret(agreed.value.clone()),
    };
    let author = args.reason.author(&context.actor)?;
    let editor = gateway.editor();
    editor
        .set_variable(&author, &args.environment, &variable)
        .await?;
    if output.is_json() {
        return output.json(&json!({
            "source": args.source.to_string(),
            "environment": args.environment.to_string(),
            "variable": agreed.variable.to_string(),
            "lasts": agreed.lasts,
        }));
    }
    output.line(&format!(
        "logged in to `{}`: `{}` is set in the environment `{}`",
        args.source, agreed.variable, args.environment
    ))?;
    if !agreed.lasts {
        output.say(
            "The server issued no refresh token, so access ends when the token expires. Some \
             servers issue one for the scope `offline_access`.",
        );
    }
    Ok(())
}
