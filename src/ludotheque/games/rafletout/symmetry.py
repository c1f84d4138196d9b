"""Colours, figures and currencies may each be renamed: the rules do not change."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.games.rafletout import rules
from ludotheque.games.rafletout.equipment import TAKE, TOKENS
from ludotheque.parts import CHANCE
from ludotheque.state import clone


def renamed(value: int, trait: int) -> int:
    """The next value of the trait, in a ring; other traits keep theirs."""
    return value // 3 * 3 + (value + 1) % 3 if value // 3 == trait else value


def renamed_token(token: int, trait: int) -> int:
    """The token that bears the renamed values."""
    values = [token // 9, token // 3 % 3, token % 3]
    values[trait] = (values[trait] + 1) % 3
    return 9 * values[0] + 3 * values[1] + values[2]


def renamed_face(face: int, trait: int) -> int:
    """The face that does the same with the renamed values; -1 if the die has none."""
    if rules.KIND[face] != TAKE:
        return face
    wanted = (rules.NUMBER[face], renamed(rules.WORD[face], trait), rules.AGAIN[face])
    for other in range(rules.FACES):
        found = (rules.NUMBER[other], rules.WORD[other], rules.AGAIN[other])
        if rules.KIND[other] == TAKE and found == wanted:
            return other
    return -1


def symmetries(s: rules.State) -> Iterator[tuple[rules.State, list[int]]]:
    """Each image of a position, and where each action goes.

    A gift goes by token order, so positions in which one is being made are left out.
    """
    if s.phase == rules.GIVING or s.even_split == 1:
        return
    for trait in range(3):
        image = clone(s)
        for holder in range(rules.POOL + 1):
            image.held[holder] = sum(
                1 << renamed_token(token, trait)
                for token in range(TOKENS)
                if s.held[holder] >> token & 1
            )
        if s.face >= 0:
            image.face = renamed_face(s.face, trait)
        yield image, actions(s, trait)


def actions(s: rules.State, trait: int) -> list[int]:
    """Where each action goes."""
    if s.player == CHANCE and s.phase == rules.ROLLING:
        return [renamed_face(face, trait) for face in range(rules.FACES)]
    tokens = [renamed_token(token, trait) for token in range(TOKENS)]
    values = [renamed(value, trait) for value in range(9)]
    return [
        *tokens,
        *(rules.VALUE + value for value in values),
        *(rules.PAIR + value for value in values),
        *range(rules.PLAYER, rules.ACTIONS),
    ]
