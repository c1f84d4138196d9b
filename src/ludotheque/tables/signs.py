"""Kinds of characters in a name, by the properties that Unicode gives them."""

from __future__ import annotations

import regex

PICTURE = r"(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Extended_Pictographic}\uFE0F?)"
# England, Scotland and Wales: the only flags that are spelt with tags.
TAGGED = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in land) + "\U000e007f"
    for land in ("gbeng", "gbsct", "gbwls")
)
EMOJI = regex.compile(
    rf"{TAGGED}|\p{{Regional_Indicator}}{{2}}|[0-9#*]\uFE0F\u20E3"
    rf"|{PICTURE}(?:\u200D{PICTURE})*|\p{{Emoji_Modifier}}"
)
# What parts words, turns the line around, belongs to nobody, or is drawn as nothing.
GAPS = regex.compile(
    r"[\p{Z}\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\u2800\uFFFC\U00013441-\U00013446\U0001D159]"
)
HIDDEN = regex.compile(r"[\p{Cf}\p{Default_Ignorable_Code_Point}]")
ORPHANS = regex.compile(r"(?:^| )\K\p{M}+")  # marks without a letter
VISIBLE = regex.compile(r"[\p{L}\p{N}]")
MARKED = regex.compile(r"\p{M}+")
DECORATION = regex.compile(
    r"(?<=[\p{Latin}\p{Greek}\p{Cyrillic}])[\p{Mn}\p{Me}--[\u0335\u0338]]+", regex.V1
)
DASHES = regex.compile(r"\p{Pd}")
CHARACTERS = regex.compile(r"\X")  # as people count them
