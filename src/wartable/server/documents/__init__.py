"""The documents of the HTTP API: what it takes, what it answers, and how it refuses."""

from wartable.server.documents import drill_forms, forms, private
from wartable.server.documents.errors import STATUS, USUAL, JsonRequest, No, answer, no_of, on_http, on_no, raw_answer
from wartable.server.documents.private import ClaimDocument, ClaimRequest, FriendsDocument, PrivateTableDocument
from wartable.server.documents.proving import prove_round, prove_table, witnesses_in
from wartable.server.documents.sheets import make_sheet
