//! Examples of the Digital Link standard and of GS1's syntax engine, and laws.

use proptest::prelude::*;

use super::*;

fn gtin(text: &str) -> Gtin {
    Gtin::parse(text).expect("a number")
}

/// What a link says, on one line: identifiers in parentheses, as under a bar code.
fn said(link: &DigitalLink) -> String {
    let mut said = format!("{} (01){}", link.stem(), link.gtin());
    for by in LinkQualifier::ALL {
        if let Some(value) = link.get(by) {
            said.extend(["(", by.ai(), ")", value]);
        }
    }
    for (ai, value) in link.attributes() {
        said.extend(["(", ai, ")", value]);
    }
    said
}

#[test]
fn links_of_the_standard_are_read() {
    let check = |uri: &str, expect: &str| {
        let parsed = DigitalLink::parse(uri).unwrap_or_else(|error| panic!("{uri}: {error}"));
        assert_eq!(parsed.oddities, [], "{uri}");
        assert_eq!(said(&parsed.link), expect, "{uri}");
        assert_eq!(parsed.link.uri().as_deref(), Ok(uri));
    };
    let id = "https://id.gs1.org";
    for (rest, expect) in [
        ("/01/09520123456788", "(01)09520123456788"),
        ("/01/09520123456788/22/2A", "(01)09520123456788(22)2A"),
        (
            "/01/09520123456788/10/ABC123",
            "(01)09520123456788(10)ABC123",
        ),
        ("/01/09520123456788/21/12345", "(01)09520123456788(21)12345"),
        (
            "/01/09520123456788/10/ABC1/21/12345?17=180426",
            "(01)09520123456788(10)ABC1(21)12345(17)180426",
        ),
        (
            "/01/09520123456788?3103=000195",
            "(01)09520123456788(3103)000195",
        ),
        (
            "/01/09520123456788?3103=000195&3922=0299&17=201225",
            "(01)09520123456788(3103)000195(3922)0299(17)201225",
        ),
        (
            "/01/09520123456788/235/XYZ?10=ABC123",
            "(01)09520123456788(235)XYZ(10)ABC123",
        ),
        (
            "/01/12312312312326/22/ABC/10/DEF/21/GHI?95=INT",
            "(01)12312312312326(22)ABC(10)DEF(21)GHI(95)INT",
        ),
        (
            "/01/12312312312333/10/ABC%2B123?99=XYZ%2BQWERTY",
            "(01)12312312312333(10)ABC+123(99)XYZ+QWERTY",
        ),
        (
            "/01/09520123456788/10/32a%2Fb",
            "(01)09520123456788(10)32a/b",
        ),
    ] {
        check(&format!("{id}{rest}"), &format!("{id} {expect}"));
    }
    for stem in [
        "https://brand.example.com/some-extra/pathinfo",
        "https://a.",
        "https://a:65535",
        "https://192.0.2.1",
        "https://[2001:db8::1]",
        "https://xn--fsq.xn--0zwm56d",
        "https://a/00/faux",
        "https://a/01/09520123456788",
    ] {
        check(
            &format!("{stem}/01/09520123456788"),
            &format!("{stem} (01)09520123456788"),
        );
    }
}

#[test]
fn other_spellings_come_out_as_one() {
    let check = |uri: &str, expect: &str| {
        let parsed = DigitalLink::parse(uri).unwrap_or_else(|error| panic!("{uri}: {error}"));
        assert_eq!(parsed.link.uri().as_deref(), Ok(expect), "{uri}");
        parsed.oddities.len()
    };
    let item = "https://a/01/09520123456788";
    assert_eq!(check("HTTPS://A/01/09520123456788", item), 0);
    assert_eq!(check(" https://a/01/09520123456788#there ", item), 0);
    assert_eq!(check("https://a/01/09520123456788?", item), 0);
    assert_eq!(check("https://a/01/9520123456788", item), 1, "13 digits");
    assert_eq!(check("https://a/gtin/09520123456788", item), 1, "a word");
    assert_eq!(
        check("https://a/01/02345673", "https://a/01/00000002345673"),
        1
    );
    assert_eq!(
        check(
            "https://a/gtin/9520123456788/cpv/2A/lot/L/ser/S",
            "https://a/01/09520123456788/22/2A/10/L/21/S"
        ),
        5
    );
    let test = "https://a/01/12312312312333/22/ABC-123?99=ABC&98=XYZ%2F987";
    assert_eq!(
        check(
            "https://a/01/12312312312333/22/ABC%2d123?99=ABC&98=XYZ%2f987",
            test
        ),
        0
    );
    let test = "https://a/01/12312312312333?99=ABC&98=XYZ";
    assert_eq!(
        check("https://a/01/12312312312333?&&&99=ABC&&&98=XYZ&&", test),
        0
    );
    // What is no data is kept, behind the data.
    assert_eq!(
        check(
            "https://a/01/12312312312333?one&linkType=gs1:pip&99=ABC&q=a+b%26c",
            "https://a/01/12312312312333?99=ABC&one&linkType=gs1:pip&q=a%20b%26c"
        ),
        0
    );
}

