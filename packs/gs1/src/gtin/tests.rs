//! Worked examples of the General Specifications and of the Digital Link standard, and laws.

use proptest::prelude::*;

use super::{
    GtinFormat::{Gtin8, Gtin12, Gtin13, Gtin14},
    *,
};

#[test]
fn numbers_are_read_and_filled_up() {
    let check = |text: &str, whole: &str, format: GtinFormat, shortest: &str| {
        let number = Gtin::parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(number.to_string(), whole, "{text}");
        assert_eq!(number.format(), format, "{text}");
        assert_eq!(number.shortest(), shortest, "{text}");
    };
    check("9506000134352", "09506000134352", Gtin13, "9506000134352");
    check("09506000134352", "09506000134352", Gtin13, "9506000134352");
    check("9520123456788", "09520123456788", Gtin13, "9520123456788");
    check("6291041500213", "06291041500213", Gtin13, "6291041500213");
    check("614141123452", "00614141123452", Gtin12, "614141123452");
    check("0614141123452", "00614141123452", Gtin12, "614141123452");
    check("416000336108", "00416000336108", Gtin12, "416000336108");
    check("80614141123458", "80614141123458", Gtin14, "80614141123458");
    check("12312312312333", "12312312312333", Gtin14, "12312312312333");
    check("10614141000415", "10614141000415", Gtin14, "10614141000415");
    check("02345673", "00000002345673", Gtin8, "02345673");
    check("96385074", "00000096385074", Gtin8, "96385074");
    check(
        " 9 506000 134352 ",
        "09506000134352",
        Gtin13,
        "9506000134352",
    );
    check(
        "978-0-306-40615-7",
        "09780306406157",
        Gtin13,
        "9780306406157",
    );
    check("00000000", "00000000000000", Gtin8, "00000000");
}

#[test]
fn other_texts_are_refused_with_a_reason() {
    let check = |text: &str, expect: &str| {
        let error = Gtin::parse(text).expect_err(expect).to_string();
        assert!(error.starts_with(expect), "{text:?}: {error}");
    };
    check("", "no GTIN was given;");
    check("   ", "no GTIN was given;");
    check(
        "9506000134353",
        "`9506000134353` is not a GTIN: its check digit should be 2;",
    );
    check(
        "614141123453",
        "`614141123453` is not a GTIN: its check digit should be 2;",
    );
    check(
        "950600013435",
        "`950600013435` is not a GTIN: its check digit should be 9;",
    );
    check(
        "95060001343",
        "`95060001343` is not a GTIN: it has 11 digits,",
    );
    check(
        "095060001343522",
        "`095060001343522` is not a GTIN: it has 15 digits,",
    );
    check("-", "`-` is not a GTIN: it has 0 digits,");
    check(
        "95060O0134352",
        "`95060O0134352` is not a GTIN: `O` is not a digit;",
    );
    check(
        "٩٥٠٦٠٠٠١٣٤٣٥٢",
        "`٩٥٠٦٠٠٠١٣٤٣٥٢` is not a GTIN: `٩` is not a digit;",
    );
    check(
        "950600013435\u{0}2",
        "`950600013435\\02` is not a GTIN: `\\0` is not a digit;",
    );
    check(
        &"1".repeat(41),
        &format!("`{}…` is not a GTIN: it has 41", "1".repeat(40)),
    );
    check(
        &"é".repeat(1 << 20),
        &format!("`{}…` is not", "é".repeat(40)),
    );
}

#[test]
fn shorter_forms_are_there_where_they_fit() {
    let check = |text: &str, gtin13: Option<&str>, gtin12: Option<&str>, gtin8: Option<&str>| {
        let number = Gtin::parse(text).unwrap();
        assert_eq!(number.as_gtin13().as_deref(), gtin13, "{text}");
        assert_eq!(number.as_gtin12().as_deref(), gtin12, "{text}");
        assert_eq!(number.as_gtin8().as_deref(), gtin8, "{text}");
    };
    check("80614141123458", None, None, None);
    check("9506000134352", Some("9506000134352"), None, None);
    check(
        "614141123452",
        Some("0614141123452"),
        Some("614141123452"),
        None,
    );
    check(
        "96385074",
        Some("0000096385074"),
        Some("000096385074"),
        Some("96385074"),
    );
}

