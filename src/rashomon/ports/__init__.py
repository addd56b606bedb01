"""Small protocols for what the house needs from outside.

Store, text index, vectors, language model, embedder, reranker, jobs: one file each, types only. An
engine is written against these, and a contract suite in `rashomon.testing` says what each promises.
"""
