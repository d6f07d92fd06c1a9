//! A table of questions, and laws.

use proptest::prelude::*;

use super::*;

const ITEM: &str = "09506000134352";

/// `item ITEM gs1:pip de https://…`, with `-` for nothing.
fn rule(line: &str) -> ResolverRule {
    let parts: Vec<&str> = line.split(' ').collect();
    let [level, subject, link_type, language, target] = parts[..] else {
        panic!("{line}");
    };
    let given = |text: &str| (text != "-").then(|| text.to_owned());
    ResolverRule {
        level: RuleLevel::parse(level).expect("a level"),
        subject: given(subject).unwrap_or_default(),
        link_type: link_type.parse().expect("a link type"),
        language: given(language).map(|tag| tag.parse().expect("a language")),
        target: target.parse().expect("a target"),
    }
}

fn rules() -> Vec<ResolverRule> {
    [
        "default - gs1:pip - https://all/{gtin}",
        "default - gs1:recallStatus - https://all/recall/{gtin}",
        "prefix 9506 gs1:pip - https://prefix/short",
        "prefix 9506000 gs1:pip - https://prefix/long",
        "prefix 9506000 gs1:traceability - https://prefix/trace/{lot}/{serial}",
        "brand bells gs1:pip - https://brand",
        "brand bells gs1:pip de https://brand/de",
        "brand bells gs1:pip de-AT https://brand/at",
        "brand bells gs1:instructions en https://brand/how",
        "item 09506000134352 gs1:pip fr https://item/fr",
        "item 09506000134352 gs1:defaultLink - https://item",
        "item 09506000134352 gs1:traceability - https://item/lot/{lot}",
    ]
    .map(rule)
    .to_vec()
}

struct SampleRequest {
    gtin: &'static str,
    brand: Option<&'static str>,
    link_type: Option<&'static str>,
    languages: &'static str,
    lot: Option<&'static str>,
}

const ANY: SampleRequest = SampleRequest {
    gtin: ITEM,
    brand: Some("bells"),
    link_type: None,
    languages: "",
    lot: None,
};

fn ask(rules: &[ResolverRule], asked: &SampleRequest) -> Option<(String, String)> {
    let link_type = asked
        .link_type
        .map(|text| text.parse().expect("a link type"));
    let languages = LinkLanguage::list(asked.languages).expect("languages");
    let request = ResolveRequest {
        gtin: Gtin::parse(asked.gtin).expect("a number"),
        brand: asked.brand,
        lot: asked.lot,
        serial: None,
        link_type: link_type.as_ref(),
        languages: &languages,
    };
    resolve(rules, &request).map(|found| (found.target, found.why))
}

fn check(asked: &SampleRequest, target: &str, why: &str) {
    let found = ask(&rules(), asked).expect(target);
    let why = format!("It is the rule for {why}.");
    assert_eq!(found, (target.to_owned(), why));
}

#[test]
fn the_most_specific_rule_is_found() {
    check(&ANY, "https://item", "this item");
    let asked = |gtin, brand| SampleRequest { gtin, brand, ..ANY };
    check(
        &asked("9506000149301", None),
        "https://prefix/long",
        "the company prefix `9506000`",
    );
    let (target, why) = ("https://all/09520123456788", "all items");
    check(&asked("9520123456788", None), target, why);
    let (target, why) = ("https://all/00000096385074", "all items");
    check(&asked("96385074", None), target, why);
}

#[test]
fn the_link_type_asked_for_comes_before_the_level() {
    let asked = |link_type, lot| SampleRequest {
        link_type: Some(link_type),
        lot,
        ..ANY
    };
    check(
        &asked("gs1:instructions", None),
        "https://brand/how",
        "the brand `bells` with the link type `gs1:instructions`, in `en`",
    );
    check(
        &asked("gs1:recallStatus", None),
        "https://all/recall/09506000134352",
        "all items with the link type `gs1:recallStatus`",
    );
    check(
        &asked("gs1:epil", None),
        "https://item",
        "this item; none with the link type `gs1:epil` applies, so this is the default link",
    );
    check(
        &asked("gs1:traceability", Some("A/1")),
        "https://item/lot/A%2F1",
        "this item with the link type `gs1:traceability`",
    );
    // Without a lot, the rule that needs one does not count.
    check(
        &asked("gs1:traceability", None),
        "https://item",
        "this item; none with the link type `gs1:traceability` applies, so this is the default \
         link",
    );
}

