use super::*;

fn pile(layers: &[Layer]) -> Layers {
    layers.iter().fold(Layers::default(), |pile, layer| pile.with(*layer).expect("room"))
}

#[track_caller]
fn check(layers: &[Layer], source: &str, text: &str) {
    let stretch = Stretch::under(source, pile(layers)).expect("room");
    assert_eq!(stretch.text, text);
    assert_eq!(stretch.source(&(0..text.len())), 0..source.len());
    let mut written = String::new();
    pile(layers).write(text, &mut written);
    assert_eq!(Stretch::under(&written, pile(layers)).expect("room").text, text, "{written}");
}

#[test]
fn a_range_of_the_text_is_a_range_of_the_source() {
    let source = r#"x \\\"Jos\\u00e9 P\\\" y"#;
    let places = pile(&[Layer::Json, Layer::Json]).places(source, [4..8, 9..10].into_iter()).expect("there");
    let found: Vec<&str> = places.into_iter().map(|place| source.get(place).expect("there")).collect();
    assert_eq!(found, [r"os\\u00e9", "P"]);
}

#[test]
fn each_layer_reads_what_it_writes() {
    check(&[Layer::HtmlText], "Jos&eacute; &lt;\n   L\u{f3}pez&#x21;", "José < López!");
    check(&[Layer::HtmlAttribute], "a&amp;b&copy=1 &copy;", "a&b&copy=1 ©");
    check(&[Layer::HtmlBare], "Ann&#32;Lee", "Ann Lee");
    check(&[Layer::Script], r#"x = 'Jos\u00e9 \'P\' \x41'"#, "x = 'José 'P' A'");
    check(&[Layer::Style], r#"content: "Jos\e9  \"P\"""#, "content: \"José \"P\"\"");
    check(&[Layer::Json], r#"Jos\u00e9\n\"P\""#, "José\n\"P\"");
    check(&[Layer::Percent], "Jos%C3%A9%20P%zz+%ff", "José P%zz+%ff");
    check(&[Layer::Query], "Jos%C3%A9+P", "José P");
}

#[test]
fn layers_lie_in_one_another() {
    check(&[Layer::HtmlAttribute, Layer::Percent], "Ann&#x25;20L&eacute;e", "Ann Lée");
    check(&[Layer::Json, Layer::HtmlText], r#"Jos&eacute;\n\t \u0026lt;b"#, "José <b");
    check(&[Layer::Json, Layer::HtmlAttribute, Layer::Percent], r#"a\u0026#37;20b"#, "a b");
    check(&[Layer::HtmlAttribute, Layer::HtmlText], "Jos&amp;eacute; &lt; &amp;", "José < &");
}

#[test]
fn nothing_that_is_written_ends_what_it_stands_in() {
    let written = |layers: &[Layer], text: &str| {
        let mut out = String::new();
        pile(layers).write(text, &mut out);
        out
    };
    assert_eq!(written(&[Layer::Script], "</script>'"), "<\\/script>\\'");
    assert_eq!(written(&[Layer::Style], "</style>*/"), "\\3c /style>*\\/");
    assert_eq!(written(&[Layer::HtmlComment], "a-->b-"), "a- - b- ");
    assert_eq!(written(&[Layer::HtmlBare], "O'B >"), "O&#39;B&#32;&gt;");
    assert_eq!(written(&[Layer::Json, Layer::HtmlText], "a\"<\n"), "a\\\"&lt;\\n");
    assert_eq!(written(&[Layer::HtmlRaw, Layer::Json], "</script>"), "\\u003c/script>");
    assert_eq!(pile(&[Layer::HtmlAttribute, Layer::JsonNumber]).finish("x".into()), "&quot;x&quot;");
}
