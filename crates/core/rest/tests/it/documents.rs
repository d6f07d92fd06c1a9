//! From a document to a request: what the tool asks for is what the request is made of.

use candor_openapi::{ApiTool, DocumentBundle, ToolOptions, parse, read, tools};
use serde_json::{Value, json};
use url::Url;

use crate::builder::{refusal, request};
use crate::decode::{form, multipart};

const DOCUMENT: &str = r"
openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'https://{region}.shop.example/v1', variables: { region: { default: eu } } }]
paths:
  /books/{id}/cover:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    put:
      operationId: putCover
      parameters:
        - { name: Idempotency-Key, in: header, required: true, schema: { type: string } }
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { $ref: '#/components/schemas/Cover' }
      responses: { '204': { description: done } }
  /books:
    get:
      operationId: findBooks
      parameters:
        - name: filter
          in: query
          style: deepObject
          schema: { type: object, properties: { author: { type: string } } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: page, in: query, required: true, schema: { type: integer, default: 1 } }
      responses:
        '200':
          description: found
          content: { application/json: { schema: { type: array, items: { type: string } } } }
  /import:
    post:
      operationId: importBooks
      requestBody:
        required: true
        content:
          '*/*': { schema: { type: string, format: binary } }
      responses: { '202': { description: later } }
  /scans:
    post:
      operationId: addScan
      requestBody:
        required: true
        content:
          '*/*': { schema: { $ref: '#/components/schemas/Scan' } }
      responses: { '202': { description: later } }
    put:
      operationId: putScan
      requestBody:
        required: true
        content:
          image/jpeg: { schema: { $ref: '#/components/schemas/Encoded' } }
      responses: { '202': { description: later } }
    patch:
      operationId: describeScan
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { $ref: '#/components/schemas/Description' }
      responses: { '202': { description: later } }
components:
  schemas:
    Scan: { type: string, format: binary }
    Encoded: { type: string, format: byte }
    Description:
      type: object
      required: [kind]
      properties:
        kind: { $ref: '#/components/schemas/Kind' }
        scan: { nullable: true, anyOf: [{ $ref: '#/components/schemas/Scan' }] }
    Kind: { type: string, default: page }
    Cover:
      type: object
      required: [image]
      properties:
        image: { type: string, format: binary }
        thumb: { type: string, format: byte }
        title: { type: string }
        size: { type: object, properties: { w: { type: integer } } }
";

fn tool(name: &str) -> ApiTool {
    let root = parse(DOCUMENT.as_bytes(), "shop.yaml").expect("a document");
    let api = read(&DocumentBundle::new("shop.yaml", root)).expect("an API");
    let (tools, _) = tools(&api, &ToolOptions::default());
    let mut tools = tools.into_iter();
    tools.find(|tool| tool.name == name).expect("the tool")
}

fn sent(name: &str, arguments: &Value) -> (ApiTool, candor_rest::HttpRequestPlan, Url) {
    let tool = tool(name);
    let plan = request(&tool, arguments);
    let servers = &tool.operation.servers;
    let base = candor_rest::base(servers, None, &candor_rest::BaseUrlSettings::default());
    let url = plan.url(&base.expect("an address")).expect("a URL");
    (tool, plan, url)
}

#[test]
fn files_arrive_as_bytes() {
    let arguments = json!({
        "id": "a/b",
        "image": "data:image/png;name=c.png;base64,AAH/",
        "thumb": "AAH/",
        "title": "Café",
        "size": { "w": 3 },
    });
    let (tool, plan, url) = sent("putCover", &arguments);
    assert_eq!(url.as_str(), "https://eu.shop.example/v1/books/a%2Fb/cover");
    assert_eq!(plan.idempotency_header.as_deref(), Some("Idempotency-Key"));
    let body = plan.body.expect("a body");
    let mut parts = multipart(&body.content_type, &body.bytes);
    parts.sort_by(|one, other| one.name.cmp(&other.name));
    let told: Vec<_> = parts
        .iter()
        .map(|part| {
            (
                part.name.as_str(),
                part.file_name.as_deref(),
                part.bytes.as_slice(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("image", Some("c.png"), &[0, 1, 255][..]),
            ("size", None, br#"{"w":3}"#),
            ("thumb", None, b"AAH/"),
            ("title", None, "Café".as_bytes()),
        ]
    );
    let sentence = refusal(&tool, &json!({ "id": "1", "image": "no base64" }));
    assert!(
        sentence.starts_with("the argument `image` holds bytes"),
        "{sentence}"
    );
}

#[test]
fn queries_arrive_as_they_were_meant() {
    let arguments = json!({ "filter": { "author": "A & B" }, "tags": ["x,y", "z"] });
    let (_, plan, url) = sent("findBooks", &arguments);
    assert_eq!(plan.accept, "application/json, */*;q=0.1");
    let query = url.query().expect("a query");
    assert!(query.contains("tags=x%2Cy,z"), "{query}");
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        form(query),
        [
            pair("filter[author]", "A & B"),
            pair("tags", "x,y,z"),
            pair("page", "1")
        ]
    );
}

#[test]
fn anything_is_bytes_where_the_document_says_so() {
    let (_, plan, _) = sent("importBooks", &json!({ "body": "AAH/" }));
    let body = plan.body.expect("a body");
    assert_eq!(body.content_type, "application/octet-stream");
    assert_eq!(body.bytes, [0, 1, 255]);
}

#[test]
fn anything_is_bytes_also_behind_a_name() {
    let (tool, plan, _) = sent("addScan", &json!({ "body": "AAH/" }));
    let schema = &tool.input["properties"]["body"];
    assert_eq!(schema["contentEncoding"], "base64");
    let body = plan.body.expect("a body");
    assert_eq!(body.content_type, "application/octet-stream");
    assert_eq!(body.bytes, [0, 1, 255]);
}

#[test]
fn what_the_api_decodes_itself_stays_encoded() {
    for given in ["AAH/", "data:image/jpeg;base64,AAH/"] {
        let (_, plan, _) = sent("putScan", &json!({ "body": given }));
        let body = plan.body.expect("a body");
        assert_eq!(body.content_type, "image/jpeg");
        assert_eq!(body.bytes, b"AAH/");
    }
}

#[test]
fn a_file_that_may_be_null_and_a_default_behind_names() {
    let parts = |arguments: &Value| {
        let (_, plan, _) = sent("describeScan", arguments);
        let body = plan.body.expect("a body");
        let mut parts = multipart(&body.content_type, &body.bytes);
        parts.sort_by(|one, other| one.name.cmp(&other.name));
        let parts = parts.into_iter();
        parts.map(|it| (it.name, it.bytes)).collect::<Vec<_>>()
    };
    let kind = ("kind".to_owned(), b"page".to_vec());
    let scan = ("scan".to_owned(), vec![0, 1, 255]);
    assert_eq!(parts(&json!({ "scan": null })), std::slice::from_ref(&kind));
    assert_eq!(parts(&json!({ "scan": "AAH/" })), [kind, scan]);
}
