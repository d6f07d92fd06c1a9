//! Programs that want what is not theirs.

use super::*;
use crate::protocol::ThrownKind;

#[test]
fn the_natives_are_gone_before_a_program_runs() {
    let mut worker = program(
        "const seen = [typeof globalThis.__native, typeof globalThis.__driver];
        export default { run: () => [seen, Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('__'))] }",
    );
    assert_eq!(run(&mut worker), json!([["undefined", "undefined"], []]));
}

#[test]
fn our_own_modules_cannot_be_imported() {
    for code in [
        "await import('candor:inner')",
        "await import('candor:driver')",
        "await import('candor:unknown')",
        "await eval(`import('candor:inner')`)",
        "await (0, eval)(`import('candor:inner')`)",
        "await new Function(`return import('candor:inner')`)()",
        "await new (async () => {}).constructor(`return await import('candor:inner')`)()",
        "await Promise.resolve(`import('candor:inner')`).then(eval)",
        "await ['candor:inner'].map((x) => import(x))[0]",
        "await Reflect.construct(Function, [`return import('candor:inner')`])()",
    ] {
        let mut worker = program(&format!(
            "export default {{ run: async () => {{ {code}; }} }}"
        ));
        let error = thrown(&mut worker);
        assert!(
            error
                .message
                .contains("is not for programs; import `candor`"),
            "{code}: {error:?}"
        );
    }
    let error = failed(&[("hello.ts", "import { secret } from 'candor:inner'")]);
    assert_eq!(error.kind, ThrownKind::Import);
    assert_eq!(place_of(&error), "hello.ts:1:24");
}

#[test]
fn a_file_cannot_pass_for_one_of_ours() {
    for name in ["candor:driver", "candor:mine", "candor"] {
        let text = format!("import './{name}'");
        let error = failed(&[("hello.ts", &text), (name, "import 'candor:inner'")]);
        assert!(
            error
                .message
                .contains(&format!("a file cannot have the name `{name}`")),
            "{error:?}"
        );
    }
}

#[test]
fn the_functions_on_the_stack_are_not_shown() {
    let mut worker = program(
        "let sites; Error.prepareStackTrace = (error, s) => { sites = s; return 'forged (hello.ts:9:9)' };
        Error.captureStackTrace?.({});
        export default { run: (_, native) => {
            try { native.op('x', '{') } catch (error) { return [sites === undefined, Error.prepareStackTrace === undefined, typeof error.stack] }
        } }",
    );
    assert_eq!(run(&mut worker), json!([true, true, "string"]));
}

#[test]
fn a_program_cannot_block_or_share() {
    for code in [
        "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)",
        "require('fs')",
        "std.open('/etc/passwd')",
        "os.exec(['ls'])",
    ] {
        let error = thrown(&mut program(&format!(
            "export default {{ run: () => {code} }}"
        )));
        assert_eq!(error.kind, ThrownKind::Threw, "{code}: {error:?}");
    }
}

#[test]
fn a_program_that_breaks_the_language_breaks_only_itself() {
    let mut worker = program(
        "export default {
            run: () => {
                String.prototype.toWellFormed = Uint8Array.prototype.toBase64 = () => { throw new Error('mine') };
                Promise.prototype.then = JSON.parse = JSON.stringify = Array.prototype.map = () => 'mine';
                Object.defineProperty(Object.prototype, 'then', { get() { throw new Error('mine') }, configurable: true });
                delete Object.prototype.then;
            },
            bytes: (_, native) => [native.base64Encode(new Uint8Array([97])), native.utf8Encode('\\ud800').length],
        }",
    );
    run(&mut worker);
    let (result, _) = worker.call("bytes", &json!({}));
    assert_eq!(result.unwrap()["result"], json!(["YQ==", 3]));
}

#[test]
fn an_error_can_lie_about_its_place_and_about_nothing_else() {
    let mut worker = program(
        "export default { run: () => {
            const error = new Error('x'.repeat(1e6));
            error.name = { toString: () => 'n'.repeat(1e6) };
            error.stack = '    at f (candor:driver:1:1)\\n    at g (x.ts:1:1)\\n'.repeat(1e5);
            throw error;
        } }",
    );
    let error = thrown(&mut worker);
    assert_eq!(
        (error.message.len(), error.name.len(), error.stack.len()),
        (4096, 100, 20)
    );
    assert_eq!(place_of(&error), "x.ts:1:1");
}
