"""How somebody answers in English when no model plays it: several ways to put each thing.

`{thing}` is what is asked about, `{where}` where that is, `{who}` who said or told it, `{what}` an
account that is a sentence of its own, `{words}` somebody's words in quotation marks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, tuple[str, ...]]] = {
    "place_saw": (
        "The last I saw of {thing} was {where}.",
        "I saw {thing} with my own eyes: {where}.",
        "When I last looked: {thing}, {where}.",
        "{thing}: {where}, when I last saw.",
    ),
    "place_told": (
        "{who} told me of {thing}: {where}. I did not see it.",
        "I have it from {who}: {thing} is {where}.",
        "{where}, says {who}. I have not seen {thing} there myself.",
        "I was told by {who} that {thing} is {where}; I cannot vouch for it.",
    ),
    "place_start": (
        "{thing} is {where}, as far as I know.",
        "{where}, if I am not mistaken: {thing}.",
        "As far as I know: {thing}, {where}.",
        "{where} is where I know {thing} to be.",
    ),
    "mine": (
        "I have {thing}.",
        "I have {thing} with me.",
        "{thing}? I have it here.",
        "{thing} is with me.",
    ),
    "yours": (
        "You have {thing} yourself.",
        "{thing}? It is with you.",
        "You should know: you have {thing}.",
        "{thing} is with you, as far as I know.",
    ),
    "here": (
        "Here, as far as I can see: {thing}.",
        "{thing}? Right here.",
        "Look around: {thing} is here.",
        "{thing} is here, where we are.",
    ),
    "self": (
        "I am here, as you see.",
        "Here I am.",
        "I am right here.",
        "You are talking to me; I am here.",
    ),
    "gone": (
        "Where {thing} is now, I do not know.",
        "I have lost sight of {thing}.",
        "I cannot say where {thing} is by now.",
        "{thing}? Gone from where I knew it, and I do not know where to.",
    ),
    "state_saw": (
        "When I last saw, {thing} was {state}.",
        "{thing} was {state}; I saw as much.",
        "I saw it: {thing} was {state}.",
        "As far as I have seen, {thing} is {state}.",
    ),
    "state_told": (
        "{who} told me that {thing} is {state}.",
        "I have it from {who} that {thing} is {state}.",
        "{thing} is {state}, says {who}.",
        "According to {who}, {thing} is {state}; I did not see it.",
    ),
    "state_start": (
        "{thing} is {state}, as far as I know.",
        "As far as I know, {thing} is {state}.",
        "{state}, if I am not mistaken: {thing}.",
        "I know {thing} to be {state}.",
    ),
    "did": (
        "I was there, and it was my doing: {what}",
        "That was my own doing: {what}",
        "I will not deny it: {what}",
        "I can tell you what I did: {what}",
    ),
    "saw": (
        "I saw it myself: {what}",
        "With my own eyes I saw this: {what}",
        "This much I saw: {what}",
        "I was there to see it: {what}",
    ),
    "noticed": (
        "I saw no more than this: {what}",
        "I only noticed this: {what}",
        "All I saw was this: {what}",
        "I was too far off for more: {what}",
    ),
    "heard": (
        "I heard it: {what}",
        "This I heard, and did not see: {what}",
        "I could hear it: {what}",
        "It was to be heard: {what}",
    ),
    "line_mine": (
        "I said it myself: {words}",
        "My own words: {words}",
        "I said, {words}",
        "What I said was this: {words}",
    ),
    "line_to_me": (
        "{who} said to me: {words}",
        "This is what {who} told me: {words}",
        "{who} came out with it to me: {words}",
        "To me {who} said: {words}",
    ),
    "line_heard": (
        "I heard {who} say: {words}",
        "{who} said, and I heard it: {words}",
        "I was in earshot when {who} said: {words}",
        "These were the words of {who}: {words}",
    ),
    "gist": (
        "{who} said something; the words I will not swear to.",
        "I heard {who} speak of it, no more.",
        "There was something that {who} said. I did not follow it.",
        "{who} spoke of it, and I could not make sense of it.",
    ),
    "told": (
        "I was not there. {who} told me: {what}",
        "I only have it from {who}: {what}",
        "{who} says so; I did not see it: {what}",
        "So {who} told it to me: {what}",
    ),
    "inferred": (
        "Nobody told me, I put it together: {what}",
        "I drew it from what I know: {what}",
        "It must have been so: {what}",
        "I came to this by myself: {what}",
    ),
    "memory": (
        "I remember this: {what}",
        "That was before all this: {what}",
        "There is one thing I remember: {what}",
        "I have not forgotten it: {what}",
    ),
    "dimly": (
        "It is dim by now: {what}",
        "I hardly remember: {what}",
        "Only this is left to me: {what}",
        "I could not swear to more than this: {what}",
    ),
    "when": (
        "That was {when}.",
        "It was {when}.",
        "When? It was {when}.",
        "As to when: {when}.",
    ),
    "how_did": (
        "I did it myself.",
        "It was I who did it; how should I not know.",
        "By my own hand.",
        "I know, for it was my doing.",
    ),
    "how_saw": (
        "I saw it.",
        "I saw it with my own eyes.",
        "Nobody told me; I saw it.",
        "I was there and saw it.",
    ),
    "how_heard": (
        "I heard it.",
        "I heard it with my own ears.",
        "It was within my hearing.",
        "I was there and heard it.",
    ),
    "how_said": (
        "I heard it from {who}.",
        "{who} said so, and I heard it.",
        "By the words of {who}.",
        "From the mouth of {who}.",
    ),
    "how_told": (
        "{who} told me; I did not see it.",
        "I have it from {who}, and from nowhere else.",
        "I have only the word of {who}.",
        "It was {who} who told me so.",
    ),
    "how_inferred": (
        "I put it together by myself.",
        "Nobody told me. I drew it from the rest.",
        "I worked it out.",
        "It follows from what I know.",
    ),
    "how_start": (
        "I have known it all along.",
        "I knew that before today.",
        "It has long been known to me.",
        "That is nothing new to me.",
    ),
    "sure_saw": (
        "I am sure. I was there.",
        "Quite sure; I was there myself.",
        "As sure as I am of my own senses.",
        "There is no doubt about it for me.",
    ),
    "sure_told": (
        "I am as sure as the word of {who} is good.",
        "Not very. I have it from {who} alone.",
        "I would ask {who}; I did not see it.",
        "I believe {who}, and that is all I can say.",
    ),
    "sure_inferred": (
        "It is what I make of it, no more.",
        "Not sure. I put it together.",
        "I may be wrong; nobody showed me.",
        "I think so. I have no proof.",
    ),
    "belief_doubtful": (
        "I half believe this: {what}",
        "I am in doubt about it: {what}",
        "I would not swear to it: {what}",
        "It may be so, it may not: {what}",
    ),
    "belief_likely": (
        "I think this: {what}",
        "If you ask me: {what}",
        "I believe it, without being sure: {what}",
        "Most likely: {what}",
    ),
    "belief_sure": (
        "I am sure of it: {what}",
        "There is one thing I am sure of: {what}",
        "I have no doubt about this: {what}",
        "I would swear to it: {what}",
    ),
    "unknown": (
        "I do not know.",
        "That I do not know.",
        "I cannot tell you anything about it.",
        "You ask the wrong one. I do not know.",
    ),
    "nobody": (
        "I know nobody of that name.",
        "That name says nothing to me.",
        "I do not know whom you mean.",
        "Who should that be? I do not know.",
    ),
    "silent": (
        "I have nothing to say about that.",
        "That is not for me to tell.",
        "Ask somebody else.",
        "Let us speak of something else.",
    ),
    "opener": (
        "Have you heard?",
        "Listen to this.",
        "You should know something.",
        "I must tell you something.",
    ),
}
"""The ways to put each thing."""

STATES: Final[Mapping[tuple[str, bool], str]] = {
    ("locked", True): "locked",
    ("locked", False): "not locked",
    ("closed", True): "closed",
    ("closed", False): "open",
}
