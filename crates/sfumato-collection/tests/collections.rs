//! Documents become a table, the table becomes documents, and what they say of people is known all the way.

use std::collections::BTreeMap;

use sfumato::document::Document;
use sfumato::document::formats::{DocumentFormat, TextFile};
use sfumato::microdata::PrivacyModel;
use sfumato::{Anonymiser, FileFault};
use sfumato_collection::{
    Attribute, AttributeClasses, CollectedPerson, CollectionError, CollectionGoal, CollectionReader, CollectionReport,
    CollectionTable, DocumentSource, PersonRecord, ReadingError, ValueNode, write_collection,
};

fn document(text: &str) -> Document {
    TextFile.read(text.as_bytes().to_vec()).expect("readable")
}

fn read(text: &str) -> Vec<PersonRecord> {
    CollectionReader::new(&[]).expect("built").read(&document(text)).expect("read")
}

/// Checks what a document says, attribute by attribute; nothing for what it is silent about.
fn check(text: &str, expected: &[(Attribute, Option<&str>)]) {
    let records = read(text);
    for (attribute, value) in expected {
        assert_eq!(records[0].value(*attribute).map(ValueNode::as_str), *value, "{}", attribute.name());
    }
}

#[test]
fn a_letter_in_spanish_tells_of_its_patient() {
    check(
        "Estimado colega:\n\nLe remito a Doña Casilda Zapatero Lumbreras, mujer de 34 años, casada, con dos hijos, \
         de profesión enfermera y residente en Béjar (Salamanca). Nació el 12 de marzo de 1989. Ingresó el 3 de mayo \
         de 2023 y fue dada de alta el 9 de mayo de 2023. Niega asma. Su madre, de 70 años, tuvo psoriasis. Fue \
         diagnosticada de diabetes. A sus 34 años lleva una vida activa.\n",
        &[
            (Attribute::Age, Some("34")),
            (Attribute::Sex, Some("female")),
            (Attribute::MaritalState, Some("married")),
            (Attribute::Children, Some("2")),
            (Attribute::Profession, Some("o:2221")),
            (Attribute::City, Some("p:ES-37046")),
            (Attribute::Region, Some("p:ES-37")),
            (Attribute::Country, Some("p:ES")),
            (Attribute::BirthDate, Some("1989-03-12")),
            (Attribute::AdmissionDate, Some("2023-05-03")),
            (Attribute::DischargeDate, Some("2023-05-09")),
            (Attribute::Stay, Some("6")),
            (Attribute::Diagnosis, Some("disease:DOID:9351")),
            (Attribute::Nationality, None),
        ],
    );
}

#[test]
fn a_form_in_english_tells_of_its_patient() {
    check(
        "Patient: Ottilie Tillotson\nAge: 47\nSex: F\nCity: Houston\nState: Texas\nOccupation: truck driver\n\
         Marital status: widowed\nChildren: 3\nDate of birth: March 12th, 1980\n\nShe denies asthma. Her brother had \
         psoriasis.\n\nDiagnosis: hypertension\n",
        &[
            (Attribute::Age, Some("47")),
            (Attribute::Sex, Some("female")),
            (Attribute::City, Some("p:g4699066")),
            (Attribute::Region, Some("p:US.TX")),
            (Attribute::Profession, Some("o:8332")),
            (Attribute::MaritalState, Some("widowed")),
            (Attribute::Children, Some("3")),
            (Attribute::BirthDate, Some("1980-03-12")),
            (Attribute::Diagnosis, Some("disease:DOID:10763")),
        ],
    );
}

#[test]
fn one_disease_has_one_value_by_whatever_name_and_in_either_language() {
    let spanish = read("El paciente es un varón de 40 años.\n\nDiagnóstico: hipertensión arterial.\n");
    let english = read("The patient is a 40-year-old man.\n\nDiagnosis: hypertension.\n");
    assert_eq!(spanish[0].value(Attribute::Diagnosis), english[0].value(Attribute::Diagnosis));
    assert_eq!(spanish[0].value(Attribute::Age), english[0].value(Attribute::Age));
}

#[test]
fn what_is_denied_or_said_of_a_relative_is_noted_and_does_not_count() {
    let records = read("La paciente, de 50 años, niega diabetes. Su madre tuvo asma.\n");
    let said: Vec<(bool, bool)> = records[0]
        .mentions
        .iter()
        .filter(|mention| mention.attribute == Attribute::Diseases)
        .map(|mention| (mention.is_negated, mention.is_of_other))
        .collect();
    assert_eq!(said, [(true, false), (false, true)]);
    assert_eq!(records[0].values(Attribute::Diseases).count(), 0);
}

