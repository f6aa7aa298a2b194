use crate::*;

/// A table of ages and postcodes of which no two records are alike.
fn people() -> Microdata {
    let ages: Vec<String> = (0..60).map(|at| (20 + at * 7 % 50).to_string()).collect();
    let codes: Vec<String> = (0..60).map(|at| format!("{}{}", 1 + at % 3, at * 11 % 10)).collect();
    let age = AttributeColumn::from_values("age", ages.iter().map(|age| Some(age.as_str())))
        .with_role(AttributeRole::QuasiIdentifier)
        .with_hierarchy(Hierarchy::from_integers(0..=99, &IntervalWidths::of_ages()).unwrap())
        .unwrap();
    let tree = Hierarchy::from_chains((10..40).map(|code| [code.to_string(), format!("{}.", code / 10)])).unwrap();
    let code = AttributeColumn::from_values("code", codes.iter().map(|code| Some(code.as_str())))
        .with_role(AttributeRole::QuasiIdentifier)
        .with_hierarchy(tree)
        .unwrap();
    Microdata::new(vec![age, code]).unwrap()
}

#[test]
fn after_local_recoding_everybody_looks_like_k_others_and_values_are_still_true() {
    let table = people();
    for k in [1, 2, 5, 20, 60] {
        let model = PrivacyModel::KAnonymity { k };
        let recoding = recode(&table, &RecodingOptions::new(vec![model.clone()])).unwrap();
        let released = recoding.released(&table).unwrap();
        let verdict = model.verify(&released, MissingValues::OwnValue).unwrap();
        assert!(verdict.holds, "{k}: {verdict:?}");
        for column in recoding.columns() {
            let attribute = table.column(*column);
            let tree = attribute.hierarchy().unwrap();
            for record in 0..table.records() {
                let before = attribute.node(attribute.code(record).unwrap()).unwrap();
                assert!(tree.covers(recoding.node(record, *column).unwrap(), before));
            }
        }
    }
}

#[test]
fn more_alike_than_there_are_is_refused() {
    let refused = recode(&people(), &RecodingOptions::new(vec![PrivacyModel::KAnonymity { k: 61 }])).unwrap_err();
    assert_eq!(refused, MicrodataError::TooFewRecords { k: 61, records: 60 });
}
