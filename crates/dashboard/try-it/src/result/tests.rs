//! Results, and what is kept of them.

use serde_json::json;

use super::*;

fn of(result: &Value) -> ResultPanel {
    ResultPanel::of(&Ok(RawJson::from_value(result)))
}

/// One content block, as `what | facts | body`.
fn check(content: &Value, expect: &str) {
    let answer = of(&json!({"content": [content]}));
    let block = answer.blocks.first().expect("a block");
    let facts = block.facts.iter();
    let facts: Vec<_> = facts
        .map(|(name, value)| format!("{name}={}", value.text()))
        .collect();
    let body = match &block.body {
        BlockBody::Text(text) => format!("text {}", text.text()),
        BlockBody::Same(text) => format!("same {}", text.text()),
        BlockBody::Picture { src, width, height } => format!("picture {width}x{height} {src}"),
        BlockBody::Described(why) => (*why).to_owned(),
        BlockBody::Nothing => String::new(),
    };
    assert_eq!(
        format!("{} | {} | {body}", block.what.text(), facts.join(" ")),
        expect
    );
}

/// The smallest PNG there is.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

#[test]
fn every_kind_of_content_is_text_or_an_image() {
    check(
        &json!({"type": "text", "text": "<b>a</b>"}),
        "Text |  | text <b>a</b>",
    );
    check(
        &json!({"type": "text", "text": " {\"a\":1} "}),
        "JSON |  | text {\n  \"a\": 1\n}",
    );
    check(
        &json!({"type": "text", "text": "{a}"}),
        "Text |  | text {a}",
    );
    check(
        &json!({"type": "text"}),
        "Text block without text |  | text {\n  \"type\": \"text\"\n}",
    );
    check(
        &json!({"type": "image", "mimeType": "image/png", "data": PNG}),
        &format!("Image, image/png, 68 bytes |  | picture 1x1 data:image/png;base64,{PNG}"),
    );
    let refused =
        "Not shown: only PNG, JPEG, GIF and WebP images that match their declared type are.";
    check(
        &json!({"type": "image", "mimeType": "image/svg+xml", "data": "PHN2Zz48L3N2Zz4="}),
        "Image, 12 bytes | Type=image/svg+xml | text <svg></svg>",
    );
    check(
        &json!({"type": "image", "mimeType": "image/gif", "data": PNG}),
        &format!("Image, 69 bytes | Type=image/gif | {refused}"),
    );
    check(
        &json!({"type": "image", "mimeType": "image/png", "data": "\" onerror=\"x"}),
        "Image, 9 bytes | Type=image/png | Not shown: the data is not base64.",
    );
    check(
        &json!({"type": "audio", "mimeType": "audio/wav", "data": "AAAA"}),
        "Audio, 3 bytes | Type=audio/wav | Audio cannot be played here.",
    );
    check(
        &json!({"type": "resource_link", "uri": "javascript:alert(1)", "name": "\u{202e}n"}),
        "Resource link | Name=⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩n Address=javascript:alert(1) | ",
    );
    check(
        &json!({"type": "resource", "resource": {"uri": "x://y", "mimeType": "text/html", "text": "<i>"}}),
        "Resource | Address=x://y Type=text/html | text <i>",
    );
    check(
        &json!({"type": "resource", "resource": {"uri": "x://y", "blob": "AAAAAAAA"}}),
        "Resource, 6 bytes | Address=x://y | Binary content is not shown.",
    );
    check(
        &json!({"type": "resource"}),
        "Resource without contents |  | text {\n  \"type\": \"resource\"\n}",
    );
    check(
        &json!({"type": "hologram"}),
        "Unknown content type `hologram` |  | text {\n  \"type\": \"hologram\"\n}",
    );
    check(
        &json!({"type": 7}),
        "Content without a type |  | text {\n  \"type\": 7\n}",
    );
    check(&json!("x"), "Invalid content |  | text \"x\"");
}

