"""One file a provider: of language, of embedding, of reranking; and the minds that need none.

A provider knows its own traffic and nothing of stories or stores. It is registered in the table of
its kind, where a setting finds it, and passes the contract suite of its port in
`rashomon.testing`. Keys of paid providers come from the environment alone, by way of `wiring`.
"""
