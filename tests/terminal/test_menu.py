"""The menu in the terminal."""

import ridotto
from ridotto.engine import record
from ridotto.engine.match import Match
from ridotto.terminal.menu import menu
from ridotto.translations import Translator
from tests.terminal.people import Person

GAME = ridotto.game("verhext")


def visit(*script):
    person = Person(*script)
    menu(Translator("en"), person.console, person.ask)
    return person


def number_of(slug):
    return str(1 + [game.slug for game in ridotto.all_games()].index(slug))


def test_enter_accepts_the_defaults():
    person = visit(number_of("verhext"), "", "", "", "", "quit", "", "quit")
    assert "Welcome to Verhext!" in person.screen
    assert "Choose your prophecy" in person.screen
    assert [question for question, _ in person.asked if question.startswith("Guest>")]
    assert person.screen.rstrip().endswith("Goodbye!")


def test_invalid_answers_about_players_names_and_options_are_asked_again():
    options = ["", "two", "any", *[""] * (len(GAME.options) - 2)]
    person = visit(
        "verhext", "7", "3", "A,B,C,D", "2", "Anna, Ben", "grandmaster", "4", "o", *options, "", "quit", "", "quit"
    )
    assert "Please type a number from 3 to 5." in person.screen
    assert person.screen.count("Please type up to 3 different names.") == 2
    assert "Please type one of these: one, any number" in person.screen
    assert "Please type one of these: 1 novice, 2 casual player, 3 expert, 4 master" in person.screen
    assert "The bots: Colombina (master)." in person.screen


def test_options_are_explained_and_chosen_by_number_or_word():
    names = [option.name for option in GAME.options]
    answers = dict.fromkeys(names, "") | {"potions_per_play": "2", "first_holder": "3", "show_history": "Hidden"}
    person = visit("verhext", "3", "Anna", "novice", "o", *answers.values(), "quit", "", "quit")
    asked = person.shown_before(5 + names.index("first_holder"))
    assert "Good if you know who is oldest." in asked
    offered = [line.strip() for line in asked.splitlines()[-4:]]
    assert offered == ["1  random", "2  Anna", "3  Colombina", "4  Pantalone"]
    chosen = "Variants: Potions per play: any number, First crystal ball: Colombina, Past tricks: hidden."
    assert chosen in " ".join(person.screen.split())


def test_a_saved_game_is_loaded(tmp_path):
    path = tmp_path / "game.jsonl"
    record.save(Match(GAME, 3, {}, 1, ["Zora", "bot:random", "bot:random"]), path)
    person = visit(f"load {path}", "quit", "", "quit")
    assert any(question == "Zora>" for question, _ in person.asked)


def test_the_rules_can_be_read_in_another_language():
    person = visit("lang it", "rules verhext", "quit")
    assert "Le carte" in person.screen
    assert "Alla prossima!" in person.screen


def test_endless_digits_are_refused_like_any_other_number():
    endless = "9" * 5000
    person = visit(endless, "verhext", endless, "", "", "", "", endless, "quit", "", "quit")
    assert "Unknown game" in person.screen
    assert "Please type a number from 3 to 5." in person.screen
    assert "There's no choice 9999999999999999999. (choose from 1 to 7)." in person.screen
    assert person.screen.rstrip().endswith("Goodbye!")


def test_unknown_games_files_and_languages_are_refused_and_the_menu_goes_on():
    person = visit("chess", "load nowhere.jsonl", "lang tlh", "")
    assert "Unknown game “chess”" in person.screen
    assert "Can't read nowhere.jsonl" in person.screen
    assert "Unknown language “tlh”" in person.screen
    assert len(person.asked) == 5


def test_quit_while_setting_up_a_game_leads_back_to_the_menu():
    for script in (["quit"], ["", "quit"], ["", "", "quit"], ["", "", "", "quit"], ["", "", "", "o", "quit"]):
        person = visit("verhext", *script, "quit")
        assert "Welcome to Verhext!" not in person.screen
        assert [question for question, _ in person.asked].count("What would you like to do?") == 2


def test_a_command_without_its_argument_says_what_is_missing():
    person = visit("load", "rules", "quit")
    assert "Which one? Type load and a name." in person.screen
    assert "Which one? Type rules and a name." in person.screen
