//! Built-in functions of JavaScript, taken before a program could modify them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rquickjs::function::This;
use rquickjs::{Ctx, Error, Function, Object, Persistent, Result, String as JsString, Value};

/// The functions that the worker itself needs.
pub(super) struct Intrinsics {
    to_base64: Persistent<Function<'static>>,
    to_well_formed: Persistent<Function<'static>>,
}

// === impl Intrinsics ===

impl Intrinsics {
    /// Takes them from a context in which nothing has run yet.
    pub(super) fn take(ctx: &Ctx<'_>) -> Result<Self> {
        let method = |class: &str, name: &str| -> Result<Persistent<Function<'static>>> {
            let class: Object<'_> = ctx.globals().get(class)?;
            let prototype: Object<'_> = class.get("prototype")?;
            let function: Function<'_> = prototype.get(name)?;
            Ok(Persistent::save(ctx, function))
        };
        Ok(Self {
            to_base64: method("Uint8Array", "toBase64")?,
            to_well_formed: method("String", "toWellFormed")?,
        })
    }

    /// The text of a string. Half characters, which only JavaScript can hold, become `�`.
    pub(super) fn text<'js>(&self, ctx: &Ctx<'js>, string: &JsString<'js>) -> Result<String> {
        match string.to_string() {
            Err(Error::Utf8(_)) => {
                let to_well_formed = self.to_well_formed.clone().restore(ctx)?;
                let string: JsString<'js> = to_well_formed.call((This(string.clone()),))?;
                string.to_string()
            }
            other => other,
        }
    }

    /// The bytes of a `Uint8Array`, in base64.
    pub(super) fn base64<'js>(&self, ctx: &Ctx<'js>, bytes: Value<'js>) -> Result<String> {
        self.to_base64.clone().restore(ctx)?.call((This(bytes),))
    }

    /// The bytes of a `Uint8Array`. The detour over a text is the way without unsafe code.
    pub(super) fn bytes<'js>(&self, ctx: &Ctx<'js>, bytes: Value<'js>) -> Result<Vec<u8>> {
        let text = self.base64(ctx, bytes)?;
        STANDARD
            .decode(text)
            .map_err(|error| Error::new_from_js_message("object", "bytes", error.to_string()))
    }
}
