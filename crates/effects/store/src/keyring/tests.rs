use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, thread};

use candor_model::{EnvironmentName, Secret, VariableName};

use super::*;

const HEX: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const BASE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const ID: &str = "630dcd29";
const OTHER: &str = "fbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfb";
const OTHER_ID: &str = "456a0498";

fn ids(text: &str) -> Vec<String> {
    let ring = Keyring::parse(text).expect("keys");
    assert_eq!(
        ring.first_id(),
        ring.ids().next().expect("a ring is never empty")
    );
    ring.ids().map(str::to_owned).collect()
}

fn place() -> (EnvironmentName, VariableName) {
    let environment = EnvironmentName::parse("dev").expect("a name");
    (environment, VariableName::parse("TOKEN").expect("a name"))
}

#[test]
fn keys_are_read_in_every_spelling() {
    let url_safe = "-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s";
    for (text, expect) in [
        (HEX.to_owned(), vec![ID]),
        (HEX.to_uppercase(), vec![ID]),
        (BASE.to_owned(), vec![ID]),
        (BASE.trim_end_matches('=').to_owned(), vec![ID]),
        (url_safe.to_owned(), vec![OTHER_ID]),
        (format!("{OTHER}\n{HEX}\n"), vec![OTHER_ID, ID]),
        (format!(" {HEX} ,{OTHER},\r\n"), vec![ID, OTHER_ID]),
        (
            format!("# new\n\n{OTHER} # from May\n#{HEX}"),
            vec![OTHER_ID],
        ),
        (format!("{HEX},{OTHER},{BASE}"), vec![ID, OTHER_ID]),
    ] {
        assert_eq!(ids(&text), expect, "{text}");
    }
}

#[test]
fn what_is_no_key_is_said_without_showing_it() {
    for (text, expect) in [
        ("", "there is no key;"),
        ("# nothing\n ,, \n", "there is no key;"),
        (
            "hunter2",
            "line 1 holds a key of 7 characters that is neither",
        ),
        (
            &format!("{HEX}\n{HEX}00"),
            "line 2 holds a key of 66 characters",
        ),
        (
            &HEX.replace('0', "x"),
            "line 1 holds a key of 64 characters",
        ),
    ] {
        let error = Keyring::parse(text).expect_err(text).to_string();
        assert!(error.starts_with(expect), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[test]
fn a_ring_prints_its_ids_only() {
    let ring = Keyring::parse(&format!("{HEX},{OTHER}")).expect("keys");
    assert_eq!(format!("{ring:?}"), "Keyring([\"630dcd29\", \"456a0498\"])");
}

/// Made by another implementation of the cipher: values outlive versions of this program.
#[test]
fn a_value_sealed_long_ago_opens() {
    let (environment, name) = place();
    let sealed = SealedValue {
        value: "ZGVmZ2hpamtsbW5vIG6wEhybZL79y2bODjt1ejELONYzJYwBOA0=".to_owned(),
        key_id: ID.to_owned(),
    };
    let ring = Keyring::parse(&format!("{OTHER},{HEX}")).expect("keys");
    let opened = ring.open(&environment, &name, &sealed).expect("it opens");
    assert_eq!(opened.expose(), "hunter2 é");
}

#[test]
fn a_value_opens_in_its_place_and_unchanged_only() {
    let (environment, name) = place();
    let ring = Keyring::parse(HEX).expect("a key");
    let secret = Secret::new("hunter2".to_owned());
    let seal = || ring.seal(&environment, &name, &secret).expect("it seals");
    let sealed = seal();
    assert_eq!(sealed.key_id, ID);
    assert_ne!(sealed.value, seal().value, "every time under a fresh nonce");
    assert_eq!(ring.open(&environment, &name, &sealed), Ok(secret.clone()));

    let elsewhere = EnvironmentName::parse("prod").expect("a name");
    let other_name = VariableName::parse("TOKEN2").expect("a name");
    for (environment, name) in [(&elsewhere, &name), (&environment, &other_name)] {
        let moved = ring.open(environment, name, &sealed);
        assert_eq!(moved, Err(SealError::Refused), "{environment} {name}");
    }
    let other = Keyring::parse(OTHER).expect("a key");
    let known = vec![OTHER_ID.to_owned()];
    let without = other.open(&environment, &name, &sealed);
    assert_eq!(without, Err(SealError::NoKey { known }));

    let check = |value: String, key_id: &str, expect: SealError| {
        let key_id = key_id.to_owned();
        let opened = ring.open(&environment, &name, &SealedValue { value, key_id });
        assert_eq!(opened, Err(expect));
    };
    let mut turned = sealed.value.clone().into_bytes();
    turned[20] = if turned[20] == b'A' { b'B' } else { b'A' };
    check(
        String::from_utf8(turned).expect("ASCII"),
        ID,
        SealError::Refused,
    );
    check(sealed.value[..24].to_owned(), ID, SealError::Refused);
    for garbled in ["", "AAAA", "not base64!", "hunter2"] {
        check(garbled.to_owned(), ID, SealError::Garbled);
    }
}

#[test]
fn a_file_of_others_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("secret.key");
    fs::write(&path, HEX).expect("it is written");
    for mode in [0o644, 0o640, 0o660, 0o602, 0o601] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        let error = Keyring::load_or_create(&path).expect_err("others may read it");
        let shown = path.display();
        let expect = format!(
            "the key file `{shown}` is open to others (mode {mode:03o}); run `chmod 600 {shown}`,"
        );
        assert!(error.to_string().starts_with(&expect), "{error}");
    }
    for mode in [0o600, 0o400] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        assert_eq!(Keyring::load(&path).expect("it is private").first_id(), ID);
    }
}

