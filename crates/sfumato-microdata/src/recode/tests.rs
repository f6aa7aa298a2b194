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

/// A hierarchy of eight values in two steps.
fn eight() -> Hierarchy {
    Hierarchy::from_table("0;a;x;*\n1;a;x;*\n2;b;x;*\n3;b;x;*\n4;c;y;*\n5;c;y;*\n6;d;y;*\n7;d;y;*\n").unwrap()
}

/// A table of columns over eight values, and a sensitive one of three.
fn eight_table(rows: &[[u8; 4]]) -> Microdata {
    let text = |cell: u8| (cell % 8).to_string();
    let column = |at: usize, name: &str| {
        let values: Vec<String> = rows.iter().map(|row| text(row[at])).collect();
        AttributeColumn::from_values(name, values.iter().map(|value| Some(value.as_str())))
            .with_role(AttributeRole::QuasiIdentifier)
            .with_hierarchy(eight())
            .unwrap()
    };
    let values: Vec<String> = rows.iter().map(|row| (row[3] % 3).to_string()).collect();
    let ill = AttributeColumn::from_values("ill", values.iter().map(|value| Some(value.as_str())))
        .with_role(AttributeRole::Sensitive);
    Microdata::new(vec![column(0, "a"), column(1, "b"), column(2, "c"), ill]).unwrap()
}

/// The least certainty penalty of all combinations of levels that the models allow, by trying each of them.
fn brute_force(table: &Microdata, models: &[PrivacyModel], most: usize) -> Option<f64> {
    let tests = super::groups::ClassTests::new(models, table).unwrap();
    let mut least: Option<f64> = None;
    for combination in 0..64 {
        let levels = [combination % 4, combination / 4 % 4, combination / 16];
        let mut classes: std::collections::BTreeMap<Vec<HierarchyNode>, Vec<u32>> = Default::default();
        for record in 0..table.records() {
            let look = (0..3).map(|at| {
                let column = table.column(at);
                let node = column.node(column.code(record).unwrap()).unwrap();
                column.hierarchy().unwrap().at_level(node, levels[at])
            });
            classes.entry(look.collect()).or_default().push(record as u32);
        }
        let (mut left_out, mut loss) = (0, 0.0);
        for (look, class) in &classes {
            let one: f64 = look
                .iter()
                .enumerate()
                .map(|(at, node)| table.column(at).hierarchy().unwrap().certainty_penalty(*node))
                .sum();
            if tests.hold(class) {
                loss += one * class.len() as f64;
            } else {
                left_out += class.len();
                loss += 3.0 * class.len() as f64;
            }
        }
        if left_out <= most {
            least = Some(least.map_or(loss, |least| least.min(loss)));
        }
    }
    least.map(|loss| loss / (3 * table.records()) as f64)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn full_domain_recoding_is_as_good_as_trying_everything(
        rows in proptest::collection::vec(proptest::array::uniform4(0_u8..8), 4..60),
        k in 1_usize..5,
        l in 1_usize..3,
        suppression in proptest::sample::select(vec![0.0, 0.1, 0.3]),
    ) {
        let table = eight_table(&rows);
        let models = vec![
            PrivacyModel::KAnonymity { k },
            PrivacyModel::LDiversity { column: "ill".into(), diversity: Diversity::Distinct { l } },
        ];
        let mut options = RecodingOptions::new(models.clone());
        options.method = RecodingMethod::FullDomain;
        options.suppression = suppression;
        let most = (suppression * rows.len() as f64 + 1e-9).floor() as usize;
        match (recode(&table, &options), brute_force(&table, &models, most)) {
            (Ok(recoding), Some(least)) => {
                let found = loss::measure(loss::LossMeasure::CertaintyPenalty, &table, &recoding, k);
                proptest::prop_assert!((found - least).abs() < 1e-9, "{} where {} is possible", found, least);
                proptest::prop_assert!(recoding.suppressed() <= most);
            }
            (Err(_), None) => {}
            (found, expect) => proptest::prop_assert!(false, "{:?} for {:?}", found, expect),
        }
    }

    #[test]
    fn whatever_local_recoding_gives_is_true_and_satisfies_the_models(
        rows in proptest::collection::vec(proptest::array::uniform4(0_u8..8), 6..200),
        gaps in proptest::collection::vec(0_usize..600, 0..20),
        missing in proptest::sample::select(vec![MissingValues::OwnValue, MissingValues::MatchAll, MissingValues::Impute]),
        model in 0_usize..4,
        k in 1_usize..6,
    ) {
        let table = with_gaps(eight_table(&rows), &gaps);
        let column = || "ill".to_owned();
        let mut models = vec![PrivacyModel::KAnonymity { k }];
        models.extend(match model {
            0 => None,
            1 => Some(PrivacyModel::LDiversity { column: column(), diversity: Diversity::Entropy { l: 1.5 } }),
            2 => Some(PrivacyModel::TCloseness { column: column(), t: 0.3, distance: GroundDistance::Equal }),
            _ => Some(PrivacyModel::LDiversity { column: column(), diversity: Diversity::Recursive { c: 3.0, l: 2 } }),
        });
        let mut options = RecodingOptions::new(models.clone());
        options.missing = missing;
        let recoding = match recode(&table, &options) {
            Ok(recoding) => recoding,
            Err(MicrodataError::Unreachable { .. }) => return Ok(()),
            Err(error) => panic!("{error}"),
        };
        let released = recoding.released(&table).unwrap();
        for model in &models {
            // Where a missing value matches all, records that match are more than a class, of which only size is held.
            if missing == MissingValues::MatchAll && !matches!(model, PrivacyModel::KAnonymity { .. }) {
                continue;
            }
            let verdict = model.verify(&released, missing).unwrap();
            proptest::prop_assert!(verdict.holds, "{}: {:?}", model.name(), verdict);
        }
        for record in 0..table.records() {
            for at in recoding.columns() {
                let column = table.column(*at);
                let before = column.code(record).and_then(|code| column.node(code));
                match (before, recoding.node(record, *at)) {
                    (Some(before), Some(now)) => proptest::prop_assert!(column.hierarchy().unwrap().covers(now, before)),
                    (Some(_), None) => proptest::prop_assert!(false, "a value got lost"),
                    (None, now) => proptest::prop_assert!(missing != MissingValues::MatchAll || now.is_none()),
                }
            }
        }
    }
}

