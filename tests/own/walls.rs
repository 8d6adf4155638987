//! Features that authors of custom games asked for: helpful messages, more reported faults,
//! defaults, steps, tie-breaks, decimals and values of a side.

use std::sync::Arc;

use overtrick_core::json::Json;
use overtrick_core::judging::Scored;
use overtrick_core::message::Message;
use overtrick_core::{Arg, Finding, Points, Show, Table};
use overtrick_own::rules_in_force;

use super::{codes, played, read, read_file, score, totals};

/// Returns a definition for four players, in which each `(from, to)` replaces the first `from` with `to`.
fn changed(changes: &[(&str, &str)]) -> String {
    let sound = "language = 1\nid = \"x\"\nplayers = [4, 4]\n\
        [clauses]\nc = \"C.\"\n\
        [[field]]\nname = \"n\"\neach = true\nnumber = [0, 20]\n\
        [[field]]\nname = \"maker\"\nplayer = true\n\
        [[score]]\npoints = \"n\"\nclause = \"c\"\n";
    changes.iter().fold(sound.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

fn faults(text: &str) -> Vec<Finding> {
    let definition = read_file(text).unwrap().json;
    read(&definition).err().unwrap_or_default()
}

/// Returns the code, the message and the arguments of the only fault.
fn only(text: &str) -> (String, String, Vec<(String, Arg)>) {
    let found = faults(text);
    let [fault] = &found[..] else {
        panic!("not one fault: {found:?}");
    };
    let message = fault.message.clone().unwrap_or(fault.code.clone());
    let args = fault.args.iter();
    let args = args.map(|(name, arg)| (name.to_string(), arg.clone()));
    (fault.code.to_string(), message.to_string(), args.collect())
}

fn arg<'a>(args: &'a [(String, Arg)], name: &str) -> &'a Arg {
    &args.iter().find(|(known, _)| known == name).unwrap().1
}

fn play(text: &str, hands: &str) -> Result<Scored, Vec<Finding>> {
    let definition = read_file(text).unwrap().json;
    played(&definition, &["Ann", "Bo", "Cy", "Di"], hands)
}

#[test]
fn operators_of_other_languages_are_refused_with_the_right_ones() {
    for (expression, at, found, write) in [
        ("if n > 1 && n < 3 then 1 else 0", 10, "&&", "and"),
        ("if n > 1 || n < 3 then 1 else 0", 10, "||", "or"),
        ("if n = 1 then 1 else 0", 6, "=", "=="),
        ("if n <> 1 then 1 else 0", 6, "<>", "!="),
        ("if n ≥ 1 then 1 else 0", 6, "≥", ">="),
        ("if !(n > 1) then 1 else 0", 4, "!", "not"),
        ("n × 2", 3, "×", "*"),
        ("n % 2", 3, "%", "mod"),
        ("n − 2", 3, "−", "-"),
        ("if \"red\" == \"red\" then 1 else 0", 4, "\"red\"", "'red'"),
        ("if ‘red’ == ‘red’ then 1 else 0", 4, "‘red’", "'red'"),
    ] {
        let text = changed(&[("points = \"n\"", &format!("points = '''{expression}'''"))]);
        let (code, message, args) = only(&text);
        assert_eq!((&*code, &*message), ("own-syntax", "own-syntax-write"));
        assert_eq!(arg(&args, "at"), &Arg::Int(at), "{expression}");
        assert_eq!(arg(&args, "found"), &Arg::Text(found.into()));
        assert_eq!(arg(&args, "write"), &Arg::Text(write.into()));
    }
}

#[test]
fn duplicate_names_are_refused_with_both_places() {
    for (added, what) in [
        ("[options]\nn = { flag = true }", "an option"),
        ("[tables]\nn = [1]", "a field"),
        ("[carry.n]\nnumber = [0, 1]\nnext = \"0\"", "a field"),
        ("[let]\ntotal = \"1\"", "a name that every game has"),
    ] {
        let text = changed(&[("[clauses]", &format!("{added}\n[clauses]"))]);
        let (code, _, args) = only(&text);
        assert_eq!(code, "own-name-taken");
        assert_eq!(arg(&args, "what"), &Arg::Word(what.into()), "{added}");
    }
}

#[test]
fn comparing_a_value_with_itself_is_a_fault() {
    for points in [
        "count(n > (n of me))",
        "count((n of me) >= n)",
        "sum(if n == (n of me) then 1 else 0)",
    ] {
        let text = changed(&[("points = \"n\"", &format!("points = \"{points}\""))]);
        assert_eq!(only(&text).0, "own-with-itself", "{points}");
    }
    for points in ["count(n > (n of maker))", "if n == (n of me) then 1 else 0"] {
        let text = changed(&[("points = \"n\"", &format!("points = \"{points}\""))]);
        assert_eq!(codes(&faults(&text)), [], "{points}");
    }
}

