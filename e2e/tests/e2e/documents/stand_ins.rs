//! What stands in for the network, and for programs that would fetch something from it.
//!
//! The servers are the real packages that are installed for the tests. Only the way to them is
//! another: `npx`, `uvx`, `node` and `python3` of a reader start what is installed.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use candor_testkit::candor::bin;
use candor_testkit::http_api::HttpApi;
use candor_testkit::{ServerEra, ServerHandle, fixture, peers};

/// Variables that documents name, and that their reader would have set.
const VARIABLES: [&str; 8] = [
    "API_KEY",
    "REGISTRY_TOKEN",
    "SEARCH_TOKEN",
    "SHOP_KEY",
    "TOKEN",
    "TRACKER_KEY",
    "WEATHER_KEY",
    "WEBHOOK_SECRET",
];

/// Starts the installed package of this name.
const NPX: &str = r#"#!/bin/sh
[ "$1" = -y ] && shift
package=$1
shift
case $package in
some-server) package=@modelcontextprotocol/server-everything ;;
# A confined server of root cannot read what only root can read, such as a package below its home.
weather-mcp@*) exec python3 "$HOME/work/replay.py" "$HOME/work/shop-tools.json" ;;
esac
for modules in "$PEERS/node_modules" "$PEERS/servers/node_modules"; do
    entry=$modules/$package/dist/index.js
    [ -f "$entry" ] && exec node "$entry" "$@"
done
echo "npx: $package is not installed" >&2
exit 1
"#;

const UVX: &str =
    "#!/bin/sh\nprogram=$1\nshift\nexec \"$PEERS/servers/venv/bin/$program\" \"$@\"\n";
const TRACKER: &str = "#!/bin/sh\nexec npx -y @modelcontextprotocol/server-everything\n";

/// Servers that run as long as the reader reads, and what the reader's shell knows.
pub(super) struct StandIns {
    environment: Vec<(String, String)>,
    replaced: Vec<(String, String)>,
    _search: ServerHandle,
    _shop: HttpApi,
}

// === impl StandIns ===

impl StandIns {
    /// Starts the servers, and puts the programs into a home.
    pub(super) fn start(home: &Path, listen: &str) -> Self {
        let shown = |path: &Path| path.display().to_string();
        let peers = shown(&peers::folder().expect("a folder"));
        let bins = home.join("bin");
        fs::create_dir(&bins).expect("a folder");
        symlink(bin(), bins.join("candor")).expect("the program");
        symlink(peers::node().expect("Node is installed"), bins.join("node")).expect("Node");
        symlink("/usr/bin/python3", bins.join("python3")).expect("Python");
        for (name, text) in [("npx", NPX), ("uvx", UVX), ("tracker-mcp", TRACKER)] {
            let path = bins.join(name);
            // A confined server has not all variables, so the folder is written into the program.
            let text = text.replace("$PEERS", &peers);
            fs::write(&path, text).expect("a program");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        }
        let search = fixture::serve_http(ServerEra::Both);
        let shop = HttpApi::start().expect("a port");
        let document = fs::read_to_string(home.join("work/shop.yaml")).expect("a document");
        shop.document("/openapi.json", "application/yaml", &document);
        let system = std::env::var("PATH").unwrap_or_default();
        let mut environment: Vec<(String, String)> = VARIABLES
            .iter()
            .map(|name| ((*name).to_owned(), format!("value-of-{name}")))
            .collect();
        for (name, value) in [
            ("HOME", shown(home)),
            ("PATH", format!("{}:{system}", bins.display())),
            ("REPOSITORY", shown(super::root())),
            ("CANDOR_LISTEN", listen.to_owned()),
            ("SEARCH_URL", search.url().to_owned()),
            ("SHOP_URL", shop.origin()),
            ("NO_COLOR", "1".to_owned()),
        ] {
            environment.push((name.to_owned(), value));
        }
        let replaced = [
            ("cargo run --release --", "candor".to_owned()),
            ("127.0.0.1:7333", listen.to_owned()),
            ("/home/me", shown(home)),
        ];
        let replaced = replaced.map(|(from, to)| (from.to_owned(), to));
        Self {
            environment,
            replaced: replaced.to_vec(),
            _search: search,
            _shop: shop,
        }
    }

    /// The variables of the reader's shell.
    pub(super) fn environment(&self) -> Vec<(String, String)> {
        self.environment.clone()
    }

    /// A text with what is different for every reader here.
    pub(super) fn replace(&self, text: &str) -> String {
        let replaced = self.replaced.iter();
        replaced.fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}
