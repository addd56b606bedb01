"""What a model may propose about pending events, and how each proposal is judged.

A record keeper with a model sees the objective record, so it answers in ids and closed words only;
whatever sentence comes of it is written here, of each owner's own plain perception. `judge` holds
each proposal against the rules before anything is written, and says why. Nothing here loads, asks
or writes. What is kept without a model stands beside this, in `record.keeping`.
"""
