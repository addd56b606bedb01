"""Words by which English says who has what, where it is, and what excludes what."""

from __future__ import annotations

import re
from typing import Final

from rashomon.reflect.opposites_english import any_of

SETS: Final = {
    "day": "monday tuesday wednesday thursday friday saturday sunday",
    "month": "january february march april june july august september october november december",
    "season": "spring summer autumn winter",
    "wind": "north south east west northern southern eastern western",
    "colour": "red blue green yellow black white grey gray brown golden purple blond",
    "side": "left right",
    "sex": "boy girl",
    "stuff": "iron gold silver copper brass wooden stone glass bronze tin",
    "kin": "brother sister mother father son daughter cousin uncle aunt wife husband nephew niece",
}
"""Words of which only one holds of a thing."""

DAYTIME: Final = {
    "night": "night midnight", "dawn": "dawn daybreak sunrise", "noon": "noon midday",
    "day": "day daytime morning afternoon", "evening": "evening dusk sunset",
}  # fmt: skip

NUMBERS: Final = {
    word: str(n)
    for n, word in enumerate(
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve"]
    )
} | {"dozen": "12", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "hundred": "100",
     "single": "1", "thousand": "1000"}  # fmt: skip

PREPOSITIONS: Final = frozenset(
    ["in", "into", "inside", "on", "onto", "upon", "at", "by", "near", "beside", "behind", "under",
     "beneath", "below", "above", "over", "from", "off", "of", "to", "toward", "towards", "with",
     "for", "against", "through", "across", "along", "around", "among", "between", "before",
     "after", "during", "until", "within", "out", "outside", "up", "down", "away", "aboard",
     "back", "round", "past", "beyond", "about", "as", "without", "since", "than", "next"]
)  # fmt: skip
WHERE: Final = frozenset(
    ["in", "into", "inside", "on", "onto", "upon", "at", "by", "near", "beside", "behind", "under",
     "beneath", "below", "above", "over", "against", "outside", "aboard",
     "within", "between", "among", "to"]
)  # fmt: skip
ADVERBS: Final = frozenset(
    ["upstairs", "downstairs", "abroad", "outdoors", "indoors", "home", "overseas", "ashore"]
)

