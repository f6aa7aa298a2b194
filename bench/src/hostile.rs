//! A megabyte of what makes matchers slow, and how long each takes: of one piece again and again, and of values of which
//! none stands twice.

use std::time::Instant;

use sfumato::Anonymiser;
use sfumato::document::formats::{DocumentFormat, TextFile};

use crate::tables::{BenchTable, BenchValues, formats, seconds};

/// A megabyte of a repeated piece.
fn of(piece: &str) -> String {
    piece.repeat((1 << 20) / piece.len() + 1)
}

/// The table of hostile inputs.
pub fn print() {
    let inputs: Vec<(&str, String)> = vec![
        ("one letter", of("a")),
        ("one digit", of("1")),
        ("a.a.a.", of("a.")),
        ("1-1-1-", of("1-")),
        ("1 1 1 ", of("1 ")),
        ("12 34 56 ", of("12 34 56 78 ")),
        ("@ signs", of("a@")),
        ("mail-like", of("a@b.c.d.")),
        ("http://", of("http://")),
        ("www. chain", of("www.a.b")),
        ("Capitals", of("Ab ")),
        ("Names", of("Ann Lee de la O'Neill-García ")),
        ("labels", of("Nombre: ")),
        ("labels, values", of("DNI: 12345678Z Tel: 600 123 456 ")),
        ("colons", of(": ")),
        ("open brackets", of("([{")),
        ("phones", of("+34 912 345 678 ")),
        ("phone-like", of("912 345 67")),
        ("cards", of("4111 1111 1111 1111 ")),
        ("dates", of("12/03/2020 ")),
        ("addresses", of("Calle de la Luna de la Sol de la ")),
        ("hospitals", of("Hospital General de Santa María del ")),
        ("streets", of("12 High Park Green Hill ")),
        ("keys", of("-----BEGIN PRIVATE KEY-----\n")),
        ("jwt", of("eyJhbGciOiJ9.eyJ")),
        ("hex", of("deadbeef")),
        ("ipv6", of("a:b:c:")),
        ("base58", of("1BoatSLRHtKNngkdXEeobR76b53LETtpyT ")),
        ("accents apart", of("e\u{301}n\u{303}")),
        ("zero width", of("a\u{200b}")),
        ("emoji", of("\u{1f642}")),
        ("right to left", of("\u{5d0}\u{5d1} ")),
        ("newlines", of("\n")),
        ("Regards", of("Regards,\nAnn Lee\n\n")),
    ];
    let anonymiser = Anonymiser::builder().build().expect("the default policy needs nothing");
    println!("\na megabyte of each, read, masked and written, in milliseconds");
    let mut worst = ("", 0.0);
    for (name, text) in &inputs {
        let start = Instant::now();
        let document = TextFile.read(text.clone().into_bytes()).expect("it is text");
        let masked = anonymiser.mask_document(&document).expect("the default policy masks anything");
        let written = TextFile.write(&document, &masked.edits).expect("labels can be written");
        let time = start.elapsed().as_secs_f64() * 1e3;
        println!("{name:<16}{time:>8.0}   {} mentions, {} bytes out", masked.entities.mentions.len(), written.len());
        if time > worst.1 {
            worst = (name, time);
        }
    }
    println!("slowest: {} with {:.0} ms", worst.0, worst.1);
    print_distinct(&anonymiser);
}

/// The same of tables without a value that stands twice, in every format that has rows.
fn print_distinct(anonymiser: &Anonymiser) {
    println!("\na megabyte of values, none twice, read, masked, written, read again and searched, in milliseconds");
    print!("{:<12}", "");
    BenchValues::ALL.iter().for_each(|values| print!("{:>13}", values.name()));
    println!();
    for (name, format, write) in formats() {
        print!("{name:<12}");
        for values in BenchValues::ALL {
            match seconds(anonymiser, format.as_ref(), &write(&BenchTable::of_a_megabyte(values))) {
                Ok(time) => print!("{:>13.0}", time * 1e3),
                Err(_) => print!("{:>13}", "refused"),
            }
        }
        println!();
    }
}
