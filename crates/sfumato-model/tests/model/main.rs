//! Training and labelling from end to end, on toy corpora.

mod damage;
mod labelling;
mod oracle;
mod toy;
mod training;
