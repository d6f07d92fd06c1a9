//! Arguments that two readers may understand differently, made from a number.

/// Makes one text after the other, the same from the same seed.
pub(super) struct HostileJson(u64);

const KEYS: [&str; 9] = [
    r#""amount""#,
    r#""amount""#,
    r#""amoun\u0074""#,
    r#""Amount""#,
    r#""AMOUNT""#,
    r#""to""#,
    r#""note""#,
    "\"caf\u{e9}\"",
    "\"cafe\u{301}\"",
];

const WORDS: [&str; 28] = [
    "5",
    "5",
    "5",
    "1e1",
    "99.5",
    "100",
    "-0",
    "null",
    "true",
    r#""text""#,
    r#""5000""#,
    "5000",
    "5e3",
    "1E2",
    "100.0000000000000000000001",
    "100000000000000000000001",
    "1e400",
    "1e-400",
    "0.1000000000000000055511151231257827",
    "NaN",
    "0x10",
    "+5",
    "05",
    r#""\ud800""#,
    r#""\u0000""#,
    "'5'",
    "5 /* 5000 */",
    "[]",
];

impl HostileJson {
    pub(super) fn new(seed: usize) -> Self {
        let mut made =
            Self(0x9e37_79b9_7f4a_7c15 ^ (seed as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9));
        for _ in 0..8 {
            made.next();
        }
        made
    }

    /// An object: every other one is harmless, the others are not.
    pub(super) fn object(&mut self) -> String {
        if self.below(2) == 0 {
            let (amount, note) = (WORDS[self.below(7)], WORDS[self.below(11)]);
            return format!(r#"{{ "note":{note}, "amount":{amount} }}"#);
        }
        let text = self.members(2);
        match self.below(40) {
            0 => format!("\u{feff}{text}"),
            1 => format!("{text}//"),
            2 => text.replace('}', ",}"),
            3 => format!(
                "{{\"amount\":5,\"deep\":{}1{}}}",
                "[".repeat(150),
                "]".repeat(150)
            ),
            _ => text,
        }
    }

    fn members(&mut self, depth: usize) -> String {
        let count = self.below(4) + 1;
        let members: Vec<_> = (0..count)
            .map(|_| {
                let key = KEYS[self.below(KEYS.len())];
                format!("{key}:{}", self.value(depth))
            })
            .collect();
        format!(
            "{{{}}}",
            members.join(if self.below(2) == 0 { "," } else { " , " })
        )
    }

    fn value(&mut self, depth: usize) -> String {
        match self.below(8) {
            0 if depth > 0 => self.members(depth - 1),
            1 if depth > 0 => format!("[{},{}]", self.value(depth - 1), self.members(depth - 1)),
            2..=4 => WORDS[self.below(11)].to_owned(),
            _ => WORDS[self.below(WORDS.len())].to_owned(),
        }
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % (most as u64)).expect("small")
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