#[test]
fn a_company_prefix_is_one_of_several() {
    let prefixes = Gtin::parse("80614141123458").unwrap().company_prefixes();
    assert_eq!(prefixes.first().unwrap(), "061414112345");
    assert!(prefixes.contains(&"0614141".to_owned()), "{prefixes:?}");
    assert_eq!(prefixes.last().unwrap(), "0614");
    assert_eq!(prefixes.len(), 9);
    assert!(
        Gtin::parse("96385074")
            .unwrap()
            .company_prefixes()
            .is_empty()
    );
}

#[test]
fn ranges_have_their_meaning() {
    let check = |first: &str, range: GtinRange| {
        let number = completed(first);
        assert_eq!(number.range(), range, "{number}");
        assert_eq!(range.note().is_none(), range == GtinRange::Global);
    };
    check("950600013435", GtinRange::Global);
    check("061414112345", GtinRange::Global);
    check("020000000000", GtinRange::Restricted);
    check("040000000000", GtinRange::Restricted);
    check("030000000000", GtinRange::Global);
    check("200000000000", GtinRange::Restricted);
    check("299999999999", GtinRange::Restricted);
    check("300000000000", GtinRange::Global);
    check("952012345678", GtinRange::Examples);
    check("977000000000", GtinRange::Serials);
    check("978030640615", GtinRange::Books);
    check("979000000000", GtinRange::Books);
    check("980000000000", GtinRange::Refunds);
    check("981000000000", GtinRange::Coupons);
    check("984000000000", GtinRange::Coupons);
    check("985000000000", GtinRange::Global);
    check("990000000000", GtinRange::Coupons);
    check("0234567", GtinRange::Restricted);
    check("2000000", GtinRange::Restricted);
    check("9638507", GtinRange::Global);
}

/// The number that begins so: its check digit is worked out here in another way.
fn completed(first: &str) -> Gtin {
    let right = (0..10).map(|last| format!("{first}{last}"));
    let mut right = right.filter_map(|text| Gtin::parse(&text).ok());
    let found = right.next().expect("one digit is right");
    assert_eq!(right.next(), None, "only one");
    found
}

fn first_digits() -> impl Strategy<Value = String> {
    prop_oneof!["[0-9]{7}", "[0-9]{11}", "[0-9]{12}", "[0-9]{13}"]
}

proptest! {
    #[test]
    fn exactly_one_check_digit_is_right(first in first_digits()) {
        completed(&first);
    }

    #[test]
    fn a_number_stays_what_it_is(first in first_digits()) {
        let number = completed(&first);
        prop_assert_eq!(Gtin::parse(&number.to_string()), Ok(number));
        prop_assert_eq!(Gtin::parse(&number.shortest()), Ok(number));
        let shorter = [number.as_gtin13(), number.as_gtin12(), number.as_gtin8()];
        for text in shorter.into_iter().flatten() {
            prop_assert_eq!(Gtin::parse(&text), Ok(number));
        }
    }

    #[test]
    fn one_mistyped_digit_is_always_noticed(first in first_digits(), at in 0..14_usize, by in 1..10_u8) {
        let right = completed(&first).to_string();
        let mut wrong = right.clone().into_bytes();
        wrong[at] = b'0' + (wrong[at] - b'0' + by) % 10;
        let wrong = String::from_utf8(wrong).unwrap();
        let refused = matches!(Gtin::parse(&wrong), Err(GtinError::CheckDigit { .. }));
        prop_assert!(refused, "{} for {}", wrong, right);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}|[0-9 -]{0,20}") {
        if let Ok(number) = Gtin::parse(&text) {
            prop_assert!(text.chars().filter(char::is_ascii_digit).count() >= 8);
            prop_assert_eq!(number.to_string().len(), 14);
        }
    }
}
