//! The positions of a document's parts.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_saphyr::Spanned;

/// The positions of a document's parts. Lines and columns count from 1.
#[derive(Debug)]
pub struct YamlPlaces(PlacedNode);

/// A part of a document, without its scalar values.
#[derive(Debug, Default)]
enum PlacedNode {
    /// A scalar, without further parts.
    #[default]
    Plain,
    /// Members by name, each with the position of the name.
    Object(Vec<(Spanned<String>, PlacedNode)>),
    /// Elements, each with its position.
    List(Vec<Spanned<PlacedNode>>),
}

// === impl YamlPlaces ===

impl YamlPlaces {
    /// The position of the part at this path: for a member, that of its name. If the path does not
    /// exist, the last position on it.
    pub fn find<K: AsRef<str>>(&self, keys: impl IntoIterator<Item = K>) -> Option<(usize, usize)> {
        let mut node = &self.0;
        let mut place = None;
        for key in keys {
            let key = key.as_ref();
            match node {
                PlacedNode::Object(members) => {
                    let Some((name, inner)) = members.iter().find(|(name, _)| name.value == key)
                    else {
                        break;
                    };
                    place = place_of(&name.referenced).or(place);
                    node = inner;
                }
                PlacedNode::List(elements) => {
                    let element = key.parse().ok().and_then(|at: usize| elements.get(at));
                    let Some(element) = element else {
                        break;
                    };
                    place = place_of(&element.referenced).or(place);
                    node = &element.value;
                }
                PlacedNode::Plain => break,
            }
        }
        place
    }
}

impl<'de> Deserialize<'de> for YamlPlaces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PlacedNode::deserialize(deserializer).map(Self)
    }
}

fn place_of(location: &serde_saphyr::Location) -> Option<(usize, usize)> {
    let line = usize::try_from(location.line()).ok()?;
    let column = usize::try_from(location.column()).ok()?;
    (line > 0).then_some((line, column.max(1)))
}

// === impl PlacedNode ===

impl<'de> Deserialize<'de> for PlacedNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlacedVisitor)
    }
}

struct PlacedVisitor;

// === impl PlacedVisitor ===

impl<'de> Visitor<'de> for PlacedVisitor {
    type Value = PlacedNode;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_bool<E>(self, _: bool) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_i128<E>(self, _: i128) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_u128<E>(self, _: u128) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_str<E>(self, _: &str) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_bytes<E>(self, _: &[u8]) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_unit<E>(self) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_none<E>(self) -> Result<PlacedNode, E> {
        Ok(PlacedNode::Plain)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<PlacedNode, D::Error> {
        PlacedNode::deserialize(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<PlacedNode, D::Error> {
        IgnoredAny::deserialize(inner).map(|_| PlacedNode::Plain)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PlacedNode, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(PlacedNode::Object(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PlacedNode, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(PlacedNode::List(elements))
    }
}

#[cfg(test)]
mod tests {
    use crate::{YamlLimits, places};

    const LIMITS: YamlLimits = YamlLimits {
        nodes: 1_000,
        aliased: 100,
        depth: 64,
    };

    #[test]
    fn members_and_elements_have_places() {
        let text = "openapi: 3.0.0\npaths:\n  /books:\n    get:\n      tags: [a, b]\n      \
                    responses:\n        200: {description: ok}\n        '404':\n          - x\n          - y: 1\n";
        let places = places(text, &LIMITS).expect("places");
        for (keys, expect) in [
            (&["openapi"][..], Some((1, 1))),
            (&["paths", "/books", "get"], Some((4, 5))),
            (&["paths", "/books", "get", "tags", "1"], Some((5, 17))),
            (
                &["paths", "/books", "get", "responses", "200", "description"],
                Some((7, 15)),
            ),
            (
                &["paths", "/books", "get", "responses", "404", "1", "y"],
                Some((10, 13)),
            ),
            (&["paths", "/books", "get", "gone", "x"], Some((4, 5))),
            (&["gone"], None),
            (&[], None),
        ] {
            assert_eq!(places.find(keys), expect, "{keys:?}");
        }
    }
}
