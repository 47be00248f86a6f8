"""Trains, measures and exports what recognises foods on photos; see ../README.md."""
