"""The documents of the HTTP API: what it takes, what it answers, and how it refuses."""

from wartable.server.documents import forms
from wartable.server.documents.errors import STATUS, USUAL, JsonRequest, No, answer, no_of, on_http, on_no, raw_answer
from wartable.server.documents.forms import (
    BalanceDocument,
    CageRequest,
    ChangePerson,
    ClauseDocument,
    CommandRequest,
    ErrorDocument,
    GuestRequest,
    HandSummary,
    HealthDocument,
    HouseDocument,
    IdRequest,
    Me,
    NewPerson,
    OddsDocument,
    Person,
    RequestDocument,
    RequestsDocument,
    RoundResult,
    RoundsDocument,
    SellRequest,
    ShoeLine,
    ShoesDocument,
    SignIn,
    SimulateRequest,
    SimulationDocument,
    TablesDocument,
    TableSheet,
)
from wartable.server.documents.proving import prove_round, prove_table, witnesses_in
from wartable.server.documents.sheets import make_sheet
