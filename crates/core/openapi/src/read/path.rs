//! Reading paths and their operations.

use std::collections::HashSet;

use candor_model::Severity;
use candor_text::quote;

use super::budget::VALUE;
use super::findings::code;
use super::follow::reference_of;
use super::operation::OperationContext;
use super::position::DocumentNode;
use super::reader::{DocumentReader, UnreadablePart};
use super::security::SchemesByName;
use super::template::PathTemplate;
use crate::api::{ApiServer, OpenApiOperation, OperationMethod, SecurityRequirement};

/// The maximum number of operations in a document.
pub(super) const MOST_OPERATIONS: usize = 20_000;

/// The known keys of a path item.
const KNOWN: [&str; 14] = [
    "get",
    "put",
    "post",
    "delete",
    "options",
    "head",
    "patch",
    "trace",
    "query",
    "summary",
    "description",
    "servers",
    "parameters",
    "additionalOperations",
];

/// Defaults for all operations of a document.
pub(super) struct DocumentDefaults<'a> {
    pub(super) root: DocumentNode<'a>,
    pub(super) schemes: SchemesByName,
    pub(super) security: Result<Vec<SecurityRequirement>, UnreadablePart>,
    pub(super) servers: Vec<ApiServer>,
}

/// The operations, and how many were left out because there were too many.
#[derive(Default)]
struct GatheredOperations {
    operations: Vec<OpenApiOperation>,
    left: usize,
}

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// All operations, in document order.
    pub(super) fn paths(&mut self, document: &DocumentDefaults<'a>) -> Vec<OpenApiOperation> {
        let root = &document.root;
        if root.get("paths").is_none() && root.get("webhooks").is_none() {
            self.warn(code::MISSING, &root.spot, "the document has no `paths`");
        }
        let mut gathered = GatheredOperations::default();
        for (path, item) in self.extensible(root, "paths") {
            if !item.value.is_null() {
                self.path(path, &item, document, &mut gathered);
            }
        }
        let GatheredOperations { operations, left } = gathered;
        if left > 0 {
            let why = if operations.len() >= MOST_OPERATIONS {
                format!("only the first {MOST_OPERATIONS} are read")
            } else {
                "the document's references expand to too much data".to_owned()
            };
            let message = format!("{left} operations are left out: {why}");
            self.tell(
                Severity::Error,
                code::TOO_MUCH,
                &root.spot.child("paths"),
                message,
            );
        }
        operations
    }

    fn path(
        &mut self,
        path: &str,
        item: &DocumentNode<'a>,
        document: &DocumentDefaults<'a>,
        gathered: &mut GatheredOperations,
    ) {
        let template = PathTemplate::parse(path)
            .map_err(|reason| UnreadablePart::new(code::PATH, &item.spot, reason))
            .and_then(|template| Ok((template, self.layers(item)?)));
        let (template, layers) = match template {
            Ok(template) => template,
            Err(trouble) => {
                let message = format!("the path {} is left out: {}", quote(path), trouble.reason);
                return self.tell(Severity::Error, trouble.code, &trouble.spot, message);
            }
        };
        if let Some(changed) = template.changed {
            let message = format!("the path {} is changed: {changed}", quote(path));
            self.warn(code::PATH, &item.spot, message);
        }
        let mut methods = HashSet::new();
        for layer in &layers {
            for (method, key, node) in self.methods(layer) {
                // A member beside a reference overrides the reference's target.
                if !methods.insert(method.clone()) {
                    continue;
                }
                if gathered.operations.len() >= MOST_OPERATIONS || self.allowance.is_spent() {
                    gathered.left += 1;
                    continue;
                }
                let around = OperationContext {
                    document,
                    template: &template,
                    layers: &layers,
                    pointer: format!("#{}{key}", item.spot.pointer),
                };
                match self.operation(method.clone(), node, &around) {
                    Ok(operation) => gathered.operations.push(operation),
                    Err(trouble) if trouble.code == code::TOO_MUCH => gathered.left += 1,
                    Err(trouble) => {
                        let what = quote(&format!("{method} {path}"));
                        let message = format!("{what} is left out: {}", trouble.reason);
                        self.tell(Severity::Error, trouble.code, &trouble.spot, message);
                    }
                }
            }
        }
    }

    /// A path item and the items it refers to.
    fn layers(&mut self, item: &DocumentNode<'a>) -> Result<Vec<DocumentNode<'a>>, UnreadablePart> {
        let followed = self.follow(item.clone())?;
        let mut layers = Vec::new();
        if reference_of(item.value).is_some() {
            layers.push(item.clone());
        }
        layers.push(followed.node);
        Ok(layers)
    }

    /// The operations of a path item: method, place within the item, and node.
    fn methods(
        &mut self,
        item: &DocumentNode<'a>,
    ) -> Vec<(OperationMethod, String, DocumentNode<'a>)> {
        let mut methods = Vec::new();
        for (key, node) in item.members() {
            self.allowance.pay(VALUE);
            let lower = key.to_ascii_lowercase();
            match lower.as_str() {
                _ if key.starts_with("x-") || key.starts_with('$') || node.value.is_null() => {}
                "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "query" => {
                    if let Some(method) = OperationMethod::parse(key) {
                        methods.push((method, format!("/{key}"), node));
                    }
                }
                "trace" => self.never_used(key, &node),
                "summary" | "description" | "servers" | "parameters" => {}
                "additionaloperations" => self.additional(item, key, &mut methods),
                _ => {
                    let message = format!(
                        "{} is neither a method nor anything else that a path has; it is ignored",
                        quote(key)
                    );
                    self.unknown(&node.spot, &message, key, &KNOWN);
                }
            }
        }
        methods
    }

    /// Non-standard methods, since OpenAPI 3.2.
    fn additional(
        &mut self,
        item: &DocumentNode<'a>,
        key: &str,
        methods: &mut Vec<(OperationMethod, String, DocumentNode<'a>)>,
    ) {
        for (name, node) in self.map(item, key) {
            match OperationMethod::parse(name) {
                Some(method) if !matches!(method.as_str(), "TRACE" | "CONNECT") => {
                    let mut within = item.spot.child(key).child(name).pointer;
                    within.drain(..item.spot.pointer.len());
                    methods.push((method, within, node));
                }
                Some(_) => self.never_used(name, &node),
                None => {
                    let message = format!("{} is not a method; it is ignored", quote(name));
                    self.warn(code::METHOD, &node.spot, message);
                }
            }
        }
    }

    fn never_used(&mut self, method: &str, node: &DocumentNode<'a>) {
        let message = format!(
            "the method {} is never used: it is about connections, not about the API; it is left \
             out",
            quote(method)
        );
        self.warn(code::METHOD, &node.spot, message);
    }
}
