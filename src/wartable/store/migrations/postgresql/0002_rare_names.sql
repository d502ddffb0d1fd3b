-- Events that come in every round are found by going through their stream: an index over them costs more than it saves.
DROP INDEX events_by_name;

CREATE INDEX events_by_name ON events (stream, name, version)
WHERE name NOT IN (
    'card_burned', 'card_dealt', 'cards_picked_up', 'hand_settled', 'meter_fed', 'no_more_bets_called',
    'side_bets_settled', 'side_wagers_collected', 'side_wagers_counted', 'step_confirmed', 'wager_placed',
    'wager_settled', 'wager_taken_back'
);
