//! Reviews: a person looks at what the program found, decides, and takes the result home.
//!
//! A review holds one file, what was found in it once, and a log of everything that people did. Everything that is shown
//! follows from these: what is marked is decided about by the same planner that masks, with the choices of people in the
//! place of its own, so that pseudonyms agree and labels count as ever; what is handed out is written and verified as
//! everything is. Looking is done once, deciding at every change.

mod changes;
pub mod description;
mod document;
mod downloads;
mod folder;
mod moment;
mod open;
mod operation;
mod record;
mod results;
mod risk;
mod routes;
mod state;
mod store;
mod text;

pub use document::ReviewAnonymisers;
pub use folder::ReviewFolder;
pub use routes::routes;
pub use state::{ReviewChoices, ReviewSettings, ReviewView};
pub use store::{ReviewLimits, ReviewStore};
