use super::*;

const ODD: &str = "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Odd//1\r\nUID:u1\r\nFN:Ada L\\, Countess\r\n\
    N:Lovelace;Ada;;;\r\nitem1.EMAIL;TYPE=INTERNET,work;X-ABC=1:ada@example.com\r\n\
    item1.X-ABLabel:_$!<Work>!$_\r\nEMAIL;type=home:old@example.com\r\n\
    NOTE:a long note that somebody folded in a \r\n strange place\\nwith two lines\r\n\
    X-SOCIALPROFILE;type=x:http://example.com/ada\r\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n \
    SkZJRg==\r\nTEL;TYPE=\"cell,voice\":+44 1\r\nEND:VCARD\r\n";

fn text(value: &str) -> VCardValue {
    VCardValue::Text(value.to_owned())
}

#[test]
fn an_untouched_card_is_the_same_text() {
    for card in [ODD, &ODD.replace("\r\n", "\n")] {
        let read = CardText::parse(card).expect("a card");
        assert_eq!(read.to_text(), card);
    }
}

#[test]
fn untouched_properties_stay_byte_by_byte() {
    let mut card = CardText::parse(ODD).expect("a card");
    card.set(&VCardProperty::Note, &[text("short")]);
    let changed = card.to_text();
    let (before, rest) = ODD.split_once("NOTE:").expect("a note");
    let (_, after) = rest.split_once("two lines\r\n").expect("its end");
    assert_eq!(changed, format!("{before}NOTE:short\r\n{after}"));
}

#[test]
fn a_value_that_stays_keeps_its_parameters() {
    let mut card = CardText::parse(ODD).expect("a card");
    let new = [text("ada@example.com"), text("new@example.com")];
    card.set(&VCardProperty::Email, &new);
    let changed = card.to_text();
    assert!(changed.contains("item1.EMAIL;TYPE=INTERNET,work;X-ABC=1:ada@example.com\r\n"));
    assert!(changed.contains("EMAIL:new@example.com\r\n"), "{changed}");
    assert!(!changed.contains("old@example.com"));
}

#[test]
fn a_new_card_is_one() {
    let mut card = CardText::new("u2");
    card.set(
        &VCardProperty::Fn,
        &[text("Bob; the \"builder\", too\nline")],
    );
    let again = CardText::parse(&card.to_text()).expect("a card");
    let name = again.all(&VCardProperty::Fn).next().expect("a name");
    assert_eq!(name.values, [text("Bob; the \"builder\", too\nline")]);
}

#[test]
fn what_is_no_card_is_refused() {
    for bad in [
        "",
        "hello",
        "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
        "BEGIN:VCARD\r\n",
    ] {
        assert!(CardText::parse(bad).is_err(), "{bad}");
    }
}
