"""Do marks mean anything? Games between levels are played and reviewed, blunders planted, and the figures told.

`run` goes on where it stopped, in as many processes as it may, and begins no game after so many seconds; every game is
a line of a file, so a run can be cut off at any time. `fit` takes the limits of marks and grades from some of the
games; `report` tells, as tables and with a plot, how they hold in the others:

    python -m tools.study_check run out/study --sets attika:2 antike-2006:4 --games 40 --seconds 500 --workers 16
    python -m tools.study_check fit out/study --part even
    python -m tools.study_check report out/study --part odd --plot levels.svg

Games are numbered, and each follows from its number, so a part of them can be played elsewhere and put beside the
others. A machine without a network runs it in a parcel: `python -m tools.learn.pack to PARCEL` packs this tool too.
"""