/// A table without some of its values.
fn with_gaps(table: Microdata, gaps: &[usize]) -> Microdata {
    let columns = (0..table.columns().len()).map(|at| {
        let column = table.column(at);
        if column.role() != AttributeRole::QuasiIdentifier {
            return column.clone();
        }
        let is_gap = |record: usize| gaps.contains(&(record * 3 + at));
        let codes: Vec<_> =
            (0..table.records()).map(|record| column.code(record).filter(|_| !is_gap(record))).collect();
        column.clone().with_codes(codes)
    });
    Microdata::new(columns.collect()).unwrap()
}

#[test]
fn a_value_may_be_an_inner_node() {
    let tree = || {
        Hierarchy::from_chains([
            ["Soria", "Spain", "Europe"],
            ["Cuenca", "Spain", "Europe"],
            ["Bath", "England", "Europe"],
        ])
        .unwrap()
    };
    let places = ["Soria", "Spain", "Spain", "Cuenca", "England", "Bath"];
    let column = AttributeColumn::from_values("place", places.map(Some))
        .with_role(AttributeRole::QuasiIdentifier)
        .with_hierarchy(tree())
        .unwrap();
    let table = Microdata::new(vec![column]).unwrap();
    let recoding = recode(&table, &RecodingOptions::new(vec![PrivacyModel::KAnonymity { k: 2 }])).unwrap();
    let texts: Vec<String> = (0..6).map(|record| recoding.text(&table, record, 0)).collect();
    assert_eq!(texts, ["Spain", "Spain", "Spain", "Spain", "England", "England"]);
}

#[test]
fn sets_are_generalised_until_no_combination_is_rare() {
    let tree = Hierarchy::from_table("flu;lung;*\nasthma;lung;*\nangina;heart;*\n").unwrap();
    let sets = [vec!["flu", "angina"], vec!["asthma", "angina"], vec!["flu"], vec!["asthma"], vec!["angina"]];
    let column =
        AttributeColumn::from_sets("ill", sets).with_role(AttributeRole::QuasiIdentifier).with_hierarchy(tree).unwrap();
    let table = Microdata::new(vec![column]).unwrap();
    let model = PrivacyModel::KmAnonymity { column: "ill".into(), k: 2, m: 2 };
    assert!(!model.verify(&table, MissingValues::OwnValue).unwrap().holds);
    let recoding = recode(&table, &RecodingOptions::new(vec![model.clone()])).unwrap();
    assert!(model.verify(&recoding.released(&table).unwrap(), MissingValues::OwnValue).unwrap().holds);
    assert_eq!(recoding.text(&table, 0, 0), "lung; angina");
}

#[test]
fn a_search_that_runs_out_of_time_gives_what_it_has_and_says_so() {
    let rows: Vec<[u8; 4]> = (0..200_u8).map(|at| [at, at / 3, at / 7, at / 5]).collect();
    for method in [RecodingMethod::Local, RecodingMethod::FullDomain] {
        let table = eight_table(&rows);
        let model = PrivacyModel::KAnonymity { k: 3 };
        let mut options = RecodingOptions::new(vec![model.clone()]);
        options.method = method;
        options.stop = Some(std::sync::Arc::new(|| true));
        let recoding = recode(&table, &options).unwrap();
        assert!(!recoding.is_complete());
        assert!(model.verify(&recoding.released(&table).unwrap(), MissingValues::OwnValue).unwrap().holds);
    }
}

#[test]
fn risks_are_kept_below_their_limits() {
    let rows: Vec<[u8; 4]> = (0..240_u8).map(|at| [at, at / 3, at / 7, at / 5]).collect();
    for model in [PrivacyModel::AverageRisk { at_most: 0.15 }, PrivacyModel::HighestRisk { at_most: 0.1 }] {
        for method in [RecodingMethod::Local, RecodingMethod::FullDomain] {
            let table = eight_table(&rows);
            let mut options = RecodingOptions::new(vec![model.clone()]);
            options.method = method;
            let released = recode(&table, &options).unwrap().released(&table).unwrap();
            assert!(model.verify(&released, MissingValues::OwnValue).unwrap().holds, "{}", model.name());
        }
    }
}

#[test]
fn too_many_combinations_are_refused_before_they_are_counted() {
    let values: Vec<String> = (0..20_000).map(|at| at.to_string()).collect();
    let column = AttributeColumn::from_sets("ill", [values.iter().map(String::as_str)]);
    let table = Microdata::new(vec![column]).unwrap();
    let model = PrivacyModel::KmAnonymity { column: "ill".into(), k: 1, m: 4 };
    assert!(matches!(model.verify(&table, MissingValues::OwnValue), Err(MicrodataError::BadParameter { .. })));
}
