//! Reading security schemes and requirements.

use std::collections::BTreeMap;

use candor_text::quote;

use super::budget::VALUE;
use super::findings::code;
use super::position::DocumentNode;
use super::quote::kind;
use super::reader::{DocumentReader, UnreadablePart};
use super::version::DocumentVersion;
use crate::api::{
    FlowKind, KeyPlace, OAuthFlow, SchemeKind, SchemeScopes, SecurityRequirement, SecurityScheme,
};

/// The security schemes of a document by name.
pub(super) type SchemesByName = BTreeMap<String, SecurityScheme>;

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The supported schemes of a document. Invalid ones are reported and left out.
    pub(super) fn schemes(&mut self, root: &DocumentNode<'a>) -> SchemesByName {
        let all = if self.version == DocumentVersion::V2 {
            self.map(root, "securityDefinitions")
        } else {
            let components = root.get("components");
            components.map_or_else(Vec::new, |it| self.map(&it, "securitySchemes"))
        };
        let mut schemes = SchemesByName::new();
        for (name, node) in all {
            match self.scheme(node) {
                Ok(scheme) => _ = schemes.insert(name.to_owned(), scheme),
                Err(trouble) => {
                    let what = format!("the security scheme {}", quote(name));
                    self.ignore(what, &trouble);
                }
            }
        }
        schemes
    }

    fn scheme(&mut self, node: DocumentNode<'a>) -> Result<SecurityScheme, UnreadablePart> {
        let followed = self.follow(node)?;
        let node = followed.node;
        let missing = |key: &str| {
            let reason = format!("it has no `{key}`");
            UnreadablePart::new(code::MISSING, &node.spot, reason)
        };
        let said = self.text(&node, "type").ok_or_else(|| missing("type"))?;
        let kind = match said.to_ascii_lowercase().as_str() {
            "apikey" => {
                let place = self.text(&node, "in").ok_or_else(|| missing("in"))?;
                let name = self.text(&node, "name").ok_or_else(|| missing("name"))?;
                let place = key_place(&place).ok_or_else(|| {
                    let reason = format!("a key cannot go into {}", quote(&place));
                    UnreadablePart::new(code::SECURITY, &node.spot, reason)
                })?;
                SchemeKind::ApiKey { place, name }
            }
            "http" => {
                let said = self
                    .text(&node, "scheme")
                    .ok_or_else(|| missing("scheme"))?;
                match said.to_ascii_lowercase().as_str() {
                    "basic" => SchemeKind::Basic,
                    "bearer" => SchemeKind::Bearer,
                    _ => SchemeKind::Other(said),
                }
            }
            "basic" => SchemeKind::Basic,
            "oauth2" if self.version == DocumentVersion::V2 => SchemeKind::OAuth2 {
                flows: self.flow_2(&node).into_iter().collect(),
            },
            "oauth2" => SchemeKind::OAuth2 {
                flows: self.flows(&node),
            },
            "openidconnect" => SchemeKind::OpenIdConnect {
                url: self
                    .text(&node, "openIdConnectUrl")
                    .ok_or_else(|| missing("openIdConnectUrl"))?,
            },
            "mutualtls" => SchemeKind::MutualTls,
            _ => SchemeKind::Other(said),
        };
        let own = self.text(&node, "description");
        Ok(SecurityScheme {
            kind,
            description: followed.description.or(own),
        })
    }

    fn flows(&mut self, node: &DocumentNode<'a>) -> Vec<OAuthFlow> {
        let mut flows = Vec::new();
        for (name, flow) in self.extensible(node, "flows") {
            let kind = match name {
                "clientCredentials" => FlowKind::ClientCredentials,
                "authorizationCode" => FlowKind::AuthorizationCode,
                "implicit" => FlowKind::Implicit,
                "password" => FlowKind::Password,
                "deviceAuthorization" => FlowKind::DeviceAuthorization,
                other => {
                    let message = format!("the flow {} is not known; it is ignored", quote(other));
                    self.warn(code::SECURITY, &flow.spot, message);
                    continue;
                }
            };
            flows.push(self.flow(kind, &flow));
        }
        flows
    }

    /// The single flow of a Swagger 2.0 scheme.
    fn flow_2(&mut self, node: &DocumentNode<'a>) -> Option<OAuthFlow> {
        let said = self.text(node, "flow")?;
        let kind = match said.as_str() {
            "application" => FlowKind::ClientCredentials,
            "accessCode" => FlowKind::AuthorizationCode,
            "implicit" => FlowKind::Implicit,
            "password" => FlowKind::Password,
            other => {
                let message = format!("the flow {} is not known; it is ignored", quote(other));
                self.warn(code::SECURITY, &node.spot, message);
                return None;
            }
        };
        Some(self.flow(kind, node))
    }

    fn flow(&mut self, kind: FlowKind, node: &DocumentNode<'a>) -> OAuthFlow {
        let device = self.text(node, "deviceAuthorizationUrl");
        let scopes = self.map(node, "scopes");
        OAuthFlow {
            kind,
            authorization_url: device.or_else(|| self.text(node, "authorizationUrl")),
            token_url: self.text(node, "tokenUrl"),
            refresh_url: self.text(node, "refreshUrl"),
            scopes: scopes
                .into_iter()
                .map(|(scope, _)| scope.to_owned())
                .collect(),
        }
    }

    /// The security requirements of a document or operation; `None` if it has none. It is an error
    /// if it has requirements but none of them is known.
    pub(super) fn security(
        &mut self,
        node: &DocumentNode<'a>,
        schemes: &SchemesByName,
    ) -> Result<Option<Vec<SecurityRequirement>>, UnreadablePart> {
        let Some(list) = node.get("security") else {
            return Ok(None);
        };
        if !list.value.is_array() {
            self.wrong_type(&list, "security", "a list");
            return Ok(None);
        }
        let mut any = Vec::new();
        let mut demanded = false;
        for entry in list.elements() {
            demanded = true;
            match self.requirement(&entry, schemes) {
                Ok(requirement) => any.push(requirement),
                Err(trouble) => self.ignore("a security requirement", &trouble),
            }
        }
        if demanded && any.is_empty() {
            let reason = "it demands a security scheme that is not known";
            return Err(UnreadablePart::new(code::SECURITY, &list.spot, reason));
        }
        Ok(Some(any))
    }

    fn requirement(
        &mut self,
        node: &DocumentNode<'a>,
        schemes: &SchemesByName,
    ) -> Result<SecurityRequirement, UnreadablePart> {
        if !node.value.is_object() {
            let reason = format!("it should be an object and is {}", kind(node.value));
            return Err(UnreadablePart::new(code::WRONG_TYPE, &node.spot, reason));
        }
        let mut all = SecurityRequirement::new();
        for (name, entry) in node.members() {
            if !schemes.contains_key(name) {
                let reason = format!("there is no scheme {}", quote(name));
                return Err(UnreadablePart::new(code::SECURITY, &entry.spot, reason));
            }
            self.allowance.pay(VALUE + name.len());
            all.push(SchemeScopes {
                scheme: name.to_owned(),
                scopes: self.texts(node, name),
            });
        }
        Ok(all)
    }
}

fn key_place(text: &str) -> Option<KeyPlace> {
    match text.to_ascii_lowercase().as_str() {
        "header" => Some(KeyPlace::Header),
        "query" => Some(KeyPlace::Query),
        "cookie" => Some(KeyPlace::Cookie),
        _ => None,
    }
}
