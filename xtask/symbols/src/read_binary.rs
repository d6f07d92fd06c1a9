//! One binary, read from its file.

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use gimli::RunTimeEndian;
use object::read::elf::{ElfFile64, ElfSymbol64};
use object::{
    Endianness, Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind,
};

use crate::compile_units::CompileUnits;
use crate::{FutureCounts, FutureName};

/// What was found in a binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BinaryFigures {
    /// The size of the file.
    pub file_bytes: u64,
    /// The size of what is loaded from it, which is about what is left once it is stripped.
    pub loaded_bytes: u64,
    /// How many functions it has.
    pub functions: usize,
    /// Its futures; nothing if it has no symbols or no line tables, which say what was compiled
    /// where.
    pub futures: Option<FutureCounts>,
}

/// Why a binary could not be read.
#[derive(Debug)]
pub struct BinaryError(String);

/// Reads a binary.
pub fn read_binary(path: &Path) -> Result<BinaryFigures, BinaryError> {
    let shown = path.display();
    let bytes = std::fs::read(path)
        .map_err(|error| BinaryError(format!("cannot read `{shown}`: {error}")))?;
    parse_binary(&bytes).map_err(|BinaryError(why)| {
        BinaryError(format!(
            "`{shown}` cannot be read as a 64-bit ELF binary: {why}"
        ))
    })
}

fn parse_binary(bytes: &[u8]) -> Result<BinaryFigures, BinaryError> {
    let file =
        ElfFile64::<Endianness>::parse(bytes).map_err(|error| BinaryError(error.to_string()))?;
    Ok(BinaryFigures {
        file_bytes: bytes.len() as u64,
        loaded_bytes: loaded_bytes(&file),
        functions: file.symbols().filter(is_function).count(),
        futures: futures(&file)?,
    })
}

/// The sum of the sections that are in the file and in the memory of the process.
fn loaded_bytes(file: &ElfFile64<'_>) -> u64 {
    let is_loaded = |flags| match flags {
        SectionFlags::Elf { sh_flags, .. } => sh_flags.contains(object::elf::SHF_ALLOC),
        _ => false,
    };
    let is_empty = [
        SectionKind::UninitializedData,
        SectionKind::UninitializedTls,
    ];
    let sections = file.sections();
    let loaded = sections.filter(|it| is_loaded(it.flags()) && !is_empty.contains(&it.kind()));
    loaded.map(|it| it.size()).sum()
}

fn futures(file: &ElfFile64<'_>) -> Result<Option<FutureCounts>, BinaryError> {
    let endian = if file.is_little_endian() {
        RunTimeEndian::Little
    } else {
        RunTimeEndian::Big
    };
    let section = |name: &str| {
        let section = file.section_by_name(name);
        section.and_then(|it| it.data().ok()).unwrap_or_default()
    };
    let units = CompileUnits::read(endian, section)
        .map_err(|error| BinaryError(format!("its line tables are damaged: {error}")))?;
    let functions = file.symbols().filter(is_function);
    let futures = functions.filter_map(|it| {
        let name = FutureName::read(it.name().ok()?)?;
        Some((name, units.crate_at(it.address())))
    });
    let futures: Vec<(FutureName, Option<&str>)> = futures.collect();
    // The standard library has line tables of its own, which say nothing about these.
    let are_placed = futures
        .iter()
        .any(|(name, place)| name.is_own() && place.is_some());
    if !are_placed {
        return Ok(None);
    }
    // A dependency may be built without line tables; what lies there is at home.
    let placed = futures.into_iter().map(|(name, place)| {
        let place = place.unwrap_or(name.library);
        (name, place)
    });
    Ok(Some(FutureCounts::of(placed)))
}

fn is_function(symbol: &ElfSymbol64<'_, '_>) -> bool {
    symbol.kind() == SymbolKind::Text && symbol.is_definition()
}

// === impl BinaryError ===

impl fmt::Display for BinaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BinaryError {}
