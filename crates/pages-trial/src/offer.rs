//! The page on which somebody fills in the arguments of a tool and calls it.

mod call;
mod found;
mod show;
mod view;

pub(crate) use self::call::call;
pub(crate) use self::show::show;