fn check_refused(uri: &str, expect: &str) {
    let error = DigitalLink::parse(uri).expect_err(uri).to_string();
    assert!(error.starts_with(expect), "{uri}: {error}");
}

#[test]
fn what_is_no_address_is_refused() {
    for begin in [
        "",
        "09520123456788",
        "ftp://",
        "ftp://a",
        "http://",
        "http:///",
        "https://",
        "https://a$",
        "https://u@a",
        "https://a_b",
        "https://[fe80::1%25lo]",
        "https://a/..",
        "https://a/%2e%2E",
    ] {
        check_refused(&format!("{begin}/01/12312312312333"), "`");
    }
    check_refused("", "`` is not the beginning of a link;");
    check_refused(
        "https://a/01/12312312312333 10",
        "the link has the character ` `;",
    );
    check_refused(
        "https://ä/01/12312312312333",
        "the link has the character `ä`;",
    );
    let long = format!("https://a/{}", "x".repeat(2000));
    check_refused(&long, "the link has 2010 bytes,");
}

#[test]
fn paths_are_held_to_the_standard() {
    for (path, expect) in [
        ("", "the link has no `/01/`"),
        ("/b", "the link has no `/01/`"),
        ("/b/", "the path of the link ends in `/`"),
        ("/01", "the link has no `/01/`"),
        ("/12312312312333", "the link has no `/01/`"),
        ("/00/006141411234567890", "the link is about `00`,"),
        ("/414/9520123456788/254/32a%2Fb", "the link has no `/01/`"),
        (
            "/01/12312312312334",
            "`12312312312334` is not a GTIN: its check digit",
        ),
        (
            "/01/1231-2312312333",
            "`1231-2312312333` is not a GTIN: `-` is not a digit",
        ),
        ("/01/123", "`123` is not a GTIN: it has 3 digits"),
    ] {
        check_refused(&format!("https://a{path}"), expect);
    }
    for (path, expect) in [
        ("/", "the path of the link ends in `/`"),
        ("/10", "the path of the link ends in `/`"),
        ("/89/ABC", "`89` cannot follow a GTIN;"),
        ("/10/A/22/B", "`22` cannot follow `10`;"),
        ("/10/A/10/B", "`10` cannot follow `10`;"),
        ("/22/A/10/B/235/C", "`235` cannot follow"),
        ("/10//21/A", "`10` has no value;"),
        ("/10/..", "the value of `10` is `..`,"),
        ("/21/%2E", "the value of `21` is `.`,"),
        (
            "/10/123456789012345678901",
            "the value of `10` is `123456789012345678901`, and it must be at most 20 characters",
        ),
        ("/10/A%20B", "the value of `10` has the character ` `"),
        ("/10/A%00B", "the value of `10` has the character `\\0`"),
        ("/10/A%4", "`10` of the link cannot be read: a `%`"),
    ] {
        check_refused(&format!("https://a/01/12312312312333{path}"), expect);
    }
}

#[test]
fn queries_are_held_to_the_standard() {
    for (rest, expect) in [
        (
            "?99=%ff",
            "`99` of the link cannot be read: it is not UTF-8",
        ),
        ("?99=", "`99` has no value;"),
        ("?99", "`99` has no value;"),
        (
            "?99=ABC&98=XYZ+987",
            "the value of `98` has the character ` `",
        ),
        ("?99=1&99=1", "`99` is there twice;"),
        ("?10=ABC123", "`10` is in the query of the link"),
        ("/10/A?10=A", "`10` is in the query of the link"),
        ("/235/X?22=ABC", "`22` is in the query of the link"),
        ("?01=12312312312333", "`01` cannot be a data attribute"),
        ("?8200=a", "`8200` cannot be a data attribute"),
        ("?17=201301", "the value of `17` is `201301`,"),
        ("?99999=a", "`99999` is not an application identifier"),
        ("?%31%37=a", "`17` cannot be the name of a parameter"),
    ] {
        check_refused(&format!("https://a/01/12312312312333{rest}"), expect);
    }
}

