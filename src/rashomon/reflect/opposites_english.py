"""Opposites in English: what says that something is so, and what says that it is not."""

from __future__ import annotations

import re
from typing import Final

from rashomon.reflect.saying import Opposites


def any_of(*words: str) -> re.Pattern[str]:
    """Any of these words, in all their regular forms."""
    return re.compile(rf"\b(?:{'|'.join(map(_forms, words))})\b")


def _forms(word: str) -> str:
    """A plain word in its regular forms; what is written as a pattern stands as it is."""
    if not word.isalpha() or len(word) < 3 or word.endswith(("s", "ed", "ing")):
        return word
    if word.endswith("e"):
        return f"{word[:-1]}(?:e|es|ed|ing)"
    if word.endswith("y"):
        return f"{word[:-1]}(?:y|ys|ies|ied|ying|yed)"
    return f"{word}(?:s|es|ed|ing|{word[-1]}ed|{word[-1]}ing)?"


OPPOSITES: Final = (
    Opposites(
        "life",
        any_of("alive", "survive", "is born"),
        any_of(
            "dead", "die[sd]?", "dying", "killed", "murdered", "drown(?:ed|s)", "corpse",
            "buried", "bur(?:y|ies)", "grave", "deceased", "passed away", "hanged", "beheaded",
            "executed", "slain", "perishe[sd]", "funeral", "burial", "body of", "coffin",
        ),
    ),
    Opposites(
        "open",
        any_of("open", "opens", "opened", "ajar", "wide open", "unlocks", "unlocked"),
        any_of(
            "closed", "close[sd]", "close", "shut", "shuts", "slams", "slammed", "bolted",
            "barred", "locked", "locks", "blocked", "sealed", "bricked up", "boarded up",
        ),
    ),
    Opposites(
        "locked",
        any_of("locked", "locks", "bolted", "bolts", "barred", "bars"),
        any_of("unlocked", "unlocks?", "open", "opens", "opened", "ajar", "unbolted"),
    ),
    Opposites(
        "lit",
        any_of(
            "lit", "lights", "burning", "burns", "alight", "glows", "shines", "blazes", "kindles",
            "bright",
        ),
        any_of(
            "unlit", "dark", "extinguishe[sd]", "(?:goes|went|is|are|was|gone|burnt) out",
            "(?:blows?|blew|puts?|snuffs?) out", "(?:blows?|blew|puts?|snuffs?) .* out",
            "darkness", "snuff", "douse", "dies down",
        ),
    ),
    Opposites(
        "filled",
        any_of(
            "full", "crowded", "packed", "filled", "fills", "contains?", "brimming",
            "overflow(?:s|ing)",
        ),
        any_of("empty", "emptied", "empties", "dry", "drained", "bare", "nothing"),
    ),
    Opposites(
        "awake",
        any_of("awake", "wakes", "woke", "woken", "wide awake"),
        any_of(
            "asleep", "sleeps", "sleeping", "slept", "snores", "snoring", "dozes", "dozing",
            "unconscious",
        ),
    ),
    Opposites(
        "well",
        any_of(
            "healthy", "recover(?:s|ed)", "cured", "healed", "unharmed", "unhurt",
            "(?:is|feels) well", "in good health",
        ),
        any_of(
            "ill", "sick", "wounded", "injured", "fever", "feverish", "dying", "limps", "ailing",
        ),
    ),
    Opposites(
        "fond",
        any_of(
            "loves?", "loved", "in love", "trust(?:s|ed)?", "likes?", "fond", "friends?",
            "admires?", "all(?:y|ies)", "forgives?", "forgave", "reconciled", "embraces?",
            "kiss(?:es|ed)?", "adores?", "respects?", "believes? in", "confides?",
        ),
        any_of(
            "hates?", "hated", "distrusts?", "mistrusts?", "despises?", "loathes?",
            "enem(?:y|ies)", "angry", "furious", "resents?", "betray(?:s|ed)", "feud", "rivals?",
            "suspects?", "detests?", "dislikes?", "spits", "curses?",
        ),
        towards=True,
    ),
    Opposites(
        "afraid",
        any_of("afraid", "fears?", "feared", "scared", "terrified", "dreads?"),
        any_of("fearless", "unafraid", "pets", "strokes", "cuddles", "plays with"),
        towards=True,
    ),
    Opposites(
        "honest",
        any_of("honest", "truthful", "sincere", "tells the truth", "told the truth"),
        any_of(
            "liar", "lies(?! (?:in|on|at|by|down|there|under|beside|behind|near))", "lied",
            "dishonest", "cheat(?:s|ed)?", "deceive[sd]?", "crook", "fraud", "swindle[sdr]+",
            "lying to",
        ),
    ),
    Opposites(
        "guilty",
        any_of("guilty", "culprit", "to blame", "confesse[sd]"),
        any_of("innocent", "blameless", "acquitted", "cleared", "wrongly accused"),
    ),
    Opposites(
        "loyal",
        any_of("loyal", "faithful", "devoted"),
        any_of(
            "traitor", "betray(?:s|ed)", "disloyal", "treason", "spy", "turncoat", "unfaithful",
            "deserts", "deserted", "(?:to|with|for) the enemy", "plots", "conspires", "informer",
            "defect(?:s|ed)", "double agent",
        ),
    ),
    Opposites(
        "wed",
        any_of("married", "marr(?:y|ies)", "weds?", "husband", "wife", "couple", "spouses"),
        any_of(
            "divorce[sd]?", "unmarried", "single", "bachelor", "separated", "widow(?:er|ed)?",
            "annulled", "split up", "parted ways",
        ),
    ),
    Opposites(
        "command",
        any_of("in command", "commands", "in charge", "leads", "rules", "governs", "reigns"),
        any_of(
            "relieved of", "deposed", "demoted", "dethroned", "stripped of", "overthrown",
            "stepped down", "steps down", "abdicate", "voted out", "toppled",
        ),
    ),
    Opposites(
        "on",
        any_of("(?:is|are|switched|turned|switches|turns) on", "hums", "running"),
        any_of(
            "(?:is|are|switched|turned|switches|turns|shuts|shut) off", "unplug", "powered down",
            "shuts down", "shut down", "stops", "stopped", "stalls", "cuts out", "falls silent",
            "stands still",
        ),
    ),
    Opposites("hungry", any_of("hungry", "starving", "famished"), any_of("sated", "well fed")),
    Opposites(
        "pregnant",
        any_of("pregnant", "expecting", "with child"),
        any_of("miscarried", "barren"),
    ),
    Opposites(
        "calm",
        any_of("calm", "still", "peaceful"),
        any_of("storm", "stormy", "rough", "raging"),
    ),
    Opposites("guarded", any_of("guard", "watched"), any_of("unguarded", "unwatched")),
    Opposites("visible", any_of("visible", "in sight"), any_of("invisible", "out of sight")),
    Opposites(
        "possible",
        any_of("possible", "passable"),
        any_of("impossible", "impassable", "washed away"),
    ),
    Opposites(
        "happy",
        any_of("happy", "cheerful", "content", "merry"),
        any_of("sad", "unhappy", "miserable", "weep", "sobs", "in tears", "grieve", "mourn"),
    ),
    Opposites("heavy", any_of("heavy"), any_of("lightweight", "weighs nothing", "light as")),
    Opposites("sharp", any_of("sharp"), any_of("blunt", "dull")),
    Opposites("straight", any_of("straight"), any_of("crooked", "bent")),
    Opposites("ripe", any_of("ripe"), any_of("unripe", "green and hard")),
    Opposites("fresh", any_of("fresh"), any_of("stale", "mouldy", "spoiled", "rotten", "sour")),
    Opposites(
        "engaged",
        any_of("engaged", "betrothed", "engagement"),
        any_of(
            "br[eo]ak(?:s|en)? off", "broke off", "broken off", "calls? off", "called off",
            "jilt(?:s|ed)",
        ),
    ),
    Opposites(
        "agreed",
        any_of("agrees?", "agreed", "accept(?:s|ed)", "consents?"),
        any_of("refuse[sd]", "declines?", "declined", "reject(?:s|ed)"),
    ),
    Opposites("known", any_of("famous", "well known"), any_of("unknown", "obscure")),
    Opposites("busy", any_of("busy"), any_of("idle", "lazy", "lounges")),
    Opposites(
        "hired",
        any_of("works?", "working", "employed", "serves?", "hired", "hires"),
        any_of(
            "dismisse[sd]", "fire[sd]", "sacked", "quits?", "resign(?:s|ed)", "retire[sd]?",
            "unemployed", "out of work", "laid off", "lost (?:his|her) (?:job|post|place)",
            "gave notice", "gives notice",
        ),
    ),
    Opposites(
        "whole",
        any_of(
            "whole", "intact", "mended", "mends", "repair(?:s|ed)", "fixe[sd]", "works",
            "unbroken", "holds(?: firm| fast)?$", "runs$", "undamaged", "rebuilt", "restored",
            "stable", "runs again",
        ),
        any_of(
            "broken", "breaks", "broke", "stall", "crash", "crumble", "splinter", "derail",
            "sink", "sank", "sunk", "dismantle", "crack", "jam", "burst", "fell apart", "shatter",
            "cracked", "torn", "ruined", "destroy(?:s|ed)", "collapse[sd]?", "(?:gives|gave) way",
            "wrecked", "smashe[sd]", "burn(?:t|ed|s) down", "in ruins", "out of order", "tears",
            "snap(?:s|ped)", "melts down", "explode[sd]", "overheats", "leaks", "fails",
            "does work", "falls apart",
        ),
    ),
    Opposites(
        "safe",
        any_of("safe", "secure", "harmless", "solid", "sound", "not dangerous"),
        any_of(
            "dangerous", "unsafe", "leak", "trap", "venomous", "toxic", "(?:gives|gave) way",
            "collapse[sd]?", "deadly", "bites", "poisonous", "poisoned", "perilous", "rotten",
            "ambush(?:ed)?", "drowns?", "caves in", "bit",
        ),
    ),
    Opposites(
        "rich",
        any_of("rich", "wealthy", "fortune", "prosperous"),
        any_of(
            "poor", "penniless", "begs", "bankrupt", "broke", "ruined", "pauper", "beggar",
            "(?:in|into) debt", "destitute",
        ),
    ),
    Opposites("sober", any_of("sober"), any_of("drunk", "drunken", "tipsy", "staggers", "reels")),
    Opposites(
        "free",
        any_of(
            "free", "freed", "frees", "escape[sd]?", "released?", "releases", "at large",
            "pardoned",
        ),
        any_of(
            "prisoners?", "captive", "in chains", "imprisoned", "arrest(?:s|ed)", "jailed",
            "in prison", "in jail", "locked up", "captured", "cell", "hostage",
        ),
    ),
    Opposites(
        "real",
        any_of("genuine", "real", "authentic", "original"),
        any_of(
            "fake", "forge[sd]", "forgery", "counterfeit", "false", "copy", "(?:glass)",
            "imitation", "sham", "replica",
        ),
    ),
    Opposites(
        "war",
        any_of("war", "fighting", "at war", "hostilities"),
        any_of("peace", "truce", "armistice", "allied"),
    ),
    Opposites(
        "rain",
        any_of("rain(?:s|ing)?", "raining", "pours", "wet"),
        any_of("dry", "stopped raining", "cloudless", "sun shines", "clear sky", "drought"),
    ),
    Opposites(
        "cold",
        any_of("cold", "freezing", "frozen", "icy", "freezes"),
        any_of("hot", "warm", "boiling", "thaw(?:s|ed)", "melts", "melted", "steaming"),
    ),
    Opposites(
        "brave",
        any_of("brave", "bold", "courageous"),
        any_of("coward", "cowardly", "runs away", "ran away", "flees", "fled", "cowers"),
    ),
    Opposites(
        "peopled",
        any_of("lives?", "inhabited", "dwells?", "occupied"),
        any_of("abandoned", "deserted", "uninhabited", "derelict", "unoccupied"),
    ),
    Opposites(
        "kind",
        any_of(
            "kind", "gentle", "generous", "kindly", "friendly", "tame", "mild", "harmless",
            "good-natured",
        ),
        any_of(
            "bites?", "bit", "growls", "snarls", "vicious", "cruel", "beats", "whips", "kicks",
            "mean", "stingy", "miser", "harsh",
        ),
    ),
    Opposites(
        "finished",
        any_of("finished", "complete", "completed", "done", "ready", "over"),
        any_of("unfinished", "incomplete", "half built", "half finished", "still building"),
    ),
    Opposites(
        "blind",
        any_of("blind", "sightless"),
        any_of("sees", "saw", "reads", "read", "sighted", "watch", "looks at", "spots", "aims"),
    ),
    Opposites(
        "deaf",
        any_of("deaf"),
        any_of("hears", "heard", "listen", "answers at once", "overhear"),
    ),
    Opposites(
        "lame",
        any_of("lame", "crippled", "paralysed"),
        any_of("runs", "gallops", "trots", "races", "climbs", "dances", "jumps", "leaps"),
    ),
    Opposites(
        "mute",
        any_of("mute", "dumb", "speechless"),
        any_of(
            "speak", "spoke", "says", "said", "sing", "sang", "shout", "call", "talk", "answer",
            "tells", "told", "whisper", "cries out", "wish", "yell", "greet",
        ),
    ),
    Opposites(
        "clean",
        any_of("clean", "spotless", "washed"),
        any_of("dirty", "filthy", "muddy", "stained"),
    ),
    Opposites(
        "afloat",
        any_of("afloat", "seaworthy"),
        any_of("sinks", "sank", "sunk", "sunken", "aground"),
    ),
    Opposites(
        "allowed",
        any_of("allowed", "permitted", "welcome"),
        any_of("forbidden", "banned", "prohibited", "forbids?", "outlawed"),
    ),
    Opposites(
        "armed",
        any_of(
            "armed", "pistol", "gun", "rifle", "knife", "sword", "dagger", "revolver", "axe",
            "spear", "musket", "crossbow", "blade",
        ),
        any_of("unarmed", "disarm(?:s|ed)", "weaponless"),
    ),
    Opposites(
        "secret",
        any_of("secret", "unknown"),
        any_of("everybody knows", "well known", "public"),
    ),
    Opposites(
        "won",
        any_of("won", "wins", "victorious", "victory"),
        any_of("lost", "loses", "defeat(?:ed)?", "beaten", "routed"),
    ),
    Opposites(
        "young",
        any_of("young", "youngest", "child"),
        any_of("old", "elderly", "aged", "grey-haired"),
    ),
    Opposites(
        "cheap",
        any_of("cheap", "worthless"),
        any_of("expensive", "dear", "priceless", "costly", "precious", "worth a fortune"),
    ),
    Opposites("strong", any_of("strong"), any_of("weak", "feeble", "frail")),
    Opposites("deep", any_of("deep"), any_of("shallow")),
    Opposites("quiet", any_of("quiet", "silent"), any_of("loud", "noisy")),
    Opposites(
        "going",
        any_of(
            "(?:is|still) on", "going on", "under way", "last", "continue", "in progress",
            "goes on", "rages",
        ),
        any_of(
            "ended", "ends", "is over", "was over", "finished", "called off", "stopped",
            "settled", "cancelled", "came to an end", "suspended", "abolished",
        ),
    ),
    Opposites(
        "debt",
        any_of("owe", "in debt", "debtor"),
        any_of(
            "paid back", "repaid", "repays", "paid off", "pays off", "settled", "pays back",
            "(?:pays|paid) (?:his|her|their|the) debts?", "cancels the debt",
        ),
    ),
    Opposites(
        "lost",
        any_of("missing", "lost", "vanished", "disappeared"),
        any_of("found", "finds", "turned up", "turns up", "reappeared", "is back", "recovered"),
    ),
    Opposites(
        "bloom",
        any_of("bloom", "blossom", "green", "flower"),
        any_of("wither", "wilt", "dead", "faded", "bare"),
    ),
    Opposites(
        "tied",
        any_of("bound", "tied", "chained", "fettered", "in irons"),
        any_of("untied", "unties", "loose", "cuts? .* ropes?", "unchained", "freed"),
    ),
    Opposites(
        "sane",
        any_of("sane", "in (?:his|her) right mind"),
        any_of("mad", "insane", "crazy", "lost (?:his|her) mind", "raving"),
    ),
    Opposites(
        "member",
        any_of("member", "belongs to"),
        any_of("expelled", "excluded", "thrown out"),
    ),
    Opposites(
        "taken",
        any_of("occupied", "taken", "booked"),
        any_of("vacant", "available", "free"),
    ),
    Opposites(
        "legal",
        any_of("legal", "lawful"),
        any_of("illegal", "unlawful", "against the law"),
    ),
    Opposites(
        "besieged",
        any_of("besieged", "under siege", "surrounded"),
        any_of("relieved", "siege (?:is|was) lifted", "lifted"),
    ),
    Opposites(
        "tall",
        any_of("tall", "huge", "enormous", "giant"),
        any_of("short", "tiny", "small"),
    ),
    Opposites(
        "friendly",
        any_of("friendly", "welcoming"),
        any_of("hostile", "unfriendly", "surly"),
    ),
    Opposites(
        "early",
        any_of("early", "on time", "punctual"),
        any_of("late", "delayed", "overdue"),
    ),
    Opposites(
        "right",
        any_of("correct", "accurate", "exact"),
        any_of("wrong", "inaccurate", "slow"),
    ),
    Opposites("polite", any_of("polite", "courteous"), any_of("rude", "insult", "impolite")),
    Opposites("hard", any_of("difficult", "hard"), any_of("easy", "simple", "child's play")),
    Opposites(
        "new",
        any_of("new", "brand-new"),
        any_of("old", "worn out", "ancient", "threadbare"),
    ),
    Opposites(
        "calm temper",
        any_of("patient", "even-tempered"),
        any_of("impatient", "loses? (?:his|her) temper", "rage", "explodes with"),
    ),
    Opposites("raw", any_of("raw"), any_of("cooked", "done", "roasted")),
    Opposites(
        "signed",
        any_of("signed", "in force"),
        any_of("unsigned", "torn up", "void", "tears up"),
    ),
    Opposites(
        "on fire",
        any_of("on fire", "in flames", "ablaze"),
        any_of("fire (?:is|was) out", "put out", "extinguished"),
    ),
)  # fmt: skip

BY_ACTING: Final = {
    "life": any_of("dead"),
    "awake": any_of("asleep"),
}  # fmt: skip
"""Opposites that whoever acts before one's eyes is on the plus side of."""