GIVE: Final = any_of(
    "gives?", "gave", "given", "hand(?:s|ed)", "pass(?:es|ed)", "sells?", "sold", "lends?",
    "lent", "returns?", "returned", "brings?", "brought", "deliver(?:s|ed)", "entrust(?:s|ed)",
    "presents?", "toss(?:es|ed)", "slips?", "slipped", "throws?", "threw", "sends?", "sent",
    "leaves?", "bequeath(?:s|ed)", "surrender(?:s|ed)", "offers",
)  # fmt: skip
TAKE: Final = any_of(
    "takes?", "took", "taken", "grab(?:s|bed)", "snatche[sd]", "steals?", "stole", "stolen",
    "seize[sd]", "picks?", "picked", "finds?", "found", "pulls?", "pulled", "draws?", "drew",
    "produces?", "fetche[sd]", "receive[sd]?", "gets?", "got", "pockets?", "pocketed", "buys?",
    "bought", "inherit(?:s|ed)", "wins", "catches", "lifts?", "lifted", "removes?", "removed",
    "carr(?:y|ies|ied)", "shows?", "collects?", "confiscate[sd]", "swings", "lights",
    "drag(?:s|ged)", "hauls?", "hauled", "moves?", "moved",
)  # fmt: skip
PUT: Final = any_of(
    "puts?", "places?", "placed", "hides?", "hid", "hidden", "lays?", "laid", "leaves?", "left",
    "drop(?:s|ped)", "throws?", "threw", "thrown", "bur(?:y|ies|ied)", "stows?", "stowed",
    "locks?", "locked", "hangs?", "hung", "sets", "stuff(?:s|ed)", "keeps?", "kept", "stores?",
    "stored", "sinks", "tosses", "tossed", "flings", "flung", "slides", "slid", "shoves",
    "stashe[sd]", "carries", "carried", "takes", "took", "brings", "brought", "moves", "moved",
    "returns", "returned", "sends", "sent", "loads", "loaded",
)  # fmt: skip
LOSE: Final = any_of(
    "lose[s]?", "lost", "drop(?:s|ped)", "discard(?:s|ed)", "lacks?", "misse[sd]", "sells?",
    "sold", "spends?", "spent", "pawn(?:s|ed)", "mislaid", "gambles away", "burn(?:s|ed|t)",
    "melts?", "destroys?", "swallows",
)  # fmt: skip
HAVE: Final = any_of(
    "has", "have", "had", "holds?", "carr(?:y|ies)", "owns?", "possess(?:es)?", "wears?",
    "wields?", "clutches", "grips?", "keeps?", "uses?", "bears", "still has", "carrying",
    "holding", "wearing",
)  # fmt: skip
GO: Final = any_of(
    "goes", "went", "walks?", "runs", "ran", "comes?", "came", "rides?", "rode", "climbs?",
    "moves?", "moved", "returns?", "returned", "travels?", "arrive[sd]?", "enters?", "entered",
    "flees", "fled", "steps?", "sails?", "sailed", "drives?", "hurries", "slips", "sneaks",
    "marches", "jumps", "falls", "fell", "sits", "sat", "hangs", "hung", "stands", "stood",
    "kneels", "waits", "lies", "lay", "hides", "rests", "stays?", "stayed", "works", "sleeps",
    "dances", "plays", "sings", "cooks", "eats", "drinks", "shouts", "lives", "crosses",
    "reaches", "lands", "docks", "is", "are", "am", "remains", "leans", "appears", "dines",
)  # fmt: skip
LEAVE: Final = any_of(
    "leaves?", "left", "departs?", "departed", "sets sail", "set sail", "is gone", "has gone",
    "gone", "vanishe[sd]", "disappear(?:s|ed)", "escape[sd]?", "missing", "sail(?:s|ed) away",
    "r[io]des? away", "runs? away", "ran away", "flees", "fled", "r[io]des? off",
    "walks? (?:out|away|off)", "moved (?:out|away)", "sets out", "moves (?:out|away)",
    "come[s]? out", "came out", "steps out", "runs out", "climbs out", "gets? off", "got off",
    "gets? out", "alights", "disembarks?", "sails", "drives off", "drove off", "weighs anchor",
    "slips out", "went away", "goes out", "goes away", "stolen", "flies off", "quits",
    "abandon(?:s|ed)", "emigrate[sd]",
)  # fmt: skip
VERBS: Final = frozenset(
    ["quit", "sold", "won", "broke", "wrote", "read", "knew", "saw", "met", "rang", "sang", "ate",
     "drank", "drove", "spoke", "slept", "swore", "shot", "cut", "hit", "built", "bought", "taught",
     "felt", "led", "lit", "paid", "spent", "swam", "told", "wore", "wept", "bit", "grew", "blew",
     "bled", "froze", "woke", "rose", "shut", "burst", "let", "made", "kept", "became", "fought",
     "open", "close", "lock", "burn", "dig", "find", "kill", "love", "hate", "trust", "know",
     "like", "want", "live", "work", "drink", "eat", "say", "think", "carry", "hold", "bring",
     "give", "take", "keep", "make", "speak", "write", "see", "hear", "sing", "fight", "need",
     "guard", "watch",
     "bury", "believe", "fear", "owe", "lie", "sit", "stand", "sleep", "wait", "march", "leave",
     "sell", "buy", "pay", "rule", "belong", "hang", "hide", "grow", "meet", "turn", "fall", "rest"]
)  # fmt: skip
HOURS: Final = frozenset(["noon", "midnight", "dawn", "dusk", "sunrise", "sunset", "nightfall"])
FUNCTIONS: Final = frozenset(
    ["password", "code", "name", "price", "answer", "number", "titl", "capit", "date", "signal",
     "colour", "color", "age", "cost", "toll", "reward", "ransom", "motto", "watchword", "address"]
)  # fmt: skip
"""Stems of what has one value at a time."""
HANDLE: Final = any_of(
    "unlocks?", "unlocked", "opens?", "opened", "locks?", "locked", "cuts?", "strikes?", "struck",
    "hits?", "kills?", "stabs?", "writes?", "digs?", "pays?", "lights?", "breaks?", "pries",
    "seals?", "ties", "shoots?", "threatens?", "points?", "wounds?", "defends?", "signs?",
    "repairs?", "climbs?", "fires?", "chops?", "carves?", "fishes", "rows", "sews?", "measures?",
    "warms?",
)  # fmt: skip
"""What is done with something that one has in one's hands."""
KEEP: Final = any_of(
    "hides?", "hid", "keeps?", "kept", "stows?", "stowed", "stores?", "stored", "locks?",
    "locked", "stashe[sd]",
)  # fmt: skip
"""Where somebody keeps something, it is still that one's."""
NO_PLACE: Final = re.compile(
    r"(?:love|command|danger|trouble|debt|pain|charge|mourning|good|bad|a hurry|peace|war|"
    r"his|her|their)(?: |$)(?!house|room|bed|chamber|cell|shop|garden|study|tent|ship|cabin|"
    r"office|home|mill)|"
    r"(?:heart|fact|secret|vain|time|once|last|least|all|present|odds|work|fault|risk|him|her|them)\b"
)
SOLE: Final = {
    "kill": any_of(
        "kill(?:s|ed)", "murder(?:s|ed)", "stabb?(?:s|ed)", "poison(?:s|ed)", "slew",
        "strangle[sd]", "shot", "shoots",
    ),
    "steal": any_of("steals?", "stole", "robb?(?:s|ed)"),
    "make": any_of(
        "wrote", "writes", "built", "builds", "founded", "painted", "forged", "invented",
        "composed", "carved",
    ),
    "light": any_of("set fire to", "sets fire to", "burned down", "burnt down"),
}  # fmt: skip
"""Deeds that only one does to a thing."""

