//! The page with the form for the arguments of a tool.

mod call;
mod found_tool;
mod show;
mod view;

pub(crate) use self::call::call;
pub(crate) use self::show::show;
