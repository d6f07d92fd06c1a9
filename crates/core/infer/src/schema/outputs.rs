//! Where the result goes, where a source lets its caller say so for most of its tools.

use super::ParameterEvidence;
use crate::phrase::PhraseTopic;

/// A source with fewer tools has no habit.
const TOOLS: usize = 8;

/// What more than a third of a source's tools take tells nothing about one of them: then a place to save
/// the result to is a way to hand it over, as its format is.
pub(crate) fn drop_common_outputs(shapes: &mut [ParameterEvidence]) {
    let tools = shapes.len();
    let saving = shapes.iter().filter(|shape| hands_over(shape));
    if tools < TOOLS || 3 * saving.count() <= tools {
        return;
    }
    for shape in shapes.iter_mut().filter(|shape| hands_over(shape)) {
        shape.saves_to = None;
        shape.clues.retain(|clue| !is_of_place(clue));
    }
}

/// Whether the caller can say where the result goes.
fn hands_over(shape: &ParameterEvidence) -> bool {
    shape.saves_to.is_some() || shape.clues.iter().any(is_of_place)
}

/// Whether a clue is of a switch that goes with the place: `save_to_file`, `overwrite`.
fn is_of_place((_, _, why): &(PhraseTopic, i32, String)) -> bool {
    let names = ["`save_", "`write_to", "`overwrite`"];
    names.iter().any(|word| why.contains(word))
}
