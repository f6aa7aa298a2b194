//! The arguments about batches: runs over many files that may end at any moment and go on later.

use std::path::PathBuf;

use clap::Args;

pub const VERIFY_EXAMPLES: &str = "\
Examples:
  sfumato verify shared/                       hold every result against the manifest of the run
  sfumato verify shared/ --inputs notes/       and every input, to see what has changed since";

/// A run that goes on where it ended, and its part of the work.
#[derive(Debug, Args)]
#[command(next_help_heading = "Batch")]
pub struct BatchOptions {
    /// Write each result as soon as it is ready and keep a journal, so that the same call goes on wherever it was
    /// ended; needs a folder with -o.
    #[arg(long, conflicts_with_all = ["plan", "spans", "map"])]
    pub resume: bool,
    /// Mask everything again if the journal is of another policy, program or key, instead of refusing to go on.
    #[arg(long, requires = "resume")]
    pub anew: bool,
    /// The folder for the journal and the manifest. Default: OUT.batch, beside the folder of -o.
    #[arg(long, value_name = "DIR", requires = "resume")]
    pub journal: Option<PathBuf>,
    /// Mask only the Ith of N parts of the files, by the hash of their paths: every machine takes another.
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "plan")]
    pub shard: Option<BatchShard>,
}

#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The folder that was written to.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The folder with the manifests. Default: OUT.batch, beside it.
    #[arg(long, value_name = "DIR")]
    pub journal: Option<PathBuf>,
    /// Also hold these inputs against the manifest: those that changed since, that are new, and that are gone.
    #[arg(long, value_name = "INPUT", num_args = 1..)]
    pub inputs: Vec<PathBuf>,
    /// Print nothing but what differs.
    #[arg(short, long)]
    pub quiet: bool,
}

/// One of several parts of the files of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchShard {
    // Invariant: from one to `count`.
    number: u32,
    count: u32,
}

impl BatchShard {
    /// True if it is the part of what has a hash.
    pub fn takes(self, hash: u64) -> bool {
        hash % u64::from(self.count) == u64::from(self.number - 1)
    }
}

impl std::fmt::Display for BatchShard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// A part as in `2/8`.
pub fn shard(written: &str) -> Result<BatchShard, String> {
    let parts = written.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((number, count)) if (1..=count).contains(&number) => Ok(BatchShard { number, count }),
        _ => Err("a part and their number, from 1/N to N/N".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hash_belongs_to_one_part() {
        let parts: Vec<BatchShard> = ["1/3", "2/3", "3/3"].map(|part| shard(part).expect("a part")).to_vec();
        for hash in [0, 1, 2, 3, 1000, u64::MAX] {
            assert_eq!(parts.iter().filter(|part| part.takes(hash)).count(), 1, "{hash}");
        }
        for wrong in ["0/3", "4/3", "1", "1/0", "-1/3", "a/b", "1/3/3"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
