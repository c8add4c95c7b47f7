"""Players and what is kept about them: accounts, presence, results, links to seats, notices."""
