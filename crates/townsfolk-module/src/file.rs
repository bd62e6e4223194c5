//! Modules and symbols as files.
//!
//! A file is a 32-byte head (magic, what it is, format version, length and digest of the body) and
//! a body. The head is checked before the body is looked at, so damage is named, not guessed.

use crate::{Module, Symbols};
use serde::{Serialize, de::DeserializeOwned};
use townsfolk_core::digest::hash64;

const MAGIC: [u8; 4] = *b"FOLK";
const HEAD: usize = 32;
const MODULE: u16 = 1;
const SYMBOLS: u16 = 2;
const SAVE: u16 = 3;
const RECORDING: u16 = 4;

/// The format of modules that this version writes and reads. Minds came with format 2.
pub const MODULE_FORMAT: u16 = 3;
/// The format of symbol files that this version writes and reads.
pub const SYMBOLS_FORMAT: u16 = 1;
/// The format of saves that this version writes and reads.
pub const SAVE_FORMAT: u16 = 1;
/// The format of recordings that this version writes and reads.
pub const RECORDING_FORMAT: u16 = 1;

/// The format of a sort of file (its number stands in the head).
pub fn format_of(sort: u16) -> u16 {
    match sort {
        MODULE => MODULE_FORMAT,
        SYMBOLS => SYMBOLS_FORMAT,
        SAVE => SAVE_FORMAT,
        _ => RECORDING_FORMAT,
    }
}

/// Why a file was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refused {
    /// It does not begin like a file of ours.
    NotOurs,
    /// It is one of ours, but the other sort.
    OtherSort {
        /// The requested format.
        wanted: &'static str,
        /// The format of the file.
        found: &'static str,
    },
    /// It was written by an older version whose format is no longer read.
    Older {
        /// The format it has.
        found: u16,
        /// The format this version reads.
        read: u16,
    },
    /// It was written by a newer version.
    Newer {
        /// The format it has.
        found: u16,
        /// The format this version reads.
        read: u16,
    },
    /// It ends too early.
    Truncated {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// Something follows after its end.
    TooLong {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// Its bytes are not the ones that were written.
    Altered,
    /// Its bytes are as written, but do not describe what they should.
    Malformed,
    /// It describes a generated town, and another version of the generator made that.
    OtherGenerator {
        /// The version that made the town.
        found: u32,
        /// The version of this generator.
        makes: u32,
        /// Number of people that was asked for.
        population: u32,
        /// The seed of the town.
        seed: u64,
    },
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::NotOurs => {
                write!(f, "this is not a Townsfolk file")
            }
            Refused::OtherSort { wanted, found } => {
                write!(
                    f,
                    "this is a Townsfolk {found} file, but a {wanted} file was asked for"
                )
            }
            Refused::Older { found, read } => write!(
                f,
                "this file has the old format {found}, and this version reads format {read}: \
                 build it again from its source with `townsfolk build`"
            ),
            Refused::Newer { found, read } => write!(
                f,
                "this file has format {found}, newer than the format {read} this version \
                 reads: update Townsfolk, or build the file again with this version"
            ),
            Refused::Truncated { expected, found } => write!(
                f,
                "this file is cut short: it has {found} of its {expected} bytes; copy or build it \
                 again"
            ),
            Refused::TooLong { expected, found } => write!(
                f,
                "this file has {found} bytes where {expected} were written: something was \
                 appended to it"
            ),
            Refused::Altered => write!(
                f,
                "this file was altered after it was written (its digest does not match); copy or \
                 build it again"
            ),
            Refused::Malformed => write!(
                f,
                "this file is whole, but what it holds is not valid; write it again with this \
                 version"
            ),
            Refused::OtherGenerator {
                found,
                makes,
                population,
                seed,
            } => write!(
                f,
                "this town was made by version {found} of the generator; version {makes} would \
                 make another town of it: make a new one with `townsfolk town new --population \
                 {population} --seed {seed}`"
            ),
        }
    }
}

impl std::error::Error for Refused {}

/// The bytes of a module file.
pub fn write_module(module: &Module) -> Vec<u8> {
    write(MODULE, module)
}

/// The bytes of a symbol file.
pub fn write_symbols(symbols: &Symbols) -> Vec<u8> {
    write(SYMBOLS, symbols)
}

/// Reads a module file.
pub fn read_module(bytes: &[u8]) -> Result<Module, Refused> {
    read(MODULE, bytes)
}

/// Reads a symbol file.
pub fn read_symbols(bytes: &[u8]) -> Result<Symbols, Refused> {
    read(SYMBOLS, bytes)
}

/// The bytes of a saved game: whatever plain data an engine keeps.
pub fn write_save<T: Serialize>(state: &T) -> Vec<u8> {
    write(SAVE, state)
}

/// Reads a saved game.
pub fn read_save<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refused> {
    read(SAVE, bytes)
}

/// The bytes of a recording.
pub fn write_recording<T: Serialize>(recording: &T) -> Vec<u8> {
    write(RECORDING, recording)
}

/// Reads a recording.
pub fn read_recording<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refused> {
    read(RECORDING, bytes)
}

fn sort_name(sort: u16) -> &'static str {
    match sort {
        MODULE => "module",
        SYMBOLS => "symbol",
        SAVE => "save",
        RECORDING => "recording",
        _ => "unknown",
    }
}

