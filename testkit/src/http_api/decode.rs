//! Percent decoding, independent of the product's code.

/// Undoes `%XX`. A `%` that no two hexadecimal digits follow stays; bytes that are no UTF-8 are
/// replaced.
pub(super) fn percent(text: &str) -> String {
    String::from_utf8_lossy(&bytes(text, false)).into_owned()
}

/// The pairs of a query or a form. A pair without `=` has an empty value.
pub(super) fn pairs(text: &str) -> Vec<(String, String)> {
    let decoded = |text| String::from_utf8_lossy(&bytes(text, true)).into_owned();
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

fn bytes(text: &str, plus_is_space: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'%', [high, low, after @ ..]) => {
                if let (Some(high), Some(low)) = (digit(*high), digit(*low)) {
                    out.push(high * 16 + low);
                    rest = after;
                } else {
                    out.push(b'%');
                }
            }
            (b'+', _) if plus_is_space => out.push(b' '),
            (other, _) => out.push(*other),
        }
    }
    out
}

fn digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_undone_once() {
        for (text, expect) in [
            ("", ""),
            ("a%20b", "a b"),
            ("%e2%82%AC", "€"),
            ("%252e", "%2e"),
            ("100%", "100%"),
            ("%zz%4", "%zz%4"),
            ("%%41", "%A"),
            ("%ff", "\u{fffd}"),
            ("a+b", "a+b"),
        ] {
            assert_eq!(percent(text), expect, "{text}");
        }
    }

    #[test]
    fn pairs_keep_their_order_and_repetitions() {
        let check = |text: &str, expect: &[(&str, &str)]| {
            let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            assert_eq!(pairs(text), expect.iter().map(own).collect::<Vec<_>>());
        };
        check("", &[]);
        check("a=1&b=2&a=3", &[("a", "1"), ("b", "2"), ("a", "3")]);
        check("flag&=x&&y=", &[("flag", ""), ("", "x"), ("y", "")]);
        check("q=a+b%2B%26&r=1=2", &[("q", "a b+&"), ("r", "1=2")]);
    }
}
