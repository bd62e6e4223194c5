//! Memory of a soak, by part, so that a leak has a name.

use super::host::HostileHost;
use std::fmt;
use townsfolk::{Folk, Part};
use townsfolk_bench::resident;

/// The memory at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sample {
    /// Resident memory of the process, in bytes; 0 where the system does not say.
    pub resident: usize,
    /// Allocated heap, in bytes.
    pub heap: usize,
    /// By part, of the engine and of the host.
    pub parts: Vec<Part>,
}

impl Sample {
    /// The memory now. `heap` is what the allocator says.
    pub fn take(folk: &Folk, host: &HostileHost, heap: usize) -> Sample {
        let mut parts = folk.footprint();
        parts.extend(host.footprint());
        Sample {
            resident: resident(),
            heap,
            parts,
        }
    }

    /// Heap that belongs to no part: mostly the insides of scenes.
    fn rest(&self) -> usize {
        let known: usize = self.parts.iter().map(|part| part.bytes).sum();
        self.heap.saturating_sub(known)
    }
}

/// The memory after each quarter of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Memory(pub Vec<Sample>);

impl Memory {
    fn after(&self, quarters: usize) -> Sample {
        let index = (self.0.len() * quarters / 4).saturating_sub(1);
        self.0.get(index).cloned().unwrap_or_default()
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let samples = [1, 2, 3, 4].map(|quarters| self.after(quarters));
        let heads = ["1/4", "1/2", "3/4", "end"].map(|head| format!("{head:>10}"));
        writeln!(f, "{:28}{}", "memory after, in KiB", heads.concat())?;
        let mut row = |name: &str, bytes: [usize; 4]| {
            let cells = bytes.map(|bytes| format!("{:10}", bytes / 1024));
            writeln!(f, "{name:28}{}", cells.concat())
        };
        row("resident", samples.each_ref().map(|s| s.resident))?;
        row("heap in use", samples.each_ref().map(|s| s.heap))?;
        let last = samples[3].parts.iter().enumerate();
        for (index, part) in last.clone().filter(|(_, part)| part.bytes > 0) {
            let of = |sample: &Sample| sample.parts.get(index).map_or(0, |part| part.bytes);
            row(&format!("  {}", part.name), samples.each_ref().map(of))?;
        }
        let rest = samples.each_ref().map(Sample::rest);
        row("  the rest (inside scenes)", rest)?;
        writeln!(f, "{:28}{}", "things", heads.concat())?;
        for (index, part) in last {
            let cells = samples.each_ref().map(|sample| {
                let things = sample.parts.get(index).map_or(0, |part| part.things);
                format!("{things:10}")
            });
            writeln!(f, "  {:26}{}", part.name, cells.concat())?;
        }
        Ok(())
    }
}
