//! `cargo xtask tidy`: what a reviewer would otherwise have to look for by hand.

mod arrows;
mod assets;
mod corpora;
mod names;
mod paths;
mod prose;
mod purity;
mod sources;

use std::path::Path;

use crate::problem::TidyProblem;

/// Everything that is not as it should be.
pub fn tidy(root: &Path) -> Result<Vec<TidyProblem>, String> {
    let mut problems = arrows::check(root)?;
    problems.extend(purity::check(root)?);
    problems.extend(sources::check(root)?);
    problems.extend(names::check(root)?);
    problems.extend(assets::check(root)?);
    problems.extend(prose::check(root)?);
    problems.extend(paths::check(root));
    problems.extend(corpora::check(root)?);
    problems.extend(crate::figures::check(root)?);
    Ok(problems)
}