#[test]
fn each_patient_of_a_document_has_a_record() {
    let records = read(
        "Paciente: Rosaura Ugalde\nEdad: 34 años\nSexo: Mujer\n\nPaciente: Isidro Monleón\nEdad: 71 años\nSexo: Varón\n",
    );
    let ages: Vec<_> = records.iter().map(|record| record.value(Attribute::Age).map(ValueNode::as_str)).collect();
    assert_eq!(ages, [Some("34"), Some("71")]);
}

#[test]
fn a_document_about_nobody_is_refused() {
    let reader = CollectionReader::new(&[]).expect("built");
    let nobody = reader.read(&document("The works will be closed for repairs until further notice.\n"));
    assert_eq!(nobody.err(), Some(ReadingError::NoSubject));
}

struct Letters(Vec<String>);

impl DocumentSource for Letters {
    fn document(&self, number: usize) -> Result<(Document, Box<dyn DocumentFormat>), FileFault> {
        Ok((document(&self.0[number]), Box::new(TextFile)))
    }
}

fn collected(letters: &Letters) -> CollectionTable {
    let mut table = CollectionTable::default();
    for (number, text) in letters.0.iter().enumerate() {
        let record = read(text).swap_remove(0);
        table.people.push(CollectedPerson { document: number, name: format!("{number}.txt"), record });
    }
    table
}

fn goal(k: usize) -> CollectionGoal {
    CollectionGoal {
        classes: AttributeClasses::default(),
        models: vec![PrivacyModel::KAnonymity { k }],
        suppression: 0.0,
    }
}

fn letters() -> Letters {
    let people = [
        (41, "Béjar", "Salamanca", "enfermera"),
        (43, "Toro", "Zamora", "abogada"),
        (44, "Avilés", "Asturias", "maestra"),
    ];
    let more = [
        (47, "Fuenlabrada", "Madrid", "enfermera"),
        (48, "Getafe", "Madrid", "camionera"),
        (45, "Gijón", "Asturias", "abogada"),
    ];
    let letter = |(age, town, region, trade): &(u32, &str, &str, &str)| {
        format!(
            "La paciente, doña Leonor Arrizala, mujer de {age} años, trabaja como {trade} y reside en {town} ({region}). \
             A sus {age} años padece asma.\n"
        )
    };
    Letters(people.iter().chain(&more).map(letter).collect())
}

#[test]
fn documents_are_written_in_which_everybody_looks_like_others() {
    let letters = letters();
    let table = collected(&letters);
    let reader = CollectionReader::new(&[]).expect("built");
    let anonymiser = Anonymiser::builder().build().expect("built");
    let goal = goal(3);
    let written = write_collection(&letters, letters.0.len(), &table, &goal, &reader, &anonymiser).expect("written");
    assert!(written.sizes.iter().all(|size| *size >= 3));
    for (number, document) in written.documents.iter().enumerate() {
        let text = String::from_utf8(document.as_ref().expect("kept").bytes.clone()).expect("text");
        let age = table.people[number].record.value(Attribute::Age).expect("an age").as_str().to_owned();
        let is_said = |before: &str| text.contains(&format!("{before} {age} años"));
        assert!(!is_said("de") && !is_said("sus"), "the age is gone wherever it stood");
        assert!(!text.contains("Leonor") && text.contains("asma"));
        assert!(text.contains("mujer de entre 4"), "it is told less exactly");
    }
    let report = CollectionReport::new(&table, &goal, &written, false);
    assert_eq!((report.before.unique, report.after.unique), (6, 0));
    assert!(report.table.is_none() && !report.to_html().contains("Fuenlabrada"));
}

#[test]
fn more_alike_than_there_are_people_is_an_error() {
    let letters = letters();
    let table = collected(&letters);
    let reader = CollectionReader::new(&[]).expect("built");
    let anonymiser = Anonymiser::builder().build().expect("built");
    let failed = write_collection(&letters, 6, &table, &goal(7), &reader, &anonymiser).err();
    assert!(matches!(failed, Some(CollectionError::Solving(_))));
}

#[test]
fn a_table_has_a_line_for_each_person_and_quotes_what_needs_it() {
    let csv = collected(&letters()).to_csv();
    assert_eq!(csv.lines().count(), 7);
    assert!(csv.starts_with("document,name,age,sex,city,region,country,profession,diagnosis"));
    let counts: BTreeMap<&str, usize> = collected(&letters())
        .dictionary(&AttributeClasses::default())
        .iter()
        .map(|entry| (entry.attribute, entry.unique))
        .collect();
    assert_eq!((counts["age"], counts["sex"]), (6, 0));
}
