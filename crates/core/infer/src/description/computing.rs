//! Sentences about what is worked out: "Merge two polygons", "Create a buffer around a point", "Add two
//! numbers".

use super::SentenceVerb;
use super::text::TextWord;

/// Verbs with which one shape is made of others, and the shapes.
#[rustfmt::skip]
const JOINING: [&str; 10] = [
    "merge", "combine", "clip", "simplify", "split", "subtract", "smooth", "transform", "snap", "test",
];
#[rustfmt::skip]
const SHAPES: [&str; 14] = [
    "polygon", "polygons", "geometry", "geometries", "linestring", "linestrings", "multipolygon",
    "polyline", "coordinates", "geojson", "point", "points", "trace", "traces",
];

/// Verbs with which a shape is drawn around others, and such shapes.
const DRAWING: [&str; 6] = ["create", "generate", "build", "draw", "make", "compute"];
#[rustfmt::skip]
const OUTLINES: [&str; 9] = [
    "buffer", "buffers", "hull", "centroid", "isochrone", "isochrones", "isoline", "isolines", "bbox",
];

/// What shapes are kept in.
#[rustfmt::skip]
const KEPT: [&str; 14] = [
    "layer", "layers", "table", "dataset", "datasets", "database", "canvas", "scene", "drawing",
    "document", "mesh", "object", "objects", "file",
];

/// Verbs that compute where their object is a number or a matrix, or a chance is taken.
#[rustfmt::skip]
const COMPUTING: [&str; 10] = [
    "add", "invert", "flip", "combine", "split", "round", "transpose", "shuffle", "draw", "sort",
];
#[rustfmt::skip]
const COMPUTED: [&str; 9] = [
    "numbers", "vector", "vectors", "matrix", "matrices", "coin", "coins", "fractions", "polynomials",
];

/// Within how many words the shape is named, and what it is kept in.
const NEAR: usize = 6;
const FAR: usize = 14;
const COMPUTED_NEAR: usize = 3;

/// Whether a sentence speaks of a shape that is made of others. `rest` is what follows its verb.
pub(super) fn works_out_shape(spoken: &SentenceVerb, rest: &[TextWord<'_>]) -> bool {
    let names = |words: &[&str], reach: usize| {
        let mut near = rest.iter().take(reach);
        near.any(|token| words.contains(&token.word))
    };
    let joins = JOINING.contains(&spoken.base) && names(&SHAPES, NEAR);
    let outlines = DRAWING.contains(&spoken.base) && names(&OUTLINES, NEAR);
    (joins || outlines) && !names(&KEPT, FAR)
}

/// Whether a sentence speaks of something that is computed: "Add two numbers". `rest` is what follows its
/// verb.
pub(super) fn computes(spoken: &SentenceVerb, rest: &[TextWord<'_>]) -> bool {
    let mut near = rest.iter().take(COMPUTED_NEAR);
    COMPUTING.contains(&spoken.base) && near.any(|token| COMPUTED.contains(&token.word))
}
