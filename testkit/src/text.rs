//! Textual comparison of JSON, because parsed values lose details that a lossless gateway must
//! preserve.

use serde_json::value::RawValue;

/// The JSON without the white space between its tokens; numbers, escapes and the order of keys
/// stay.
pub fn compact(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    let (mut inside, mut escaped) = (false, false);
    for c in json.chars() {
        if inside {
            inside = escaped || c != '"';
            escaped = !escaped && c == '\\';
        } else if c.is_ascii_whitespace() {
            continue;
        } else {
            inside = c == '"';
        }
        text.push(c);
    }
    text
}

/// The text of a member of an object.
pub fn member(json: &str, key: &str) -> Option<String> {
    let members: Vec<(String, String)> = members(json);
    members
        .into_iter()
        .find(|(name, _)| name == key)
        .map(|(_, value)| value)
}

/// The members of an object as they are written, in order.
pub fn members(json: &str) -> Vec<(String, String)> {
    struct ObjectMembers(Vec<(String, String)>);
    impl<'de> serde::Deserialize<'de> for ObjectMembers {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            struct ObjectMembersVisitor;
            impl<'de> serde::de::Visitor<'de> for ObjectMembersVisitor {
                type Value = ObjectMembers;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<ObjectMembers, A::Error> {
                    let mut members = Vec::new();
                    while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                        members.push((key, value.get().to_owned()));
                    }
                    Ok(ObjectMembers(members))
                }
            }
            d.deserialize_map(ObjectMembersVisitor)
        }
    }
    serde_json::from_str::<ObjectMembers>(json)
        .unwrap_or_else(|error| panic!("{error}: {json}"))
        .0
}

/// The elements of an array as they are written.
pub fn elements(json: &str) -> Vec<String> {
    let parts: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap();
    parts.iter().map(|part| part.get().to_owned()).collect()
}

/// The words of a command line without quoted spaces.
pub fn args(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The rows of a text table: one per line, with cells separated by ` | `. The last cell may contain
/// the separator.
pub fn rows<const CELLS: usize>(table: &str) -> Vec<[&str; CELLS]> {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    let row = |line| {
        let cells: Vec<&str> = str::splitn(line, CELLS, " | ").map(str::trim).collect();
        let cells = cells.try_into();
        cells.unwrap_or_else(|_| panic!("not {CELLS} cells: {line}"))
    };
    lines.map(row).collect()
}
