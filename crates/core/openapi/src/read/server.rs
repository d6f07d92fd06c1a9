//! Reads servers and their variables.

use std::collections::BTreeMap;

use candor_text::quote;

use super::budget::VALUE;
use super::findings::code;
use super::position::DocumentNode;
use super::reader::DocumentReader;
use crate::api::{ApiServer, ServerVariable};

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The servers of a document, path or operation; `None` if it has no such list.
    pub(super) fn servers(&mut self, node: &DocumentNode<'a>) -> Option<Vec<ApiServer>> {
        let mut servers = Vec::new();
        for entry in self.list(node, "servers") {
            self.allowance.pay(4 * VALUE);
            servers.extend(self.server(&entry));
        }
        (!servers.is_empty()).then_some(servers)
    }

    fn server(&mut self, node: &DocumentNode<'a>) -> Option<ApiServer> {
        let Some(url) = self.text(node, "url") else {
            let message = "a server without `url` is ignored";
            self.warn(code::MISSING, &node.spot, message);
            return None;
        };
        let mut variables = BTreeMap::new();
        for (name, variable) in self.map(node, "variables") {
            let variable = self.server_variable(name, &variable);
            variables.insert(name.to_owned(), variable);
        }
        Some(ApiServer {
            name: self.text(node, "name"),
            description: self.text(node, "description"),
            url: url.trim().to_owned(),
            variables,
        })
    }

    fn server_variable(&mut self, name: &str, node: &DocumentNode<'a>) -> ServerVariable {
        let choices = self.texts(node, "enum");
        let default = self.text(node, "default");
        let first = choices.first().cloned().unwrap_or_default();
        let default = default.unwrap_or_else(|| {
            let message = format!(
                "the variable {} has no `default`; it is {}",
                quote(name),
                quote(&first)
            );
            self.warn(code::MISSING, &node.spot, message);
            first
        });
        if !choices.is_empty() && !choices.contains(&default) {
            let message = format!(
                "{} is the default of a variable, and not one of its choices",
                quote(&default)
            );
            self.warn(code::WRONG_VALUE, &node.spot, message);
        }
        ServerVariable { default, choices }
    }

    /// The servers of a Swagger 2.0 document: host and base path, with each scheme of the operation
    /// or the document.
    pub(super) fn servers_2(
        &mut self,
        root: &DocumentNode<'a>,
        operation: &DocumentNode<'a>,
    ) -> Vec<ApiServer> {
        let host = self.text(root, "host").filter(|host| !host.is_empty());
        let mut path = self.text(root, "basePath").unwrap_or_default();
        if !path.is_empty() && !path.starts_with('/') {
            path.insert(0, '/');
        }
        let Some(host) = host else {
            let relative = (!path.is_empty()).then(|| plain_server(path));
            return relative.into_iter().collect();
        };
        let mut schemes = self.texts(operation, "schemes");
        if schemes.is_empty() {
            schemes = self.texts(root, "schemes");
        }
        if schemes.is_empty() {
            let message = format!(
                "the document does not say how {} is reached; it is `https`",
                quote(&host)
            );
            self.note(code::MISSING, &root.spot, message);
            schemes.push("https".to_owned());
        }
        let web = |scheme: &String| matches!(scheme.as_str(), "http" | "https");
        let schemes = schemes.iter().map(|scheme| scheme.to_ascii_lowercase());
        schemes
            .filter(web)
            .map(|scheme| plain_server(format!("{scheme}://{host}{path}")))
            .collect()
    }
}

fn plain_server(url: String) -> ApiServer {
    ApiServer {
        url,
        name: None,
        description: None,
        variables: BTreeMap::new(),
    }
}
