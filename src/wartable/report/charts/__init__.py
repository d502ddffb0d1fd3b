"""The charts: Vega-Lite specifications in felt green, sand and ink, labelled where the eye is, with no legend."""
