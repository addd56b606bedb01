"""What of a play in TEI becomes a world and turns, and which files are refused."""

from __future__ import annotations

from typing import Any

import pytest

from rashomon.errors import BadFile
from rashomon.imports import tei
from rashomon.imports.tei import Play, is_tei, read
from rashomon.story.turn import Turn
from rashomon.story.world import World

HEADER = """<teiHeader><fileDesc><titleStmt><title>The <hi>Ferry</hi> at Night</title>
<title type="sub">A farce</title></titleStmt></fileDesc><profileDesc>
<langUsage><language ident="eng">English</language></langUsage><particDesc><listPerson>
<person xml:id="Anna_F"><persName>Anna</persName><persName>Mistress Brook</persName></person>
<person xml:id="TomPiper_F"><persName>Tom Piper</persName></person>
<person xml:id="Bess_F"><persName>Bess_F</persName></person>
<personGrp xml:id="ROWERS_F"><name>Rowers</name></personGrp>
</listPerson></particDesc></profileDesc></teiHeader>"""

CAST = """<front><castList><castItem><role corresp="#TomPiper_F">Piper</role>
<roleDesc>a ferryman,<lb/>out of work</roleDesc></castItem>
<castItem xml:id="ROWERS.1_F" corresp="#ROWERS_F"/></castList></front>"""


def a_file(body: str, header: str = HEADER, front: str = CAST) -> bytes:
    """A TEI file with the given body."""
    return (
        f'<?xml version="1.0"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">{header}'
        f"<text>{front}<body>{body}</body></text></TEI>"
    ).encode()


def played(scene: str) -> list[dict[str, Any]]:
    """The steps of a play of one scene, but for the emptying of the stage at its end."""
    play = read(a_file(f'<div type="scene">{scene}</div>'))
    steps = [step for turn in play.turns for step in turn["steps"]]
    return [step for step in steps if "covert" not in step]


def a_speech(who: str, inner: str) -> str:
    return f'<sp who="{who}"><speaker>X</speaker>{inner}</sp>'


def enters(*who: str) -> str:
    return f'<stage type="entrance" who="{" ".join("#" + each for each in who)}">Enter.</stage>'


ON = enters("Anna_F", "TomPiper_F", "Bess_F")
ALL_ON = [{"who": who, "goes": "stage"} for who in ("Anna_F", "TomPiper_F", "Bess_F")]


@pytest.fixture(scope="module")
def ferry() -> Play:
    """A play of two scenes with most of what editors do."""
    return read(
        a_file(
            '<div type="act"><div type="scene"><head>The bank</head>'
            + enters("Anna_F", "TomPiper_F")
            + a_speech(
                "#Anna_F",
                "<stage>, to Tom</stage><l>Is it far</l><l>to the other<lb/>bank<note>Bank: shore."
                "</note>, <hi>Tom</hi>?</l>",
            )
            + a_speech(
                "#TomPiper_F", '<p>No.<stage type="exit" who="#Anna_F">Exit.</stage> Yes.</p>'
            )
            + '</div><div type="scene">'
            + enters("Bess_F")
            + a_speech("#Bess_F", "<p>Alone.</p>")
            + "</div></div>"
        )
    )


def test_the_world_has_a_stage_that_overhears_within(ferry: Play) -> None:
    world = World.parse(ferry.world)
    assert (world.title, world.language) == ("The Ferry at Night", "en")
    assert [(place.id, place.overhears) for place in world.places] == [
        ("stage", ("within",)),
        ("within", ()),
    ]


def test_people_keep_their_ids_and_are_nowhere_at_first(ferry: Play) -> None:
    people = {each.id: each for each in World.parse(ferry.world).characters}
    assert {each.role for each in people.values()} == {"cast"}
    assert {each.at for each in people.values()} == {None}
    assert people["Anna_F"].every_name == ("Anna", "Mistress Brook")
    assert people["TomPiper_F"].every_name == ("Tom Piper", "Piper")
    assert people["TomPiper_F"].persona == "a ferryman, out of work"
    # Bess has her id where her name should be, so she is called as the play does.
    assert people["Bess_F"].name == "X"
    assert "ROWERS.1_F" not in people, "a member of a crowd who neither speaks nor moves is nobody"


