//! Flag over environment over file over default, one setting at a time.

use std::time::Duration;

use candor_model::Place;

use super::context::Context;
use crate::duration;
use crate::env;
use crate::origin::Origin;
use crate::problem::Problem;
use crate::report::bad_value;
use crate::tree::{Entry, Node, find};

/// How a setting that is absent is shown.
pub(super) const NONE: &str = "(none)";

/// How a setting is read from a value, and shown again. The origin is given because text from
/// the file is interpolated and text from the shell is not: the shell has done so already.
pub(super) struct How<'h, T> {
    pub(super) read: &'h dyn Fn(&Node, &Origin) -> Result<T, Problem>,
    pub(super) show: &'h dyn Fn(&T) -> String,
}

/// What overrides the file for a setting: an environment variable (most settings have one), and
/// a flag with its value.
#[derive(Clone, Copy)]
pub(super) struct Overrides<'o> {
    pub(super) env: Option<&'static str>,
    pub(super) flag: (&'static str, Option<&'o str>),
}

/// Settles one setting of `table`, whose key is the last part of `path`. Every layer is checked,
/// so that an overridden mistake is told too; only a mistake in the layer that counts makes the
/// whole refused, and then the default stands in.
pub(super) fn settle<T: Clone>(
    context: &mut Context<'_>,
    table: &[Entry],
    path: &'static str,
    overrides: Option<Overrides<'_>>,
    default: T,
    how: &How<'_, T>,
) -> T {
    let mut settled = (default.clone(), Origin::Default);
    let mut sound = true;
    for (origin, node) in layers(context, table, path, overrides) {
        match (how.read)(&node, &origin) {
            Ok(value) => (settled, sound) = ((value, origin), true),
            Err(problem) => {
                context
                    .report
                    .push(bad_value(path, problem).at(place_of(&origin)));
                (settled, sound) = ((default.clone(), Origin::Default), false);
            }
        }
    }
    context.refused |= !sound;
    let (value, origin) = settled;
    context.show(path, &(how.show)(&value), origin);
    value
}

/// Settles a setting that is `true` or `false` and that only the file says.
pub(super) fn flag(
    context: &mut Context<'_>,
    table: &[Entry],
    path: &'static str,
    default: bool,
) -> bool {
    let how = How {
        read: &|node: &Node, _: &Origin| node.as_bool(),
        show: &ToString::to_string,
    };
    settle(context, table, path, None, default, &how)
}

/// Settles a setting that is one of a few words and that only the file says.
pub(super) fn word<T: Copy + std::fmt::Display>(
    context: &mut Context<'_>,
    table: &[Entry],
    path: &'static str,
    default: T,
    read: &dyn Fn(&str) -> Result<T, Problem>,
) -> T {
    let how = How {
        read: &|node: &Node, _: &Origin| read(node.as_text()?),
        show: &ToString::to_string,
    };
    settle(context, table, path, None, default, &how)
}

/// Settles a duration that only the file says, between the least and the most that it may be.
pub(super) fn time(
    context: &mut Context<'_>,
    table: &[Entry],
    path: &'static str,
    default: Duration,
    (least, most): (Duration, Duration),
) -> Duration {
    let how = How {
        read: &|node: &Node, _: &Origin| {
            duration::parse_within(&node.as_scalar_text()?, least, most)
        },
        show: &|time: &Duration| duration::show(*time),
    };
    settle(context, table, path, None, default, &how)
}

/// What was said about a setting, lowest layer first.
fn layers(
    context: &Context<'_>,
    table: &[Entry],
    path: &str,
    overrides: Option<Overrides<'_>>,
) -> Vec<(Origin, Node)> {
    let key = path.rsplit('.').next().unwrap_or(path);
    let mut layers = Vec::new();
    if let Some(entry) = find(table, key) {
        layers.push((
            context.origin_of(Some(&entry.node.span)),
            entry.node.clone(),
        ));
    }
    if let Some(Overrides {
        env: variable,
        flag: (flag, given),
    }) = overrides
    {
        let from_env = variable.and_then(|name| Some((name, env::non_empty(context.env, name)?)));
        layers.extend(from_env.map(|(name, text)| (Origin::Env { name }, Node::text(text))));
        layers.extend(given.map(|text| (Origin::Flag { name: flag }, Node::text(text))));
    }
    layers
}

/// Where a value was said.
pub(super) fn place_of(origin: &Origin) -> Place {
    match origin {
        Origin::File { place } => place.clone(),
        other => Place {
            file: other.to_string(),
            position: None,
        },
    }
}
