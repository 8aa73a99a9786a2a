"""Checks of the tree that no compiler makes: python3 tools/check/run.py

Each module has `problems(root)`, which says what breaks its rule as `path:line: why`.
"""
