use super::*;

fn pile(layers: &[TextLayer]) -> LayerStack {
    layers.iter().fold(LayerStack::default(), |pile, layer| pile.with(*layer).expect("room"))
}

#[track_caller]
fn check(layers: &[TextLayer], source: &str, text: &str) {
    let stretch = LayeredText::under(source, pile(layers)).expect("room");
    assert_eq!(stretch.text, text);
    assert_eq!(stretch.source(&(0..text.len())), 0..source.len());
    let mut written = String::new();
    pile(layers).write(text, &mut written);
    assert_eq!(LayeredText::under(&written, pile(layers)).expect("room").text, text, "{written}");
}

#[test]
fn a_range_of_the_text_is_a_range_of_the_source() {
    let source = r#"x \\\"Jos\\u00e9 P\\\" y"#;
    let places = pile(&[TextLayer::Json, TextLayer::Json]).places(source, [4..8, 9..10].into_iter()).expect("there");
    let found: Vec<&str> = places.into_iter().map(|place| source.get(place).expect("there")).collect();
    assert_eq!(found, [r"os\\u00e9", "P"]);
}

#[test]
fn each_layer_reads_what_it_writes() {
    check(&[TextLayer::HtmlText], "Jos&eacute; &lt;\n   L\u{f3}pez&#x21;", "José < López!");
    check(&[TextLayer::HtmlAttribute], "a&amp;b&copy=1 &copy;", "a&b&copy=1 ©");
    check(&[TextLayer::HtmlBare], "Ann&#32;Lee", "Ann Lee");
    check(&[TextLayer::Script], r#"x = 'Jos\u00e9 \'P\' \x41'"#, "x = 'José 'P' A'");
    check(&[TextLayer::Style], r#"content: "Jos\e9  \"P\"""#, "content: \"José \"P\"\"");
    check(&[TextLayer::Json], r#"Jos\u00e9\n\"P\""#, "José\n\"P\"");
    check(&[TextLayer::Percent], "Jos%C3%A9%20P%zz+%ff", "José P%zz+%ff");
    check(&[TextLayer::Query], "Jos%C3%A9+P", "José P");
}

#[test]
fn layers_lie_in_one_another() {
    check(&[TextLayer::HtmlAttribute, TextLayer::Percent], "Ann&#x25;20L&eacute;e", "Ann Lée");
    check(&[TextLayer::Json, TextLayer::HtmlText], r#"Jos&eacute;\n\t \u0026lt;b"#, "José <b");
    check(&[TextLayer::Json, TextLayer::HtmlAttribute, TextLayer::Percent], r#"a\u0026#37;20b"#, "a b");
    check(&[TextLayer::HtmlAttribute, TextLayer::HtmlText], "Jos&amp;eacute; &lt; &amp;", "José < &");
}

#[test]
fn nothing_that_is_written_ends_what_it_stands_in() {
    let written = |layers: &[TextLayer], text: &str| {
        let mut out = String::new();
        pile(layers).write(text, &mut out);
        out
    };
    assert_eq!(written(&[TextLayer::Script], "</script>'"), "<\\/script>\\'");
    assert_eq!(written(&[TextLayer::Style], "</style>*/"), "\\3c /style>*\\/");
    assert_eq!(written(&[TextLayer::HtmlComment], "a-->b-"), "a- - b- ");
    assert_eq!(written(&[TextLayer::HtmlBare], "O'B >"), "O&#39;B&#32;&gt;");
    assert_eq!(written(&[TextLayer::Json, TextLayer::HtmlText], "a\"<\n"), "a\\\"&lt;\\n");
    assert_eq!(written(&[TextLayer::HtmlRaw, TextLayer::Json], "</script>"), "\\u003c/script>");
    assert_eq!(pile(&[TextLayer::HtmlAttribute, TextLayer::JsonNumber]).finish("x".into()), "&quot;x&quot;");
}
