"""One file a foreign format, to and from.

What others wrote is data: it is read leniently, checked like anything a person types, and can
neither call a tool nor change a setting.
"""
