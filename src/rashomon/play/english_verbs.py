"""English verbs: which words are some, in which form, and how they are said of somebody else."""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """The words of a text, as a table of words is written."""
    return frozenset(text.split())


BASE = listed(
    """
    accept add adjust admire agree aim answer approach argue arrange arrive ask attack avoid back
    bang bar bark bend bite blink block blow blush boil bow brace break breathe bring brush build
    burn burst bury buy call calm carry catch chase check cheer chew chuckle clap clean clear
    clench climb cling close come comfort continue cook cough count cover crack crawl creep cross
    crouch cry curse cut dance dash deal deliver dig dip dismount dive dodge don drag draw dream
    dress drift drink drive drop duck dust duel eat edge embrace empty enter examine exhale explain
    eye face fall fasten feed feel fetch fiddle fight fill find finish fix flee flick flinch flip
    fold follow force frown gasp gather gaze gesture get giggle give glance glare go grab grasp
    greet grimace grin grind grip groan growl grumble grunt guard guide hand hang head hear help
    hesitate hide hiss hit hold hop hug hum hunt hurl hurry ignore inhale inspect insult join jump
    keep kick kill kiss kneel knock laugh lay lead lean leap learn leave let lick lie lift light
    limp linger listen load lock look lower make march meet moan motion mount move mumble murmur
    mutter nod notice nudge obey observe offer open pace pack pant pass pat pause pay peek peer
    pet pick pin place play plead plunge pocket point poke polish pour pray prepare press pretend
    prod proceed promise pry pull punch push put raise rattle reach react read recite refuse release
    remain remove repeat rest return ride ring rip rise roll rub run rush salute say scan
    scoff scowl scramble scratch scream search seat seize sell send set shake sharpen shift shiver
    shoot shout shove show shrug shut sigh signal sing sip sit skip slam slap slash sleep slice
    slide slip smell smile smirk snap snarl sneak sneer sneeze sniff snore snort sob speak spin
    spit splash squat squeeze squint stab stack stagger stamp stand stare start startle stay steady
    steal step stir stomp stoop stop straighten stretch stride strike stroke stroll struggle study
    stumble suck surrender swallow swear sweep swim swing take talk tap taste tear tease tell
    tense test thank throw tickle tie tighten tilt tiptoe toast toss touch trace trade trail
    tremble trip trot trudge try tuck tug turn twist unbar unbolt undo undress unfold unlock
    unroll unsheathe untie use vanish wade wait wake walk wander warm warn wash watch wave wear weep
    weigh whirl whisper whistle wink wipe withdraw work wrap wrestle write yank yawn yell yield
    """
)
"""Verbs of doing, as one would command them: what begins with one of these is a deed."""

MENTAL = listed(
    """
    believe consider doubt dread expect fear forget guess hate hope imagine intend know like long
    love mean mind miss mistrust need plan ponder prefer realize realise recall regret remember
    resolve suppose suspect think trust understand want wish wonder decide feel
    """
)
"""Verbs of the mind: what somebody wonders is seen by nobody."""

IRREGULAR = {
    "was": "be", "were": "be", "had": "have", "did": "do", "went": "go", "gone": "go",
    "took": "take", "gave": "give", "got": "get", "said": "say", "told": "tell", "thought": "think",
    "left": "leave", "ran": "run", "came": "come", "sat": "sit", "stood": "stand", "held": "hold",
    "kept": "keep", "made": "make", "found": "find", "felt": "feel", "knew": "know", "laid": "lay",
    "led": "lead", "lit": "light", "lay": "lie", "met": "meet", "paid": "pay", "rode": "ride",
    "rang": "ring", "rose": "rise", "saw": "see", "sold": "sell", "sent": "send", "shook": "shake",
    "shot": "shoot", "showed": "show", "sang": "sing", "slept": "sleep", "slid": "slide",
    "spoke": "speak", "spun": "spin", "spat": "spit", "stole": "steal", "struck": "strike",
    "swore": "swear", "swept": "sweep", "swam": "swim", "swung": "swing", "tore": "tear",
    "threw": "throw", "understood": "understand", "woke": "wake", "wore": "wear", "wept": "weep",
    "wrote": "write", "bent": "bend", "bit": "bite", "blew": "blow", "broke": "break",
    "brought": "bring", "built": "build", "bought": "buy", "caught": "catch", "clung": "cling",
    "crept": "creep", "dealt": "deal", "dug": "dig", "drew": "draw", "dreamt": "dream",
    "drank": "drink", "drove": "drive", "ate": "eat", "fell": "fall", "fed": "feed",
    "fought": "fight", "fled": "flee", "forgot": "forget", "hung": "hang", "heard": "hear",
    "hid": "hide", "knelt": "kneel", "leant": "lean", "leapt": "leap", "meant": "mean",
    "swallowed": "swallow", "snuck": "sneak", "strode": "stride", "stuck": "stick",
    "withdrew": "withdraw", "began": "begin",
}  # fmt: skip

