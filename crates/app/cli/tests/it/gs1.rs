//! `candor gs1`, and the pack in the demo.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check, check_as, len};

const PRODUCTS: &str = "\
gtin,name,brand
9506000134352,Oat biscuits,Moorland Bakery
9506000134369,Tomatoes,Moorland Bakery
";

#[test]
fn products_are_added_changed_and_left_alone() {
    let sandbox = CommandSandbox::with("products.csv", PRODUCTS);
    let import =
        |more: &[&str]| sandbox.run_args(&[&["gs1", "import", "products.csv"], more].concat());
    check!(import(&["--dry-run"]), @"
    exit 0
    --- stdout
    would be imported from `products.csv`: 2 products added
    ");
    // A dry run has changed nothing.
    check!(import(&[]), @"
    exit 0
    --- stdout
    imported from `products.csv`: 2 products added
    ");
    sandbox.file(
        "products.csv",
        &PRODUCTS.replace("Tomatoes", "Peeled tomatoes"),
    );
    check!(import(&[]), @"
    exit 0
    --- stdout
    imported from `products.csv`: 1 product changed, 1 unchanged
    ");
    let ran = import(&["--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran}");
    let expect = json!({"added": 0, "changed": 0, "unchanged": 2});
    assert_eq!(ran.json()["products"], expect);
    // The tools see it at once.
    let ran = sandbox.ok(r#"call gs1.lookup_product '{"gtin": "9506000134369"}'"#);
    ran.prints("Peeled tomatoes");
}

#[test]
fn every_wrong_line_is_told_and_none_is_taken() {
    let sandbox = CommandSandbox::new();
    let text = "gtin,name,brand\n9506000134353,Rice,A\n9506000134369,,A\n9506000134369,Good,A\nnonsense,Bad,A\n";
    sandbox.file("products.csv", text);
    check!(sandbox.run("gs1 import products.csv"), @"
    exit 1
    --- stderr
    products.csv:2:1: error: `9506000134353` is not a GTIN: its check digit should be 2; look for a mistyped digit [gs1::line]
    products.csv:3:1: error: `name` is missing [gs1::line]
    products.csv:5:1: error: `nonsense` is not a GTIN: `n` is not a digit; give 8, 12, 13 or 14 digits, with spaces or hyphens between them if you like [gs1::line]
    error: `products.csv` was not imported: 3 problems
      hint: fix these lines and import the file again; nothing was imported
    ");
    let ran = sandbox.silent(1, "gs1 import products.csv --json");
    let found = ran.json();
    assert_eq!(found["products"], json!(null));
    assert_eq!(found["diagnostics"][0]["place"]["line"], 2, "{found}");
    sandbox.file("products.csv", "gtin,name,brand\n9506000134369,Good,A\n");
    let ran = sandbox.run("gs1 import products.csv --json");
    assert_eq!(ran.json()["products"]["added"], 1, "{ran}");
}

#[test]
fn what_cannot_be_imported() {
    let sandbox = CommandSandbox::with("products.txt", PRODUCTS);
    sandbox.file("empty.csv", "");
    sandbox.file("other.csv", "colour,size\nred,1\n");
    std::fs::write(
        sandbox.path().join("latin.csv"),
        b"gtin,name\n9506000134352,caf\xe9\n",
    )
    .expect("a file");
    for (name, file) in [
        ("missing", "none.csv"),
        ("kind", "products.txt"),
        ("empty", "empty.csv"),
        ("header", "other.csv"),
        ("encoding", "latin.csv"),
    ] {
        let ran = sandbox.run(&format!("gs1 import {file}"));
        check_as!(format!("no-import-{name}"), ran.refused());
    }
}

#[test]
fn a_catalogue_that_nobody_serves() {
    let sandbox = CommandSandbox::with("products.csv", PRODUCTS);
    sandbox.configure("[server]\n");
    check!(sandbox.run("gs1 import products.csv"), @r#"
    exit 0
    --- stdout
    imported from `products.csv`: 2 products added
    --- stderr
    no source serves the `gs1` pack; add `[sources.gs1]` with `kind = "pack"` to the configuration file
    "#);
    sandbox.configure("[sources.numbers]\npack = \"gs1\"\n");
    sandbox.silent(0, "gs1 import products.csv");
}

#[test]
fn the_demo_has_it() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("tools --source gs1"), @r"
    exit 0
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    gs1     ready  1841    5 tools (pack)

    TOOL                 TOKENS  HINTS                 DESCRIPTION
    gs1.ping             129     read-only             Ping: Check that the GS1 tools answer. Returns `ok` and their version.
    gs1.validate_gtin    495     read-only             Validate GTIN: Check a GTIN (the number under a bar code): length, digits and check digit. Says what is wrong, or gives the number with 14 digits. Reads no catalogue.
    gs1.resolve_gtin     410     read-only             Resolve GTIN: Find the web address that a product's GS1 link leads to. Looks at the resolver rules for the item, its brand, its company prefix and all items, in this order, and says which rule decided.
    gs1.lookup_product   376     read-only             Look Up Product: Look up a product by GTIN. Returns name, brand, description, net content, country and more, as far as the product catalogue knows them. Use `resolve_gtin` for its links.
    gs1.generate_qr_url  431     additive, idempotent  Generate QR URL: Make a GS1 Digital Link URI for a product, with lot, serial number and expiry date if given, and its QR code. Records the link under the caller's name, once for the same link.
    --- stderr
    starting 1 source: gs1
    ");
    sandbox.ok(r#"call gs1.validate_gtin '{"gtin": "9506000134352"}' --json"#);
    let ran = sandbox.run("tools --source bookshop --json");
    assert_eq!(len(&ran.json()["sources"]), 1, "{ran}");
}
