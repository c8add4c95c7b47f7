"""The board maker: from ancient cities and a public-domain coastline to a board file with geometry."""
