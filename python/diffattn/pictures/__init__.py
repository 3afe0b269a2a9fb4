"""Pictures of what a compiled model computes: `diffattn inspect`.

- `observe`: runs a model whose attentions show what they compute with
- `statistics`: what can be said of a head in a few numbers
- `compare`: what tells two models apart
- `figures`: the maps as SVG
- `report`: all of it as one HTML page

Needs the extra `pictures` (matplotlib, Jinja2).
"""