def test_the_play_is_a_turn_a_speech_and_empties_at_each_scene(ferry: Play) -> None:
    assert [[*step.items()] for turn in ferry.turns for step in turn["steps"]] == [
        [*step.items()]
        for step in (
            {"who": "Anna_F", "goes": "stage"},
            {"who": "TomPiper_F", "goes": "stage"},
            {"who": "Anna_F", "says": "Is it far to the other bank, Tom?", "to": ["TomPiper_F"]},
            {"who": "TomPiper_F", "says": "No. Yes."},
            {"who": "Anna_F", "goes": None},
            {"who": "TomPiper_F", "goes": None, "covert": True},
            {"who": "Bess_F", "goes": "stage"},
            {"who": "Bess_F", "says": "Alone."},
            {"who": "Bess_F", "goes": None, "covert": True},
        )
    ]
    assert [len(turn["steps"]) for turn in ferry.turns] == [3, 2, 1, 2, 1]
    assert [turn["minutes"] for turn in ferry.turns] == [0.05, 0.01, 0, 0.01, 0]


def test_turns_have_the_form_of_turns(ferry: Play) -> None:
    assert [Turn.parse(turn).minutes for turn in ferry.turns] == [0.05, 0.01, 0, 0.01, 0]


MOVES = {
    "a typed entrance": (enters("Anna_F"), ["+Anna_F"]),
    "an id in a file of its own": ('<stage type="entrance" who="cast.xml#Anna_F"/>', ["+Anna_F"]),
    "words, where the mark is missing": (
        '<p>..</p><stage who="#Anna_F">Enter Anna.</stage><stage who="#Anna_F">She exits.</stage>',
        ["+Anna_F", "-Anna_F"],
    ),
    "German words": (
        '<stage who="#Anna_F">Anna tritt auf.</stage><stage who="#Anna_F">Anna ab.</stage>',
        ["+Anna_F", "-Anna_F"],
    ),
    "words that only look like leaving": (
        enters("Anna_F")
        + '<stage who="#Anna_F">Anna geht auf und ab.</stage><stage who="#Anna_F">a parte</stage>'
        '<stage who="#Anna_F">She leaves a letter.</stage>',
        ["+Anna_F"],
    ),
    "one direction that tells of both": (
        enters("Anna_F") + '<stage who="#Anna_F #Bess_F">Exit Anna, enter Bess.</stage>',
        ["+Anna_F", "+Bess_F", "-Anna_F"],
    ),
    "people who are there when the scene opens": (
        '<stage who="#Anna_F #Bess_F">Anna, Bess.</stage>',
        ["+Anna_F", "+Bess_F"],
    ),
    "business does not move anybody, whatever it says": (
        '<stage type="business" who="#Anna_F">Enter Anna and crosses the stage.</stage>',
        [],
    ),
    "who is on does not enter again, and who is off does not leave": (
        enters("Anna_F") + enters("Anna_F") + '<stage type="exit" who="#Bess_F">Exit.</stage>',
        ["+Anna_F"],
    ),
    "they all leave": (
        enters("Anna_F", "Bess_F") + "<stage>Exeunt.</stage>",
        ["+Anna_F", "+Bess_F", "-Anna_F", "-Bess_F"],
    ),
    "a direction that brings nobody on": ("<stage>Enter a ghost.</stage>", []),
    "a sound within an entrance": (
        '<stage type="entrance" who="#Anna_F"><stage type="sound">A horn.</stage>Enter.</stage>',
        ["+Anna_F"],
    ),
    "a mixed direction between speeches": (
        enters("Anna_F")
        + '<stage type="mixed"><stage type="business" who="#Anna_F">She bows;</stage>'
        '<stage type="exit" who="#Anna_F">she exits.</stage></stage>',
        ["+Anna_F"],
    ),
    "the same in an unmarked one": (
        enters("Anna_F") + '<stage><stage type="exit" who="#Anna_F">she exits.</stage></stage>',
        ["+Anna_F", "-Anna_F"],
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_directions_become_moves(name: str) -> None:
    directions, expected = MOVES[name]
    steps = played(directions + enters("TomPiper_F") + a_speech("#TomPiper_F", "<p>Hm.</p>"))
    moves = [("+" if step["goes"] else "-") + step["who"] for step in steps if "goes" in step]
    assert moves == [*expected, "+TomPiper_F"]


def test_who_exits_unnamed_is_the_last_who_spoke() -> None:
    steps = played(ON + a_speech("#Bess_F", "<p>I go.</p>") + "<stage>Exit.</stage>")
    assert steps == [*ALL_ON, {"who": "Bess_F", "says": "I go."}, {"who": "Bess_F", "goes": None}]


def test_moves_ahead_of_the_first_word_come_before_the_line_and_others_after_it() -> None:
    steps = played(
        enters("Anna_F")
        + a_speech("#Anna_F", enters("Bess_F") + "<p>Welcome." + enters("TomPiper_F") + "</p>")
    )
    assert steps == [
        {"who": "Anna_F", "goes": "stage"},
        {"who": "Bess_F", "goes": "stage"},
        {"who": "Anna_F", "says": "Welcome."},
        {"who": "TomPiper_F", "goes": "stage"},
    ]


def test_parts_of_a_mixed_direction_within_a_speech_count() -> None:
    leaves = '<stage type="mixed"><stage type="exit" who="#Bess_F">who exits;</stage></stage>'
    steps = played(ON + a_speech("#Anna_F", f"<p>Go. {leaves} Gone.</p>"))
    assert steps == [
        *ALL_ON,
        {"who": "Anna_F", "says": "Go. Gone."},
        {"who": "Bess_F", "goes": None},
    ]


def test_who_speaks_without_having_entered_comes_on() -> None:
    steps = played(
        enters("Anna_F") + a_speech("#Bess_F", "<p>Here!</p>") + a_speech("#Bess_F", "No.")
    )
    assert [*steps[1:]] == [
        {"who": "Bess_F", "goes": "stage"},
        {"who": "Bess_F", "says": "Here!"},
        {"who": "Bess_F", "says": "No."},
    ]


def test_all_are_there_in_a_scene_that_nobody_enters() -> None:
    steps = played(a_speech("#Anna_F", "<p>One.</p>") + a_speech("#Bess_F", "<p>Two.</p>"))
    assert steps == [
        {"who": "Anna_F", "goes": "stage"},
        {"who": "Bess_F", "goes": "stage"},
        {"who": "Anna_F", "says": "One."},
        {"who": "Bess_F", "says": "Two."},
    ]


def test_several_speak_through_the_first_and_those_on_stage_are_on_it_already() -> None:
    steps = played(enters("Anna_F", "Bess_F") + a_speech("#Anna_F #Bess_F", "<p>Heave!</p>"))
    assert steps[2:] == [{"who": "Anna_F", "says": "Heave!"}]
    steps = played(enters("TomPiper_F") + a_speech("#Anna_F #Bess_F", "<p>Heave!</p>"))
    assert [step["who"] for step in steps[1:]] == ["Anna_F", "Bess_F", "Anna_F"]


def test_a_crowd_on_stage_lends_its_voice_to_one_of_it_for_a_line() -> None:
    steps = played(enters("ROWERS_F") + a_speech("#ROWERS.1_F", "<p>Heave!</p>"))
    assert steps[1:] == [
        {"who": "ROWERS.1_F", "goes": "stage"},
        {"who": "ROWERS.1_F", "says": "Heave!"},
        {"who": "ROWERS.1_F", "goes": None},
    ]


def test_a_speaker_without_an_id_is_found_by_its_label_or_made_of_it() -> None:
    speech = "<sp><speaker>{}</speaker><p>Hm.</p></sp>"
    assert played(speech.format("PIPER."))[0]["who"] == "TomPiper_F"
    assert played(speech.format("2. Wächter"))[0]["who"] == "wächter"
    assert played(speech.format(""))[0]["who"] == "somebody"


WITHIN = {
    "a place": '<stage type="location">, within</stage>',
    "a manner": '<stage type="delivery">(from within)</stage>',
    "no mark": "<stage>Within.</stage>",
    "somewhere else that is not on stage": '<stage type="location">at a window</stage>',
}


@pytest.mark.parametrize("name", WITHIN)
def test_who_speaks_within_is_there_for_the_line(name: str) -> None:
    steps = played(enters("Anna_F") + a_speech("#Bess_F", WITHIN[name] + "<p>Who calls?</p>"))
    assert steps[1:] == [
        {"who": "Bess_F", "goes": "within"},
        {"who": "Bess_F", "says": "Who calls?"},
        {"who": "Bess_F", "goes": None},
    ]


def test_who_is_on_stage_and_speaks_within_has_gone_off() -> None:
    steps = played(enters("Bess_F") + a_speech("#Bess_F", WITHIN["a place"] + "<p>Here.</p>"))
    assert [step.get("goes", "says") for step in steps] == ["stage", None, "within", "says", None]


NOT_WITHIN = {
    "a noise": "<stage>Knock within.</stage>",
    "a sound": '<stage type="sound">Within.</stage>',
    "somebody else": '<stage type="delivery">to Anna, within</stage>',
    "somewhere on stage": '<stage type="location">at a window</stage>',
}


@pytest.mark.parametrize("name", NOT_WITHIN)
def test_a_voice_is_not_within_for(name: str) -> None:
    steps = played(ON + a_speech("#Bess_F", NOT_WITHIN[name] + "<p>Hark.</p>"))
    assert [step["who"] for step in steps] == ["Anna_F", "TomPiper_F", "Bess_F", "Bess_F"]


ASIDES = {
    "plain": ('<stage type="delivery">, aside</stage>', [], ["Anna_F", "TomPiper_F"]),
    "in brackets, unmarked": ("<stage>(Aside.)</stage>", [], ["Anna_F", "TomPiper_F"]),
    "while doing something": ("<stage>reading, aside</stage>", [], ["Anna_F", "TomPiper_F"]),
    "to one": ("<stage>Aside to Tom.</stage>", ["TomPiper_F"], ["Anna_F"]),
    "to one by an alias": ("<stage>aside, to the Piper</stage>", ["TomPiper_F"], ["Anna_F"]),
    "to two": ("<stage>aside to Tom and Anna</stage>", ["TomPiper_F", "Anna_F"], []),
    "to one who is not there": ("<stage>aside to Will</stage>", [], ["Anna_F", "TomPiper_F"]),
    "in German": ("<stage>beiseite zu Anna</stage>", ["Anna_F"], ["TomPiper_F"]),
    "said openly to another first": (
        "<stage>To Anna.</stage>Yes. <stage>Aside.</stage>",
        [],
        ["Anna_F", "TomPiper_F"],
    ),
}


@pytest.mark.parametrize("name", ASIDES)
def test_everybody_misses_an_aside_but_its_speaker_and_those_it_is_for(name: str) -> None:
    mark, to, missed = ASIDES[name]
    *_, line = played(ON + a_speech("#Bess_F", f"<p>{mark}He lies.</p>"))
    assert line["says"].endswith("He lies.")
    assert (line.get("to", []), line["missed_by"]) == (to, missed)


def test_a_part_spoken_aside_keeps_the_whole_line_from_the_others() -> None:
    *_, line = played(ON + a_speech("#Bess_F", "<p>Yes. <stage>Aside.</stage> Never.</p>"))
    assert line["says"] == "Yes. Never."
    assert line["missed_by"] == ["Anna_F", "TomPiper_F"]


def test_an_aside_to_the_only_other_one_needs_no_name() -> None:
    *_, line = played(
        enters("Anna_F", "Bess_F") + a_speech("#Bess_F", "<p><stage>aside to her</stage>Psst.</p>")
    )
    assert (line["to"], line["missed_by"]) == (["Anna_F"], [])


@pytest.mark.parametrize(
    "direction",
    [
        '<stage type="business">aside</stage>',
        "<stage>She takes Tom aside.</stage>",
        '<stage type="delivery">turning aside</stage>',
        '<stage type="delivery">, to Tom</stage>',
    ],
)
def test_what_is_no_aside_is_missed_by_nobody(direction: str) -> None:
    *_, line = played(ON + a_speech("#Bess_F", direction + "<p>Hm.</p>"))
    assert "missed_by" not in line


def test_a_name_that_fits_two_is_nobodys() -> None:
    header = HEADER.replace("Mistress Brook", "Anna Piper")
    body = f"<div>{ON}{a_speech('#Bess_F', '<stage>aside to Piper</stage><p>Hm.</p>')}</div>"
    play = read(a_file(body, header, "<front/>"))
    line = play.turns[0]["steps"][-1]
    assert "to" not in line
    assert line["missed_by"] == ["Anna_F", "TomPiper_F"]


TEXTS = {
    "verse": ("<l>One</l><l>two.</l>", "One two."),
    "prose with line ends": ("<ab>One<lb/>two.</ab>", "One two."),
    "a word over a line end": ('<p>for<lb break="no"/>ever</p>', "forever"),
    "a page end": ("<p>for<pb/>ever</p>", "forever"),
    "tagged words": (
        "<ab>\n<w>Go</w>\n<c> </c>\n<w>we</w>\n<pc>,</pc>\n<c> </c>\n<w>Tom</w>\n<pc>.</pc>\n</ab>",
        "Go we, Tom.",
    ),
    "an editor's choice": (
        "<p>the <choice><sic>teh</sic><corr>boat</corr></choice></p>",
        "the boat",
    ),
    "readings": ("<p>the <app><lem>boat</lem><rdg>goat</rdg></app></p>", "the boat"),
    "words in another tongue": ("<p><foreign>Et tu</foreign>, <seg>Tom</seg>!</p>", "Et tu, Tom!"),
    "a song": ("<q><lg><head>Song</head><l>Hey</l><l>ho</l></lg></q>", "Hey ho"),
    "a private sign": ("<p>a\ue001b\x85</p>", "ab"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_line_is_word_for_word(name: str) -> None:
    inner, expected = TEXTS[name]
    *_, line = played(a_speech("#Bess_F", inner))
    assert line["says"] == expected


def test_a_speech_without_words_still_moves_people() -> None:
    leaves = '<stage type="exit" who="#Anna_F">Exit.</stage>'
    steps = played(ON + a_speech("#Anna_F", leaves) + a_speech("#Bess_F", "<p>Gone.</p>"))
    assert steps[3:] == [{"who": "Anna_F", "goes": None}, {"who": "Bess_F", "says": "Gone."}]


@pytest.mark.parametrize(
    ("marked", "language"),
    [("ger", "de"), ("fr-CA", "fr-CA"), ("eng-GB", "en-GB"), ("?", "en"), ("gsw", "gsw")],
)
def test_the_language_is_the_texts_own(marked: str, language: str) -> None:
    data = a_file(a_speech("#Bess_F", "<p>Hm.</p>")).replace(
        b"<text>", f'<text xml:lang="{marked}">'.encode()
    )
    assert World.parse(read(data).world).language == language


def test_a_file_without_a_title_or_a_namespace_is_read() -> None:
    data = b"<TEI.2><text><body><sp who='a'><p>Hm.</p></sp></body></text></TEI.2>"
    play = read(data)
    assert World.parse(play.world).title == "A play"
    assert [each["id"] for each in play.world["characters"]] == ["a"]


SNIFFED = {
    b"<TEI xmlns='http://www.tei-c.org/ns/1.0'>": True,
    b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <html> -->\n<?xml-model href='x'?><TEI>": True,
    b'<!DOCTYPE TEI.2 SYSTEM "tei.dtd" [<!ENTITY a "b">]>\n<TEI.2 id="x">': True,
    b"<tei:TEI xmlns:tei='x'>": True,
    b"<teiCorpus>": True,
    "<?xml version='1.0' encoding='utf-16'?><TEI>".encode("utf-16"): True,
    b"<TEIHeader>": False,
    b"<html><TEI>": False,
    b"<!-- <TEI> --><html>": False,
    b'{"text": "<TEI>"}': False,
    b"title: <TEI>": False,
    b"\x89PNG\r\n\x1a\n<TEI>": False,
    b"": False,
}


@pytest.mark.parametrize("head", SNIFFED)
def test_tei_is_known_by_its_first_element(head: bytes) -> None:
    assert is_tei(head) is SNIFFED[head]


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE TEI [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    b"<TEI><text><body><sp who='x'><p>&b;</p></sp></body></text></TEI>"
)
OUTSIDE = (
    b'<!DOCTYPE TEI [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
    b"<TEI><text><body><sp who='x'><p>&secret;</p></sp></body></text></TEI>"
)

BAD = {
    "nothing": (b"", "no well-formed XML: line 1, column 1"),
    "no XML": (b"Enter Anna.", "no well-formed XML"),
    "cut off": (a_file("<sp><p>Hm.</p></sp>")[:-20], "no well-formed XML"),
    "two roots": (b"<TEI></TEI><TEI></TEI>", "no well-formed XML"),
    "an unknown entity": (b"<TEI>&eacute;</TEI>", "no well-formed XML"),
    "bytes that are no letters": (b"<TEI>\xff\xfe</TEI>", "no well-formed XML"),
    "an unknown encoding": (b"<?xml version='1.0' encoding='klingon'?><TEI/>", "XML"),
    "an encoding that expat refuses": (b"<?xml version='1.0' encoding='gb18030'?><TEI/>", "XML"),
    "an entity bomb": (BOMB, "entities of its own"),
    "an entity from outside": (OUTSIDE, "entities of its own"),
    "a web page": (b"<html><body><p>Hm.</p></body></html>", "no TEI"),
    "no text": (b"<TEI><teiHeader/></TEI>", "no speeches"),
    "a poem": (a_file("<lg><l>Hm.</l></lg>"), "no speeches"),
    "speeches without a word": (a_file(a_speech("#Anna_F", "<stage>bows</stage>")), "no speeches"),
    "a pit": (b"<TEI>" + b"<div>" * 5000 + b"</div>" * 5000 + b"</TEI>", "200 deep"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_one_sentence(name: str) -> None:
    data, told = BAD[name]
    with pytest.raises(BadFile) as refused:
        read(data)
    assert told in str(refused.value)
    assert str(refused.value).count("\n") == 0
    assert str(refused.value).endswith(".")


def test_a_file_that_is_too_large_is_not_even_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tei, "LARGEST", 2_000_000)
    with pytest.raises(BadFile, match="larger than 2 MB"):
        read(b"<" * 2_000_001)
