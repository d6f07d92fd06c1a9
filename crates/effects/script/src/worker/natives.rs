//! The worker's native functions for our JavaScript: `__native`.
//!
//! These functions are the only way out of the engine. They are passed to the prelude before any
//! program code is loaded, and the global is then removed. The host trusts nothing here and checks
//! everything again.

mod bytes;
mod host;
mod urls;

use std::rc::Rc;
use std::time::Instant;

use rquickjs::function::{IntoJsFunc, Opt};
use rquickjs::object::Accessor;
use rquickjs::{Ctx, Exception, Function, Object, Result, String as JsString, Value};

use super::intrinsics::Intrinsics;
use super::modules::WorkerModules;
use super::ops::PendingOps;
use super::port::HostPort;

/// Name of the global.
pub(super) const NATIVE: &str = "__native";

/// State of the functions.
pub(super) struct NativeFunctions {
    pub(super) port: Rc<HostPort>,
    pub(super) ops: Rc<PendingOps>,
    pub(super) modules: Rc<WorkerModules>,
    pub(super) intrinsics: Rc<Intrinsics>,
    pub(super) started: Instant,
}

// === impl NativeFunctions ===

impl NativeFunctions {
    /// Sets the global, and takes away what would show functions of ours to a program.
    pub(super) fn install(self, ctx: &Ctx<'_>) -> Result<()> {
        hide_call_sites(ctx)?;
        let native = Object::new(ctx.clone())?;
        let natives = Rc::new(self);
        add_talk(&native, &natives)?;
        add_bytes(&native, &natives)?;
        add_urls(&native, &natives)?;
        ctx.globals().set(NATIVE, native)
    }

    fn text<'js>(&self, ctx: &Ctx<'js>, string: &JsString<'js>) -> Result<String> {
        self.intrinsics.text(ctx, string)
    }
}

/// `Error.prepareStackTrace` would be handed the functions on the stack, and some are ours.
/// Setting it stays allowed, since libraries do, and does nothing.
fn hide_call_sites(ctx: &Ctx<'_>) -> Result<()> {
    let error: Object<'_> = ctx.globals().get("Error")?;
    error.prop(
        "prepareStackTrace",
        Accessor::new(|| (), |_: Opt<Value<'_>>| ()),
    )
}

fn add<'js, P, F>(native: &Object<'js>, name: &str, function: F) -> Result<()>
where
    F: IntoJsFunc<'js, P> + 'js,
{
    let function = Function::new(native.ctx().clone(), function)?;
    native.set(name, function.with_name(name)?)
}

fn add_talk<'js>(native: &Object<'js>, natives: &Rc<NativeFunctions>) -> Result<()> {
    let with = Rc::clone(natives);
    add(
        native,
        "op",
        move |ctx: Ctx<'js>, kind: String, args: String| host::op(&ctx, &with, kind, args),
    )?;
    let with = Rc::clone(natives);
    add(
        native,
        "say",
        move |ctx: Ctx<'js>, kind: String, body: String| host::say(&ctx, &with, kind, body),
    )?;
    let with = Rc::clone(natives);
    add(native, "now", move || {
        with.started.elapsed().as_secs_f64() * 1000.0
    })?;
    let with = Rc::clone(natives);
    add(
        native,
        "column",
        move |file: String, line: u32, column: u32| {
            with.modules.columns.column(&file, line, column)
        },
    )
}

fn add_bytes<'js>(native: &Object<'js>, natives: &Rc<NativeFunctions>) -> Result<()> {
    let with = Rc::clone(natives);
    add(
        native,
        "utf8Encode",
        move |ctx: Ctx<'js>, text: JsString<'js>| {
            let text = with.text(&ctx, &text)?;
            bytes::array(&ctx, text.as_bytes())
        },
    )?;
    let with = Rc::clone(natives);
    add(
        native,
        "utf8Decode",
        move |ctx: Ctx<'js>, bytes: Value<'js>, fatal: bool| {
            let bytes = with.intrinsics.bytes(&ctx, bytes)?;
            bytes::utf8_decode(&ctx, bytes, fatal)
        },
    )?;
    let with = Rc::clone(natives);
    add(
        native,
        "base64Encode",
        move |ctx: Ctx<'js>, bytes: Value<'js>| with.intrinsics.base64(&ctx, bytes),
    )?;
    let with = Rc::clone(natives);
    add(
        native,
        "base64Decode",
        move |ctx: Ctx<'js>, text: JsString<'js>| {
            let text = with.text(&ctx, &text)?;
            bytes::base64_decode(&ctx, &text)
        },
    )?;
    let with = Rc::clone(natives);
    add(
        native,
        "digest",
        move |ctx: Ctx<'js>, name: String, bytes: Value<'js>| {
            let bytes = with.intrinsics.bytes(&ctx, bytes)?;
            bytes::digest(&ctx, &name, &bytes)
        },
    )?;
    add(native, "randomBytes", |ctx: Ctx<'js>, count: u32| {
        bytes::random(&ctx, count)
    })
}

fn add_urls<'js>(native: &Object<'js>, natives: &Rc<NativeFunctions>) -> Result<()> {
    let with = Rc::clone(natives);
    add(
        native,
        "urlParse",
        move |ctx: Ctx<'js>, input: JsString<'js>, base: Opt<Value<'js>>| {
            let input = with.text(&ctx, &input)?;
            let base = base.0.as_ref().and_then(Value::as_string);
            let base = base.map(|base| with.text(&ctx, base)).transpose()?;
            or_null(&ctx, urls::parse(&input, base.as_deref()))
        },
    )?;
    let with = Rc::clone(natives);
    add(
        native,
        "urlSet",
        move |ctx: Ctx<'js>, href: String, part: String, value: JsString<'js>| {
            let value = with.text(&ctx, &value)?;
            match urls::set(&href, &part, &value) {
                Ok(url) => or_null(&ctx, url),
                Err(sentence) => Err(Exception::throw_type(&ctx, &sentence)),
            }
        },
    )
}

/// A text, or `null`.
fn or_null<'js>(ctx: &Ctx<'js>, text: Option<String>) -> Result<Value<'js>> {
    match text {
        Some(text) => JsString::from_str(ctx.clone(), &text).map(JsString::into_value),
        None => Ok(Value::new_null(ctx.clone())),
    }
}
