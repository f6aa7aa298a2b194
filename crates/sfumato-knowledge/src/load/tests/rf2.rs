//! An invented release of SNOMED CT.

use super::{Flaw, Outline, load};

const CONCEPTS: &str = "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\r\n";
const DESCRIPTIONS: &str =
    "id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\r\n";
const RELATIONSHIPS: &str = "id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId\r\n";
const LANGUAGES: &str = "id\teffectiveTime\tactive\tmoduleId\trefsetId\treferencedComponentId\tacceptabilityId\r\n";

const FULLY_SPECIFIED: u64 = 900000000000003001;
const SYNONYM: u64 = 900000000000013009;
const IS_A: u64 = 116680003;

fn concept(id: u64, time: u32, is_active: u8) -> String {
    format!("{id}\t{time}\t{is_active}\t9\t9\r\n")
}

fn description(id: u64, time: u32, is_active: u8, concept: u64, (kind, text): (u64, &str), tag: &str) -> String {
    format!("{id}\t{time}\t{is_active}\t9\t{concept}\t{tag}\t{kind}\t{text}\t9\r\n")
}

fn relationship(id: u64, time: u32, is_active: u8, child: u64, parent: u64, kind: u64) -> String {
    format!("{id}\t{time}\t{is_active}\t9\t{child}\t{parent}\t0\t{kind}\t9\t9\r\n")
}

fn preferred(dialect: u64, description: u64, is_preferred: bool) -> String {
    let how = if is_preferred { 900000000000548007u64 } else { 900000000000549004 };
    format!("80-{dialect}-{description}\t20200101\t1\t9\t{dialect}\t{description}\t{how}\r\n")
}

fn release(kind: &str, files: [&[String]; 4]) -> Outline {
    let heads = [CONCEPTS, DESCRIPTIONS, RELATIONSHIPS, LANGUAGES];
    let names = ["sct2_Concept_", "sct2_Description_", "sct2_Relationship_", "der2_cRefset_Language"];
    let texts: Vec<(String, String)> = (heads.iter().zip(names).zip(files))
        .map(|((head, name), rows)| (format!("{name}{kind}-en_INT_20260101.txt"), format!("{head}{}", rows.concat())))
        .collect();
    let files: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    load(&files).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_snapshot_with_dialects() {
    let outline = release(
        "Snapshot",
        [
            &[concept(1, 20200101, 1), concept(2, 20200101, 1), concept(3, 20200101, 0), "4\tx\r\n".into()],
            &[
                description(11, 20200101, 1, 1, (FULLY_SPECIFIED, "Thumb disorder (disorder)"), "en"),
                description(21, 20200101, 1, 2, (FULLY_SPECIFIED, "Discoloration of thumb (disorder)"), "en"),
                description(22, 20200101, 1, 2, (SYNONYM, "Thumb discoloration"), "en"),
                description(23, 20200101, 1, 2, (SYNONYM, "Blue thumb"), "en"),
                description(24, 20200101, 1, 2, (SYNONYM, "Thumb gone blue"), "en"),
                description(25, 20200101, 0, 2, (SYNONYM, "Bleu thumb"), "en"),
                description(26, 20200101, 1, 2, (SYNONYM, "Pulgar azul"), "es"),
                description(27, 20200101, 1, 2, (SYNONYM, "Blauer Daumen"), "de"),
                description(31, 20200101, 1, 3, (SYNONYM, "Gone"), "en"),
                description(91, 20200101, 1, 99, (SYNONYM, "Nowhere"), "en"),
            ],
            &[
                relationship(101, 20200101, 1, 2, 1, IS_A),
                relationship(102, 20200101, 1, 2, 1, 363698007),
                relationship(103, 20200101, 1, 2, 3, IS_A),
                relationship(104, 20200101, 1, 2, 99, IS_A),
                relationship(105, 20200101, 0, 1, 2, IS_A),
            ],
            // Preferred in one dialect, and in both.
            &[preferred(71, 22, true), preferred(72, 22, false), preferred(71, 23, true), preferred(72, 23, true)],
        ],
    );
    assert_eq!(
        outline.concepts,
        [
            "1 [Thumb disorder]",
            "2 [Blue thumb] [=Thumb discoloration] [=Thumb gone blue] [=es:Pulgar azul] [~Discoloration of thumb] < 1",
        ]
    );
    assert_eq!(outline.flaws, [(5, Flaw::Broken), (5, Flaw::Orphan), (11, Flaw::Orphan)]);
    // A concept, its description and its relationship, a description, a relationship.
    assert_eq!(outline.loaded.retired, 5);
}

#[test]
fn of_all_history_the_newest_holds() {
    let outline = release(
        "Full",
        [
            &[concept(1, 20200101, 0), concept(1, 20210101, 1), concept(2, 20200101, 1), concept(2, 20190101, 0)],
            &[
                description(11, 20210101, 1, 1, (SYNONYM, "New"), "en"),
                description(11, 20200101, 1, 1, (SYNONYM, "Old"), "en"),
                description(21, 20200101, 1, 2, (SYNONYM, "Two"), "en"),
                description(21, 20200101, 1, 2, (SYNONYM, "Two again"), "en"),
            ],
            &[relationship(101, 20200101, 1, 1, 2, IS_A), relationship(101, 20210101, 0, 1, 2, IS_A)],
            &[],
        ],
    );
    assert_eq!(outline.concepts, ["1 [=New]", "2 [=Two]"]);
    assert_eq!(outline.flaws, [(5, Flaw::Duplicate)]);
    assert_eq!(outline.loaded.retired, 1);
}

#[test]
fn stated_relationships_stand_in() {
    let rows = |rows: &[String]| format!("{RELATIONSHIPS}{}", rows.concat());
    let concepts = format!("{CONCEPTS}{}{}", concept(1, 20200101, 1), concept(2, 20200101, 1));
    let stated = rows(&[relationship(101, 20200101, 1, 2, 1, IS_A)]);
    let files = |inferred: &str| {
        load(&[
            ("sct2_Concept_Snapshot_INT_1.txt", concepts.as_bytes()),
            ("sct2_Relationship_Snapshot_INT_1.txt", inferred.as_bytes()),
            ("sct2_StatedRelationship_Snapshot_INT_1.txt", stated.as_bytes()),
        ])
        .unwrap()
        .concepts
    };
    assert_eq!(files(RELATIONSHIPS), ["1", "2 < 1"]);
    assert_eq!(files(&rows(&[relationship(102, 20200101, 1, 1, 2, IS_A)])), ["1 < 2", "2"]);
}
