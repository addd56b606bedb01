"""Playing: from what was typed to steps, and from a reply to what of it counts.

Pure. What a person or a model writes is read by rule alone and against one character's view, so
that nothing typed can reach further than the character could. Who perceives it is worked out by
`record`; here it is put into the words of the one who plays. Without a model people answer,
gossip and go about their day by rule, each out of its own mind (`teller`) and its author's rows.
"""
