//! What a call is given, what it says and what comes of it.

use std::sync::Arc;

use candor_functions::{ElicitationAnswer, FunctionCaller};
use candor_script::{ScriptCallError, ScriptJob};
use serde_json::{Value, json};

use super::program::{
    ProgramFolder, call, complaint, failure, job, program, result, text, tools, variables, wide,
};
use super::recorder::HostRecorder;

#[tokio::test]
async fn a_call_knows_its_arguments_variables_and_caller() {
    let body = "return ctx.json({ input, env: ctx.env, caller: ctx.caller, \
                process: process.env.CITY });";
    let (program, _folder) = program(&tools(&[("show", body)])).await;
    let job = ScriptJob {
        variables: variables(&[("CITY", "Ulm")]),
        environment: Some("prod".to_owned()),
        caller: FunctionCaller {
            principal: Some("ada".to_owned()),
            client: Some("editor".to_owned()),
            environment: Some("prod".to_owned()),
        },
        ..job("show", json!({"a": [1, "ü"]}), &Arc::default())
    };
    let shown: Value = serde_json::from_str(&text(program.call(job).await)).unwrap();
    assert_eq!(shown["input"], json!({"a": [1, "ü"]}));
    assert_eq!(shown["env"], json!({"CITY": "Ulm"}));
    assert_eq!(shown["process"], "Ulm");
    assert_eq!(
        shown["caller"],
        json!({"principal": "ada", "client": "editor", "environment": "prod"})
    );
    // The next call has no variables, and none are left over.
    let shown: Value =
        serde_json::from_str(&text(call(&program, "show", json!({})).await)).unwrap();
    assert_eq!(
        (&shown["env"], &shown["process"]),
        (&json!({}), &Value::Null)
    );
}

#[tokio::test]
async fn a_call_says_how_it_goes() {
    let body = "console.log('one', { two: 2 }); console.error('bad'); \
                ctx.progress(1, 4, 'a quarter'); ctx.progress(2); return 'done';";
    let (program, _folder) = program(&tools(&[("talk", body)])).await;
    let host = Arc::<HostRecorder>::default();
    assert_eq!(
        text(program.call(job("talk", json!({}), &host)).await),
        "done"
    );
    assert_eq!(host.log(), ["info: one { two: 2 }", "error: bad"]);
    assert_eq!(host.progress(), ["1/4: a quarter", "2"]);
}

#[tokio::test]
async fn a_person_can_be_asked() {
    let body = "const answer = await ctx.elicit('Which size?', { size: s.number() }); \
                return ctx.json(answer);";
    let source = tools(&[("ask", body)]).replace("{ Toolbox }", "{ Toolbox, s }");
    let (program, _folder) = program(&source).await;
    let form = serde_json::Map::from_iter([("size".to_owned(), json!(7))]);
    for (answer, expect) in [
        (ElicitationAnswer::Accepted(form), r#"{"size":7}"#),
        (ElicitationAnswer::Declined, "null"),
        (ElicitationAnswer::Cancelled, "null"),
    ] {
        let host = Arc::new(HostRecorder {
            answer: Some(answer),
            ..HostRecorder::default()
        });
        assert_eq!(
            text(program.call(job("ask", json!({}), &host)).await),
            expect
        );
        let questions = host.questions.lock().unwrap();
        assert_eq!(questions[0].message, "Which size?");
        assert_eq!(questions[0].schema["properties"]["size"]["type"], "number");
    }
    let told = complaint(call(&program, "ask", json!({})).await);
    assert!(
        told.contains("the client cannot ask its user: it has no window"),
        "{told}"
    );
}

#[tokio::test]
async fn an_error_has_its_place() {
    let source = "import { Toolbox } from \"candor\";\n\
                  type Odd = { a: { b: string } };\n\
                  export default new Toolbox().tool({ name: \"trip\", description: \"Trips.\",\n\
                    async execute(ctx, input: Odd) {\n\
                      return input.a.b;\n\
                    },\n\
                  });";
    let (program, _folder) = program(source).await;
    let told = complaint(call(&program, "trip", json!({})).await);
    assert!(told.contains("index.ts:5:"), "{told}");
    assert!(
        !told.contains("candor:") && !told.contains("/tmp"),
        "{told}"
    );
}

#[tokio::test]
async fn a_tool_that_is_not_there_is_told() {
    let (program, _folder) = program(&tools(&[("weather", "return 1;")])).await;
    let told = failure(call(&program, "wether", json!({})).await);
    assert_eq!(
        told.to_string(),
        "the program has no tool `wether`; did you mean `weather`?"
    );
    assert!(!told.was_started());
}

#[tokio::test]
async fn a_module_can_be_imported_when_it_is_needed() {
    let source = tools(&[("late", "return (await import(`./${input.name}`)).default;")]);
    let folder = ProgramFolder::new(&[
        ("index.ts", &source),
        ("later.ts", "export default \"late\";"),
    ]);
    let program = folder.load(wide()).await.unwrap();
    assert_eq!(program.files().len(), 1);
    let said = text(call(&program, "late", json!({"name": "later"})).await);
    assert_eq!(said, "late");
    let told = complaint(call(&program, "late", json!({"name": "never"})).await);
    assert!(told.contains("there is no module `./never`"), "{told}");
    let told = complaint(call(&program, "late", json!({"name": "../../etc/passwd.json"})).await);
    assert!(told.contains("leads out of the program's folder"), "{told}");
    // It counts from now on.
    assert!(program.is_current().await);
    folder.write("later.ts", "export default \"later\";");
    assert!(!program.is_current().await);
}

#[tokio::test]
async fn what_never_ends_by_itself_is_told() {
    let (program, _folder) = program(&tools(&[("stuck", "await new Promise(() => {});")])).await;
    let outcome = call(&program, "stuck", json!({})).await;
    let told = failure(outcome);
    assert!(matches!(told, ScriptCallError::Threw { .. }), "{told:?}");
    assert!(told.to_string().contains("never finished"), "{told}");
}

#[tokio::test]
async fn arguments_and_results_pass_unharmed() {
    let (program, _folder) = program(&tools(&[("echo", "return ctx.json(input);")])).await;
    let long = "x".repeat(400_000);
    for input in [
        json!({}),
        json!({"a": null, "b": [true, 1.5, -0.25, "\u{0}\u{1f600}\u{2028}\"\\"]}),
        json!({ "long": long }),
    ] {
        let answer = result(call(&program, "echo", input.clone()).await);
        let text = answer["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), input);
    }
}
