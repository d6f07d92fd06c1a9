use super::*;

const OLD: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const NEW: &str = "fbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfb";
const NEW_ID: &str = "456a0498";

fn ring(keys: &[&str]) -> Keyring {
    Keyring::parse(&keys.join("\n")).expect("keys")
}

#[test]
fn what_was_sealed_opens() {
    let ring = ring(&[OLD]);
    let long = vec![0xff; 40_000];
    for purpose in ["", "request state", "a\0b"] {
        for plain in [&b""[..], b"x", "{\"é\":\0}".as_bytes(), &long] {
            let sealed = ring.seal_text(purpose, plain).expect("it seals");
            let plain_set = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
            assert!(sealed.bytes().all(plain_set), "it can stand in a URL");
            assert_eq!(
                ring.open_text(purpose, &sealed).as_deref(),
                Ok(plain),
                "{purpose:?}"
            );
            let again = ring.seal_text(purpose, plain).expect("it seals");
            assert_ne!(sealed, again, "every time under a fresh nonce");
        }
    }
}

/// Made by another implementation of the cipher: texts outlive versions of this program.
#[test]
fn a_text_sealed_long_ago_opens() {
    let sealed = "NjMwZGNkMjlkZWZnaGlqa2xtbm8gbrASHJtkvv3L94WL6nvXoiEA_esb_tjv1Q";
    let opened = ring(&[NEW, OLD]).open_text("task outcome", sealed);
    assert_eq!(opened.as_deref(), Ok("hunter2 é".as_bytes()));
}

#[test]
fn another_purpose_does_not_open() {
    let ring = ring(&[OLD]);
    let sealed = ring.seal_text("link", b"approve").expect("it seals");
    for other in ["", "lin", "link ", "Link", "link\0", "request state"] {
        let opened = ring.open_text(other, &sealed);
        assert_eq!(opened, Err(SealError::Refused), "{other:?}");
    }
}

#[test]
fn no_changed_text_opens() {
    let ring = ring(&[OLD]);
    // Lengths that leave no, one and two characters in the last group of base64.
    for plain in [&b"abc"[..], b"abcd", b"abcde"] {
        let sealed = ring.seal_text("link", plain).expect("it seals");
        for at in 0..sealed.len() {
            for by in [b'A', b'B', b'_', b'='] {
                let mut changed = sealed.clone().into_bytes();
                if std::mem::replace(&mut changed[at], by) == by {
                    continue;
                }
                let changed = String::from_utf8(changed).expect("ASCII");
                let opened = ring.open_text("link", &changed);
                assert!(opened.is_err(), "{changed} with {by} at {at}");
            }
        }
        let mut bytes = BASE64_URL_SAFE_NO_PAD.decode(&sealed).expect("base64");
        for at in 0..bytes.len() {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                let changed = BASE64_URL_SAFE_NO_PAD.encode(&bytes);
                assert!(
                    ring.open_text("link", &changed).is_err(),
                    "bit {bit} at {at}"
                );
                bytes[at] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn no_part_of_a_text_opens() {
    let ring = ring(&[OLD]);
    let sealed = ring.seal_text("link", b"approve").expect("it seals");
    for cut in 0..sealed.len() {
        for part in [&sealed[..cut], &sealed[sealed.len() - cut..]] {
            assert!(ring.open_text("link", part).is_err(), "{part}");
        }
    }
    for more in ["A", "AA", "=", "==", "\n", "é"] {
        let longer = format!("{sealed}{more}");
        assert!(ring.open_text("link", &longer).is_err(), "{more}");
    }
    for garbled in ["", "AAAA", "not base64!", "é"] {
        let opened = ring.open_text("link", garbled);
        assert_eq!(opened, Err(SealError::Garbled), "{garbled}");
    }
}

#[test]
fn a_text_outlives_a_rotation_and_not_its_key() {
    let sealed = ring(&[OLD])
        .seal_text("link", b"approve")
        .expect("it seals");
    let rotated = ring(&[NEW, OLD]);
    assert_eq!(
        rotated.open_text("link", &sealed).as_deref(),
        Ok(&b"approve"[..])
    );
    let anew = rotated.seal_text("link", b"approve").expect("it seals");
    let alone = ring(&[NEW]);
    assert_eq!(
        alone.open_text("link", &anew).as_deref(),
        Ok(&b"approve"[..]),
        "the first key seals"
    );
    let known = vec![NEW_ID.to_owned()];
    assert_eq!(
        alone.open_text("link", &sealed),
        Err(SealError::NoKey { known })
    );
}

/// Neither kind of sealed value passes for the other, though the key is the same.
#[test]
fn a_variable_is_no_text() {
    use candor_model::{EnvironmentName, Secret, VariableName};

    use super::super::SealedValue;

    let ring = ring(&[OLD]);
    let environment = EnvironmentName::parse("dev").expect("a name");
    let name = VariableName::parse("TOKEN").expect("a name");
    let text = ring.seal_text("link", b"approve").expect("it seals");
    let mut bytes = BASE64_URL_SAFE_NO_PAD.decode(text).expect("base64");
    let rest = bytes.split_off(ID_BYTES);
    let key_id = String::from_utf8(bytes).expect("ASCII");
    let sealed = SealedValue {
        value: base64::prelude::BASE64_STANDARD.encode(rest),
        key_id: key_id.clone(),
    };
    let opened = ring.open(&environment, &name, &sealed);
    assert_eq!(opened, Err(SealError::Refused));

    let secret = Secret::new("hunter2".to_owned());
    let sealed = ring.seal(&environment, &name, &secret).expect("it seals");
    let rest = base64::prelude::BASE64_STANDARD.decode(sealed.value);
    let bytes = [key_id.as_bytes(), &rest.expect("base64")].concat();
    let text = BASE64_URL_SAFE_NO_PAD.encode(bytes);
    for purpose in ["link", "", "candor variable"] {
        assert_eq!(ring.open_text(purpose, &text), Err(SealError::Refused));
    }
}
