//! Which crate each function was compiled in, as the line tables say.

use gimli::{Dwarf, EndianSlice, RunTimeEndian, Unit};

type Slice<'a> = EndianSlice<'a, RunTimeEndian>;

/// A stretch of code and the crate that it was compiled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CodeRange {
    begin: u64,
    end: u64,
    /// The place of the crate's name among all names.
    name: usize,
}

/// The crates of a binary and where their code lies.
#[derive(Debug, Default)]
pub(crate) struct CompileUnits {
    names: Vec<String>,
    ranges: Vec<CodeRange>,
}

// === impl CompileUnits ===

impl CompileUnits {
    /// Reads the units that rustc has compiled; those of other languages have no crate.
    pub(crate) fn read<'a>(
        endian: RunTimeEndian,
        section: impl Fn(&str) -> &'a [u8],
    ) -> Result<Self, gimli::Error> {
        let load = |id: gimli::SectionId| -> Result<Slice<'a>, gimli::Error> {
            Ok(EndianSlice::new(section(id.name()), endian))
        };
        let dwarf = Dwarf::load(load)?;
        let mut found = Self::default();
        let mut headers = dwarf.units();
        while let Some(header) = headers.next()? {
            let unit = dwarf.unit(header)?;
            found.add(&dwarf, &unit)?;
        }
        found.ranges.sort_unstable();
        Ok(found)
    }

    fn add<'a>(&mut self, dwarf: &Dwarf<Slice<'a>>, unit: &Unit<Slice<'a>>) -> gimli::Result<()> {
        let Some(name) = unit.name.and_then(|name| crate_name(name.slice())) else {
            return Ok(());
        };
        let known = self.names.iter().position(|it| it == name);
        let name = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        let mut ranges = dwarf.unit_ranges(unit)?;
        while let Some(range) = ranges.next()? {
            // The linker leaves the ranges of functions that it has thrown away at zero.
            if range.begin != 0 && range.begin < range.end {
                let (begin, end) = (range.begin, range.end);
                self.ranges.push(CodeRange { begin, end, name });
            }
        }
        Ok(())
    }

    /// The crate whose code lies at an address.
    pub(crate) fn crate_at(&self, address: u64) -> Option<&str> {
        let after = self.ranges.partition_point(|it| it.begin <= address);
        let range = self.ranges[..after].last()?;
        (address < range.end).then(|| self.names[range.name].as_str())
    }
}

/// The crate of a unit that rustc calls `src/lib.rs/@/crate_name.HASH-cgu.0`.
fn crate_name(unit: &[u8]) -> Option<&str> {
    let (_, rest) = std::str::from_utf8(unit).ok()?.rsplit_once("/@/")?;
    let (name, _) = rest.split_once('.')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_names_its_crate() {
        for (unit, expected) in [
            (
                "crates/gateway/src/lib.rs/@/candor_gateway.cd99-cgu.03",
                Some("candor_gateway"),
            ),
            ("src/a.rs/@/b/@/tokio.1-cgu.0", Some("tokio")),
            ("crypto/fipsmodule/bcm.c", None),
            ("src/lib.rs/@/no_hash", None),
            ("", None),
        ] {
            assert_eq!(crate_name(unit.as_bytes()), expected, "{unit}");
        }
        assert_eq!(crate_name(&[0xff, b'/', b'@', b'/', b'a', b'.']), None);
    }

    #[test]
    fn an_address_belongs_to_the_range_around_it() {
        let names = ["one", "two"].map(str::to_owned).to_vec();
        let range = |begin, end, name| CodeRange { begin, end, name };
        let ranges = vec![range(16, 32, 0), range(32, 40, 1), range(64, 80, 0)];
        let units = CompileUnits { names, ranges };
        for (address, expected) in [
            (0, None),
            (16, Some("one")),
            (31, Some("one")),
            (32, Some("two")),
            (40, None),
            (79, Some("one")),
            (80, None),
            (u64::MAX, None),
        ] {
            assert_eq!(units.crate_at(address), expected, "{address}");
        }
    }
}
