tries dbtool help blned
# Pages that are no commands are known, too.
tries dbtool help recipe
tries dbtool glossary
tries dbtool help nothing-like-this
