use super::*;

const QUERY: &[u8] = b"\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x03API\x07example\0\0\x01\0\x01";

#[test]
fn questions_are_read_and_answered() {
    let question = NameQuestion::read(QUERY).unwrap();
    assert_eq!(
        (question.id, question.name.as_str(), question.kind),
        (0x1234, "api.example", TYPE_A)
    );
    let answer = write_answer(&question, 0, &[IpAddr::from([1, 2, 3, 4])]);
    assert!(answer.starts_with(b"\x12\x34\x81\x80\0\x01\0\x01"));
    assert!(answer.ends_with(&[0, 4, 1, 2, 3, 4]));
}

#[test]
fn nonsense_is_no_question() {
    for length in 0..QUERY.len() {
        assert_eq!(NameQuestion::read(&QUERY[..length]), None, "{length}");
    }
    let mut reference = QUERY.to_vec();
    reference[12] = 0xc0;
    assert_eq!(NameQuestion::read(&reference), None);
}

#[test]
fn names_off_the_list_do_not_exist() {
    let question = NameQuestion::read(QUERY).unwrap();
    let answer = answer(&question, &KnownNames::default());
    assert_eq!(answer.get(3), Some(&0x83));
}
