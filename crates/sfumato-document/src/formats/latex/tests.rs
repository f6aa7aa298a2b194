use super::*;
use crate::formats::FileKind;
use crate::formats::testing::{labelled_blocks, masked_text};

fn blocks(source: &str) -> Vec<String> {
    labelled_blocks(&Latex, source.as_bytes())
}

#[test]
fn arguments_are_text_and_commands_are_none() {
    let letter = "\\documentclass[a4paper]{article}\n\\author{Jos\\'e Mu{\\~n}oz\\thanks{Of York}}\n\\begin{document}\n\\section*{On \\emph{Ann}}\nDear \\textbf{An}n~Lee,\n50\\% of it.\\footnote{By Bea}\n\nEnd.\n\\end{document}\n";
    let found = blocks(letter);
    for wanted in ["name: José Muñoz", "Of York", "On Ann", "By Bea", "End. "] {
        assert!(found.iter().any(|block| block.trim() == wanted.trim()), "{wanted} is not in {found:?}");
    }
    assert!(found.iter().any(|block| block.contains("Dear Ann Lee, 50% of it.")), "{found:?}");
}

#[test]
fn a_replacement_compiles() {
    let source = "\\item Ann Lee \\\\ Bea \\& co\n\\itshape\\'Angel\n";
    let out = masked_text(&Latex, source, &[("Ann Lee", "[A_1]"), ("Bea & co", "50% {$x^2~\\}"), ("Ángel", "Pedro")]);
    assert_eq!(
        out,
        "\\item {[}A\\_1{]} \\\\ 50\\% \\{\\$x\\textasciicircum{}2\\textasciitilde{}\\textbackslash{}\\}\n\\itshape{}Pedro\n"
    );
}

#[test]
fn letters_written_as_commands_are_letters() {
    let read = |source: &str| blocks(source).concat();
    assert_eq!(
        read("Fran\\c{c}ois, \\'Alvaro, G\\\"{o}del, \\v{S}kvor, \\'{\\i}, Stra\\ss e, S\\o{}ren, \\AA sa"),
        "François, Álvaro, Gödel, Škvor, í, Straße, Søren, Åsa"
    );
    assert_eq!(read("Pe{\\~n}a and \\~Nu\\~nez"), "Peña and Ñuñez");
    assert_eq!(read("hy\\-phen"), "hyphen");
}

#[test]
fn comments_and_verbatim_text_are_read() {
    let source = "a % by Ann Lee\nb\n\\begin{verbatim}\n\\x{Bea}\n\\end{verbatim}\n\\verb|C_m| d\n";
    let found = blocks(source);
    assert!(found.iter().any(|block| block == " by Ann Lee"), "{found:?}");
    assert!(found.iter().any(|block| block.contains("\\x{Bea}")), "{found:?}");
    assert!(found.iter().any(|block| block.contains("C_m d")), "{found:?}");
}

#[test]
fn cells_of_tables_are_apart() {
    let found = blocks("\\begin{tabular}{l|r}\nName & Ann \\\\ \\hline\nAge & 41 \\\\\n\\end{tabular}");
    assert_eq!(blocks("Patient: Ann Lee\n \nBoil it\nnow."), ["Patient: Ann Lee", "Boil it now."]);
    let cells: Vec<&str> = found.iter().map(|cell| cell.trim()).collect();
    assert!(cells.contains(&"Name") && cells.contains(&"Ann"), "{cells:?}");
}

#[test]
fn documents_are_told_by_their_class() {
    let kind = |text: &str, name: &str| FileKind::tell(text.as_bytes(), Some(name)).expect("readable");
    assert_eq!(kind("% x\n\\documentclass{letter}\n", "x"), FileKind::Latex);
    assert_eq!(kind("\\section{A}", "chapter.tex"), FileKind::Latex);
    assert_eq!(kind("Use \\documentclass{letter} for that.", "x.txt"), FileKind::Text);
}