#[test]
fn a_file_without_keys_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let check = |path: &Path, expect: &str| {
        let error = Keyring::load(path).expect_err(expect).to_string();
        assert_eq!(error, expect.replace('@', &path.display().to_string()));
    };
    let cannot = "cannot read the key file `@`; check its owner, permissions and place";
    check(&at("missing"), cannot);
    check(dir.path(), cannot);
    for content in ["# nothing", "hunter2"] {
        fs::write(at("bad"), content).expect("it is written");
        fs::set_permissions(at("bad"), fs::Permissions::from_mode(0o600)).expect("it is ours");
        check(&at("bad"), "the key file `@` cannot be used");
        // A file that is there is never replaced: it may be all that opens the secrets.
        Keyring::load_or_create(&at("bad")).expect_err("no keys");
        Keyring::rotate(&at("bad")).expect_err("no keys");
        assert_eq!(fs::read_to_string(at("bad")).expect("it is there"), content);
    }
    Keyring::rotate(&at("missing")).expect_err("there is nothing to rotate");
    assert!(!at("missing").exists());
}

#[test]
fn many_make_the_file_at_once_and_all_have_its_key() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("some/where/secret.key");
    let makers: Vec<_> = (0..8)
        .map(|_| {
            let path = path.clone();
            thread::spawn(move || Keyring::load_or_create(&path).map(|ring| ring.keys[0].clone()))
        })
        .collect();
    let kept = Keyring::load_or_create(&path).expect("it was made");
    for maker in makers {
        let key = maker.join().expect("no panic").expect("a ring");
        assert_eq!(key.bytes, kept.keys[0].bytes);
    }
    let mode = |path: &Path| {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(path.parent().expect("a directory")), 0o700);
    let left = fs::read_dir(path.parent().expect("a directory")).expect("it is there");
    assert_eq!(left.count(), 1, "no drafts are left");
}

#[test]
fn rotation_keeps_every_key_and_comment() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("secret.key");
    fs::write(&path, format!("# ours\n\n{HEX} # from May\n")).expect("it is written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
    let rotators: Vec<_> = (0..8)
        .map(|_| {
            let path = path.clone();
            thread::spawn(move || {
                let ring = Keyring::rotate(&path).expect("it rotates");
                ring.first_id().to_owned()
            })
        })
        .collect();
    let made: HashSet<String> = rotators
        .into_iter()
        .map(|rotator| rotator.join().expect("no panic"))
        .collect();
    assert_eq!(made.len(), 8, "a fresh key each");
    let ring = Keyring::load(&path).expect("it is whole");
    let ids: Vec<&str> = ring.ids().collect();
    assert_eq!(ids.len(), 9);
    assert_eq!(ids[8], ID, "the oldest stands last");
    assert!(
        ids[..8].iter().all(|id| made.contains(*id)),
        "no key was lost"
    );
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(
        text.starts_with("# ours\n\n") && text.ends_with("# from May\n"),
        "{text}"
    );
    let metadata = fs::metadata(&path).expect("it is there");
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
}