#[test]
fn sides_divide_the_players() {
    let sides = |players: &str, sides: &str| {
        let players = format!("players = {players}\nsides = {sides}");
        faults(&changed(&[("players = [4, 4]", &players)]))
    };
    assert_eq!(codes(&sides("[4, 4]", "2")), []);
    assert_eq!(codes(&sides("[6, 6]", "3")), []);
    assert_eq!(codes(&sides("[5, 5]", "2")), [("own-sides", "/sides")]);
    assert_eq!(codes(&sides("[4, 6]", "2")), [("own-sides", "/sides")]);
}

#[test]
fn a_number_in_place_of_a_flag_is_refused_with_the_correction() {
    let text = changed(&[(
        "clause = \"c\"\n",
        "clause = \"c\"\nwhen = \"count(me == maker)\"\n",
    )]);
    let (code, message, _) = only(&text);
    assert_eq!((&*code, &*message), ("own-type", "own-type-flag"));
}

#[test]
fn the_default_of_a_flag_must_be_a_flag() {
    let option = "[options]\no = { flag = true, default = \"yes\" }\n[clauses]";
    let (code, message, _) = only(&changed(&[("[clauses]", option)]));
    assert_eq!(
        (&*code, &*message),
        ("own-numbers-only", "own-flag-default")
    );
}

