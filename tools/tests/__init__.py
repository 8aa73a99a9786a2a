"""Tests of `./souk`: python3 -m unittest discover -s tools/tests -t tools"""