MODALS = listed(
    "will would can could shall should may might must cannot can't won't couldn't wouldn't "
    "shouldn't mustn't didn't wasn't weren't hadn't"
)
UNREAL = listed("almost nearly never not barely hardly")
ADVERBS = listed(
    "just then now still also always only simply again soon once quickly even finally already "
    "suddenly instead too first next both"
) | UNREAL  # fmt: skip
UNCERTAIN = listed("if unless until whether when before pretend try")

_AUX = {
    "am": "is", "are": "is", "is": "is", "have": "has", "has": "has", "do": "does", "does": "does",
    "don't": "does not", "haven't": "has not", "aren't": "is not", "ain't": "is not", "be": "is",
    "'m": "is", "'ve": "has", "'ll": "will", "'d": "would",
}  # fmt: skip
SELF = {"me": "them", "my": "their", "mine": "theirs", "myself": "themself", "i": "they",
        "i'm": "they are", "i've": "they have", "i'd": "they would", "i'll": "they will",
        "am": "are"}  # fmt: skip


def plain(word: str) -> str:
    """A word as it is compared."""
    return word.casefold().replace("’", "'").strip('.,;:!?…“”"')


def is_adverb(word: str) -> bool:
    """Whether a word may stand between somebody and its verb."""
    word = plain(word)
    return word in ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in _LY)


_LY = listed("reply rely apply supply comply fly multiply family early only")


def lemma(word: str) -> tuple[str, str]:
    """A verb as one would command it, and its form: `base`, `third`, `past`, `other`."""
    word = plain(word)
    verbs = BASE | MENTAL | {"reply", "see", "be", "have", "do", "shout"}
    if word in verbs:
        return word, "base"
    if word in IRREGULAR:
        return IRREGULAR[word], "past"
    for ending, form, put in (
        ("ies", "third", "y"), ("es", "third", ""), ("s", "third", ""),
        ("ied", "past", "y"), ("ed", "past", ""), ("d", "past", ""),
    ):  # fmt: skip
        stem = word[: -len(ending)] + put
        if word.endswith(ending) and stem in verbs:
            return stem, form
    if word.endswith("ed") and len(word) > 4 and word[-3] == word[-4] and word[:-3] in verbs:
        return word[:-3], "past"
    return word, "other"


def third(word: str) -> str:
    """A verb as it is said of somebody: "open" is "opens", "opened" stays."""
    bare = plain(word)
    tail = word[len(word.rstrip(".,;:!?…")) :]
    if bare in _AUX:
        return _AUX[bare] + tail
    if bare in MODALS:
        return word
    _, form = lemma(word)
    if form in ("third", "past") or (form == "other" and bare.endswith(("ed", "ing"))):
        return word
    stem = word[: len(word) - len(tail)] if tail else word
    if bare.endswith("y") and bare[-2:-1] not in tuple("aeiou"):
        return f"{stem[:-1]}ies{tail}"
    if bare in ("go", "echo", "undo") or bare.endswith(("s", "x", "z", "ch", "sh")):
        return f"{stem}es{tail}"
    return f"{stem}s{tail}"
