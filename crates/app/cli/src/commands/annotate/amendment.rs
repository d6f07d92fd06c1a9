//! Converts flags to an edit of an opinion.

use candor_model::{ConfirmMode, FieldEdit, Hint, OpinionEdit};

use crate::args::{AnnotateArgs, ConfirmOption, HintOption};
use crate::prelude::*;

/// The edit that the flags describe. Conflicting flags for one key are an error.
pub(super) fn read(args: &AnnotateArgs) -> CommandResult<OpinionEdit> {
    let mut amendment = OpinionEdit::default();
    let edits = [
        (Hint::ReadOnly, args.read_only),
        (Hint::Destructive, args.destructive),
        (Hint::Idempotent, args.idempotent),
        (Hint::OpenWorld, args.open_world),
    ];
    for (hint, edit) in edits {
        amendment.set_hint(hint, edit.map(amend));
    }
    amendment.title = title(args);
    amendment.confirm = args.confirm.map(confirm);
    let set = args.set.iter();
    let set = set.map(|member| (&member.key, FieldEdit::Set(member.value.clone())));
    let unset = args.unset.iter().map(|key| (key, FieldEdit::Clear));
    let inherit = args.inherit.iter().map(|key| (key, FieldEdit::Withdraw));
    for (key, edit) in set.chain(unset).chain(inherit) {
        // Members that have their own flag are refused by the editor.
        if amendment.extra.insert(key.as_str().into(), edit).is_some() {
            let sentence = format!("the member `{key}` is given twice");
            return Err(CommandFailure::new(sentence).hint("leave out one of them"));
        }
    }
    Ok(amendment)
}

fn amend(edit: HintOption) -> FieldEdit<bool> {
    match edit {
        HintOption::True => FieldEdit::Set(true),
        HintOption::False => FieldEdit::Set(false),
        HintOption::Unset => FieldEdit::Clear,
        HintOption::Inherit => FieldEdit::Withdraw,
    }
}

fn confirm(edit: ConfirmOption) -> FieldEdit<ConfirmMode> {
    match edit {
        ConfirmOption::Always => FieldEdit::Set(ConfirmMode::Always),
        ConfirmOption::First => FieldEdit::Set(ConfirmMode::First),
        ConfirmOption::Never => FieldEdit::Set(ConfirmMode::Never),
        ConfirmOption::Unset => FieldEdit::Clear,
        ConfirmOption::Inherit => FieldEdit::Withdraw,
    }
}

fn title(args: &AnnotateArgs) -> Option<FieldEdit<Box<str>>> {
    match &args.title {
        Some(title) => Some(FieldEdit::Set(title.as_str().into())),
        None if args.no_title => Some(FieldEdit::Clear),
        None => args.inherit_title.then_some(FieldEdit::Withdraw),
    }
}
