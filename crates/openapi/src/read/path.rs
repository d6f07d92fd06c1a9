//! The paths of a document and the operations on them.

use std::collections::HashSet;

use candor_model::Severity;

use super::allowance::VALUE;
use super::findings::code;
use super::follow::reference_of;
use super::operation::Around;
use super::quote::quote;
use super::reader::{Reader, Trouble};
use super::security::Schemes;
use super::spot::Node;
use super::template::Template;
use crate::api::{Method, Operation, Requirement, Server};

/// The most operations of one document.
pub(super) const MOST_OPERATIONS: usize = 20_000;

/// What a path item may have.
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

/// What counts for every operation that does not say otherwise.
pub(super) struct Document<'a> {
    pub(super) root: Node<'a>,
    pub(super) schemes: Schemes,
    pub(super) security: Result<Vec<Requirement>, Trouble>,
    pub(super) servers: Vec<Server>,
}

/// The operations that were read, and how many were too many.
#[derive(Default)]
struct Gathered {
    operations: Vec<Operation>,
    left: usize,
}

// === impl Reader ===

impl<'a> Reader<'a> {
    /// All operations, in the order of the document.
    pub(super) fn paths(&mut self, document: &Document<'a>) -> Vec<Operation> {
        let root = &document.root;
        if root.get("paths").is_none() && root.get("webhooks").is_none() {
            self.warn(code::MISSING, &root.spot, "the document has no `paths`");
        }
        let mut gathered = Gathered::default();
        for (path, item) in self.extensible(root, "paths") {
            if !item.value.is_null() {
                self.path(path, &item, document, &mut gathered);
            }
        }
        let Gathered { operations, left } = gathered;
        if left > 0 {
            let why = if operations.len() >= MOST_OPERATIONS {
                format!("only the first {MOST_OPERATIONS} are read")
            } else {
                "too much comes of the document's references".to_owned()
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
        item: &Node<'a>,
        document: &Document<'a>,
        gathered: &mut Gathered,
    ) {
        let template = Template::parse(path)
            .map_err(|reason| Trouble::new(code::PATH, &item.spot, reason))
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
                // What stands beside a reference counts more than what it leads to.
                if !methods.insert(method.clone()) {
                    continue;
                }
                if gathered.operations.len() >= MOST_OPERATIONS || self.allowance.is_spent() {
                    gathered.left += 1;
                    continue;
                }
                let around = Around {
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

    /// A path item and what it refers to.
    fn layers(&mut self, item: &Node<'a>) -> Result<Vec<Node<'a>>, Trouble> {
        let followed = self.follow(item.clone())?;
        let mut layers = Vec::new();
        if reference_of(item.value).is_some() {
            layers.push(item.clone());
        }
        layers.push(followed.node);
        Ok(layers)
    }

    /// The operations of a path item: the method, its place within the item, and what is said.
    fn methods(&mut self, item: &Node<'a>) -> Vec<(Method, String, Node<'a>)> {
        let mut methods = Vec::new();
        for (key, node) in item.members() {
            self.allowance.pay(VALUE);
            let lower = key.to_ascii_lowercase();
            match lower.as_str() {
                _ if key.starts_with("x-") || key.starts_with('$') || node.value.is_null() => {}
                "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "query" => {
                    if let Some(method) = Method::parse(key) {
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

    /// Methods beyond the usual ones, since OpenAPI 3.2.
    fn additional(
        &mut self,
        item: &Node<'a>,
        key: &str,
        methods: &mut Vec<(Method, String, Node<'a>)>,
    ) {
        for (name, node) in self.map(item, key) {
            match Method::parse(name) {
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

    fn never_used(&mut self, method: &str, node: &Node<'a>) {
        let message = format!(
            "the method {} is never used: it is about connections, not about the API; it is left \
             out",
            quote(method)
        );
        self.warn(code::METHOD, &node.spot, message);
    }
}
