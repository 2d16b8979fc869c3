"""The sub-command `odds`: its figures, its picture and its refusals."""

import json

import pytest

from engine import cli
from engine.odds import CLASSIC, Dice, battle, path


def run(capsys, *argv):
    code = cli.run(["odds", *map(str, argv)])
    out, err = capsys.readouterr()
    return code, out, err


def as_json(capsys, *argv):
    code, out, err = run(capsys, *argv, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize(("a", "d", "chance"), [(1, 1, 5 / 12), (10, 10, 0.5675928721351304)])
def test_json(capsys, a, d, chance):
    found = as_json(capsys, a, d)
    assert found["win"] == pytest.approx(chance, abs=1e-12)
    assert list(found) == ["win", "attacker_losses", "defender_losses", "left"]
    assert sum(end["chance"] for end in found["left"]) == pytest.approx(1)
    assert set(found["left"][0]) == {"taken", "attackers", "defenders", "chance"}


def test_until_counts_those_that_may_fight(capsys):
    assert as_json(capsys, 11, 5, "--until", 7)["win"] == battle(11, 5, stop=7).win


def test_a_path_goes_on_behind_the_first_territory(capsys):
    found = as_json(capsys, 20, 5, "--path", "3,2")
    assert found == as_json(capsys, 20, "--path", "5,3,2")
    assert found["win"] == path(20, [5, 3, 2]).win
    assert found["taken"][-1] == found["win"]


def test_dice_throws_and_odds(capsys):
    limited = CLASSIC.limited(attack=2, defend=1)
    assert as_json(capsys, 9, 9, "--dice", 2, "--defence", 1)["win"] == battle(9, 9, dice=limited).win
    assert as_json(capsys, 9, 9, "--throws", 4)["left"] == [e._asdict() for e in battle(9, 9, throws=4).ends]
    assert as_json(capsys, 9, 9, "--while", 60)["attacker_losses"] == battle(9, 9, odds=60).attacker_losses


def test_text_shows_chance_losses_and_bars(capsys):
    code, out, _ = run(capsys, 14, 9, "--until", 3)
    assert code == 0
    assert "78.5 %" in out
    assert "6.92 of the attacker, 8.31 of the defence" in out
    assert out.count("░") > 10 < out.count("█")


def test_text_of_a_path_names_each_territory(capsys):
    _, out, _ = run(capsys, 20, 5, "--path", "3,2")
    assert "20 that may fight against 5, 3, 2" in out
    assert all(f"{i}. against {d}" in out for i, d in enumerate((5, 3, 2), 1))


def test_nothing_uncertain_is_called_certain(capsys):
    assert "over 99.9 %" in run(capsys, 20, 3)[1]
    assert "under 0.1 %" in run(capsys, 1, 20)[1]


def test_help_explains_the_keys(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(word in out for word in ("attacker_losses", "defender_losses", "left", "taken", "--until"))


@pytest.mark.parametrize(
    "argv",
    [
        [],
        [3],
        ["x", 3],
        [0, 3],
        [3, 0],
        [-1, 3],
        [3, 3, "--until", -1],
        [3, 3, "--path", "2,x"],
        [3, 3, "--path", ""],
        [3, 3, 4],
        [3, 3, "--unknown"],
        [3, 3, "--dice", 4],
        [10**30, 3],
        ["3.5", 3],
        [3, 3, "--path", "2", "--throws", 2],
        [3, 3, "--path", ",".join(["1"] * 200)],
        ["٣", 3],
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(capsys, argv):
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err[0].isupper() or err.startswith("--")
    assert err.endswith(".\n")


def test_ties_and_ones_thrown_again(capsys):
    assert as_json(capsys, 9, 9, "--ties", "attacker")["win"] == battle(9, 9, dice=Dice(ties_to_attacker=True)).win
    again = {"attacker": Dice(attack_from=2), "defender": Dice(defend_from=2), "both": Dice((6,) * 3, (6,) * 2, 2, 2)}
    for side, dice in again.items():
        assert as_json(capsys, 9, 9, "--again", side)["win"] == battle(9, 9, dice=dice).win
    code, _, said = run(capsys, 9, 9, "--ties", "nobody")
    assert code == 2
    assert "invalid choice" in said
