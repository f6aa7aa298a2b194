//! Writing sentences in the CoNLL-U format.

use super::TreeSentence;

/// Writes sentences in the CoNLL-U format; the chunk of a word stands in its last column.
pub fn write_conllu(sentences: &[TreeSentence], out: &mut String) {
    for (number, sentence) in sentences.iter().enumerate() {
        if sentence.starts_paragraph {
            *out += "# newpar\n";
        }
        *out += &format!("# sent_id = {}\n# text = {}\n", number + 1, sentence.text());
        let mut first = 0;
        for token in &sentence.tokens {
            let space = if token.space_after { "" } else { "SpaceAfter=No" };
            if token.words > 1 {
                let misc = if space.is_empty() { "_" } else { space };
                *out +=
                    &format!("{}-{}\t{}\t_\t_\t_\t_\t_\t_\t_\t{misc}\n", first + 1, first + token.words, token.form);
            }
            for nth in first..first + token.words {
                let Some(word) = sentence.words.get(nth) else { continue };
                let space = if token.words > 1 { "" } else { space };
                let chunk = if word.chunk.is_empty() { String::new() } else { format!("Chunk={}", word.chunk) };
                let misc = [chunk.as_str(), space].into_iter().filter(|item| !item.is_empty()).collect::<Vec<_>>();
                let misc = if misc.is_empty() { "_".to_owned() } else { misc.join("|") };
                let filled = |value: &str| if value.is_empty() { "_".to_owned() } else { value.to_owned() };
                let columns = [&word.lemma, &word.upos, &word.xpos, &word.features].map(|value| filled(value));
                *out += &format!("{}\t{}\t{}\t_\t_\t_\t{misc}\n", nth + 1, word.form, columns.join("\t"));
            }
            first += token.words;
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_conllu;
    use super::*;

    const TEXT: &str = "# newpar\n# sent_id = 1\n# text = Vino del mar.\n\
        1\tVino\tvenir\tVERB\tv\t_\t_\t_\t_\tChunk=B-VP\n\
        2-3\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n2\tde\tde\tADP\t_\t_\t_\t_\t_\t_\n3\tel\tel\tDET\t_\tGender=Masc\t_\t_\t_\t_\n\
        4\tmar\tmar\tNOUN\t_\t_\t_\t_\t_\tSpaceAfter=No\n5\t.\t.\tPUNCT\t_\t_\t_\t_\t_\t_\n\n";

    #[test]
    fn what_is_read_is_written_again() {
        let sentences = read_conllu(TEXT).expect("a treebank");
        assert_eq!(sentences[0].text(), "Vino del mar.");
        assert_eq!((sentences[0].words.len(), sentences[0].tokens.len()), (5, 4));
        let mut out = String::new();
        write_conllu(&sentences, &mut out);
        assert_eq!(out, TEXT);
    }

    #[track_caller]
    fn refused(lines: &[&str], expected: &str) {
        // The first cells of a line stand in the table; the others are empty.
        let full = |line: &&str| {
            let mut cells: Vec<&str> = line.split(' ').collect();
            cells.resize(10, "_");
            cells.join("\t") + "\n"
        };
        let text: String = lines.iter().map(full).collect();
        assert_eq!(read_conllu(&text).unwrap_err().to_string(), expected, "{lines:?}");
    }

    #[test]
    fn bad_lines_are_refused_by_number() {
        assert_eq!(read_conllu("# x\n1\ta\n").unwrap_err().to_string(), "line 2: expected ten columns");
        refused(&["2-1 x"], "line 1: a token of several words has an odd range");
        refused(&["2-3 x", "1 a"], "line 1: a token of several words has an odd range");
        refused(&["1-2 x", "1 a", "2-3 y"], "line 3: a token of several words has an odd range");
        refused(&["1-3 x", "1 a", "2 b"], "line 1: the token has more words than follow");
        refused(&["x x"], "line 1: the first column is no number");
        refused(&["1 a", "3 b"], "line 2: the words of a sentence are numbered 1, 2, 3 and so on");
        refused(&["1 a", "1 b"], "line 2: the words of a sentence are numbered 1, 2, 3 and so on");
        refused(&["1 a _ _ _ _ 0", "2 b _ _ _ _ 3"], "line 2: the head is no word of the sentence");
        refused(&["1 a _ _ _ _ x"], "line 1: the head is no number");
        for chunk in ["NP", "B-", "X-NP", "b-NP", ""] {
            let line = format!("1 a _ _ _ _ _ _ _ Chunk={chunk}");
            refused(&[&line], "line 1: a chunk is O, B-NAME or I-NAME");
        }
        let columns = super::super::read_chunk_columns("a DT B-NP\nb NN NP\n");
        assert_eq!(columns.unwrap_err().to_string(), "line 2: a chunk is O, B-NAME or I-NAME");
    }
}
