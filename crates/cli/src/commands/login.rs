//! `candor login`: a person agrees in a browser that an environment acts for them.

mod door;

use candor_config::Flags;
use candor_gateway::Gateway;
use candor_model::{Secret, Variable, VariableValue};
use candor_sources::{Agreed, ConsentWish, Variables};
use serde_json::json;
use url::Url;

use self::door::Door;
use crate::args::Login;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

pub(super) async fn run(args: &Login, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.narrow(&args.source)?;
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let door = Door::open(args.port).await?;
        let agreed = ask(args, &gateway, door, output).await?;
        keep(args, &gateway, &agreed, output).await
    })
    .await
}

/// Shows the page and waits for the browser to come back.
async fn ask(
    args: &Login,
    gateway: &Gateway,
    door: Door,
    output: &Output,
) -> Result<Agreed, Failure> {
    // Said before a person is sent to a browser for nothing.
    let desk = gateway.desk();
    let view = desk.environment(&args.environment).await?;
    if view.version.is_none() {
        let sentence = format!(
            "the environment `{}` is declared in the configuration file, which cannot keep what \
             comes of a login",
            args.environment
        );
        return Err(Failure::new(sentence).hint("`candor environment create` makes another"));
    }
    let wish = ConsentWish {
        scheme: args.scheme.clone(),
        scopes: args.scopes.clone(),
        redirect: Url::parse(&door.address()).map_err(anyhow::Error::new)?,
        variables: Variables::default(),
    };
    let consent = gateway
        .consent(&args.source, Some(&args.environment), wish)
        .await
        .map_err(|reason| {
            Failure::new(format!("nobody can log in at `{}`: {reason}", args.source))
        })?;
    output.say(&format!(
        "Open this page in your browser and agree:\n\n  {}\n\nWaiting for the browser to come back.",
        consent.url()
    ));
    let waited = tokio::time::timeout(args.wait, door.answer()).await;
    let answer = waited.map_err(|_| {
        let sentence = format!("nobody came back within {} s", args.wait.as_secs());
        Failure::new(sentence).hint("begin again; `--wait SECONDS` waits longer")
    })??;
    let redeemed = consent
        .redeem(Secret::new(answer.code), &answer.state)
        .await;
    redeemed.map_err(|reason| Failure::new(format!("the login came to nothing: {reason}")))
}

/// Writes down what came of it.
async fn keep(
    args: &Login,
    gateway: &Gateway,
    agreed: &Agreed,
    output: &Output,
) -> Result<Exit, Failure> {
    let variable = Variable {
        name: agreed.variable.clone(),
        value: VariableValue::Secret(agreed.value.clone()),
    };
    let author = author(args.why.as_deref())?;
    let desk = gateway.desk();
    desk.set_variable(&author, &args.environment, &variable)
        .await?;
    if output.is_json() {
        output.json(&json!({
            "source": args.source.to_string(),
            "environment": args.environment.to_string(),
            "variable": agreed.variable.to_string(),
            "lasts": agreed.lasts,
        }))?;
        return Ok(Exit::Fine);
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
    Ok(Exit::Fine)
}
