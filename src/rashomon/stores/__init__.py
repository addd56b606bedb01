"""Where the record is kept: tables, one implementation of the store, and its migrations.

SQLAlchemy Core for SQLite and PostgreSQL alike. A file named for a database holds only what that
one does differently: full text, vectors, triggers, locks. Rows stay in this room.
"""