#[test]
fn languages_are_tried_in_their_order() {
    let asked = |link_type, languages| SampleRequest {
        link_type,
        languages,
        ..ANY
    };
    // The default link is before the page, also where the page has the language.
    check(
        &asked(None, "fr"),
        "https://item",
        "this item, for every language",
    );
    check(
        &asked(Some("gs1:pip"), "fr-CA"),
        "https://item/fr",
        "this item with the link type `gs1:pip`, in `fr`",
    );
    check(
        &asked(Some("gs1:pip"), "de"),
        "https://item/fr",
        "this item with the link type `gs1:pip`; there is none in the language asked for, but in \
         `fr`",
    );
    for (languages, target) in [
        ("", "https://brand"),
        ("de-AT", "https://brand/at"),
        ("de-CH", "https://brand/de"),
        ("it, de-CH", "https://brand/de"),
        ("it", "https://brand"),
    ] {
        let asked = SampleRequest {
            gtin: "9506000149301",
            languages,
            ..ANY
        };
        let found = ask(&rules(), &asked).expect(target);
        assert_eq!(found.0, target, "{languages}");
    }
}

#[test]
fn without_a_rule_there_is_no_answer() {
    assert_eq!(ask(&[], &ANY), None);
    let other = [rule("item 09520123456788 gs1:pip - https://other")];
    assert_eq!(ask(&other, &ANY), None);
    let special = [rule("default - gs1:recallStatus - https://recall")];
    assert_eq!(ask(&special, &ANY), None, "it is no default link");
    let needs = [rule("default - gs1:pip - https://all/{serial}")];
    assert_eq!(ask(&needs, &ANY), None);
}

#[test]
fn brands_are_compared_as_people_do() {
    assert_eq!(brand_key("  Bells \t &  Co "), "bells & co");
    assert_eq!(brand_key("ÉLAN"), "élan");
}

proptest! {
    #[test]
    fn the_order_of_the_rules_does_not_matter(
        order in Just(rules()).prop_shuffle(),
        link_type in proptest::option::of(prop_oneof![Just("gs1:pip"), Just("gs1:epil"), Just("gs1:traceability")]),
        languages in prop_oneof![Just(""), Just("de-AT"), Just("fr, de"), Just("en")],
        brand in proptest::option::of(Just("bells")),
        lot in proptest::option::of(Just("L")),
    ) {
        let asked = SampleRequest { gtin: ITEM, brand, link_type, languages, lot };
        prop_assert_eq!(ask(&order, &asked), ask(&rules(), &asked));
    }

    /// Whichever rules are taken away, the answer is that of a rule that is left and about the
    /// item, and no rule of the same link type stands at a more specific level.
    #[test]
    fn an_answer_comes_from_a_rule_about_the_item(keep in proptest::collection::vec(any::<bool>(), 12)) {
        let left: Vec<ResolverRule> = rules().into_iter().zip(keep).filter_map(|(rule, keep)| keep.then_some(rule)).collect();
        let page = LinkType::pip();
        let request = ResolveRequest {
            gtin: Gtin::parse(ITEM).expect("a number"),
            brand: Some("bells"),
            lot: None,
            serial: None,
            link_type: Some(&page),
            languages: &[],
        };
        let pages: Vec<&ResolverRule> = left.iter().filter(|rule| rule.link_type == page).collect();
        match resolve(&left, &request) {
            Some(found) => {
                prop_assert!(left.contains(found.rule));
                let best = pages.iter().map(|rule| rule.level).min();
                if let Some(best) = best {
                    prop_assert_eq!(found.rule.level, best);
                }
            }
            None => prop_assert!(pages.is_empty()),
        }
    }
}
