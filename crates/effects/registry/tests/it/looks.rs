use candor_model::{Hint, Hints};
use candor_registry_client::{InspectedServer, InspectedTool};

use crate::support::{client, name};

#[test]
fn a_look_is_remembered_for_its_version() {
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[]);
    let server = name("a.example/s");
    assert_eq!(client.inspected(&server, "1.0.0"), None);
    let look = InspectedServer {
        inspected_at: 5,
        version: "1.0.0".to_owned(),
        line: "npx -y pkg@1.0.0".to_owned(),
        tools: vec![InspectedTool {
            name: "read".to_owned(),
            title: None,
            description: Some("Reads".to_owned()),
            hints: Hints::UNSET.with(Hint::ReadOnly, true),
        }],
    };
    client.remember(&server, &look).expect("remembered");
    assert_eq!(client.inspected(&server, "1.0.0"), Some(look));
    assert_eq!(client.inspected(&server, "1.0.1"), None);
}
