//! How many tools do what, as a picture.

use candor_frame::chart::{Share, Shares};
use candor_frame::{Behaviour, query};

use super::stock::Stock;

/// The tools in their four groups.
pub(super) fn of(stock: &Stock) -> Shares {
    let shares = Behaviour::ALL.into_iter().zip(stock.groups);
    let shares = shares.map(|(behaviour, count)| Share {
        label: behaviour.words().to_owned(),
        count,
        class: class(behaviour),
        to: Some(query::with("/tools", "behaviour", behaviour.key())),
    });
    Shares {
        title: "Tools by what they do".to_owned(),
        shares: shares.collect(),
    }
}

fn class(behaviour: Behaviour) -> &'static str {
    match behaviour {
        Behaviour::Safe => "share-1",
        Behaviour::Modifying => "share-2",
        Behaviour::Destructive => "share-3",
        Behaviour::Unset => "share-4",
    }
}
