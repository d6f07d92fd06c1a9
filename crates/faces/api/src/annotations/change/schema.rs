//! The schema of fields that can be set, cleared and removed.

use candor_model::ConfirmMode;
use serde_json::json;
use utoipa::openapi::schema::{OneOfBuilder, SchemaType};
use utoipa::openapi::{Object, ObjectBuilder, Schema, Type};

/// true, false, `"unset"` or null.
pub(super) fn hint() -> Object {
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some([
            json!(true),
            json!(false),
            json!("unset"),
            json!(null),
        ]))
        .description(Some(
            "`\"unset\"`: no value, regardless of other layers. null: remove the override.",
        ))
        .build()
}

/// `"always"`, `"first"`, `"never"`, `"unset"` or null.
pub(super) fn confirm() -> Object {
    let words = ConfirmMode::ALL.map(|confirm| json!(confirm.as_str()));
    let others = [json!("unset"), json!(null)];
    ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .enum_values(Some(words.into_iter().chain(others)))
        .description(Some(
            "When a person is asked before a call. `\"unset\"`: by what the tool does, \
             regardless of other layers. null: remove the override.",
        ))
        .build()
}

/// A text, `{"unset": true}` or null.
pub(super) fn title() -> Schema {
    let text = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(candor_resolve::check::TITLE_MAX));
    let nothing = ObjectBuilder::new().schema_type(Type::Null);
    OneOfBuilder::new()
        .item(text)
        .item(unset())
        .item(nothing)
        .description(Some(
            "`{\"unset\": true}`: no title, regardless of other layers. null: remove the \
             override.",
        ))
        .build()
        .into()
}

/// Any values by key.
pub(super) fn extra() -> Object {
    let any = ObjectBuilder::new()
        .schema_type(SchemaType::AnyValue)
        .build();
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .additional_properties(Some(Schema::from(any)))
        .description(Some(
            "Further members of `annotations`, by key. `{\"unset\": true}`: omit the \
             source's. null: remove the override. Any other value is set.",
        ))
        .build()
}

fn unset() -> ObjectBuilder {
    let only = ObjectBuilder::new().enum_values(Some([true]));
    ObjectBuilder::new()
        .property("unset", only.schema_type(Type::Boolean))
        .required("unset")
}