#[test]
fn a_result_has_a_kind() {
    for (result, kind) in [
        (json!({"content": []}), ResultKind::Good),
        (json!({"content": [], "isError": true}), ResultKind::Bad),
        (json!({"content": [], "isError": "true"}), ResultKind::Good),
        (json!({"resultType": "input_required"}), ResultKind::Asks),
        (json!([]), ResultKind::Odd),
        (json!({"content": 3}), ResultKind::Good),
    ] {
        let answer = of(&result);
        assert_eq!(answer.kind, kind, "{result}");
        assert!(answer.is_empty(), "{result}");
    }
    let error = RawJson::from_value(&json!({"code": -32602, "message": "there is no <tool>"}));
    let refused = ResultPanel::of(&Err(error));
    let sentence = ExternalText::short("there is no <tool>", 100);
    assert_eq!(
        refused.kind,
        ResultKind::Refused {
            code: -32602,
            sentence
        }
    );
}

#[test]
fn what_is_kept_has_a_bound() {
    let big = of(&json!({"content": [{"type": "text", "text": "x".repeat(10_000_000)}]}));
    let BlockBody::Text(text) = &big.blocks[0].body else {
        panic!("no text");
    };
    assert_eq!((text.text().len(), text.left()), (20_000, 9_980_000));
    assert!(big.whole.text().len() <= 20_000);
    assert_eq!(big.size(), "10.0 MB");

    let block = json!({"type": "text", "text": "y".repeat(20_000)});
    let many = of(&json!({"content": vec![block; 1000]}));
    assert_eq!((many.blocks.len(), many.left), (50, 950));
    let kept = many.blocks.iter().map(|block| match &block.body {
        BlockBody::Text(text) => text.text().len(),
        _ => panic!("no text"),
    });
    assert_eq!(kept.sum::<usize>(), 200_000);

    let picture = json!({"type": "image", "mimeType": "image/png", "data": "A".repeat(2_000_000)});
    let answer = of(&json!({"content": [picture]}));
    assert!(matches!(
        answer.blocks[0].body,
        BlockBody::Described("Too large to be shown.")
    ));
}

#[test]
fn structured_results_are_tables_and_lines() {
    let result = json!({
        "content": [{"type": "text", "text": "{\"count\": 2, \"books\": [{\"t\": \"a\"}, {\"t\": \"b\", \"n\": null}]}"}],
        "structuredContent": {"count": 2, "books": [{"t": "a"}, {"t": "b", "n": null}]}
    });
    let answer = of(&result);
    assert!(matches!(answer.blocks[0].body, BlockBody::Same(_)));
    let Some(StructuredResult::Pieces(pieces)) = &answer.structured else {
        panic!("no pieces");
    };
    let [
        ResultPart::Tree { lines, .. },
        ResultPart::Table {
            columns,
            rows,
            left: 0,
            ..
        },
    ] = &pieces[..]
    else {
        panic!("other pieces");
    };
    assert_eq!(lines.len(), 1);
    let row = |row: &Vec<ExternalText>| {
        row.iter()
            .map(|cell| cell.text().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(row(columns), ["t", "n"]);
    assert_eq!(
        rows.iter().map(row).collect::<Vec<_>>(),
        [["a", ""], ["b", "null"]]
    );
}

#[test]
fn no_structured_result_is_too_odd() {
    let mut deep = json!("end");
    for _ in 0..100 {
        deep = json!({"in": deep});
    }
    let wide: Vec<_> = (0..1000).map(|at| json!([at])).collect();
    let empty = json!({});
    for (value, expect) in [
        (deep, 7),
        (json!(wide), 300),
        (empty, 0),
        (json!(3), 1),
        (json!([]), 0),
    ] {
        let answer = of(&json!({"structuredContent": value}));
        let Some(StructuredResult::Pieces(pieces)) = &answer.structured else {
            panic!("no pieces: {value}");
        };
        let [ResultPart::Tree { lines, left }] = &pieces[..] else {
            panic!("no tree: {value}");
        };
        assert_eq!(lines.len(), expect);
        assert_eq!(*left > 0, expect == 300);
    }
    // Deeper than anything that is read, and larger than what is taken apart.
    let deeper = format!(
        "{{\"structuredContent\":{}1{}}}",
        "[".repeat(500),
        "]".repeat(500)
    );
    let deeper = RawJson::parse(deeper).expect("JSON");
    let answer = ResultPanel::of(&Ok(deeper));
    assert!(matches!(
        answer.structured,
        Some(StructuredResult::Whole(_))
    ));
    let large = of(&json!({"structuredContent": vec![json!({"a": "x".repeat(100)}); 5000]}));
    let Some(StructuredResult::Whole(text)) = &large.structured else {
        panic!("taken apart");
    };
    assert_eq!(text.text().chars().count(), 20_000);
}
