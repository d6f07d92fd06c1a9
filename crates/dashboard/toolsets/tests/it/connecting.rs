//! How clients are told where an endpoint is.

use candor_gateway::GatewayPolicySettings;
use candor_model::{Environment, EnvironmentName};
use candor_pagetest::{PageWorld, open_settings};

use crate::world::{assert_kept, author, guarded, make, open};

async fn environment(world: &PageWorld) {
    let prod = Environment {
        name: EnvironmentName::parse("prod").expect("a name"),
        description: String::new(),
        profile: None,
        provenance: None,
    };
    let editor = world.gateway.editor();
    let made = editor.create_environment(&author(), &prod).await;
    made.expect("an environment");
}

#[tokio::test]
async fn an_endpoint_is_copied_from_its_page() {
    let world = open().await;
    make(&world, "reading", &["shop.list_*"]).await;
    environment(&world).await;
    let mut browser = world.browser();
    let page = browser.get("/toolsets/reading/connect").await;
    page.says(
        200,
        &[
            "http://localhost:7333/mcp/reading</pre>",
            "claude mcp add --transport http candor-reading http://localhost:7333/mcp/reading",
            "[mcp_servers.candor-reading]",
            "data-copy=\"codex\"",
            "cursor://anysphere.cursor-deeplink/mcp/install?name=candor-reading&#38;config=",
            "vscode:mcp/install?%7B%22name%22%3A%22candor-reading%22%2C%22type%22%3A%22http%22",
            "VS Code opens and asks before it adds the server.",
        ],
    );
    page.lacks(&["Authorization"]);
    assert_kept!("toolset", page);
    let page = browser
        .get("/toolsets/reading/connect?environment=prod")
        .await;
    page.says(200, &["/mcp/reading@prod</pre>", "candor-reading-prod"]);
    let page = browser
        .get("/toolsets/reading/connect?environment=%3Cb%3E")
        .await;
    page.says(
        404,
        &[
            "There is no environment `&#60;b&#62;`",
            "Without an environment",
        ],
    );
    let page = browser.get("/toolsets/connect?environment=prod").await;
    page.says(200, &["http://localhost:7333/mcp@prod</pre>"]);
}

#[tokio::test]
async fn where_tokens_are_needed_a_placeholder_stands() {
    let world = guarded().await;
    let mut vic = world.logged_in("vic", "viewer").await;
    let page = vic.get("/toolsets/connect").await;
    page.says(
        200,
        &[
            "http://localhost:7333/mcp</pre>",
            "Clients need a token",
            "CANDOR_TOKEN",
            "YOUR_TOKEN",
            "bearer_token_env_var",
            // VS Code asks for the token that its link does not hold.
            "%22inputs%22%3A%5B%7B%22type%22%3A%22promptString%22",
        ],
    );
    let token = vic.cookies["candor_session"].clone();
    page.lacks(&[&token]);
    assert_kept!("plain_guarded", page);
    let mut cal = world.logged_in("cal", "caller").await;
    cal.get("/toolsets/connect")
        .await
        .says(403, &["Requires the viewer role"]);
}

/// A client that was sent to a guess would look for the gateway where it is not.
#[tokio::test]
async fn a_guessed_address_is_in_no_link() {
    let settings = GatewayPolicySettings {
        public_url: None,
        ..open_settings()
    };
    let world = PageWorld::new(settings, candor_dashboard_toolsets::routes()).await;
    let page = world.browser().get("/toolsets/connect").await;
    page.says(200, &["This URL is a guess", "cursor/mcp.json"]);
    page.lacks(&["href=\"cursor:", "href=\"vscode:"]);
}
