use super::*;
use crate::judge;

fn ask(demo: &Demo, asked: &str, params: &Value) -> Result<Value, ErrorObject> {
    let params = RawObject::parse(&RawJson::from_value(params)).expect("an object");
    demo.answer(asked, &params)
        .map(|raw| raw.decode().expect("JSON"))
}

fn call(demo: &Demo, tool: &str, arguments: &Value) -> Value {
    ask(
        demo,
        method::TOOLS_CALL,
        &json!({"name": tool, "arguments": arguments}),
    )
    .expect("a result")
}

#[test]
fn its_own_definitions_are_well_formed() {
    let inventory = definitions::inventory();
    assert_eq!(inventory.tools.len(), 5);
    for tool in &inventory.tools {
        let judged = judge::tool(&tool.definition.to_json(), true).expect("well-formed");
        assert_eq!(&judged, tool);
    }
    judge::resource(&inventory.resources[0].definition.to_json()).expect("well-formed");
    judge::prompt(&inventory.prompts[0].definition.to_json()).expect("well-formed");
}

#[test]
fn books_come_and_go() {
    let demo = Demo::default();
    let before = call(&demo, "list_books", &json!({}))["structuredContent"]["total"].clone();
    let book = json!({"title": "Emma", "author": "Jane Austen", "price_cents": 700});
    let id = call(&demo, "add_book", &book)["structuredContent"]["id"].clone();
    let by_author = call(&demo, "list_books", &json!({"author": "austen"}));
    assert_eq!(by_author["structuredContent"]["total"], 2);
    call(&demo, "update_price", &json!({"id": id, "price_cents": 5}));
    assert_eq!(
        call(&demo, "get_book", &json!({"id": id}))["structuredContent"]["price_cents"],
        5
    );
    assert_eq!(
        call(&demo, "delete_book", &json!({"id": id}))["isError"],
        false
    );
    assert_eq!(
        call(&demo, "delete_book", &json!({"id": id}))["isError"],
        true
    );
    assert_eq!(
        call(&demo, "list_books", &json!({}))["structuredContent"]["total"],
        before
    );
}

#[test]
fn bad_arguments_are_results_and_unknown_names_are_errors() {
    let demo = Demo::default();
    for (tool, arguments) in [
        ("get_book", json!({"id": "one"})),
        ("get_book", json!({"id": 99})),
        (
            "add_book",
            json!({"title": " ", "author": "x", "price_cents": 1}),
        ),
        (
            "add_book",
            json!({"title": "x".repeat(300), "author": "x", "price_cents": 1}),
        ),
        ("update_price", json!({"id": 1, "price_cents": 2_000_000})),
    ] {
        let result = call(&demo, tool, &arguments);
        assert_eq!(result["isError"], true, "{tool} {arguments}");
        assert_eq!(result["resultType"], "complete");
    }
    for (asked, params) in [
        (method::TOOLS_CALL, json!({"name": "burn_books"})),
        (method::RESOURCES_READ, json!({"uri": "bookshop://cellar"})),
        (method::PROMPTS_GET, json!({"name": RECOMMEND_TYPO})),
        (method::PROMPTS_GET, json!({"name": "recommend_book"})),
    ] {
        let error = ask(&demo, asked, &params).expect_err("an error");
        assert_eq!(error.code, code::INVALID_PARAMS, "{asked} {params}");
    }
    assert_eq!(
        ask(&demo, "tasks/list", &json!({}))
            .expect_err("an error")
            .code,
        -32601
    );
}

const RECOMMEND_TYPO: &str = "recomend_book";

#[test]
fn the_catalogue_and_the_prompt_can_be_read() {
    let demo = Demo::default();
    let catalogue = ask(
        &demo,
        method::RESOURCES_READ,
        &json!({"uri": "bookshop://catalogue"}),
    );
    let text = catalogue.expect("a result")["contents"][0]["text"].clone();
    assert!(
        text.as_str()
            .expect("text")
            .contains("Mary Shelley, Frankenstein: 7.90")
    );
    let params = json!({"name": "recommend_book", "arguments": {"taste": "mysteries"}});
    let prompt = ask(&demo, method::PROMPTS_GET, &params).expect("a result");
    assert!(
        prompt["messages"][0]["content"]["text"]
            .as_str()
            .expect("text")
            .contains("mysteries")
    );
}
