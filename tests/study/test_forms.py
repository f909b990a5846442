"""Forms for crowd platforms."""

from boxscribe.study.forms import facts_form, paragraphs, ranking_form, sentence


def test_what_a_study_says_is_text_and_what_a_platform_inserts_stays_as_it_is() -> None:
    form = ranking_form("A <b> & C", "Read <i>both</i>.\n\nThen choose.", {"coherence": 'Which is "better" <u>?'})
    assert "<title>A &lt;b&gt; &amp; C</title>" in form
    assert "<p>Read &lt;i&gt;both&lt;/i&gt;.</p><p>Then choose.</p>" in form
    assert "<legend>Which is &#34;better&#34; &lt;u&gt;?</legend>" in form
    assert "${sum1}" in form and "${sum2}" in form
    assert form.count('name="coherence_better"') == 2
    assert "Content-Security-Policy" not in form, "platforms run scripts of their own in it"


def test_a_form_for_facts_has_two_counts_for_each_of_four_sentences() -> None:
    form = facts_form("Facts", "Count.")
    for n in range(1, 5):
        assert f"${{sentence{n}}}" in form and f'name="SupChoice{n}"' in form and f'name="ConChoice{n}"' in form
    assert "${tables}" in form and "${sum1}" not in form


def test_texts_become_html() -> None:
    assert paragraphs("One & two\n\n\n\n three ") == "<p>One &amp; two</p><p>three</p>"
    assert sentence([("The ", None), ("<Heat>", 3), (" won.", None)]) == "The <b>&lt;Heat&gt;</b> won."