fn write<T: Serialize>(sort: u16, value: &T) -> Vec<u8> {
    // Serialising plain data to memory has no way to fail; an empty body is refused on reading.
    let body = postcard::to_allocvec(value).unwrap_or_default();
    let mut bytes = Vec::with_capacity(HEAD + body.len());
    bytes.extend(MAGIC);
    bytes.extend(sort.to_le_bytes());
    bytes.extend(format_of(sort).to_le_bytes());
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(hash64(&body).to_le_bytes());
    let head_digest = hash64(&bytes);
    bytes.extend(head_digest.to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Splits files that were appended to one another: the first one, and what follows it.
pub fn split_first(bytes: &[u8]) -> Result<(&[u8], &[u8]), Refused> {
    let expected = Head::read(bytes)?.file_length;
    let cut = Refused::Truncated {
        expected,
        found: bytes.len() as u64,
    };
    let length = usize::try_from(expected).unwrap_or(usize::MAX);
    bytes.split_at_checked(length).ok_or(cut)
}

/// The head of a file.
struct Head {
    sort: u16,
    /// The length of head and body together.
    file_length: u64,
    body_digest: u64,
}

impl Head {
    fn read(bytes: &[u8]) -> Result<Head, Refused> {
        if bytes.get(..4) != Some(&MAGIC) {
            return Err(Refused::NotOurs);
        }
        let Some(head) = bytes.get(..HEAD) else {
            return Err(Refused::Truncated {
                expected: HEAD as u64,
                found: bytes.len() as u64,
            });
        };
        let two = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let eight = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&head[at..at + 8]);
            u64::from_le_bytes(word)
        };
        // The format comes before the digest: another one may lay out the rest differently.
        let (format, read) = (two(6), format_of(two(4)));
        let refused = |newer| match newer {
            true => Refused::Newer {
                found: format,
                read,
            },
            false => Refused::Older {
                found: format,
                read,
            },
        };
        if format != read {
            return Err(refused(format > read));
        }
        if hash64(&head[..HEAD - 8]) != eight(HEAD - 8) {
            return Err(Refused::Altered);
        }
        Ok(Head {
            sort: two(4),
            file_length: (HEAD as u64).saturating_add(eight(8)),
            body_digest: eight(16),
        })
    }
}

fn read<T: DeserializeOwned>(sort: u16, bytes: &[u8]) -> Result<T, Refused> {
    let head = Head::read(bytes)?;
    if head.sort != sort {
        return Err(Refused::OtherSort {
            wanted: sort_name(sort),
            found: sort_name(head.sort),
        });
    }
    let (expected, found) = (head.file_length, bytes.len() as u64);
    if found < expected {
        return Err(Refused::Truncated { expected, found });
    }
    if found > expected {
        return Err(Refused::TooLong { expected, found });
    }
    let body = &bytes[HEAD..];
    if hash64(body) != head.body_digest {
        return Err(Refused::Altered);
    }
    match postcard::take_from_bytes(body) {
        Ok((value, [])) => Ok(value),
        _ => Err(Refused::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let module = Module {
            texts: vec![(townsfolk_core::TextId(3), "hello".into())],
            ..Module::default()
        };
        assert_eq!(read_module(&write_module(&module)), Ok(module));
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_refused() {
        let module = Module {
            texts: vec![(townsfolk_core::TextId(3), "hello".into())],
            ..Module::default()
        };
        let bytes = write_module(&module);
        for cut in 0..bytes.len() {
            assert!(read_module(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                assert!(read_module(&flipped).is_err(), "byte {at}, bit {bit}");
            }
        }
    }

    #[test]
    fn each_refusal_says_what_the_file_is() {
        let bytes = write_module(&Module::default());
        assert_eq!(
            read_symbols(&bytes),
            Err(Refused::OtherSort {
                wanted: "symbol",
                found: "module"
            })
        );
        assert_eq!(read_module(b"PK\x03\x04"), Err(Refused::NotOurs));
        let mut older = bytes.clone();
        older[6] = 0;
        assert_eq!(
            read_module(&older),
            Err(Refused::Older {
                found: 0,
                read: MODULE_FORMAT
            })
        );
        let mut newer = bytes.clone();
        newer[6] = 9;
        assert_eq!(
            read_module(&newer),
            Err(Refused::Newer {
                found: 9,
                read: MODULE_FORMAT
            })
        );
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(read_module(&longer), Err(Refused::TooLong { .. })));
    }

    #[test]
    fn nesting_without_end_is_refused() {
        use crate::{Call, CastRole, Expr, Operator, Script};
        use townsfolk_core::{ActionId, Duration, Number, RoleId, ScriptId, Urgency, Value};
        let nest = |levels: usize| {
            let one = || Expr::Constant(Value::Number(Number(1)));
            (0..levels).fold(one(), |inner, _| Expr::Binary {
                left: Box::new(inner),
                operator: Operator::Plus,
                right: Box::new(one()),
            })
        };
        let module = |levels: usize| {
            let call = Call {
                action: ActionId(1),
                arguments: vec![nest(levels)],
                named: vec![],
            };
            let line = CastRole {
                role: RoleId(1),
                min: 0,
                max: 1,
                joins_late: false,
                joins_as: Urgency::Wish,
                away: None,
                vacant: Duration::ZERO,
                on_leaving: Some(call),
                player: false,
                starts_in: None,
            };
            let script = Script {
                id: ScriptId(1),
                cast: vec![line],
                facts: vec![],
                defines: vec![],
                states: vec![],
                rules: vec![],
                holds: vec![],
                properties: vec![],
            };
            Module {
                scripts: vec![script],
                ..Module::default()
            }
        };
        assert!(read_module(&write_module(&module(128))).is_ok());
        assert_eq!(
            read_module(&write_module(&module(1000))),
            Err(Refused::Malformed)
        );
    }
}
