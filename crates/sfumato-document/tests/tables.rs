//! The row that names the columns of a table.

use sfumato_document::BlockKind::{self, Cell, Header, Heading};
use sfumato_document::formats::{Csv, DocumentFormat};

/// The kinds of the first blocks, and the name that the last block goes by.
fn check(table: &str, kinds: &[BlockKind], last: Option<&str>) {
    let document = Csv::default().read(table.as_bytes().to_vec()).expect("readable");
    let found: Vec<BlockKind> = document.blocks().iter().take(kinds.len()).map(|block| block.kind).collect();
    assert_eq!(found, kinds, "{table}");
    assert_eq!(document.blocks().last().and_then(|block| document.label(block)), last, "{table}");
}

#[test]
fn a_row_of_names_is_told_by_what_stands_below_it() {
    check("id,name\n7,Ann\n", &[Header, Header, Cell], Some("name"));
    check("Racer,Club\nAnn Lee,3\nBob Ray,4\n", &[Header, Header, Cell], Some("Club"));
    check("chofer,ruta\nKlever,Quito\nWilhelm,Loja\n", &[Header, Header, Cell], Some("ruta"));
    check("county,rate_per_100k\nMayo,31.4\nKerry,25.7\n", &[Header, Header, Cell], Some("rate_per_100k"));
    check("name,phone,phone\nAnn,12,13\n", &[Header, Header, Header, Cell], Some("phone"));
}

#[test]
fn titles_stand_above_the_names() {
    let table = "\"Staff, all\",,\n,,\nName,Phone,Town\nAnn,555 0100,York\n";
    check(table, &[Heading, Header, Header, Header, Cell], Some("Town"));
}

#[test]
fn a_first_row_that_may_be_values_is_one_of_cells() {
    check("Ann Lee,York\nBob Ray,Leeds\n", &[Cell, Cell, Cell], Some("York"));
    check("Ann Lee,nurse\nBob Ray,nurse\n", &[Cell, Cell, Cell], None);
    check("Ann Lee,555 0100\nBob Ray,555 0101\n", &[Cell, Cell, Cell], None);
}

#[test]
fn columns_without_a_name_are_columns_all_the_same() {
    let table = "Ann Lee,555 0100\nBob Ray,555 0101\n";
    let document = Csv::default().read(table.into()).expect("readable");
    let columns: Vec<_> = document.blocks().iter().map(|block| document.label_number(block)).collect();
    assert_eq!(columns[0], columns[2]);
    assert_eq!(columns[1], columns[3]);
    assert!(columns[0].is_some() && columns[0] != columns[1]);
}
