//! Files that are read, and files that are refused with all that is wrong.

use super::*;

/// How many rows a file may have here.
const MOST: usize = 1000;

fn refused(name: &str, text: &str) -> String {
    read::read(name, text.as_bytes(), MOST)
        .expect_err(text)
        .to_string()
}

fn accepted(name: &str, text: &str) -> ImportBatch {
    read::read(name, text.as_bytes(), MOST).unwrap_or_else(|error| panic!("{error}"))
}

fn warned(batch: &ImportBatch) -> Vec<String> {
    batch
        .warnings
        .list()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn the_sample_is_in_order() {
    let [products, rules] = SAMPLE.map(|(name, text)| accepted(name, text));
    assert_eq!((products.products.len(), products.rules.len()), (6, 0));
    assert_eq!((rules.products.len(), rules.rules.len()), (0, 11));
    assert!(warned(&products).is_empty() && warned(&rules).is_empty());
    assert_eq!(products.products[0].extra, r#"{"shelf_life_days":"180"}"#);
    assert_eq!(products.products[5].extra, "{}");
}

#[test]
fn tables_are_read_however_they_were_written() {
    let expect = accepted("a.csv", "gtin,name,country\n9506000134352,Biscuits,GB\n");
    let expect = &expect.products;
    assert_eq!(expect[0].gtin, "09506000134352");
    for text in [
        "\u{feff}gtin,name,country\r\n9506000134352,Biscuits,GB\r\n",
        "GTIN; Name ;Country\n9506000134352;Biscuits;gb",
        "gtin\tname\tcountry\n 9506000134352 \t Biscuits \tGB\n\n\n",
        "name,country,gtin\n\"Biscuits\",GB,09506000134352\n",
    ] {
        assert_eq!(&accepted("A.CSV", text).products, expect, "{text}");
    }
    let lines = "{\"kind\":\"product\",\"gtin\":\"9506000134352\",\"name\":\"Biscuits\",\
                 \"country\":\"gb\",\"brand\":null}\r\n\n";
    assert_eq!(&accepted("a.jsonl", lines).products, expect);
    let odd = accepted(
        "a.csv",
        "gtin,name,extra.Colour\n9506000134352,\"a, \"\"b\"\"\nc\",\"x,y\"\n",
    );
    assert_eq!(odd.products[0].name, "a, \"b\"\nc");
    assert_eq!(odd.products[0].extra, r#"{"colour":"x,y"}"#);
}

#[test]
fn rules_are_brought_to_one_spelling() {
    let text = "level,key,link_type,language,target\n\
                ITEM,9506000134352,pip,DE-at,https://a.example/{gtin}\n\
                brand, Fell  & Tarn ,,,https://a.example\n\
                prefix,0614141,gs1:pip,,https://a.example\n\
                default,,gs1:pip,,https://a.example\n";
    let rules = accepted("rules.csv", text).rules;
    let said = |at: usize| {
        let rule = &rules[at];
        [&rule.level, &rule.subject, &rule.link_type, &rule.language].map(String::as_str)
    };
    assert_eq!(said(0), ["item", "09506000134352", "gs1:pip", "de-AT"]);
    assert_eq!(said(1), ["brand", "fell & tarn", "gs1:pip", ""]);
    assert_eq!(said(2), ["prefix", "0614141", "gs1:pip", ""]);
    assert_eq!(said(3), ["default", "", "gs1:pip", ""]);
    let both = "{\"kind\":\"rule\",\"level\":\"default\",\"target\":\"https://a.example\"}\n\
                {\"kind\":\"product\",\"gtin\":\"96385074\",\"name\":\"Gum\",\"extra\":{\"a\":[1]}}";
    let both = accepted("both.ndjson", both);
    assert_eq!((both.products.len(), both.rules.len()), (1, 1));
    assert_eq!(both.products[0].extra, r#"{"a":[1]}"#);
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let text = "gtin,name,company_prefix,category,country,url,image\n\
                9506000134353,Biscuits,,,,,\n\
                ,,,,,,\n\
                9506000134352,Biscuits,95O6,1,UK1,a.example,javascript:x\n\
                9506000134352,Biscuits\n\
                9506000149301,\"two\nlines\",9521100,,,,\n\
                96385074,Gum,9638,,,,\n";
    assert_eq!(
        refused("p.csv", text),
        "`p.csv` was not imported:\n\
         line 2: `9506000134353` is not a GTIN: its check digit should be 2; look for a mistyped \
         digit\n\
         line 3: `gtin` is missing\n\
         line 3: `name` is missing\n\
         line 4: `company_prefix` is `95O6`, and a company prefix has 4 to 12 digits\n\
         line 4: `category` is `1`, and the code of a GPC brick has 8 digits\n\
         line 4: `country` is `UK1`; write the two letters of ISO 3166, such as `AT`\n\
         line 4: `image`: `javascript:x` is not a web address; begin it with `https://` and a host\n\
         line 4: `url`: `a.example` is not a web address; begin it with `https://` and a host\n\
         line 5: it has 2 fields, and the header has 7\n\
         line 6: `company_prefix` is `9521100`, and the GTIN `09506000149301` does not begin with \
         it\n\
         line 8: `company_prefix` is `9638`, and the GTIN `00000096385074` does not begin with it"
    );
    let text = "level,key,link_type,language,target\n\
                shop,,,,https://a\n\
                item,,,,https://a\n\
                item,123,a b,german!,https://{lot}/\n\
                default,x,,,\n\
                prefix,952x,,,https://a/{gtn}\n\
                brand,\u{7},,,https://a\n";
    assert_eq!(
        refused("r.csv", text),
        "`r.csv` was not imported:\n\
         line 2: `level` is `shop`, and the levels are `item`, `brand`, `prefix` and `default`\n\
         line 3: `key` is missing; the level `item` needs one\n\
         line 4: `123` is not a GTIN: it has 3 digits, and a GTIN has 8, 12, 13 or 14\n\
         line 4: `a b` is not a link type; write one such as `gs1:pip` or `gs1:instructions`\n\
         line 4: `german!` is not a language; write a tag such as `de` or `de-AT`\n\
         line 4: the target has `{` before the path; places can stand only behind the host\n\
         line 5: `target` is missing\n\
         line 5: `key` is `x`, and a rule of the level `default` has none\n\
         line 6: `key` is `952x`, and a company prefix has 4 to 12 digits\n\
         line 6: the target has `{gtn}`, and the places are `{gtin}`, `{lot}` and `{serial}`\n\
         line 7: `key` is `\\u{7}`, and a brand has at most 256 bytes, all of which can be seen"
    );
    let text = "{\"kind\":\"product\",\"gtin\":9506000134352,\"name\":[\"a\"]}\n\
                not json\n\
                [1]\n\
                {\"gtin\":\"96385074\"}\n\
                {\"kind\":\"rule\",\"level\":\"default\",\"target\":\"https://a\",\"extra\":{}}\n";
    let told = refused("x.jsonl", text);
    for expect in [
        "line 1: `gtin` is `9506000134352`; it must be text in quotes, so that no leading zero is lost\n",
        "line 1: `name` is `[\"a\"]`; it must be text in quotes\n",
        "line 2: it is no JSON object:",
        "line 3: it is no JSON object:",
        "line 4: `kind` is missing; it is `\"product\"` or `\"rule\"`\n",
        "line 5: `extra` is `{}`; it must be an object, and only products have one",
    ] {
        assert!(told.contains(expect), "{expect}: {told}");
    }
}

#[test]
fn long_lists_of_problems_are_counted() {
    let text = format!("gtin,name\n{}", "1,a\n".repeat(250));
    let told = refused("p.csv", &text);
    assert_eq!(told.lines().count(), 102);
    assert!(told.ends_with("\nand 150 more"), "{told}");
    let wide = format!("gtin,name\n9506000134352,{}\n", "x".repeat(201));
    assert!(refused("p.csv", &wide).contains("line 2: `name` has 201 characters, and at most 200"));
    let bell = "gtin,name\n9506000134352,a\u{7}b\n";
    assert!(refused("p.csv", bell).contains("line 2: `name` has the control character `\\u{7}`"));
    let extra = format!("gtin,name,extra.a\n9506000134352,a,{}\n", "x".repeat(9000));
    assert!(refused("p.csv", &extra).contains("line 2: `extra` has 9008 bytes,"));
    let far = format!(
        "gtin,name,url\n9506000134352,a,https://a/{}\n",
        "x".repeat(2000)
    );
    assert!(refused("p.csv", &far).contains("line 2: `url` has 2010 bytes,"));
}

#[test]
fn odd_files_are_warned_about() {
    let text = "gtin,name,colour,nmae,brnd\n\
                9506000134352,Biscuits,x,,\n\
                9506000134352,Biscuits,y,,\n";
    let batch = accepted("p.csv", text);
    assert_eq!(batch.products.len(), 1);
    assert_eq!(
        warned(&batch),
        [
            "line 1: `colour` is not known and was left out; call it `extra.colour` to keep it",
            "line 1: `nmae` is not known and was left out; did you mean `name`?",
            "line 1: `brnd` is not known and was left out; did you mean `brand`?",
            "line 3: the product `09506000134352` is in line 2 already, word for word",
        ]
    );
    let twice = "level,target\ndefault,https://a\ndefault,https://b\n";
    assert!(refused("r.csv", twice).ends_with(
        "line 3: the rule for ``, `gs1:pip` is in line 2 already and says something else"
    ));
    let double = "gtin,name,name\n9506000134352,a,b\n";
    assert!(refused("p.csv", double).ends_with("line 1: the column `name` is there twice"));
}

#[test]
fn files_that_are_none_have_their_sentence() {
    let check = |name: &str, bytes: &[u8], expect: &str| {
        let error = read::read(name, bytes, MOST).expect_err(expect).to_string();
        assert!(error.starts_with(expect), "{error}");
    };
    check(
        "p.xlsx",
        b"",
        "`p.xlsx` is neither a `.csv` nor a `.jsonl` file;",
    );
    check("products", b"", "`products` is neither");
    check("p.csv", b"", "`p.csv` has no rows");
    check("p.csv", b"gtin,name\n", "`p.csv` has no rows");
    check("p.jsonl", b"\n \n", "`p.jsonl` has no rows");
    check(
        "p.csv",
        b"a,b\n1,2\n",
        "the header of `p.csv` is neither that of products,",
    );
    check(
        "p.csv",
        b"gtin,name,level,target\n",
        "the header of `p.csv` is neither",
    );
    check(
        "p.csv",
        b"gtin,name\n1,\xff\n",
        "line 2 of `p.csv` is not UTF-8;",
    );
    check(
        "p.csv",
        b"\xff\xfeg\0t\0",
        "line 1 of `p.csv` is not UTF-8;",
    );
    check(
        "p.csv",
        &vec![b'x'; FILE_MAX + 1],
        "`p.csv` has 67108865 bytes,",
    );
    for (name, begin, row) in [
        ("p.csv", "gtin,name\n", "96385074,a\n"),
        ("p.csv", "gtin,name\n", "1\n"),
        ("p.jsonl", "", "{\"kind\":\"rule\"}\n"),
        ("p.jsonl", "", "{}\n"),
        ("p.jsonl", "", "x\n"),
    ] {
        let rows = format!("{begin}{}", row.repeat(MOST + 1));
        let expect = format!("`{name}` has more than 1000 rows;");
        check(name, rows.as_bytes(), &expect);
        let rows = format!("{begin}{}", row.repeat(MOST));
        let fits = read::read(name, rows.as_bytes(), MOST);
        assert!(
            !matches!(fits, Err(CatalogueImportError::Rows { .. })),
            "{row}"
        );
    }
}

proptest::proptest! {
    #[test]
    fn any_file_is_read_or_refused(text in "\\PC{0,80}", tail in "[\\n\",;{}:a-z0-9]{0,60}") {
        for name in ["a.csv", "a.jsonl"] {
            let _ = read::read(name, text.as_bytes(), MOST);
            let _ = read::read(name, format!("gtin,name\n{tail}").as_bytes(), MOST);
            let _ = read::read(name, format!("level,target\n{tail}").as_bytes(), MOST);
        }
    }
}
