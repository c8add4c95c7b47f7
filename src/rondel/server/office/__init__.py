"""House rights: what administrators do, on the page and by `rondel admin`, while servers run or not."""
