use proptest::prelude::*;
use sfumato_language::Language;
use sfumato_language::Language::{English, Spanish};

use super::*;
use crate::testing::subject;
use crate::{OriginalValues, PseudonymSeed, PseudonymSettings, SeasonTreatment, ShiftRange, SubstituteLists};

struct DateFixture {
    settings: PseudonymSettings,
    originals: OriginalValues,
    seed: PseudonymSeed,
}

impl DateFixture {
    fn new(forms: &[&str]) -> Self {
        let mut originals = OriginalValues::default();
        forms.iter().for_each(|form| originals.add(form));
        Self { settings: PseudonymSettings::default(), originals, seed: PseudonymSeed::new(7) }
    }

    /// Every form moved, and what was decided.
    fn move_all(&self, forms: &[&str], language: Language) -> (Vec<Option<String>>, SubstituteTable) {
        let lists = SubstituteLists::default();
        let context =
            SubstituteContext { seed: &self.seed, settings: &self.settings, lists: &lists, originals: &self.originals };
        let subjects: Vec<PseudonymSubject<'_>> = forms.iter().map(|form| subject("date", language, &[form])).collect();
        let numbered: Vec<(usize, &PseudonymSubject<'_>)> = subjects.iter().enumerate().collect();
        let mut chosen = SubstituteTable::default();
        assign(&numbered, &context, &mut chosen);
        let moved = subjects.iter().map(|subject| write(subject.fullest(), subject, &context, &chosen)).collect();
        (moved, chosen)
    }
}

#[test]
fn all_dates_of_a_scope_move_by_one_offset() {
    let forms = ["04/03/2021", "25 de marzo de 2021", "2021", "marzo", "lunes", "45/13/2001", "10930/2016", "Colombia"];
    let desk = DateFixture::new(&forms);
    let (moved, chosen) = desk.move_all(&forms, Spanish);
    let offset: DateOffset = chosen.get(SubstituteKind::Offset, "days").expect("an offset").parse().expect("an offset");
    assert!((-3650..=-365).contains(&offset.days));
    for (form, to) in forms.iter().zip(&moved).take(7) {
        let to = to.as_deref().expect("a substitute");
        assert!(to != *form && !desk.originals.hold(to), "{form} {to}");
    }
    assert_eq!(moved.last(), Some(&None));
    let mut turned = forms;
    turned.reverse();
    let (mut again, _) = desk.move_all(&turned, Spanish);
    again.reverse();
    assert_eq!(moved, again, "the order of subjects does not matter");
}

#[test]
fn nothing_moves_past_the_last_day() {
    let forms = ["04/03/2021", "25 de junio de 2026", "01/01/2030", "julio de 2026"];
    let mut desk = DateFixture::new(&forms);
    desk.settings.dates.not_after = Some(Day::clipped(2026, 7, 15));
    desk.settings.dates.days = ShiftRange::new(-40, 3000);
    for seed in 0..30 {
        desk.seed = PseudonymSeed::new(seed);
        let (_, chosen) = desk.move_all(&forms, Spanish);
        let offset: DateOffset =
            chosen.get(SubstituteKind::Offset, "days").expect("an offset").parse().expect("an offset");
        assert!(offset.days <= 20 && offset.days != 0, "{offset}");
    }
    desk.settings.dates.days = ShiftRange::new(100, 3000);
    let (_, chosen) = desk.move_all(&forms, Spanish);
    let offset: DateOffset = chosen.get(SubstituteKind::Offset, "days").expect("an offset").parse().expect("an offset");
    assert!(offset.days < 0);
}

#[test]
fn seasons_stay_if_they_shall() {
    let forms = ["04/03/2021", "25/12/2020"];
    let mut desk = DateFixture::new(&forms);
    desk.settings.dates.seasons = SeasonTreatment::Keep;
    for seed in 0..20 {
        desk.seed = PseudonymSeed::new(seed);
        let (moved, _) = desk.move_all(&forms, Spanish);
        let month = moved[0].as_deref().and_then(|text| text.get(3..5)).map(str::to_owned).expect("a month");
        assert!(["02", "03"].contains(&month.as_str()), "{month}");
    }
}

#[test]
fn the_order_of_day_and_month_is_decided_once() {
    let order = |forms: &[&str], language| {
        let (_, chosen) = DateFixture::new(forms).move_all(forms, language);
        let decided = decided(&chosen).expect("something");
        (decided.order, decided.why)
    };
    assert_eq!(order(&["03/04/2021"], Spanish), (DayMonthOrder::DayFirst, OrderGround::Language));
    assert_eq!(order(&["03/04/2021"], English), (DayMonthOrder::MonthFirst, OrderGround::Language));
    assert_eq!(order(&["03/04/2021", "25/03/2021"], English), (DayMonthOrder::DayFirst, OrderGround::Evidence));
    assert_eq!(order(&["03/04/2021", "03/25/2021"], Spanish), (DayMonthOrder::MonthFirst, OrderGround::Evidence));
    assert_eq!(order(&["03/04/2021", "4 March 2021"], English), (DayMonthOrder::DayFirst, OrderGround::Evidence));
    assert_eq!(order(&["4 March 2021"], English), (DayMonthOrder::DayFirst, OrderGround::Nothing));
    let forms = ["03/04/2021", "25/03/2021", "03-04-2021", "03-25-2021", "12-25-2021", "12-26-2021"];
    let (_, chosen) = DateFixture::new(&forms).move_all(&forms, English);
    let decided = decided(&chosen).expect("something");
    assert_eq!(
        (decided.order_of("1/2/20"), decided.order_of("1-2-20")),
        (DayMonthOrder::DayFirst, DayMonthOrder::MonthFirst)
    );
}

proptest! {
    #[test]
    fn anything_is_read_without_a_panic(text in "[0-9/.\\- ']{0,12}|[0-9a-z/.,:ºº'\\- ]{0,30}|(([0-9]{1,4}|de|marzo|May|3rd|lunes|mil|twenty|Q|a|y|,|-|/| ){1}){0,12}") {
        for language in [Spanish, English] {
            let forms = [text.as_str()];
            let (moved, _) = DateFixture::new(&forms).move_all(&forms, language);
            let (again, _) = DateFixture::new(&forms).move_all(&forms, language);
            prop_assert_eq!(moved, again);
        }
    }
}
