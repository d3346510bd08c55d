"""Writes, one file per use case. Short transactions; what others are told follows the commit."""
