//! Reads the operations of a path.

use super::budget::VALUE;
use super::path::DocumentDefaults;
use super::position::DocumentNode;
use super::reader::{DocumentReader, UnreadablePart};
use super::template::PathTemplate;
use super::version::DocumentVersion;
use crate::api::{ApiServer, OpenApiOperation, OperationMethod, SecurityRequirement};

/// The context of an operation.
pub(super) struct OperationContext<'r, 'a> {
    pub(super) document: &'r DocumentDefaults<'a>,
    pub(super) template: &'r PathTemplate,
    /// The path item and what it refers to, in order of precedence.
    pub(super) layers: &'r [DocumentNode<'a>],
    /// The operation's place in the document.
    pub(super) pointer: String,
}

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// Reads an operation. The error is why it cannot be used.
    pub(super) fn operation(
        &mut self,
        method: OperationMethod,
        node: DocumentNode<'a>,
        around: &OperationContext<'_, 'a>,
    ) -> Result<OpenApiOperation, UnreadablePart> {
        let node = self.follow(node)?.node;
        let root = &around.document.root;
        let shared = around
            .layers
            .iter()
            .find(|it| it.get("parameters").is_some());
        let found = self.find_parameters(shared, &node)?;
        let is_2 = self.version == DocumentVersion::V2;
        let body = if is_2 {
            self.body_2(&found, root, &node)
        } else {
            self.body(&node)?
        };
        let security = self.needs(&node, around)?;
        let servers = self.served_at(&node, around);
        let places: Vec<_> = [&node].into_iter().chain(around.layers).collect();
        let operation = OpenApiOperation {
            id: self
                .text(&node, "operationId")
                .filter(|id| !id.trim().is_empty()),
            method,
            path: around.template.path.clone(),
            summary: self.text(&node, "summary"),
            description: self.text(&node, "description"),
            tags: self.texts(&node, "tags"),
            deprecated: self.flag(&node, "deprecated").unwrap_or(false),
            parameters: self.parameters(&found, around.template, &node),
            body,
            responses: self.responses(root, &node),
            security,
            servers,
            extension: self.extension(&places),
            pointer: around.pointer.clone(),
        };
        let own = 8 * VALUE + operation.path.len() + operation.pointer.len();
        self.pay(own, &node.spot)?;
        Ok(operation)
    }

    /// The security requirements of the operation or, without any, of the document.
    fn needs(
        &mut self,
        node: &DocumentNode<'a>,
        around: &OperationContext<'_, 'a>,
    ) -> Result<Vec<SecurityRequirement>, UnreadablePart> {
        if let Some(own) = self.security(node, &around.document.schemes)? {
            return Ok(own);
        }
        let all = around.document.security.clone()?;
        let needs = all.iter().flatten();
        let texts = needs.flat_map(|need| need.scopes.iter().chain([&need.scheme]));
        let cost: usize = texts.map(|text| VALUE + text.len()).sum();
        self.pay(cost + VALUE * all.len(), &node.spot)?;
        Ok(all)
    }

    /// The most specific list of servers for the operation.
    fn served_at(
        &mut self,
        node: &DocumentNode<'a>,
        around: &OperationContext<'_, 'a>,
    ) -> Vec<ApiServer> {
        if self.version == DocumentVersion::V2 {
            return self.servers_2(&around.document.root, node);
        }
        let places = [node].into_iter().chain(around.layers);
        for place in places {
            if let Some(servers) = self.servers(place) {
                return servers;
            }
        }
        let servers = around.document.servers.clone();
        for server in &servers {
            let texts = server.variables.values().flat_map(|it| &it.choices);
            let cost: usize = texts.map(|text| VALUE + text.len()).sum();
            self.allowance.pay(cost + 4 * VALUE + server.url.len());
        }
        servers
    }
}
