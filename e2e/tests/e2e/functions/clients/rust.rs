//! The Rust SDK, in both eras, over both transports.

use std::sync::{Arc, Mutex};

use rmcp::ClientHandler;
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation,
    ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RoleClient};
use serde_json::{Value, json};

use super::{check, doors, stage};
use crate::functions::kit::until;
use crate::peers::connect;

/// A client that records progress.
#[derive(Clone, Default)]
struct ProgressListener {
    steps: Arc<Mutex<Vec<f64>>>,
}

impl ClientHandler for ProgressListener {
    async fn on_progress(
        &self,
        step: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.steps.lock().expect("a lock").push(step.progress);
    }

    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::default();
        ClientConfig::new(capabilities, Implementation::new("rmcp", "1"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_sdk() {
    let stage = stage().await;
    for door in doors(&stage) {
        for is_modern in [false, true] {
            let who = format!("rmcp, modern {is_modern}, {}", door[0]);
            let listener = ProgressListener::default();
            let client = connect(listener.clone(), &door, is_modern).await;
            let tools = client.list_all_tools().await.expect("a list");
            let call = async |tool: &'static str, arguments: Value| {
                let arguments = arguments.as_object().expect("an object").clone();
                let params = CallToolRequestParams::new(tool).with_arguments(arguments);
                let result = client.call_tool(params).await.expect("a result");
                serde_json::to_value(result).expect("JSON")
            };
            let function = call("f_forecast", json!({"city": "Graz", "days": 3})).await;
            // Progress and answer are handled side by side, so the last step may still be coming.
            let steps = until("the last step", async || {
                let steps = listener.steps.lock().expect("a lock").clone();
                (steps.len() == 3).then_some(steps)
            })
            .await;
            let gtin = json!({"gtin": "9506000134352"});
            let lot = json!({"gtin": "9506000134352", "lot": "A1"});
            let said = json!({
                "tools": serde_json::to_value(tools).expect("JSON"),
                "function": function,
                "pack": call("gs1_validate_gtin", gtin).await,
                "picture": call("gs1_generate_qr_url", lot).await,
                "refused": call("f_forecast", json!({"city": "Graz", "days": 9})).await,
                "steps": steps,
            });
            check(&said, &who);
            client.cancel().await.expect("closed");
        }
    }
}
