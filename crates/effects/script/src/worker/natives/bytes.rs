//! Bytes, texts, digests and random numbers.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use rand::RngCore as _;
use rquickjs::{Ctx, Exception, Result, TypedArray, Value};
use sha2::{Digest as _, Sha256, Sha384, Sha512};

/// The maximum number of random bytes per call, as in browsers.
const MAX_RANDOM: u32 = 65_536;

/// Base64 as `atob` reads it: padding may be left out, and bits beyond the last byte are ignored.
const FORGIVING: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A `Uint8Array` with its own copy, so that it counts as the program's memory.
pub(super) fn array<'js>(ctx: &Ctx<'js>, bytes: &[u8]) -> Result<TypedArray<'js, u8>> {
    TypedArray::new_copy(ctx.clone(), bytes)
}

/// The text of bytes. What is no text becomes `�`, or an error if it is to be `fatal`.
pub(super) fn utf8_decode(ctx: &Ctx<'_>, bytes: Vec<u8>, fatal: bool) -> Result<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(_) if fatal => Err(Exception::throw_type(ctx, "the bytes are no UTF-8")),
        Err(error) => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

/// The bytes of a text in base64; `null` if it is none.
pub(super) fn base64_decode<'js>(ctx: &Ctx<'js>, text: &str) -> Result<Value<'js>> {
    let is_blank = |char| matches!(char, '\t' | '\n' | '\u{c}' | '\r' | ' ');
    let text = text.replace(is_blank, "");
    // Padding that is there must be whole.
    let is_whole = !text.contains('=') || text.len() % 4 == 0;
    match FORGIVING.decode(text) {
        Ok(bytes) if is_whole => array(ctx, &bytes).map(TypedArray::into_value),
        _ => Ok(Value::new_null(ctx.clone())),
    }
}

/// A digest by its name in the web's cryptography; `null` if it is not known.
pub(super) fn digest<'js>(ctx: &Ctx<'js>, name: &str, bytes: &[u8]) -> Result<Value<'js>> {
    let digest = match name {
        "SHA-256" => Sha256::digest(bytes).to_vec(),
        "SHA-384" => Sha384::digest(bytes).to_vec(),
        "SHA-512" => Sha512::digest(bytes).to_vec(),
        _ => return Ok(Value::new_null(ctx.clone())),
    };
    array(ctx, &digest).map(TypedArray::into_value)
}

/// Random bytes that cannot be guessed.
pub(super) fn random<'js>(ctx: &Ctx<'js>, count: u32) -> Result<TypedArray<'js, u8>> {
    if count > MAX_RANDOM {
        let sentence = format!("`{count}` random bytes are too many; the most is {MAX_RANDOM}");
        return Err(Exception::throw_range(ctx, &sentence));
    }
    let mut bytes = vec![0; count as usize];
    rand::rng().fill_bytes(&mut bytes);
    array(ctx, &bytes)
}
