//! A JSON reader of its own, which shares nothing with the one under test: it takes equal keys for
//! what they are, and prefers the first or the last of them.

use std::collections::BTreeMap;

/// Which of equal keys counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preference {
    First,
    Last,
}

/// What was read. Numbers stay text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AnyValue {
    Word(String),
    Text(String),
    List(Vec<AnyValue>),
    Object(BTreeMap<String, AnyValue>),
}

/// Reads a valid text.
pub(super) struct JsonReader<'a> {
    text: &'a [u8],
    at: usize,
    preference: Preference,
}

impl<'a> JsonReader<'a> {
    pub(super) fn new(text: &'a str, preference: Preference) -> Self {
        Self {
            text: text.as_bytes(),
            at: 0,
            preference,
        }
    }

    pub(super) fn read(mut self) -> AnyValue {
        self.value()
    }

    /// The numbers at the top that a reader which ignores case takes for this key.
    pub(super) fn numbers_named(self, name: &str) -> Vec<f64> {
        let AnyValue::Object(members) = self.read() else {
            return Vec::new();
        };
        let named = members
            .into_iter()
            .filter(|(key, _)| key.eq_ignore_ascii_case(name));
        named
            .filter_map(|(_, value)| match value {
                AnyValue::Word(word) => word.parse().ok(),
                _ => None,
            })
            .collect()
    }

    fn value(&mut self) -> AnyValue {
        self.space();
        match self.peek() {
            b'{' => self.object(),
            b'[' => self.list(),
            b'"' => AnyValue::Text(self.string()),
            _ => {
                let from = self.at;
                while self.at < self.text.len() && !b",]} \t\r\n".contains(&self.peek()) {
                    self.at += 1;
                }
                let word = &self.text[from..self.at];
                AnyValue::Word(String::from_utf8_lossy(word).into_owned())
            }
        }
    }

    fn object(&mut self) -> AnyValue {
        let mut members = BTreeMap::new();
        self.at += 1;
        while self.goes_on(b'}') {
            let key = self.string();
            self.space();
            self.at += 1;
            let value = self.value();
            if self.preference == Preference::Last || !members.contains_key(&key) {
                members.insert(key, value);
            }
        }
        AnyValue::Object(members)
    }

    fn list(&mut self) -> AnyValue {
        let mut items = Vec::new();
        self.at += 1;
        while self.goes_on(b']') {
            items.push(self.value());
        }
        AnyValue::List(items)
    }

    /// Whether another member or item follows.
    fn goes_on(&mut self, end: u8) -> bool {
        self.space();
        if self.peek() == b',' {
            self.at += 1;
            self.space();
        }
        let over = self.peek() == end;
        self.at += usize::from(over);
        !over
    }

    fn string(&mut self) -> String {
        let mut units: Vec<u16> = Vec::new();
        self.at += 1;
        loop {
            let from = self.at;
            while !b"\"\\".contains(&self.peek()) {
                self.at += 1;
            }
            let plain = String::from_utf8_lossy(&self.text[from..self.at]).into_owned();
            units.extend(plain.encode_utf16());
            self.at += 1;
            if self.text[self.at - 1] == b'"' {
                return String::from_utf16_lossy(&units);
            }
            let escape = self.peek();
            self.at += 1;
            units.push(match escape {
                b'u' => {
                    let digits = &self.text[self.at..self.at + 4];
                    self.at += 4;
                    let digits = String::from_utf8_lossy(digits);
                    u16::from_str_radix(&digits, 16).expect("four digits")
                }
                b'n' => 10,
                b't' => 9,
                b'r' => 13,
                b'b' => 8,
                b'f' => 12,
                other => other.into(),
            });
        }
    }

    fn space(&mut self) {
        while self.at < self.text.len() && self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn peek(&self) -> u8 {
        self.text[self.at]
    }
}
