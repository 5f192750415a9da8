"""Classes made by `wfcheck.classes` behave as those of the standard library."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field

import pytest

from wfcheck.classes import dataclass


@dataclass(frozen=True, slots=True)
class Ours:
    name: str
    parts: tuple[int, ...] = ()
    notes: list[str] = field(default_factory=list, hash=False)
    place: int = field(default=0, compare=False, repr=False, kw_only=True)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.parts))


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    name: str
    parts: tuple[int, ...] = ()
    notes: list[str] = field(default_factory=list, hash=False)
    place: int = field(default=0, compare=False, repr=False, kw_only=True)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.parts))


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Base:
    first: int = 1


@dataclass(frozen=True, slots=True)
class Derived(Base):
    second: int = 2


@dataclass(frozen=True, slots=True)
class Special:  # noqa: PLW1641
    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Special)

    def __repr__(self) -> str:
        return "special"


VALUES = [
    {"name": "a"},
    {"name": "a", "parts": (1, 2)},
    {"name": "b", "parts": (1,), "notes": ["n"], "place": 3},
    {"name": "a", "place": 9},
]


@pytest.mark.parametrize("left", VALUES)
@pytest.mark.parametrize("right", VALUES)
def test_they_are_equal_and_hashed_alike(left: dict[str, object], right: dict[str, object]) -> None:
    ours = (Ours(**left), Ours(**right))  # type: ignore[arg-type]
    theirs = (Theirs(**left), Theirs(**right))  # type: ignore[arg-type]
    assert (ours[0] == ours[1]) is (theirs[0] == theirs[1])
    assert (hash(ours[0]) == hash(ours[1])) is (hash(theirs[0]) == hash(theirs[1]))
    assert ours[0].__eq__(theirs[0]) is NotImplemented


@pytest.mark.parametrize("given", VALUES)
def test_they_show_themselves_alike(given: dict[str, object]) -> None:
    shown = repr(Theirs(**given)).replace("Theirs", "Ours")  # type: ignore[arg-type]
    assert repr(Ours(**given)) == shown  # type: ignore[arg-type]


def test_they_are_called_alike() -> None:
    Ours("a")  # the first call makes what is called
    assert list(inspect.signature(Ours).parameters) == list(inspect.signature(Theirs).parameters)
    assert Ours.__match_args__ == Theirs.__match_args__
    with pytest.raises(TypeError):
        Ours()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Ours("a", unknown=1)  # type: ignore[call-arg]


def test_a_default_factory_is_called_for_each() -> None:
    assert Ours("a").notes is not Ours("a").notes


def test_they_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Ours("a").name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Ours("a").name
    with pytest.raises((AttributeError, TypeError)):
        Ours("a").other = 1  # type: ignore[attr-defined]
    assert not hasattr(Ours("a"), "__dict__")


@pytest.mark.parametrize("value", [Ours("a", (1,), place=4), Empty(), Derived(3), Special(1)])
def test_they_are_replaced_copied_and_pickled(value: Ours | Empty | Derived | Special) -> None:
    assert dataclasses.replace(value) == value
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_a_derived_class_has_the_fields_of_its_base() -> None:
    assert Derived(3, 4) == Derived(first=3, second=4)
    assert Derived() != Base()
    assert repr(Derived()) == "Derived(first=1, second=2)"
    assert len({Derived(), Derived(), Base()}) == 2


def test_what_a_class_defines_itself_stays() -> None:
    assert Special(1) == Special(2)
    assert repr(Special(1)) == "special"
    assert hash(Special(1)) == hash(Special(1))


def test_nan_equals_itself_where_it_is_the_same() -> None:
    nan = float("nan")
    assert Base(nan) == Base(nan)  # type: ignore[arg-type]
