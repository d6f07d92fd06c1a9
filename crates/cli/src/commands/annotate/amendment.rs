//! From flags to what is done to an opinion.

use candor_model::{Amend, Amendment, Confirm, Hint, JsonText};

use crate::args::{Annotate, ConfirmWish, Wish};
use crate::problems::Failure;

/// What the flags ask for. One key cannot be asked two things.
pub(super) fn read(args: &Annotate) -> Result<Amendment, Failure> {
    let mut amendment = Amendment::default();
    let wishes = [
        (Hint::ReadOnly, args.read_only),
        (Hint::Destructive, args.destructive),
        (Hint::Idempotent, args.idempotent),
        (Hint::OpenWorld, args.open_world),
    ];
    for (hint, wish) in wishes {
        amendment.set_hint(hint, wish.map(amend));
    }
    amendment.title = title(args);
    amendment.confirm = args.confirm.map(confirm);
    for member in &args.set {
        add(
            &mut amendment,
            &member.key,
            Amend::Set(member.value.clone()),
        )?;
    }
    for key in &args.unset {
        add(&mut amendment, key, Amend::Clear)?;
    }
    for key in &args.inherit {
        add(&mut amendment, key, Amend::Withdraw)?;
    }
    Ok(amendment)
}

/// Whether something is said, rather than only taken back.
pub(super) fn says_something(amendment: &Amendment) -> bool {
    fn says<T>(amend: &Amend<T>) -> bool {
        !matches!(amend, Amend::Withdraw)
    }
    let mut hints = Hint::ALL.iter().filter_map(|hint| amendment.hint(*hint));
    hints.any(says)
        || amendment.title.as_ref().is_some_and(says)
        || amendment.confirm.as_ref().is_some_and(says)
        || amendment.extra.values().any(says)
}

fn amend(wish: Wish) -> Amend<bool> {
    match wish {
        Wish::True => Amend::Set(true),
        Wish::False => Amend::Set(false),
        Wish::Unset => Amend::Clear,
        Wish::Inherit => Amend::Withdraw,
    }
}

fn confirm(wish: ConfirmWish) -> Amend<Confirm> {
    match wish {
        ConfirmWish::Always => Amend::Set(Confirm::Always),
        ConfirmWish::First => Amend::Set(Confirm::First),
        ConfirmWish::Never => Amend::Set(Confirm::Never),
        ConfirmWish::Unset => Amend::Clear,
        ConfirmWish::Inherit => Amend::Withdraw,
    }
}

fn title(args: &Annotate) -> Option<Amend<Box<str>>> {
    match &args.title {
        Some(title) => Some(Amend::Set(title.as_str().into())),
        None if args.no_title => Some(Amend::Clear),
        None => args.inherit_title.then_some(Amend::Withdraw),
    }
}

fn add(amendment: &mut Amendment, key: &str, amend: Amend<JsonText>) -> Result<(), Failure> {
    // Members that have a flag of their own are refused only where something is said about them.
    let before = amendment.extra.insert(key.into(), amend);
    if before.is_none() {
        return Ok(());
    }
    let sentence = format!("two things are said about the member `{key}`");
    Err(Failure::new(sentence).hint("leave one of them out"))
}
