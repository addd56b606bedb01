"""What a model is given to read, and what it may answer.

Prompts are sections in a fixed order, fitted to a budget of tokens; requests for closed answers are
one file a task, with its words and the shape of its reply. A prompt for a character is a function
of that character's own mind and of nothing else. Pure; this room stands above `views` and `recall`,
since it puts in order what both of them say.
"""