CONCEPTS: Final = {
    "drink": re.compile(
        r"\b(?:drinks?|drank|sips?|gulps?)\b|\b(?:empties|drains|downs|pours? (?:him|her)self|"
        r"raises|swallows)\b.*\b(?:cups?|glass|mugs?|wine|beer|ale|brandy|rum|gin|"
        r"whisky|tankard)\b"
    ),
    "read": re.compile(r"\breads?\b"),
    "swim": re.compile(r"\bsw[iau]m(?:s|ming)?\b"),
    "eat": re.compile(
        r"\b(?:eats?|ate|chews|devours|swallows|bites into|helps (?:him|her)self)\b"
    ),
    "smoke": re.compile(
        r"\b(?:smokes?|lights (?:his|her|a|another) (?:pipe|cigarette|cigar)|puffs)\b"
    ),
    "sing": re.compile(r"\bs[iau]ngs?\b"),
    "write": re.compile(r"\b(?:writes?|wrote|signs?|signed|scribbles)\b"),
    "ride": re.compile(r"\b(?:rides?|rode|gallops|trots)\b"),
    "speak": re.compile(r"\b(?:speaks?|spoke|talks?|says|answers|chats|shouts)\b"),
    "gamble": re.compile(r"\b(?:gambles?|dice|bets?|wagers?|plays cards)\b"),
    "pray": re.compile(r"\b(?:prays?|kneels? (?:down )?before the altar)\b"),
    "fight": re.compile(r"\b(?:fights?|fought|brawls|strikes|punches)\b"),
    "know": re.compile(r"\b(?:knows?|knew|recognises|greets .* by name)\b"),
    "leave": re.compile(r"\b(?:leaves?|left|goes out|sets foot outside|walks out)\b"),
    "lie": re.compile(r"\b(?:lied|liar|lies to|a lie)\b"),
    "laugh": re.compile(r"\b(?:laugh(?:s|ed)?|giggles|roars with laughter|smiles?)\b"),
    "work": re.compile(r"\bworks?\b"),
    "steal": re.compile(r"\b(?:steals?|stole|stolen|pilfers|picks .* pocket)\b"),
    "pay": re.compile(r"\b(?:pays?|paid|settles (?:his|her|the) (?:debt|bill))\b"),
    "dance": re.compile(r"\b(?:dances?|danced|waltzes)\b"),
    "sleep": re.compile(r"\b(?:sleeps?|slept|asleep|snores)\b"),
}  # fmt: skip
"""Other ways to say that somebody does something."""

