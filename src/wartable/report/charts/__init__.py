"""The charts: Vega-Lite specifications in felt green, sand and ink, labelled where the eye is, with no legend."""

from wartable.report.charts.bank import coverage
from wartable.report.charts.decks import edge_by_decks
from wartable.report.charts.distribution import evening
from wartable.report.charts.funnel import hold_funnel
from wartable.report.charts.meter import meter_life, return_by_meter
from wartable.report.charts.penetration import by_penetration
from wartable.report.charts.scores import z_scores
