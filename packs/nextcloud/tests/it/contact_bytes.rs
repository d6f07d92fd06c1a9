//! A contact that is changed keeps every other property byte by byte.

use serde_json::json;

use crate::case::PackWorld;

#[tokio::test]
async fn an_update_leaves_other_properties_as_they_were() {
    let world = PackWorld::start().await;
    let key = "contact/contacts/0815.vcf";
    let card = |world: &PackWorld| {
        world.server.snapshot()[key]["card"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let before = card(&world);
    let change = json!({
        "addressbook": "contacts", "uid": "ada", "contact_data": {"note": "new note"},
    });
    world.ask("nc_contacts_update_contact", &change).await;
    assert_eq!(card(&world), before.replace("old note", "new note"));
}