NEGATORS: Final = re.compile(
    r"\b(?:not|never|no longer|nobody|no one|none|nothing|neither|nor|hardly|nowhere|no|"
    r"fails? to|failed to|refuse[sd]? to|stop(?:s|ped)(?= \w+ing)|unable to|anything but|"
    r"far from)\b"
)
HEDGES: Final = re.compile(
    r"\b(?:if|whether|maybe|perhaps|might|could|would|should|shall|will|wants?|wanted|hopes?|"
    r"plans? to|means to|intends?|tries|tried|dreams?|pretends?|imagines?|wishes|wonders?|asks|"
    r"asked|almost|nearly|going to|about to|as if|as though|would like|promises?|threatens?|"
    r"supposed to|used to|let us|must|may|offers to|swears to|vows to)\b"
)
REPORTS: Final = re.compile(
    r"^[^,;]*?\b(?:(?:says?|said|claims?|claimed|swears?|swore|insists?|heard|hears?|learnt|learned|"
    r"told (?:me|us|him|her|you|everybody|everyone|[A-Z]\w+)|tells (?:me|us|everybody|everyone|"
    r"[A-Z]\w+)|(?:knows|thinks|reckons|whispers|writes|believes)(?= that)|"
    r"had it from [^,;.]*?|reads out|has it|going round|announces|announced|reports|"
    r"reported|according to [^,]+,))"
    r"(?: (?:from|to) (?:the |an? |his |her |my )?\w+)?(?: too)?(?: that|:|,)?\s+(?=\S+ \S+)",
    re.IGNORECASE,
)
STARTS: Final = re.compile(
    r"^(?:then|now|so|and|but|still|already|today|yesterday|at last|again|since then|"
    r"once more|this (?:morning|evening|afternoon|week)|tonight|these days|meanwhile|suddenly|"
    r"before (?:his|her|their|my) eyes|at (?:dawn|noon|night|midnight|midday|dusk)|"
    r"in the (?:morning|evening|night|afternoon)|last (?:night|week|month|year|spring|winter)|"
    r"of course|in truth|in fact|apparently|indeed|as it turns out|just)\b,?\s*",
    re.IGNORECASE,
)  # fmt: skip
AUXILIARY: Final = frozenset(
    ["is", "are", "was", "were", "am", "be", "been", "has", "have", "had", "does", "do", "did",
     "can", "will", "would", "should", "could", "may", "might", "must", "cannot", "being"]
)  # fmt: skip
DETERMINERS: Final = frozenset(
    ["the", "a", "an", "his", "her", "its", "their", "my", "our", "your", "this", "that", "these",
     "those", "all", "some", "any", "every", "each", "both", "no", "own", "another", "other"]
)  # fmt: skip
PRONOUNS: Final = frozenset(["he", "she", "it", "they", "him", "her", "them", "himself", "herself"])
OWN_POCKET: Final = re.compile(
    r"\b(?:his|her|their|my|own)(?: own)? (?:\w+ )?(?:pockets?|belt|bag|coat|cloak|sleeve|boot|"
    r"satchel|purse|hands?|fist|apron|pouch|neck|saddlebag|pack)\b"
)
ON_A_DAY: Final = re.compile(
    r"(?:is|are|was|begins?|starts?|opens?|takes place|happens|falls|leaves?|arrives?|sails?|"
    r"comes?)(?: \w+)? (?:on|in|this|next) "
)
PERFECT: Final = re.compile(
    r"^(?:has|have|had)\s+(?:just |already |always )?(?=(?:been|\w+ed|left|run|gone|stolen|taken|"
    r"given|sold|lost|died|come|broken|fallen|put|hidden|thrown|brought|found|set|moved|become|fled|"
    r"won|bought|sunk|grown)\b)"
)
IN_HANDS: Final = re.compile(
    r"\b(?:in|on|around|round)\s+(?P<who>\S.*?)(?:'s|’s)\s+(?:\w+ )?(?:hands?|pockets?|belt|"
    r"possession|keeping|bag|purse|finger|neck|care|custody)\b"
)
NOTHING_THERE: Final = re.compile(
    r"\b(?:finds?|found|sees?|saw|holds?|contains?) nothing\b|"
    r"\bnothing\b.*\b(?:there|in it|inside)\b|"
    r"\b(?:is|are|stands|lies) (?:quite |completely |now )?(?:empty|bare|deserted)\b"
)
TAKEN_BY: Final = re.compile(
    r"(?:is |was |been )(?:taken|stolen|seized|found|bought|worn|carried|held) by (.+)"
)
TO_WHOM_WHAT: Final = re.compile(
    r"(?P<who>(?:(?:the|his|her|an?) )?\w+)\s+(?P<thing>(?:the|an?|his|her|their|my) .+)"
)
IS_PUT: Final = re.compile(
    r"(?:is|are|was|were|been) (?:\w+ed|hidden|kept|put|laid|hung|thrown|found|lost)? ?"
    r"(?P<how>\w+) (?P<place>.+)"
)
MOVES_OUT: Final = re.compile(r"(?:moves?|moved) (?:out|away)\b|emigrated|evicted")
WHEN: Final = re.compile(r"(?:dawn|morning|noon|night|today|forever|early)\b")
PARTS: Final = frozenset(["door", "lid", "lock", "cover"])
"""Stems of what is open or locked if the thing is that it is a part of."""
ANYBODY: Final = frozenset(
    ["somebodi", "someon", "someth", "anybodi", "anyon", "anyth", "nobodi", "peopl", "everybodi",
     "everyon", "noth", "everyth", "none", "there"]
)  # fmt: skip
"""Stems of what names nobody in particular."""