#[test]
fn a_field_that_is_not_recorded_has_its_default() {
    let text = changed(&[
        ("number = [0, 20]", "number = [0, 20]\ndefault = 5"),
        ("player = true", "player = true\nneed = \"never\""),
        (
            "[[score]]",
            "[[field]]\nname = \"double\"\nflag = true\ndefault = true\n\
             [[field]]\nname = \"suit\"\nwords = [\"red\", \"black\"]\ndefault = \"black\"\n[[score]]",
        ),
        (
            "points = \"n\"",
            "points = \"(if double then 2 * n else n) + (if suit == 'black' then 100 else 0)\"",
        ),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let scored = play(
        &text,
        r#"[{}, {"n": {"Ann": 1}, "double": false, "suit": "red"}]"#,
    )
    .unwrap();
    assert_eq!(totals(&scored), [111, 115, 115, 115]);
    let out_of_range = changed(&[("number = [0, 20]", "number = [0, 20]\ndefault = 21")]);
    assert_eq!(
        codes(&faults(&out_of_range)),
        [("own-default", "/field/0/default")]
    );
    let no_word = changed(&[("player = true", "words = [\"red\"]\ndefault = \"blue\"")]);
    assert_eq!(
        codes(&faults(&no_word)),
        [("own-unknown-default", "/field/1/default")]
    );
}

#[test]
fn a_number_has_a_step() {
    let text = changed(&[
        ("number = [0, 20]", "number = [5, 20]\nstep = 5"),
        ("player = true", "player = true\nneed = \"never\""),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let hands = |ann: i64| format!(r#"[{{"n": {{"Ann": {ann}, "Bo": 5, "Cy": 20, "Di": 10}}}}]"#);
    assert_eq!(totals(&play(&text, &hands(15)).unwrap()), [15, 5, 20, 10]);
    let refused = play(&text, &hands(12)).unwrap_err();
    assert_eq!(codes(&refused), [("own-step", "/hands/0/n/Ann")]);
    let flag = changed(&[("player = true", "flag = true\nstep = 5")]);
    assert_eq!(
        codes(&faults(&flag)),
        [("own-numbers-only", "/field/1/step")]
    );
}

#[test]
fn the_winner_may_be_decided_by_several_values_in_turn() {
    // Most hands won ranks first; the fewest points break ties.
    let text = changed(&[
        ("id = \"x\"", "id = \"x\"\nwins = [\"won\", \"lowest\"]"),
        (
            "[clauses]",
            "[carry.won]\neach = true\nnumber = [0, 500]\nnext = \"won + (if me == maker then 1 else 0)\"\n[clauses]",
        ),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let hand = |maker: &str, n: [i64; 4]| {
        let [ann, bo, cy, di] = n;
        format!(
            r#"{{"n": {{"Ann": {ann}, "Bo": {bo}, "Cy": {cy}, "Di": {di}}}, "maker": "{maker}"}}"#
        )
    };
    let hands = [hand("Cy", [1, 2, 9, 3]), hand("Di", [1, 2, 9, 3])].join(",");
    let scored = play(&text, &format!("[{hands}]")).unwrap();
    let ranks: Vec<(usize, usize)> = scored
        .standings()
        .iter()
        .map(|standing| (standing.rank, standing.seat.index()))
        .collect();
    // Hands won and points: Di 1 and 6, Cy 1 and 18, Ann 0 and 2, Bo 0 and 4.
    assert_eq!(ranks, [(1, 3), (2, 2), (3, 0), (4, 1)]);
    let unknown = changed(&[("id = \"x\"", "id = \"x\"\nwins = [\"honor\", \"highest\"]")]);
    assert_eq!(codes(&faults(&unknown)), [("own-unknown-name", "/wins/0")]);
    let open = changed(&[("id = \"x\"", "id = \"x\"\nwins = \"biggest\"")]);
    assert_eq!(codes(&faults(&open)), [("own-unknown-name", "/wins")]);
}

#[test]
fn points_may_be_tenths() {
    let text = changed(&[
        ("id = \"x\"", "id = \"x\"\nscale = 10"),
        ("player = true", "player = true\nneed = \"never\""),
        ("number = [0, 20]", "number = [0, 99]"),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let hand = r#"{"n": {"Ann": 41, "Bo": 5, "Cy": 10, "Di": 0}}"#;
    let scored = play(&text, &format!("[{hand}, {hand}]")).unwrap();
    let shown: Vec<String> = scored.totals.iter().map(Points::to_string).collect();
    assert_eq!(shown, ["8.2", "1", "2", "0"]);
    assert_eq!(
        serde_json::to_string(&scored.totals).unwrap(),
        "[8.2,1,2,0]"
    );
    let three = changed(&[("id = \"x\"", "id = \"x\"\nscale = 3")]);
    assert_eq!(codes(&faults(&three)), [("own-scale", "/scale")]);
}

#[test]
fn a_side_records_one_value() {
    let text = changed(&[
        ("players = [4, 4]", "players = [4, 4]\nsides = 2"),
        ("each = true", "each = \"side\"\nsum = 13\nclause = \"c\""),
        ("player = true", "player = true\nneed = \"never\""),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let scored = play(&text, r#"[{"n": {"Ann": 9, "Bo": 4}}]"#).unwrap();
    assert_eq!(totals(&scored), [9, 4, 9, 4]);
    let short = play(
        &text,
        r#"[{"n": {"Ann": 9, "Bo": 3}}, {"n": {"Ann": 13}}, {}]"#,
    )
    .unwrap_err();
    assert_eq!(
        codes(&short),
        [
            ("tricks-sum", "/hands/0/n"),
            ("missing-field", "/hands/1/n/Bo"),
            ("missing-field", "/hands/2/n"),
        ]
    );
    // The first player of a side enters its value; Cy is Ann's partner.
    let partner = play(&text, r#"[{"n": {"Cy": 9, "Bo": 4}}]"#).unwrap_err();
    assert_eq!(codes(&partner), [("own-first-of-side", "/hands/0/n/Cy")]);
    let alone = changed(&[("each = true", "each = \"side\"")]);
    assert_eq!(codes(&faults(&alone)), [("own-no-sides", "/field/0/each")]);
}

#[test]
fn a_check_at_a_field_of_sides_runs_once_for_each_side() {
    let text = changed(&[
        ("players = [4, 4]", "players = [4, 4]\nsides = 2"),
        ("each = true", "each = \"side\""),
        ("player = true", "player = true\nneed = \"never\""),
        (
            "[[score]]",
            "[[check]]\nat = \"n\"\nmust = \"n == 0 or (n of next(me)) == 0\"\nclause = \"c\"\n[[score]]",
        ),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    assert!(play(&text, r#"[{"n": {"Ann": 9, "Bo": 0}}]"#).is_ok());
    let both = play(&text, r#"[{"n": {"Ann": 9, "Bo": 4}}]"#).unwrap_err();
    assert_eq!(
        codes(&both),
        [
            ("own-check", "/hands/0/n/Ann"),
            ("own-check", "/hands/0/n/Bo")
        ]
    );
}

#[test]
fn a_check_runs_where_all_its_fields_exist() {
    let text = changed(&[
        ("player = true", "player = true\nneed = \"never\""),
        (
            "[[score]]",
            "[[field]]\nname = \"bid\"\nnumber = [0, 9]\nwhen = \"count(me == maker) == 1\"\n\
             [[field]]\nname = \"lead\"\neach = true\nnumber = [0, 9]\nwhen = \"me != maker\"\n\
             [[check]]\nat = \"n\"\nmust = \"sum(n) > 8 and bid > 5\"\nclause = \"c\"\n\
             [[check]]\nat = \"lead\"\nmust = \"lead > 0\"\nclause = \"c\"\n[[score]]",
        ),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let n = r#""n": {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}"#;
    let lead = r#""lead": {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}"#;
    assert!(play(&text, &format!("[{{{n}, {lead}}}]")).is_ok());
    // The maker Ann needs no lead, but Bo must have a lead above 0.
    let lead = r#""lead": {"Bo": 0, "Cy": 1, "Di": 1}"#;
    let hand = format!(r#"[{{{n}, "maker": "Ann", "bid": 9, {lead}}}]"#);
    assert_eq!(
        codes(&play(&text, &hand).unwrap_err()),
        [
            ("own-check", "/hands/0/n"),
            ("own-check", "/hands/0/lead/Bo")
        ]
    );
}

#[test]
fn the_hand_being_played_lists_its_missing_values() {
    let absent = |text: &str| {
        let definition = read_file(text).unwrap().json;
        let players: Json = ["Ann", "Bo", "Cy", "Di"].into_iter().collect();
        let current = Json::object([("maker", "Bo".into())]);
        let entries = [
            ("game", "own".into()),
            ("definition", definition),
            ("players", players),
            ("hands", Json::List(Vec::new())),
            ("current", current),
        ];
        score(Json::object(entries))
            .unwrap()
            .current
            .unwrap()
            .absent
    };
    // The maker Bo has no number.
    let of_player = changed(&[
        (
            "[[field]]\nname = \"n\"\neach = true\nnumber = [0, 20]\n",
            "",
        ),
        (
            "player = true",
            "player = true\n[[field]]\nname = \"n\"\neach = true\nnumber = [0, 20]\nwhen = \"me != maker\"",
        ),
    ]);
    assert_eq!(absent(&of_player), ["/current/n/Bo"]);
    // The partners Cy and Di have no values of their own.
    let of_side = changed(&[
        ("players = [4, 4]", "players = [4, 4]\nsides = 2"),
        ("each = true", "each = \"side\""),
    ]);
    assert_eq!(absent(&of_side), ["/current/n/Cy", "/current/n/Di"]);
}

#[test]
fn zero_hands_mean_an_open_number_of_hands() {
    let text = changed(&[
        (
            "[clauses]",
            "hands = \"rounds\"\n[options]\nrounds = { number = [0, 9], default = 0 }\n[clauses]",
        ),
        ("player = true", "player = true\nneed = \"never\""),
    ]);
    let hand = r#"{"n": {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}}"#;
    let open = play(&text, &format!("[{hand}, {hand}]")).unwrap();
    assert!(!open.complete);
    assert_eq!(open.next().unwrap().2.hands, None);
    let two = text.replace("default = 0", "default = 2");
    assert!(play(&two, &format!("[{hand}, {hand}]")).unwrap().complete);
}

#[test]
fn a_clause_has_values_of_the_match_and_may_depend_on_an_option() {
    let text = changed(&[
        (
            "[clauses]\nc = \"C.\"",
            "[options]\ntarget = { number = [10, 500], default = 100 }\nnil = { flag = true }\n\
             way = { words = [\"up\", \"down\"] }\n\
             [clauses]\nc = \"First to {target}, {way}.\"\nd = { text = \"Nil pays.\", when = \"nil\" }",
        ),
        ("player = true", "player = true\nneed = \"never\""),
        (
            "[[score]]",
            "[text.cs.clause]\nc = \"Do {target} bodů.\"\n[text.cs.word]\nup = \"nahoru\"\n[[score]]",
        ),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let definition = Arc::new(read(&read_file(&text).unwrap().json).unwrap());
    let names = ["Ann", "Bo", "Cy", "Di"].map(str::to_owned);
    let (table, _) = Table::seat_players(&names);
    let clauses = |options: Json| -> Vec<(String, Option<Message>, Option<Message>)> {
        let own = rules_in_force(&definition, options, &table).unwrap();
        let message = own.clauses().map(|(name, text)| {
            let of = |tag: &str| text.in_language(tag).cloned();
            (name.to_owned(), of("en"), of("cs"))
        });
        message.collect()
    };
    let plain = |text: &str| Some(Message::plain(text));
    let first = |en: &str, cs: &str| ("c".to_owned(), plain(en), plain(cs));
    assert_eq!(
        clauses(Json::EMPTY),
        [
            first("First to 100, up.", "Do 100 bodů."),
            ("d".to_owned(), plain("Nil pays."), plain("Nil pays.")),
        ]
    );
    let options = Json::object([("target", Json::Int(250)), ("nil", Json::Bool(false))]);
    assert_eq!(
        clauses(options),
        [first("First to 250, up.", "Do 250 bodů.")]
    );
    let scored = play(&text, r#"[{"n": {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}}]"#).unwrap();
    let texts = scored.hands[0].reasons[0].texts.clone().unwrap();
    assert_eq!(
        texts.clause.in_language("en").cloned(),
        plain("First to 100, up.")
    );
    for (from, to, code, pointer) in [
        ("{target}", "{goal}", "own-unknown-name", "/clauses/c"),
        ("{target}", "{target", "own-text-braces", "/clauses/c"),
        ("{target}", "{total}", "own-early", "/clauses/c"),
        (
            "{target} bodů",
            "{nil} bodů",
            "own-text-value",
            "/text/cs/clause/c",
        ),
        (
            "when = \"nil\"",
            "when = \"target\"",
            "own-type",
            "/clauses/d/when",
        ),
    ] {
        let found = faults(&text.replacen(from, to, 1));
        assert!(codes(&found).contains(&(code, pointer)), "{to}: {found:?}");
    }
}

#[test]
fn a_game_shows_its_state_before_each_hand() {
    let text = changed(&[
        ("players = [4, 4]", "players = [4, 4]\nsides = 2"),
        (
            "[clauses]",
            "[carry.won]\neach = true\nnumber = [0, 9]\nnext = \"won + (if maker == me then 1 else 0)\"\n[clauses]",
        ),
        (
            "[[score]]",
            "[[score]]\npoints = \"n\"\nclause = \"c\"\n\
            [[show]]\nlabel = \"hand\"\nvalue = \"hand\"\n\
            [[show]]\nlabel = \"games\"\nvalue = \"won\"\n\
            [[show]]\nlabel = \"doubled\"\nvalue = \"total > 4\"\nper = \"side\"\nwhen = \"hand > 1\"\n[[x]]",
        ),
        ("[[x]]\npoints = \"n\"\nclause = \"c\"\n", ""),
    ]);
    assert_eq!(codes(&faults(&text)), []);
    let hand = r#"{"n": {"Ann": 1, "Bo": 2, "Cy": 3, "Di": 3}, "maker": "Cy"}"#;
    let scored = play(&text, &format!("[{hand}, {hand}]")).unwrap();
    let message = |shows: &[Show]| -> Vec<String> {
        let shows = shows.iter().map(|show| {
            let seats = show
                .seats
                .iter()
                .map(|(seat, arg)| format!(" {}={arg:?}", seat.index()));
            format!(
                "{} {:?}{}",
                &*show.label,
                show.value,
                seats.collect::<String>()
            )
        });
        shows.collect()
    };
    let first = [
        "hand Some(Int(1))",
        "games None 0=Int(0) 1=Int(0) 2=Int(0) 3=Int(0)",
    ];
    assert_eq!(message(&scored.hands[0].before), first);
    // A side has the points of its first seat, 1 or 2 in each hand, so no total exceeds 4.
    assert_eq!(
        message(&scored.show()),
        [
            "hand Some(Int(3))",
            "games None 0=Int(0) 1=Int(0) 2=Int(2) 3=Int(0)",
            "doubled None 0=Word(\"no\") 1=Word(\"no\")",
        ]
    );
    // The number of cards may change from hand to hand.
    let cards = text.replacen(
        "[carry.won]",
        "[let]\nall = \"cards * players\"\n[carry.won]",
        1,
    );
    let cards = cards.replacen("value = \"hand\"", "value = \"all + cards\"", 1);
    let cards = format!("cards = \"13 - hand\"\n{cards}");
    assert_eq!(codes(&faults(&cards)), []);
    let scored = play(&cards, &format!("[{hand}, {hand}]")).unwrap();
    assert_eq!(message(&scored.hands[0].before)[0], "hand Some(Int(60))");
    assert_eq!(message(&scored.show())[0], "hand Some(Int(50))");
    // A shown value cannot use a field or the dealer, which are unknown between two hands.
    for late in ["maker", "dealer"] {
        let late = text.replacen("value = \"hand\"", &format!("value = \"{late}\""), 1);
        assert_eq!(codes(&faults(&late)), [("own-early", "/show/0/value")]);
    }
}
