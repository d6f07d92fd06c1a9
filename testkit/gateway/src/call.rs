//! Tool calls as they arrive at a gateway.

use candor_gateway::{ClientContext, Endpoint, Gateway, IncomingCall};
use candor_model::{CallKind, CallerIdentity, McpRevision, Roles};
use candor_wire::{RawJson, RawObject};
use serde_json::{Value, json};

/// A tool call: caller, tool and arguments.
pub struct TestCall<'a> {
    /// The name of the caller, who may do everything.
    pub caller: &'a str,
    /// The client's `clientInfo`.
    pub client: Value,
    /// The session of the call, if it is in one.
    pub session: Option<&'a str>,
    /// The qualified name of the tool.
    pub tool: &'a str,
    /// The arguments of the call.
    pub arguments: Value,
}

// === impl TestCall ===

impl TestCall<'_> {
    /// The call as it arrives at a gateway that has the tool.
    pub fn arrival(&self, gateway: &Gateway) -> IncomingCall {
        let catalogue = gateway.catalogue();
        let mut tools = catalogue.tools().iter();
        let found = tools.find(|known| known.name.to_string() == self.tool);
        let exposed = found.expect("a tool").exposed.to_string();
        let params = json!({"name": exposed, "arguments": self.arguments});
        let client = ClientContext {
            revision: McpRevision::V2025_11_25,
            key: gateway.next_client_key(),
            capabilities: RawJson::from_value(&json!({})),
            info: Some(RawJson::from_value(&self.client)),
            trace: Vec::new(),
            identity: CallerIdentity {
                name: self.caller.to_owned(),
                roles: Roles::ALL,
                ..CallerIdentity::local()
            },
            session: self.session.map(Into::into),
            endpoint: Endpoint::default(),
        };
        let params = RawObject::parse(&RawJson::from_value(&params)).expect("an object");
        IncomingCall::new(client, CallKind::Tool, params, 100)
    }
}
