// A match without hands, for examples in the documentation.
{
    use overtrick_match::ledger::{Match, MatchId, Opening, Role, Timestamp};
    use overtrick_core::json::Json;

    let game = overtrick_games::all()[0].facts;
    let players = &["Ann", "Bo", "Cy", "Di"][..game.players.0];
    let document = Json::object([
        ("game", game.id.into()),
        ("players", players.iter().copied().collect()),
        ("hands", Json::List(Vec::new())),
    ]);
    let id = MatchId::read("abcdefghijklmnopqrstuv").unwrap();
    Match::begin(&id, &document, Opening::default(), Timestamp::from_millis(0), Role::Direct).unwrap()
}
