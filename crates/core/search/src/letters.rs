//! Normalisation of letters: lower case, without accents and hidden characters.

/// The first character of the scripts without spaces between words.
const UNSPACED: char = '\u{2e80}';

/// Whether a character belongs to a script without spaces between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    c >= UNSPACED
}

/// The significant characters of a text: without combining accents, invisible characters and
/// apostrophes, and with full-width letters replaced by ordinary ones.
pub(crate) fn visible(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !is_ignored(*c)).map(narrow)
}

/// Appends a character in lower case and without its accent.
pub(crate) fn push_folded(c: char, to: &mut String) {
    if c.is_ascii() {
        to.push(c.to_ascii_lowercase());
        return;
    }
    for small in c.to_lowercase().filter(|c| !is_ignored(*c)) {
        match without_accent(small) {
            Some(plain) => to.push_str(plain),
            None => to.push(small),
        }
    }
}

/// Combining accents, invisible joiners, variation selectors, and apostrophes (`user's` becomes
/// `users`).
fn is_ignored(c: char) -> bool {
    matches!(
        c,
        '\'' | '\u{ad}'
            | '\u{2bc}'
            | '\u{300}'..='\u{36f}'
            | '\u{200b}'..='\u{200d}'
            | '\u{2019}'
            | '\u{2060}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

/// The ordinary form of a full-width letter, digit or sign.
fn narrow(c: char) -> char {
    if !('\u{ff01}'..='\u{ff5e}').contains(&c) {
        return c;
    }
    char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c)
}

/// The ASCII replacement of a lower-case Latin letter with an accent.
fn without_accent(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_folded() {
        for (text, expect) in [
            ("Größe", "grosse"),
            ("re\u{301}sume\u{301}", "resume"),
            ("Résumé", "resume"),
            ("İstanbul", "istanbul"),
            ("ＡＢＣ１", "abc1"),
            ("de\u{200b}le\u{ad}te", "delete"),
            ("user’s", "users"),
            ("ЖУРНАЛ", "журнал"),
            ("笔记", "笔记"),
            ("", ""),
        ] {
            let mut folded = String::new();
            visible(text).for_each(|c| push_folded(c, &mut folded));
            assert_eq!(folded, expect, "{text}");
        }
    }
}
