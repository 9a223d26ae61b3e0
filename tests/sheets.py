"""Rule sheets that have no preset yet, as switches."""

from bazas.sim.rules import Rules

LUDOTEKA = Rules(
    swap_two=False,
    swap_muestras="figures",
    swap_when="just_won",
    chained_swap=False,
    cantes_per_trick=0,
    forty_or_nothing=False,
    twenty_named=False,
    tute=False,
    thirty="loses",
    both_101="last_trick",
    vueltas_end="claim",
    mano_next="after_last_trick",
    match_cotos=2,
)