#[test]
fn links_are_built() {
    let build = |stem: &str| {
        DigitalLink::new(stem, gtin("9506000134352"))?
            .qualified(LinkQualifier::Serial, "12345")?
            .qualified(LinkQualifier::Lot, "ABC/1")?
            .with("17", "261231")?
            .parameter("linkType", Some("gs1:pip"))?
            .uri()
    };
    for stem in [
        "https://id.example.org",
        "https://id.example.org/",
        "HTTPS://ID.example.ORG",
    ] {
        assert_eq!(
            build(stem).as_deref(),
            Ok(
                "https://id.example.org/01/09506000134352/10/ABC%2F1/21/12345?17=261231&linkType=gs1:pip"
            )
        );
    }
    for stem in [
        "",
        "id.example.org",
        "https://",
        "https://a?b",
        "https://a#b",
        "https://a b",
    ] {
        build(stem).expect_err(stem);
    }
    let link = DigitalLink::new(CANONICAL, gtin("96385074")).unwrap();
    assert_eq!(
        link.uri().as_deref(),
        Ok("https://id.gs1.org/01/00000096385074")
    );
    let error = link.clone().qualified(LinkQualifier::Lot, "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`10` has no value; give one, or leave it out"
    );
    let twice = link.qualified(LinkQualifier::Lot, "A").unwrap();
    let twice = twice.qualified(LinkQualifier::Lot, "B").unwrap_err();
    assert_eq!(twice.to_string(), "`10` is there twice; say it once");
}

fn any_link() -> impl Strategy<Value = DigitalLink> {
    let value = "[!-\"%-/0-9:-?A-Z_a-z]{1,20}";
    let values = (
        proptest::option::of(value),
        proptest::option::of(value),
        proptest::option::of(value),
    );
    let attributes = proptest::collection::btree_map("9[1-9]", value, 0..4);
    let parameters =
        proptest::collection::vec(("[a-z é&=]{1,8}", proptest::option::of("\\PC{0,8}")), 0..3);
    let stem = "https?://[a-z]{1,8}(\\.[a-z]{2,3})?(:[0-9]{2,4})?(/[a-z~-]{1,5}){0,2}";
    let case = (
        stem,
        "[0-9]{13}",
        values,
        attributes,
        parameters,
        any::<bool>(),
    );
    let unbuilt = "a value that browsers take out of a path";
    case.prop_filter_map(
        unbuilt,
        |(stem, first, values, attributes, parameters, alone)| {
            let number = (0..10).find_map(|last| Gtin::parse(&format!("{first}{last}")).ok())?;
            let mut link = DigitalLink::new(&stem, number).ok()?;
            let by = [
                LinkQualifier::Variant,
                LinkQualifier::Lot,
                LinkQualifier::Serial,
            ];
            let by = if alone {
                [LinkQualifier::ThirdParty; 3]
            } else {
                by
            };
            let count = if alone { 1 } else { 3 };
            for (by, value) in by
                .into_iter()
                .zip([values.0, values.1, values.2])
                .take(count)
            {
                if let Some(value) = value {
                    link = link.qualified(by, &value).ok()?;
                }
            }
            for (ai, value) in attributes {
                link = link.with(&ai, &value).ok()?;
            }
            for (name, value) in parameters {
                link = link.parameter(&name, value.as_deref()).ok()?;
            }
            Some(link)
        },
    )
}

proptest! {
    #[test]
    fn reading_undoes_writing(link in any_link()) {
        let uri = link.uri().expect("it is short");
        let parsed = DigitalLink::parse(&uri).map_err(|error| TestCaseError::fail(format!("{uri}: {error}")))?;
        prop_assert_eq!(parsed.oddities.len(), 0);
        prop_assert_eq!(parsed.link.uri(), Ok(uri));
        prop_assert_eq!(parsed.link, link);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = DigitalLink::parse(&text);
    }

    #[test]
    fn nearly_a_link_is_read_or_refused(rest in "(/(01|10|21|22|235|a|)(/[0-9%A-F.]{0,14})?){0,4}[?&=0-9a-z%+]{0,12}") {
        if let Ok(parsed) = DigitalLink::parse(&format!("https://a{rest}")) {
            let uri = parsed.link.uri().expect("it was short");
            let again = DigitalLink::parse(&uri).expect("it was one");
            prop_assert_eq!(again.link, parsed.link);
        }
    }
}
